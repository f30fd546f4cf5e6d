package evening

import (
	"context"
	"time"

	"chess960bot/internal/outbox"
)

// RoundMessages are public messages of rounds that change as the rounds go on, one a round: the pairings, or
// what players have told. The number of the post that begins a message is the index of its draw times
// PostsPerDraw, and the posts that change the message have the numbers after that. A Store plans them together
// with what they show. RoundMessages implements [outbox.Kind].
type RoundMessages struct {
	Kind  string // the name in the outbox
	Store Store
	// Compose makes what the message of a draw says now. message is the id of the message; "" if it is
	// still to be sent.
	Compose func(e *Event, d *Draw, message string) (outbox.Message, error)
	// MarkID returns the custom id of a button in the message, by which the message is found.
	MarkID func(e *Event, d *Draw) string
}

// Name implements [outbox.Kind].
func (k *RoundMessages) Name() string { return k.Kind }

// Prepare implements [outbox.Kind]. A message that could not be sent is not changed, so the first refusal
// gives up: /round shows the same.
func (k *RoundMessages) Prepare(ctx context.Context, p outbox.Post, _ time.Time) (*outbox.Delivery, error) {
	e, err := eventOf(ctx, k.Store, p)
	if err != nil {
		return nil, err
	}
	delivery := &outbox.Delivery{Server: e.Guild, Unwanted: true}
	index := p.Number / PostsPerDraw
	if index >= len(e.Draws) || e.Draws[index].Sealed() {
		return delivery, nil
	}
	d, message := &e.Draws[index], ""
	if p.Number%PostsPerDraw == 0 {
		delivery.Mark, delivery.Unwanted = k.MarkID(e, d), d.Void != nil
	} else {
		first, err := k.Store.PostOf(ctx, k.Kind, e.ID, index*PostsPerDraw)
		if err != nil {
			return nil, err
		}
		message = first.MessageID
		delivery.Unwanted = message == ""
	}
	delivery.Compose = func(context.Context) (outbox.Message, error) {
		return outbox.Composed(k.Compose(e, d, message))
	}
	return delivery, nil
}

// changedAt returns when something that such a message shows has last changed.
func (e *Event) changedAt(d *Draw) time.Time {
	at := d.At
	if d.Void != nil {
		at = later(at, d.Void.At)
	}
	if n := len(e.Tellings); n > 0 {
		at = later(at, e.Tellings[n-1].At)
	}
	if n := len(e.Results); n > 0 {
		at = later(at, e.Results[n-1].At)
	}
	if n := len(e.Changes); n > 0 {
		at = later(at, e.Changes[n-1].At)
	}
	return at
}
