package rows

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
)

// deletePlanned deletes a post that nobody has tried.
const deletePlanned = `
DELETE FROM post WHERE kind = $1 AND subject = $2 AND number = $3 AND state = 'open' AND attempts = 0`

// countSealed counts the seals of a person that are to be posted, in all other events.
const countSealed = `
SELECT count(*) FROM event_draw WHERE drawn_by = $1 AND event <> $2 AND seal_bits <> '' AND opened_at = 0 AND NOT by_press`

// planPosts plans the posts that the event asks for, and brings the outbox in step with the others: see
// [evening.Event.Posts]. The post of a person who has sealed many draws takes turns with those of all others.
func planPosts(tx *store.Tx, previous, e *evening.Event) {
	for _, p := range e.Planned {
		store.InsertAll(tx, p)
	}
	e.Planned = nil
	was, now := previous.Posts(), e.Posts()
	for _, p := range was {
		if !slices.Contains(now, p) {
			tx.Exec(deletePlanned, p.Kind, store.Text(p.Subject), p.Number)
		}
	}
	for _, p := range now {
		if slices.Contains(was, p) {
			continue
		}
		if p.Kind == evening.SealKind {
			p.Turn = tx.Count(countSealed, store.Text(e.Waiting().By), store.Text(e.ID))
			if len(e.Draws) > len(previous.Draws) && p.Turn >= evening.MostSealed {
				tx.Fail(evening.ErrManySealed)
			}
		}
		store.Plan(tx, p)
	}
}

// keepWaiting finds out whether a post about a message waits that nobody has tried, and locks the row: nobody claims
// the post before this change is stored.
const keepWaiting = `
UPDATE post SET state = 'open' WHERE kind = $1 AND subject = $2 AND number >= $3 AND number < $4 AND state = 'open' AND first_sent = 0`

// readLast reads the last post about a message.
var readLast = store.PostTable.SelectSQL(`WHERE kind = $1 AND subject = $2 AND number >= $3 AND number < $4 ORDER BY number DESC LIMIT 1`)

// planChange plans the post that changes a message. A post that waits shows all that comes before it is sent, so the
// next one is planned only once that one was tried.
func planChange(tx *store.Tx, c evening.MessageChange) {
	p := c.Post
	message := []any{p.Kind, store.Text(p.Subject), p.Number, p.Number + evening.PostsPerDraw}
	if tx.Exec(keepWaiting, message...) > 0 {
		return
	}
	last := store.PostTable.All(tx, readLast, message...)
	switch {
	case len(last) > 0:
		p.Number, p.Channel = last[0].Number+1, last[0].Channel
		if pause := last[0].DueAt.Add(c.Pace).Sub(p.DueAt); pause > 0 {
			p.DueAt, p.ExpiresAt = p.DueAt.Add(pause), p.ExpiresAt.Add(pause)
		}
	case !c.Begins:
		return
	}
	store.InsertAll(tx, p)
}

// reopenMissed opens missed posts again that are not due yet.
const reopenMissed = `
UPDATE post SET state = 'open', attempts = 0, first_sent = 0, not_before = 0, trouble = '', reason = ''
WHERE kind = $1 AND state = 'missed' AND due_at > $2`

// ReopenMissed implements [evening.Store].
func (s Store) ReopenMissed(ctx context.Context, kind string, now time.Time) error {
	err := s.Transaction(ctx, func(tx *store.Tx) {
		store.AddCounts(tx, store.Counts{{Kind: kind, State: outbox.Missed}: -tx.Exec(reopenMissed, kind, store.Millis(now))})
	})
	return s.Wrap(err, "open missed posts again")
}

// overduePlans are the open events whose planned round has not come, if nobody was told so far.
const overduePlans = `
SELECT channel, id FROM event WHERE closed_at = 0 AND plan_at <> 0 AND plan_at <= $1
AND NOT EXISTS (SELECT 1 FROM post WHERE kind = '` + evening.RoundTroubleKind + `' AND subject = event.id AND number = event.plan_at)
LIMIT 100`

// OverduePlans implements [evening.Store].
func (s Store) OverduePlans(ctx context.Context, before time.Time) (late []*evening.Event, err error) {
	refs, err := store.Query(ctx, s.Reader(), func(r *sql.Rows) (ref evening.Ref, err error) {
		return ref, r.Scan(&ref.Channel, &ref.ID)
	}, overduePlans, store.Millis(before))
	for _, ref := range refs {
		e, failed := s.Event(ctx, ref)
		switch {
		case failed == nil && e.Plan != nil:
			late = append(late, e)
		case failed != nil && !errors.Is(failed, evening.ErrNone):
			err = cmp.Or(err, failed)
		}
	}
	return late, s.Wrap(err, "find rounds that have not come")
}

var readPost = store.PostTable.SelectSQL(`WHERE kind = $1 AND subject = $2 AND number = $3`)

// PostOf implements [evening.Store].
func (s Store) PostOf(ctx context.Context, kind, event string, number int) (outbox.Post, error) {
	p, err := store.PostTable.One(ctx, s.Reader(), nil, readPost, kind, store.Text(event), number)
	return store.ValueOf(p), s.Wrap(err, "read a %s post of an event", kind)
}

// PlanPost implements [evening.Store].
func (s Store) PlanPost(ctx context.Context, p outbox.Post) error {
	_, err := store.Share(ctx, s, p)
	return err
}
