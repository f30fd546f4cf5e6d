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

// eventOf returns the event of a post, or an empty one if it was deleted.
func eventOf(ctx context.Context, store Store, p outbox.Post) (*Event, error) {
	e, err := store.Event(ctx, Ref{Channel: p.Channel, ID: p.Subject})
	if errors.Is(err, ErrNone) {
		return &Event{}, nil
	}
	return e, err
}
