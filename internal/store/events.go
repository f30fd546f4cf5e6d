package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"chess960bot/internal/events"
)

var _ events.Store = (*Store)(nil)

const eventColumns = `id, channel, opened_at, closed_at, log`

// eventValues are the values of the eventColumns.
func eventValues(e *events.Event) ([]any, error) {
	log, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	return []any{text(e.ID), text(e.Channel), millis(e.OpenedAt), millis(e.ClosedAt), text(string(log))}, nil
}

// scanEventRow reads the eventColumns without decoding the log.
func scanEventRow(r row) ([]any, error) {
	var id, channel, log string
	var opened, closed int64
	err := r.Scan(&id, &channel, &opened, &closed, &log)
	return []any{id, channel, opened, closed, log}, err
}

// scanEvent reads the log of a row.
func scanEvent(r row) (*events.Event, error) {
	var log []byte
	if err := r.Scan(&log); err != nil {
		return nil, err
	}
	e := new(events.Event)
	if err := json.Unmarshal(log, e); err != nil {
		return nil, fmt.Errorf("read the log of an event: %w", err)
	}
	for i := range e.Draws {
		e.Draws[i].Index = i
	}
	return e, nil
}

// insertEvent inserts nothing if the channel has an open event.
const insertEvent = `
INSERT INTO event (` + eventColumns + `) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT DO NOTHING`

// NewEvent implements [events.Store].
func (s *Store) NewEvent(ctx context.Context, e *events.Event) error {
	values, err := eventValues(e)
	if err != nil {
		return err
	}
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		inserted, err := affected(tx.ExecContext(ctx, insertEvent, values...))
		if err == nil && inserted == 0 {
			return events.ErrExists
		}
		if err != nil {
			return err
		}
		return planSeal(ctx, tx, e)
	})
	return s.fail(err, "open an event in channel %q", e.Channel)
}

// eventID finds the id of the event that a reference refers to. Its arguments are those
// of refValues.
const eventID = `(
SELECT id FROM event WHERE channel = $1 AND (id = $2 OR $2 = '')
ORDER BY CASE WHEN closed_at = 0 THEN 0 ELSE 1 END, opened_at DESC, id LIMIT 1)`

func refValues(ref events.Ref) []any { return []any{text(ref.Channel), text(ref.ID)} }

const readEvent = `SELECT log FROM event WHERE id = ` + eventID

// Event implements [events.Store].
func (s *Store) Event(ctx context.Context, ref events.Ref) (*events.Event, error) {
	e, err := scanEvent(s.read.QueryRowContext(ctx, readEvent, refValues(ref)...))
	if errors.Is(err, sql.ErrNoRows) {
		err = events.ErrNone
	}
	return e, s.fail(err, "read the event %q of channel %q", ref.ID, ref.Channel)
}

// lockEvent reads an event and keeps others from changing it until the end of the
// transaction. In both databases a write that changes nothing does this.
const lockEvent = `UPDATE event SET id = id WHERE id = ` + eventID + ` RETURNING log`

const saveEvent = `
UPDATE event SET channel = $2, opened_at = $3, closed_at = $4, log = $5
WHERE id = $1`

// ChangeEvent implements [events.Store].
func (s *Store) ChangeEvent(ctx context.Context, ref events.Ref, change func(*events.Event) error) (e *events.Event, err error) {
	var refused error // by change
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, lockEvent, refValues(ref)...)
		if err != nil {
			return err
		}
		found, err := collect(rows, scanEvent)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return events.ErrNone
		}
		e = found[0]
		if refused = change(e); refused != nil {
			return refused
		}
		values, err := eventValues(e)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, saveEvent, values...); err != nil {
			return err
		}
		return planSeal(ctx, tx, e)
	})
	if refused != nil {
		return e, refused
	}
	return e, s.fail(err, "change the event %q of channel %q", ref.ID, ref.Channel)
}

// ShowDraw implements [events.Store].
func (s *Store) ShowDraw(ctx context.Context, ref events.Ref, index int) error {
	_, err := s.ChangeEvent(ctx, ref, func(e *events.Event) error {
		if index < len(e.Draws) {
			e.Draws[index].Shown = true
		}
		return nil
	})
	return err
}

// deleteSeals deletes the posts that an event no longer wants and that certainly have
// not been sent. The outbox ends the others.
const deleteSeals = `
DELETE FROM post WHERE kind = 'seal' AND subject = $1 AND number <> $2 AND state = 'open' AND first_sent = 0`

// saveSeal plans a post, or moves one that has not been tried.
const saveSeal = `
INSERT INTO post (kind, subject, number, channel, due_at, expires_at, state) VALUES ('seal', $1, $2, $3, $4, $5, 'open')
ON CONFLICT (kind, subject, number) DO UPDATE SET due_at = excluded.due_at, expires_at = excluded.expires_at
WHERE post.state = 'open' AND post.first_sent = 0`

// planSeal brings the outbox in step with an event: see [events.Event.SealPost].
func planSeal(ctx context.Context, tx *sql.Tx, e *events.Event) error {
	p, planned := e.SealPost()
	if _, err := tx.ExecContext(ctx, deleteSeals, text(e.ID), p.Number); err != nil || !planned {
		return err
	}
	_, err := tx.ExecContext(ctx, saveSeal, text(p.Subject), p.Number, text(p.Channel), millis(p.DueAt), millis(p.ExpiresAt))
	return err
}

const pruneEvents = `DELETE FROM event WHERE closed_at <> 0 AND closed_at < $1`

// PruneEvents implements [events.Store].
func (s *Store) PruneEvents(ctx context.Context, closedBefore time.Time) error {
	_, err := s.write.ExecContext(ctx, pruneEvents, millis(closedBefore))
	return s.fail(err, "delete old events")
}

const countEvents = `SELECT count(*) - count(NULLIF(closed_at, 0)), count(NULLIF(closed_at, 0)) FROM event`

// CountEvents implements [events.Store].
func (s *Store) CountEvents(ctx context.Context) (open, closed int, err error) {
	err = s.read.QueryRowContext(ctx, countEvents).Scan(&open, &closed)
	return open, closed, s.fail(err, "count the events")
}
