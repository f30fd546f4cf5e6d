package rows

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/store"
)

// A Store keeps evenings in a database.
type Store struct{ store.DB }

// Of returns the evenings of a database.
func Of(db store.DB) Store { return Store{db} }

var _ evening.Store = Store{}

// eventID finds the id of the event that a reference refers to. Its arguments are those
// of refValues.
const eventID = `(
SELECT id FROM event WHERE (channel = $1 OR thread = $1 AND thread <> '') AND (id = $2 OR $2 = '')
ORDER BY CASE WHEN closed_at = 0 THEN 0 ELSE 1 END, opened_at DESC, id LIMIT 1)`

func refValues(ref evening.Ref) []any { return []any{store.Text(ref.Channel), store.Text(ref.ID)} }

const countOpen = `
SELECT count(*) FROM event WHERE closed_at = 0 AND guild = $1 AND ($1 <> '' OR opened_by = $2)`

// NewEvent implements [evening.Store].
func (s Store) NewEvent(ctx context.Context, e *evening.Event) error {
	err := s.Transaction(ctx, func(tx *store.Tx) {
		wantRoom(tx, e)
		followServer(tx, &evening.Event{}, e)
		if !eventTable.InsertNew(tx, eventRowOf(e)) { // another process has just opened one
			tx.Fail(evening.ErrExists)
		}
		if e.Invited {
			store.Joined(tx, e.Guild)
		}
		saveLog(tx, &evening.Event{}, e)
	})
	return s.Wrap(err, "open an event in channel %q", e.Channel)
}

// countOpenHere counts the other open events in the channel or the thread of an event.
const countOpenHere = `
SELECT count(*) FROM event WHERE closed_at = 0 AND id <> $1 AND (channel IN ($2, $3) OR thread IN ($2, $3))`

// wantRoom fails if the event must not be open.
func wantRoom(tx *store.Tx, e *evening.Event) {
	switch {
	case tx.Count(countOpenHere, store.Text(e.ID), store.Text(e.Channel), store.Text(e.PostChannel())) > 0:
		tx.Fail(evening.ErrExists)
	case tx.Count(countOpen, store.Text(e.Guild), store.Text(e.OpenedBy)) >= evening.MostOpen:
		tx.Fail(evening.ErrManyOpen)
	}
}

var readEvent = eventTable.SelectSQL(`WHERE id = ` + eventID)

// Event implements [evening.Store].
func (s Store) Event(ctx context.Context, ref evening.Ref) (*evening.Event, error) {
	e, err := loadEvent(ctx, s.Reader(), readEvent, ref)
	return e, s.Wrap(err, "read the event %q of channel %q", ref.ID, ref.Channel)
}

// isSealed is the condition for a sealed draw that has not been opened.
const isSealed = `event = $1 AND seal_bits <> '' AND opened_at = 0`

// ofEvent selects all rows of an event from a table with a row for each entry of a list.
const ofEvent = `WHERE event = $1 ORDER BY number`

// loadEvent reads an event by a statement that returns the columns of the eventTable. Without a
// transaction, a draw is read before its numbers, so that an opened seal has all of
// them.
func loadEvent(ctx context.Context, q store.Querier, statement string, ref evening.Ref) (*evening.Event, error) {
	found, err := eventTable.One(ctx, q, evening.ErrNone, statement, refValues(ref)...)
	if err != nil {
		return nil, err
	}
	e := found.whole() // without its lists
	draws, numbers := ofEvent, `WHERE event = $1 ORDER BY draw, ordinal`
	if ref.OnlySealed {
		draws, numbers = `WHERE `+isSealed, `WHERE event = $1 AND draw IN (SELECT number FROM event_draw WHERE `+isSealed+`) ORDER BY ordinal`
	}
	r := reader{ctx, q, e.ID, nil}
	if !ref.OnlySealed {
		e.Changes = list(&r, changeTable, changeRow.whole, ofEvent)
	}
	if !ref.OnlySealed && !ref.WithoutResults {
		e.Results = list(&r, resultTable, entryRow[evening.Result].whole, ofEvent)
		e.Tellings = list(&r, tellingTable, entryRow[evening.Telling].whole, ofEvent)
		e.Online = list(&r, gameTable, entryRow[evening.OnlineGame].whole, ofEvent)
	}
	e.Draws = list(&r, drawTable, drawRow.whole, draws)
	var added []numberRow
	if slices.ContainsFunc(e.Draws, func(d evening.Draw) bool { return d.Seal != nil }) {
		added = list(&r, numberTable, func(n numberRow) numberRow { return n }, numbers)
	}
	for i := range e.Draws {
		d := &e.Draws[i]
		for ; len(added) > 0 && added[0].draw == d.Index; added = added[1:] {
			d.Seal.Added = append(d.Seal.Added, added[0].Added)
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	return e, nil
}

// A reader reads the lists of an event, until the first error.
type reader struct {
	ctx   context.Context
	q     store.Querier
	event string
	err   error
}

// list reads the rows of a table that a condition selects, as values of a list.
func list[R, T any](r *reader, t store.Table[R], whole func(R) T, where string, args ...any) (values []T) {
	if r.err == nil {
		values, r.err = store.QueryAs(r.ctx, r.q, t, whole, t.SelectSQL(where), append([]any{store.Text(r.event)}, args...)...)
	}
	return values
}

var lockEvent = eventTable.LockSQL(`id = ` + eventID)

// errUnchanged undoes a transaction that has nothing to save.
var errUnchanged = errors.New("nothing has changed")

// UpdateEvent implements [evening.Store].
func (s Store) UpdateEvent(ctx context.Context, ref evening.Ref, update func(*evening.Event) error) (*evening.Event, error) {
	var previous *evening.Event
	var forgot bool
	e, err := store.UpdateRow(ctx, s, func(q store.Querier) (*evening.Event, error) {
		e, err := loadEvent(ctx, q, lockEvent, ref)
		if err == nil {
			previous = snapshot(e)
		}
		return e, err
	}, update, func(tx *store.Tx, e *evening.Event) {
		if ref.WithoutResults && len(e.Results)+len(e.Online)+len(e.Tellings) > 0 {
			tx.Fail(errors.New("the update of an event without its results has added some"))
			return
		}
		forgot = saveEvent(tx, previous, e)
	})
	switch {
	case errors.Is(err, errUnchanged):
		return e, nil
	case err == nil && forgot:
		_ = s.WipeLog(ctx) // or else the next probe does
	}
	return e, s.Wrap(err, "change the event %q of channel %q", ref.ID, ref.Channel)
}

// showOpen marks a draw without seal as shown. That changes no post.
const showOpen = `
UPDATE event_draw SET shown = TRUE, message = CASE WHEN $4 = '' THEN message ELSE $4 END
WHERE event = ` + eventID + ` AND number = $3 AND seal_bits = ''`

// ShowDraw implements [evening.Store].
func (s Store) ShowDraw(ctx context.Context, ref evening.Ref, index int, message string) error {
	var shown int
	err := s.Transaction(ctx, func(tx *store.Tx) {
		shown = tx.Exec(showOpen, append(refValues(ref), index, store.Text(message))...)
	})
	if shown > 0 || err != nil {
		return s.Wrap(err, "note that a draw of the event %q was shown", ref.ID)
	}
	ref.WithoutResults = true
	_, err = s.UpdateEvent(ctx, ref, func(e *evening.Event) error {
		d := &e.Draws[index]
		d.Shown, d.Message = true, cmp.Or(message, d.Message)
		return nil
	})
	if errors.Is(err, evening.ErrNone) {
		return nil
	}
	return err
}

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
