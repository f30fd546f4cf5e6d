package rows

import (
	"slices"

	"chess960bot/commands/event/evening"
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
