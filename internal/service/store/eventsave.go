package store

import (
	"context"
	"database/sql"
	"reflect"
	"slices"

	"chess960bot/internal/club/events"
	"chess960bot/internal/outbox"
)

// snapshot returns a copy of an event. Lists of numbers are shared with the event:
// changes replace them or append to them.
func snapshot(e *events.Event) *events.Event {
	previous := *e
	previous.Changes = slices.Clone(e.Changes)
	previous.Results, previous.Online = slices.Clone(e.Results), slices.Clone(e.Online)
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

// unchanged reports whether two copies of an event are equal. Results are compared without
// reflection: there may be ten thousand.
func unchanged(previous, e *events.Event) bool {
	was, is := *previous, *e
	was.Results, was.Online, is.Results, is.Online = nil, nil, nil, nil
	return slices.Equal(previous.Results, e.Results) && slices.Equal(previous.Online, e.Online) && reflect.DeepEqual(was, is)
}

// saveEvent writes the rows of an event that have changed. Without a change it returns
// errUnchanged.
func saveEvent(ctx context.Context, tx *sql.Tx, previous, e *events.Event) error {
	if unchanged(previous, e) {
		return errUnchanged
	}
	if e.ClosedAt.IsZero() && !previous.ClosedAt.IsZero() {
		if err := mayOpen(ctx, tx, e); err != nil {
			return err
		}
	}
	if row := eventRowOf(e); eventTable.differ(eventRowOf(previous), row) {
		if err := eventTable.update(ctx, tx, row); err != nil {
			return err
		}
	}
	return saveLog(ctx, tx, previous, e)
}

// saveLog writes the draws, changes, results and games that are new or have changed. They are
// never deleted.
func saveLog(ctx context.Context, tx *sql.Tx, previous, e *events.Event) error {
	sameChange := func(a, b events.Change) bool { return reflect.DeepEqual(a, b) }
	err := saveList(ctx, tx, changeTable, previous.Changes, e.Changes, sameChange,
		func(_ int, c events.Change) *changeRow { return changeRowOf(e.ID, c) })
	if err != nil {
		return err
	}
	err = saveList(ctx, tx, resultTable, previous.Results, e.Results, equal,
		func(_ int, r events.Result) *resultRow { return &resultRow{e.ID, r} })
	if err != nil {
		return err
	}
	err = saveList(ctx, tx, gameTable, previous.Online, e.Online, equal,
		func(i int, g events.OnlineGame) *gameRow { return &gameRow{e.ID, i, g} })
	if err != nil {
		return err
	}
	if err := saveDraws(ctx, tx, previous, e); err != nil {
		return err
	}
	if err := planBegins(ctx, tx, previous, e); err != nil {
		return err
	}
	if err := planLateResults(ctx, tx, previous, e); err != nil {
		return err
	}
	return planRound(ctx, tx, previous, e)
}

// equal compares entries with ==: an evening may have ten thousand results.
func equal[T comparable](a, b T) bool { return a == b }

// saveList writes the entries of a list that are new or not the same as before. row returns the
// row of an entry.
func saveList[T, R any](
	ctx context.Context, tx *sql.Tx, t table[R], previous, list []T, same func(a, b T) bool, row func(index int, entry T) *R,
) error {
	for i, entry := range list {
		if i < len(previous) && same(previous[i], entry) {
			continue
		}
		if err := t.upsert(ctx, tx, row(i, entry)); err != nil {
			return err
		}
	}
	return nil
}

// saveDraws writes the draws that have changed, and the numbers that were added. Draws
// and numbers are never deleted. It brings the outbox in step with the event's seal and
// its message.
func saveDraws(ctx context.Context, tx *sql.Tx, previous, e *events.Event) error {
	opening := e.PostChannel() != previous.PostChannel()
	for i := range e.Draws {
		d := &e.Draws[i]
		var old events.Draw
		if i < len(previous.Draws) {
			old = previous.Draws[i]
		}
		if reflect.DeepEqual(old, *d) {
			continue
		}
		row := rowOf(e.ID, *d)
		if i >= len(previous.Draws) || drawTable.differ(rowOf(e.ID, old), row) {
			if err := drawTable.upsert(ctx, tx, row); err != nil {
				return err
			}
			opening = opening || d.Seal != nil
		}
		if err := saveNumbers(ctx, tx, e.ID, d, old.Seal); err != nil {
			return err
		}
		if err := planMessage(ctx, tx, e, &old, d); err != nil {
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
	for i, added := range d.Seal.Added[had:] {
		if _, err := numberTable.exec(ctx, tx, numberTable.insertSQL, &numberRow{id, d.Index, had + i, added}); err != nil {
			return err
		}
	}
	return nil
}

// countSealed counts the seals of a person that are to be posted, in all other events.
const countSealed = `
SELECT count(*) FROM event_draw WHERE drawn_by = $1 AND event <> $2 AND seal_bits <> '' AND opened_at = 0 AND NOT by_press`

// saveMessage plans a post, unless one is planned that has not been tried: that one will
// tell the same.
const saveMessage = `
INSERT INTO post (kind, subject, number, channel, turn, due_at, expires_at, state)
SELECT 'sealed', CAST($1 AS TEXT), CAST($2 AS BIGINT), CAST($3 AS TEXT), 0, CAST($4 AS BIGINT), CAST($5 AS BIGINT), 'open'
WHERE NOT EXISTS (SELECT 1 FROM post WHERE kind = 'sealed' AND subject = $1 AND state = 'open' AND first_sent = 0)
ON CONFLICT (kind, subject, number) DO NOTHING`

// planMessage plans the edit of the message of a draw's seal if there is something new to
// tell: see [events.Event.MessagePost].
func planMessage(ctx context.Context, tx *sql.Tx, e *events.Event, old, d *events.Draw) error {
	p, planned := e.MessagePost(d)
	if told, _ := e.MessagePost(old); !planned || p.Number == told.Number {
		return nil
	}
	_, err := tx.ExecContext(ctx, saveMessage, text(p.Subject), p.Number, text(p.Channel), millis(p.DueAt), millis(p.ExpiresAt))
	return err
}

// planSeal brings the outbox in step with an event: see [events.Event.SealPost]. The
// posts of a person who has sealed many draws take turns with those of all others.
func planSeal(ctx context.Context, tx *sql.Tx, previous, e *events.Event) error {
	p, planned := e.SealPost()
	if !planned {
		return planOnly(ctx, tx, outbox.Post{Kind: events.SealKind, Subject: e.ID}, false)
	}
	var err error
	if p.Turn, err = count(ctx, tx, countSealed, text(e.Waiting().By), text(e.ID)); err != nil {
		return err
	}
	if len(e.Draws) > len(previous.Draws) && p.Turn >= events.MostSealed {
		return events.ErrManySealed
	}
	return planOnly(ctx, tx, p, true)
}

// planRound brings the outbox in step with the plan of an event: see [events.Event.RoundPost].
func planRound(ctx context.Context, tx *sql.Tx, previous, e *events.Event) error {
	p, planned := e.RoundPost()
	if old, was := previous.RoundPost(); planned == was && p == old {
		return nil
	}
	p.Kind, p.Subject = events.RoundKind, e.ID
	return planOnly(ctx, tx, p, planned)
}

// deletePlanned deletes a post that nobody has tried.
const deletePlanned = `
DELETE FROM post WHERE kind = $1 AND subject = $2 AND number = $3 AND state = 'open' AND attempts = 0`

// planBegins brings the outbox in step with the study times of an event: see
// [events.Event.BeginPost].
func planBegins(ctx context.Context, tx *sql.Tx, previous, e *events.Event) error {
	for i := range e.Draws {
		p, planned := e.BeginPost(&e.Draws[i])
		var old outbox.Post
		var was bool
		if i < len(previous.Draws) {
			old, was = previous.BeginPost(&previous.Draws[i])
		}
		var err error
		switch {
		case planned == was && p == old:
		case planned:
			err = plan(ctx, tx, p)
		default:
			_, err = tx.ExecContext(ctx, deletePlanned, events.BeginKind, text(e.ID), e.Draws[i].Index)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// planLateResults plans the posts about results that came after the end of an event: see
// [events.Event.LateResultsPosts]. The posts of an event that was opened again end by themselves.
func planLateResults(ctx context.Context, tx *sql.Tx, previous, e *events.Event) error {
	if len(e.Results) == len(previous.Results) {
		return nil
	}
	planned := previous.LateResultsPosts()
	for _, p := range e.LateResultsPosts() {
		if slices.Contains(planned, p) {
			continue
		}
		if err := plan(ctx, tx, p); err != nil {
			return err
		}
	}
	return nil
}
