package rows

import (
	"cmp"
	"context"
	"errors"
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
