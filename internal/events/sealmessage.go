package events

import (
	"context"
	"time"

	"chess960bot/internal/outbox"
)

// MessageKind is the name of the changes of sealed messages in the outbox: a message that
// shows a seal tells how many numbers were added, and where the result is. The subject of a
// post is its event.
const MessageKind = "sealed"

// The number of such a post is the index of its draw times perDraw, plus the number of
// added numbers, or for an open seal one of the highest numbers. So the changes of an
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

// SealMessages are the changes of sealed messages. It implements [outbox.Kind].
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
func (k *SealMessages) Prepare(ctx context.Context, p outbox.Post, _ time.Time) (outbox.Delivery, error) {
	e, err := eventOf(ctx, k.Store, p)
	if err != nil {
		return nil, err
	}
	return &messageDelivery{k, p, e}, nil
}

// A messageDelivery is an attempt to change a sealed message. It implements
// [outbox.Delivery].
type messageDelivery struct {
	messages *SealMessages
	post     outbox.Post
	event    *Event // empty if it was deleted
}

// draw returns the draw of the message, or nil.
func (m *messageDelivery) draw() *Draw {
	if i := m.post.Number / perDraw; i < len(m.event.Draws) && m.event.Draws[i].Seal != nil {
		return &m.event.Draws[i]
	}
	return nil
}

// Wanted implements [outbox.Delivery].
func (m *messageDelivery) Wanted() bool { return m.draw() != nil }

// Mark implements [outbox.Delivery]: a change may be sent twice.
func (m *messageDelivery) Mark() string { return "" }

// Compose implements [outbox.Delivery].
func (m *messageDelivery) Compose(context.Context) (outbox.Message, error) {
	return outbox.Composed(m.messages.Compose(m.event, m.draw()))
}

// Refused implements [outbox.Delivery]. The result stands in a message of its own.
func (m *messageDelivery) Refused(context.Context, time.Time, *outbox.Refusal) (giveUp bool, err error) {
	return true, nil
}

// Ended implements [outbox.Delivery].
func (m *messageDelivery) Ended(context.Context, outbox.Post) error { return nil }
