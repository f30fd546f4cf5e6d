package store

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"slices"
	"time"

	"chess960bot/internal/events"
	"chess960bot/internal/outbox"
)

var _ events.Store = (*Store)(nil)

// eventID finds the id of the event that a reference refers to. Its arguments are those
// of refValues.
const eventID = `(
SELECT id FROM event WHERE channel = $1 AND (id = $2 OR $2 = '')
ORDER BY CASE WHEN closed_at = 0 THEN 0 ELSE 1 END, opened_at DESC, id LIMIT 1)`

func refValues(ref events.Ref) []any { return []any{text(ref.Channel), text(ref.ID)} }

const countOpen = `
SELECT count(*) FROM event WHERE closed_at = 0 AND guild = $1 AND ($1 <> '' OR opened_by = $2)`

// NewEvent implements [events.Store].
func (s *Store) NewEvent(ctx context.Context, e *events.Event) error {
	values, err := eventValues(e)
	if err != nil {
		return err
	}
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		var open int
		if err := tx.QueryRowContext(ctx, countOpen, text(e.Guild), text(e.OpenedBy)).Scan(&open); err != nil {
			return err
		}
		inserted, err := affected(tx.ExecContext(ctx, insertEvent, values...))
		switch {
		case err != nil:
			return err
		case inserted == 0:
			return events.ErrExists
		case open >= events.MostOpen:
			return events.ErrManyOpen
		}
		return saveDraws(ctx, tx, &events.Event{}, e)
	})
	return s.fail(err, "open an event in channel %q", e.Channel)
}

const readEvent = `SELECT ` + eventColumns + ` FROM event WHERE id = ` + eventID

// Event implements [events.Store].
func (s *Store) Event(ctx context.Context, ref events.Ref) (*events.Event, error) {
	e, err := loadEvent(ctx, s.read, readEvent, ref)
	return e, s.fail(err, "read the event %q of channel %q", ref.ID, ref.Channel)
}

const (
	readDraws  = `SELECT ` + drawColumns + ` FROM event_draw WHERE event = $1 ORDER BY number`
	readSealed = `SELECT ` + drawColumns + ` FROM event_draw WHERE event = $1 AND seal_bits <> '' AND opened_at = 0`

	readNumbers  = `SELECT ` + numberColumns + ` FROM event_number WHERE event = $1 ORDER BY draw, ordinal`
	readUnopened = `
SELECT ` + numberColumns + ` FROM event_number WHERE event = $1 AND draw IN (
	SELECT number FROM event_draw WHERE event = $1 AND seal_bits <> '' AND opened_at = 0)
ORDER BY ordinal`
)

// loadEvent reads an event by a statement that returns the eventColumns. Without a
// transaction, a draw is read before its numbers, so that an opened seal has all of
// them.
func loadEvent(ctx context.Context, q querier, statement string, ref events.Ref) (*events.Event, error) {
	found, err := query(ctx, q, scanEvent, statement, refValues(ref)...)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, events.ErrNone
	}
	e, draws, numbers := found[0], readDraws, readNumbers
	if ref.OnlySealed {
		draws, numbers = readSealed, readUnopened
	}
	if e.Draws, err = query(ctx, q, scanDraw, draws, text(e.ID)); err != nil {
		return nil, err
	}
	added, err := query(ctx, q, scanNumber, numbers, text(e.ID))
	if err != nil {
		return nil, err
	}
	for i := range e.Draws {
		d := &e.Draws[i]
		for ; len(added) > 0 && added[0].draw == d.Index; added = added[1:] {
			d.Seal.Added = append(d.Seal.Added, added[0].Added)
		}
	}
	return e, nil
}

// query runs a query and reads all rows.
func query[T any](ctx context.Context, q querier, scan func(row) (T, error), statement string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, statement, args...)
	if err != nil {
		return nil, err
	}
	return collect(rows, scan)
}

// lockEvent reads an event and keeps others from changing it until the end of the
// transaction. In both databases a write that changes nothing does this.
const lockEvent = `UPDATE event SET id = id WHERE id = ` + eventID + ` RETURNING ` + eventColumns

// errUnchanged undoes a transaction that has nothing to save.
var errUnchanged = errors.New("nothing has changed")

// ChangeEvent implements [events.Store].
func (s *Store) ChangeEvent(ctx context.Context, ref events.Ref, change func(*events.Event) error) (e *events.Event, err error) {
	var refused error // by change
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		if e, err = loadEvent(ctx, tx, lockEvent, ref); err != nil {
			return err
		}
		previous := snapshot(e)
		if refused = change(e); refused != nil {
			return refused
		}
		return saveEvent(ctx, tx, previous, e)
	})
	switch {
	case refused != nil:
		return e, refused
	case errors.Is(err, errUnchanged):
		return e, nil
	}
	return e, s.fail(err, "change the event %q of channel %q", ref.ID, ref.Channel)
}

// snapshot returns a copy of an event. Lists of numbers are shared with the event:
// changes replace them or append to them.
func snapshot(e *events.Event) *events.Event {
	previous := *e
	previous.Draws = slices.Clone(e.Draws)
	for i, d := range e.Draws {
		if d.Seal != nil {
			seal := *d.Seal
			d.Seal = &seal
		}
		if d.Void != nil {
			void := *d.Void
			d.Void = &void
		}
		previous.Draws[i] = d
	}
	return &previous
}

