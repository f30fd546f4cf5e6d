package evening

import (
	"context"
	"errors"
	"time"

	"chess960bot/internal/outbox"
)

// Posts returns the posts that the event waits for. A Store keeps the outbox in step with them: it plans a new
// post, moves one that has changed, and deletes one that is gone, unless it was tried.
func (e *Event) Posts() []outbox.Post {
	posts := append(e.serverPosts(), e.lateResultsPosts()...)
	if p, ok := e.SealPost(); ok {
		posts = append(posts, p)
	}
	if p, ok := e.RoundPost(); ok {
		posts = append(posts, p)
	}
	for i := range e.Draws {
		if p, ok := e.BeginPost(&e.Draws[i]); ok {
			posts = append(posts, p)
		}
	}
	return posts
}

// post returns an open post of the event to its channel or thread.
func (e *Event) post(kind string, number int, due time.Time, catchUp time.Duration) outbox.Post {
	return outbox.Post{
		Kind: kind, Subject: e.ID, Number: number, Channel: e.PostChannel(),
		DueAt: due, ExpiresAt: due.Add(catchUp), State: outbox.Open,
	}
}

// A Kind is a kind of posts about events. It implements [outbox.Kind] and [outbox.Planner].
//
// The functions that make kinds are given a store, and a function that composes the message. One named mark returns
// the custom id of a button in the message, by which a message is found.
type Kind struct {
	name  string
	store Store
	// plan does what there is to do from time to time; nil for nothing: a Store plans the posts together with the events.
	plan    func(ctx context.Context, now time.Time) error
	prepare func(ctx context.Context, e *Event, p outbox.Post, now time.Time) (*outbox.Delivery, error)
}

// Name implements [outbox.Kind].
func (k Kind) Name() string { return k.name }

// Plan implements [outbox.Planner].
func (k Kind) Plan(ctx context.Context, now time.Time) error {
	if k.plan == nil {
		return nil
	}
	return k.plan(ctx, now)
}

// Prepare implements [outbox.Kind].
func (k Kind) Prepare(ctx context.Context, p outbox.Post, now time.Time) (*outbox.Delivery, error) {
	e, err := eventOf(ctx, k.store, p)
	if err != nil {
		return nil, err
	}
	d, err := k.prepare(ctx, e, p, now)
	if err == nil {
		d.Server = e.Guild
	}
	return d, err
}

// eventOf returns the event of a post, or an empty one if it was deleted.
func eventOf(ctx context.Context, store Store, p outbox.Post) (*Event, error) {
	e, err := store.Event(ctx, Ref{Channel: p.Channel, ID: p.Subject})
	if errors.Is(err, ErrNone) {
		return &Event{}, nil
	}
	return e, err
}

// reopenMissed opens posts of a kind again that a clock that ran ahead has missed.
func reopenMissed(store Store, kind string) func(ctx context.Context, now time.Time) error {
	return func(ctx context.Context, now time.Time) error { return store.ReopenMissed(ctx, kind, now) }
}
