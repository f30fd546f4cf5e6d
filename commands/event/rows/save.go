package rows

import (
	"reflect"
	"slices"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/store"
)

// snapshot returns a copy of an event. Lists of numbers are shared with the event:
// changes replace them or append to them.
func snapshot(e *evening.Event) *evening.Event {
	previous := *e
	previous.Changes = slices.Clone(e.Changes)
	previous.Results, previous.Online = slices.Clone(e.Results), slices.Clone(e.Online)
	previous.Tellings = slices.Clone(e.Tellings)
	previous.Draws = slices.Clone(e.Draws)
	for i, d := range e.Draws {
		if d.Seal != nil {
			d.Seal = new(*d.Seal)
		}
		if d.Void != nil {
			d.Void = new(*d.Void)
		}
		previous.Draws[i] = d
	}
	return &previous
}

// saveEvent writes the rows of an event that have changed. Without a change it fails with
// errUnchanged. forgot says that a player's name was removed.
func saveEvent(tx *store.Tx, previous, e *evening.Event) (forgot bool) {
	if e.ClosedAt.IsZero() && !previous.ClosedAt.IsZero() {
		wantRoom(tx, e)
	}
	followServer(tx, previous, e)
	if row := eventRowOf(e); eventTable.Differ(eventRowOf(previous), row) {
		eventTable.Update(tx, row)
	}
	forgot = saveLog(tx, previous, e)
	if tx.Written == 0 {
		tx.Fail(errUnchanged)
	}
	return forgot
}

// saveLog writes the entries of all lists that are new or have changed, and plans the posts. No entry is ever
// deleted. forgot says that a result or a rename that was stored has changed, which only the
// removal of a player's name does.
func saveLog(tx *store.Tx, previous, e *evening.Event) (forgot bool) {
	saveList(tx, changeTable, previous.Changes, e.Changes, func(a, b evening.Change) bool { return reflect.DeepEqual(a, b) },
		func(_ int, c evening.Change) *changeRow {
			return &changeRow{e.ID, c, store.ValueOf(c.Redraw), store.ValueOf(c.Rename), store.ValueOf(c.Plan)}
		})
	forgot = !slices.EqualFunc(previous.Changes, e.Changes[:len(previous.Changes)], func(a, b evening.Change) bool { return a.Rename == b.Rename })
	forgot = saveEntries(tx, resultTable, e.ID, previous.Results, e.Results) || forgot
	forgot = saveEntries(tx, tellingTable, e.ID, previous.Tellings, e.Tellings) || forgot
	saveEntries(tx, gameTable, e.ID, previous.Online, e.Online)
	saveList(tx, drawTable, previous.Draws, e.Draws, func(a, b evening.Draw) bool { return reflect.DeepEqual(rowOf("", a), rowOf("", b)) },
		func(_ int, d evening.Draw) *drawRow { return rowOf(e.ID, d) })
	for i, d := range e.Draws {
		var had []evening.Added
		if i < len(previous.Draws) {
			had = store.ValueOf(previous.Draws[i].Seal).Added
		}
		saveList(tx, numberTable, had, store.ValueOf(d.Seal).Added, equal,
			func(n int, a evening.Added) *numberRow { return &numberRow{e.ID, d.Index, n, a} })
	}
	planMoves(tx, previous, e)
	planPosts(tx, previous, e)
	for _, c := range e.MessageChanges(previous) {
		planChange(tx, c)
	}
	return forgot
}

// saveEntries is saveList for entries that are compared with ==: an evening may have ten thousand results.
func saveEntries[T comparable](tx *store.Tx, t store.Table[entryRow[T]], event string, previous, list []T) (replaced bool) {
	return saveList(tx, t, previous, list, equal, func(i int, entry T) *entryRow[T] { return &entryRow[T]{event, i, entry} })
}

func equal[T comparable](a, b T) bool { return a == b }

// saveList writes the entries of a list that are new or not the same as before, and reports whether one
// is not the same. row returns the row of an entry.
func saveList[T, R any](
	tx *store.Tx, t store.Table[R], previous, list []T, same func(a, b T) bool, row func(index int, entry T) *R,
) (replaced bool) {
	for i, entry := range list {
		if i >= len(previous) || !same(previous[i], entry) {
			t.Upsert(tx, row(i, entry))
			replaced = replaced || i < len(previous)
		}
	}
	return replaced
}

// readTwins reads the events of a server that may stand in its list: those of open evenings, and the last ones of the
// channel.
const readTwins = `SELECT server_event FROM event WHERE guild = $1 AND id <> $2 AND server_event <> 'null' AND (closed_at = 0 OR channel = $3)`

// followServer brings the server's event of an evening in step with it: see [evening.Event.FollowServer]. A new event learns
// whether another evening has one of the same name and start.
func followServer(tx *store.Tx, previous, e *evening.Event) {
	e.FollowServer(previous)
	if !e.HasServerEvent() || previous.HasServerEvent() && previous.Server.Made == e.Server.Made {
		return
	}
	for _, other := range store.All(tx, store.ScanOne[string], readTwins, store.Text(e.Guild), store.Text(e.ID), store.Text(e.Channel)) {
		var twin *evening.ServerEvent
		if store.AsJSON(&twin).Scan(other) == nil && twin != nil && twin.Made > 0 && twin.Name == e.Server.Name && twin.First.Equal(e.Server.First) {
			s := *e.Server
			s.Twin = true
			e.Server = &s
		}
	}
}