const updateEvent = `
UPDATE event SET channel = $2, guild = $3, opened_by = $4, opened_at = $5, closed_at = $6, rules = $7, opened_by_name = $8
WHERE id = $1`

// saveEvent writes the rows of an event that have changed. Without a change it returns
// errUnchanged.
func saveEvent(ctx context.Context, tx *sql.Tx, previous, e *events.Event) error {
	if reflect.DeepEqual(previous, e) {
		return errUnchanged
	}
	old, err := eventValues(previous)
	if err != nil {
		return err
	}
	values, err := eventValues(e)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(old, values) {
		if _, err := tx.ExecContext(ctx, updateEvent, values...); err != nil {
			return err
		}
	}
	return saveDraws(ctx, tx, previous, e)
}

// saveDraws writes the draws that have changed, and the numbers that were added. Draws
// and numbers are never deleted. It brings the outbox in step with the event's seal.
func saveDraws(ctx context.Context, tx *sql.Tx, previous, e *events.Event) error {
	opening := false
	for i := range e.Draws {
		d := &e.Draws[i]
		var old events.Draw
		if i < len(previous.Draws) {
			old = previous.Draws[i]
		}
		if reflect.DeepEqual(old, *d) {
			continue
		}
		if values, was := drawValues(e.ID, d), drawValues(e.ID, &old); i >= len(previous.Draws) || !reflect.DeepEqual(values, was) {
			if _, err := tx.ExecContext(ctx, saveDraw, values...); err != nil {
				return err
			}
			opening = opening || d.Seal != nil
		}
		if err := saveNumbers(ctx, tx, e.ID, d, old.Seal); err != nil {
			return err
		}
	}
	if !opening {
		return nil
	}
	return planSeal(ctx, tx, previous, e)
}

// saveNumbers writes the numbers that a seal did not have before.
func saveNumbers(ctx context.Context, tx *sql.Tx, id string, d *events.Draw, previous *events.Seal) error {
	if d.Seal == nil {
		return nil
	}
	had := 0
	if previous != nil {
		had = len(previous.Added)
	}
	for index := had; index < len(d.Seal.Added); index++ {
		if _, err := tx.ExecContext(ctx, insertNumber, numberValues(addedNumber{id, d.Index, index, d.Seal.Added[index]})...); err != nil {
			return err
		}
	}
	return nil
}

const (
	showDraw = `
UPDATE event_draw SET shown = TRUE, message = CASE WHEN $4 = '' THEN message ELSE $4 END WHERE event = ` + eventID + ` AND number = $3`

	// deleteShown deletes the post of a draw unless it may have been sent. The outbox
	// ends such a post.
	deleteShown = `
DELETE FROM post WHERE kind = 'seal' AND subject = ` + eventID + ` AND state = 'open' AND first_sent = 0
AND number = (SELECT opens_at FROM event_draw WHERE event = ` + eventID + ` AND number = $3)`
)

// ShowDraw implements [events.Store].
func (s *Store) ShowDraw(ctx context.Context, ref events.Ref, index int, message string) error {
	values := append(refValues(ref), index)
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, showDraw, append(values, text(message))...); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, deleteShown, values...)
		return err
	})
	return s.fail(err, "note that a draw of the event %q was shown", ref.ID)
}

// countSealed counts the seals of a person that are to be posted, in all other events.
const countSealed = `
SELECT count(*) FROM event_draw WHERE drawn_by = $1 AND event <> $2 AND seal_bits <> '' AND opened_at = 0 AND NOT by_press`

// planSeal brings the outbox in step with an event: see [events.Event.SealPost]. The
// posts of a person who has sealed many draws take turns with those of all others.
func planSeal(ctx context.Context, tx *sql.Tx, previous, e *events.Event) error {
	p, planned := e.SealPost()
	if !planned {
		return planOnly(ctx, tx, outbox.Post{Kind: events.SealKind, Subject: e.ID}, false)
	}
	if err := tx.QueryRowContext(ctx, countSealed, text(e.Waiting().By), text(e.ID)).Scan(&p.Turn); err != nil {
		return err
	}
	if len(e.Draws) > len(previous.Draws) && p.Turn >= events.MostSealed {
		return events.ErrManySealed
	}
	return planOnly(ctx, tx, p, true)
}

// pruneEvents also deletes the draws and numbers of the events.
const pruneEvents = `DELETE FROM event WHERE closed_at <> 0 AND closed_at < $1`

// PruneEvents implements [events.Store].
func (s *Store) PruneEvents(ctx context.Context, closedBefore time.Time) error {
	_, err := s.write.ExecContext(ctx, pruneEvents, millis(closedBefore))
	return s.fail(err, "delete old events")
}

// countEvents counts with the indexes event_open and event_closed.
const countEvents = `
SELECT (SELECT count(*) FROM event WHERE closed_at = 0), (SELECT count(*) FROM event WHERE closed_at <> 0)`

// CountEvents implements [events.Store].
func (s *Store) CountEvents(ctx context.Context) (open, closed int, err error) {
	err = s.read.QueryRowContext(ctx, countEvents).Scan(&open, &closed)
	return open, closed, s.fail(err, "count the events")
}
