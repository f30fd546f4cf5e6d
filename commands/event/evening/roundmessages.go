package evening

import (
	"context"
	"iter"
	"slices"
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

// ToldKind is the name, in the outbox, of the posts that show what the players of a round have told: one
// message a round, which is changed as results come. The subject of a post is its event. Its number is the
// index of its draw times PostsPerDraw; the posts that change the message have the numbers after that.
const ToldKind = "told"

// toldPace is the time between two changes of a message.
const toldPace = 10 * time.Second

// ToldPost returns the post that begins the message of a draw. ok is false as long as nobody has told
// anything.
func (e *Event) ToldPost(d *Draw) (p outbox.Post, ok bool) {
	first := slices.IndexFunc(e.Tellings, func(t Telling) bool { return t.Kind == Tells && t.Game.Draw == d.Index })
	if p = e.post(ToldKind, d.Index*PostsPerDraw, d.At, sealCatchUp); first < 0 || d.Void != nil {
		return p, false
	}
	p = e.post(ToldKind, d.Index*PostsPerDraw, e.Tellings[first].At, sealCatchUp)
	return p, true
}

// ToldEdits yields posts that change the message of a draw, to be taken from the first on that has not been
// sent. first is the post that has begun the message.
func (e *Event) ToldEdits(d *Draw, first outbox.Post) iter.Seq[outbox.Post] {
	at := e.changedAt(d)
	return func(yield func(outbox.Post) bool) {
		for n := 1 + int(max(at.Sub(first.DueAt), 0)/toldPace); n < PostsPerDraw; n++ {
			p := e.post(ToldKind, d.Index*PostsPerDraw+n, first.DueAt.Add(time.Duration(n)*toldPace), sealCatchUp)
			p.Channel = first.Channel
			if !yield(p) {
				return
			}
		}
	}
}

// ToldChanged reports whether the message of a draw says something else after an update.
func ToldChanged(previous *Event, old *Draw, e *Event, d *Draw) bool {
	if (old.Void == nil) != (d.Void == nil) {
		return true
	}
	if len(e.Tellings) == 0 || len(previous.Tellings) == len(e.Tellings) && len(previous.Results) == len(e.Results) && len(previous.Changes) == len(e.Changes) {
		return false
	}
	return !slices.EqualFunc(previous.Told(old), e.Told(d), func(a, b Told) bool {
		return same(a.Result, b.Result) && a.claim(0) == b.claim(0) && a.claim(1) == b.claim(1)
	})
}

// claim returns what White or Black has told; "" for nothing.
func (g Told) claim(black int) Outcome {
	if g.By[black] == nil {
		return ""
	}
	return g.By[black].Outcome
}
