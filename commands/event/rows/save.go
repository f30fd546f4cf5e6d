package rows

import (
	"fmt"
	"reflect"
	"slices"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/privacy"
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

// saveLog writes the draws, changes, results and games that are new or have changed. They are
// never deleted. forgot says that a result or a rename that was stored has changed, which only the
// removal of a player's name does.
func saveLog(tx *store.Tx, previous, e *evening.Event) (forgot bool) {
	sameChange := func(a, b evening.Change) bool { return reflect.DeepEqual(a, b) }
	saveList(tx, changeTable, previous.Changes, e.Changes, sameChange,
		func(_ int, c evening.Change) *changeRow {
			return &changeRow{e.ID, c, store.ValueOf(c.Redraw), store.ValueOf(c.Rename), store.ValueOf(c.Plan)}
		})
	sameRename := func(a, b evening.Change) bool { return a.Rename == b.Rename }
	forgot = !slices.EqualFunc(previous.Changes, e.Changes[:len(previous.Changes)], sameRename)
	forgot = saveList(tx, resultTable, previous.Results, e.Results, equal,
		func(_ int, r evening.Result) *resultRow { return &resultRow{e.ID, r} }) || forgot
	forgot = saveList(tx, tellingTable, previous.Tellings, e.Tellings, equal,
		func(_ int, t evening.Telling) *tellingRow { return &tellingRow{e.ID, t} }) || forgot
	saveList(tx, gameTable, previous.Online, e.Online, equal,
		func(i int, g evening.OnlineGame) *gameRow { return &gameRow{e.ID, i, g} })
	planMoves(tx, previous, e)
	saveDraws(tx, previous, e)
	planPosts(tx, previous, e)
	for _, c := range e.MessageChanges(previous) {
		planChange(tx, c)
	}
	return forgot
}

// equal compares entries with ==: an evening may have ten thousand results.
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

// saveDraws writes the draws that have changed, and the numbers that were added. Draws
// and numbers are never deleted.
func saveDraws(tx *store.Tx, previous, e *evening.Event) {
	for i := range e.Draws {
		d := &e.Draws[i]
		var old evening.Draw
		if i < len(previous.Draws) {
			old = previous.Draws[i]
		}
		if reflect.DeepEqual(old, *d) {
			continue
		}
		row := rowOf(e.ID, *d)
		if i >= len(previous.Draws) || drawTable.Differ(rowOf(e.ID, old), row) {
			drawTable.Upsert(tx, row)
		}
		saveList(tx, numberTable, store.ValueOf(old.Seal).Added, store.ValueOf(d.Seal).Added, equal,
			func(n int, a evening.Added) *numberRow { return &numberRow{e.ID, d.Index, n, a} })
	}
}

// planMoves lets the moves of games that have just ended be asked for, and deletes those of a game whose players'
// accounts were forgotten.
func planMoves(tx *store.Tx, previous, e *evening.Event) {
	for i, g := range e.Online {
		if i >= len(previous.Online) || previous.Online[i] == g {
			continue
		}
		old := previous.Online[i]
		if e.HasEnded(g) && !old.AskAt.IsZero() {
			movesTable.InsertNew(tx, &movesRow{event: e.ID, index: i, askAt: g.At})
		}
		if old.Players[0] != "" && g.Players[0] == "" || old.Players[1] != "" && g.Players[1] == "" {
			tx.Exec(`DELETE FROM event_moves WHERE event = $1 AND number = $2`, e.ID, i)
		}
	}
}

// A personColumn has ids of people. The empty id is somebody who was forgotten.
type personColumn struct {
	table, id string
	name      string // the column with the names of the people; "" if the id is the name
	event     string // the column with the ids of the events
	typed     bool   // the ids stand in mentions, such as "<@42>", beside names that people typed
}

// of returns what the column has for a person.
func (c personColumn) of(person string) string {
	if c.typed && person != "" {
		return evening.MentionOf(person)
	}
	return person
}

// eventPeople are the columns with people in events.
var eventPeople = []personColumn{
	{"event", "opened_by", "opened_by_name", "id", false},
	{"event", "plan_by", "plan_by_name", "id", false},
	{"event_draw", "drawn_by", "drawn_by_name", "event", false},
	{"event_draw", "void_by", "void_by_name", "event", false},
	{"event_draw", "started_by", "started_by_name", "event", false},
	{"event_draw", "opened_by", "opened_by_name", "event", false},
	{"event_number", "person", "person_name", "event", false},
	{"event_change", "changed_by", "changed_by_name", "event", false},
	{"event_result", "told_by", "told_by_name", "event", false},
	{"event_telling", "told_by", "told_by_name", "event", false},
	{"event_telling", "name", "", "event", true},
	{"event_change", "renamed_from", "", "event", true},
	{"event_change", "renamed_to", "", "event", true},
	{"event_result", "white", "", "event", true},
	{"event_result", "black", "", "event", true},
}

// forgetInEvents deletes the events that were only the person's. In the others the person
// becomes somebody. All events are locked first: another transaction that has read one
// would write the person back.
func forgetInEvents(tx *store.Tx, person string) []privacy.Deleted {
	var ids, own []string
	for _, c := range eventPeople {
		ids = append(ids, store.All(tx, store.ScanOne[string], findPerson(c), c.of(person))...)
	}
	slices.Sort(ids) // transactions lock them in the same order
	ids = slices.Compact(ids)
	for _, id := range ids {
		// An event that has just been deleted has no row.
		for _, guild := range store.All(tx, store.ScanOne[string], `UPDATE event SET id = id WHERE id = $1 RETURNING guild`, id) {
			othersAreNamed := func(c personColumn) bool {
				others := fmt.Sprintf(`SELECT count(*) FROM %s WHERE %s = $1 AND %s NOT IN ('', $2) AND %[3]s LIKE $3`, c.table, c.event, c.id)
				return tx.Count(others, id, c.of(person), c.of("%")) > 0
			}
			if guild == "" && !slices.ContainsFunc(eventPeople, othersAreNamed) {
				own = append(own, id)
			}
		}
	}
	for _, id := range own {
		tx.Exec(`DELETE FROM event WHERE id = $1`, id)
		store.DeletePosts(tx, eventKinds, store.OneSubject, id)
	}
	tx.Exec(forgetMoves, eventPeople[len(eventPeople)-1].of(person))
	for _, c := range eventPeople {
		set := c.id + " = ''"
		if c.name != "" {
			set += ", " + c.name + " = ''"
		}
		tx.Exec(fmt.Sprintf(`UPDATE %s SET %s WHERE %[3]s = $1 AND %[3]s <> ''`, c.table, set, c.id), c.of(person))
	}
	return []privacy.Deleted{{Of: "sharedEvents", Rows: len(ids) - len(own)}, {Of: "ownEvents", Rows: len(own)}}
}

// forgetMoves deletes the moves of the games in which somebody is named by a mention.
const forgetMoves = `
DELETE FROM event_moves WHERE (event, number) IN (
	SELECT event_game.event, event_game.number FROM event_result
	JOIN event_game ON event_game.event = event_result.event AND event_game.by_lot = event_result.link
	WHERE event_result.white = $1 OR event_result.black = $1)`

// findPerson returns a statement that reads the events in which a column names a person.
func findPerson(c personColumn) string {
	return fmt.Sprintf(`SELECT %s FROM %s WHERE %[3]s = $1 AND %[3]s <> ''`, c.event, c.table, c.id)
}
