package events

import (
	"context"
	"time"

	"chess960bot/internal/outbox"
)

// MessageKind is the name of the edits of sealed messages in the outbox: a message that
// shows a seal tells how many numbers were added, and where the result is. The subject of a
// post is its event.
const MessageKind = "sealed"

// The number of such a post is the index of its draw times perDraw, plus the number of
// added numbers, or for an open seal one of the highest numbers. So the edits of an
// event's messages are sent in their order.
const (
	perDraw    = 1_000_000
	openedPost = perDraw - 2
	shownPost  = perDraw - 1
)

// MessagePost returns the post that brings the message of a draw's seal up to date. ok is
// false for a draw without such a message, before there is anything new to tell, and where
// the bot cannot post.
func (e *Event) MessagePost(d *Draw) (p outbox.Post, ok bool) {
	if d.Seal == nil || d.Seal.Message == "" || d.Seal.ByPress || d.Sealed() && len(d.Seal.Added) == 0 {
		return p, false
	}
	state, due := min(len(d.Seal.Added), openedPost-1), d.At
	switch {
	case !d.Sealed() && d.Shown:
		state, due = shownPost, d.Seal.Opened
	case !d.Sealed():
		state, due = openedPost, d.Seal.Opened
	}
	return outbox.Post{
		Kind: MessageKind, Subject: e.ID, Number: d.Index*perDraw + state, Channel: d.Seal.Channel,
		DueAt: due, ExpiresAt: due.Add(sealCatchUp), State: outbox.Open,
	}, true
}

// SealMessages are the edits of sealed messages. It implements [outbox.Kind].
type SealMessages struct {
	Store Store
	// Compose makes what the message of a draw's seal says now.
	Compose func(e *Event, d *Draw) (outbox.Message, error)
}

// Name implements [outbox.Kind].
func (k *SealMessages) Name() string { return MessageKind }

// Plan implements [outbox.Kind]. A Store plans the posts together with what they tell.
func (k *SealMessages) Plan(context.Context, time.Time) error { return nil }

// Prepare implements [outbox.Kind].
func (k *SealMessages) Prepare(ctx context.Context, p outbox.Post, _ time.Time) (*outbox.Delivery, error) {
	e, err := eventOf(ctx, k.Store, p)
	if err != nil {
		return nil, err
	}
	var d *Draw
	if i := p.Number / perDraw; i < len(e.Draws) && e.Draws[i].Seal != nil {
		d = &e.Draws[i]
	}
	// An edit may be sent twice. The result also stands in a message of its own, so the first
	// refusal gives up.
	return &outbox.Delivery{
		Server:   e.Guild,
		Unwanted: d == nil,
		Compose:  func(context.Context) (outbox.Message, error) { return outbox.Composed(k.Compose(e, d)) },
	}, nil
}
