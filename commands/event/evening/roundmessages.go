package evening

import (
	"context"
	"slices"
	"time"

	"chess960bot/internal/outbox"
)

// The names, in the outbox, of the messages of rounds. The subject of a post is its event.
const (
	MessageKind  = "sealed"   // the message that shows a seal tells how many numbers were added, and where the result is
	ToldKind     = "told"     // what players have told, from the first line on
	PairingsKind = "pairings" // the pairings, once somebody has posted them
)

// PostsPerDraw is the number of posts that a message of a round can have.
const PostsPerDraw = 1_000_000

const (
	toldPace        = 10 * time.Second // the time between two changes of such a message
	pairingsCatchUp = 6 * time.Hour    // how late pairings are posted
)

// PostPairings lets the store post the pairings of a draw, unless they are posted.
func (e *Event) PostPairings(d *Draw, now time.Time) {
	e.Planned = append(e.Planned, e.post(PairingsKind, d.Index*PostsPerDraw, now, pairingsCatchUp))
}

// RoundMessages are public messages of rounds that change as the rounds go on, one a round: what a seal shows, the
// pairings, or what players have told. The number of the post that begins a message is the index of its draw times
// PostsPerDraw, and the posts that change the message have the numbers after that. A message with a seal is
// sent as an answer, so all of its posts change it. A Store plans the posts together with what they show: see
// [Event.MessageChanges]. A message that could not be sent is not changed, so the first refusal
// gives up: /round shows the same.
//
// compose makes what the message of a draw says now. message is the id of the message; "" if it is
// still to be sent.
func RoundMessages(kind string, store Store, mark func(e *Event, d *Draw) string, compose func(e *Event, d *Draw, message string) (outbox.Message, error)) Kind {
	return Kind{kind, store, nil, func(ctx context.Context, e *Event, p outbox.Post, _ time.Time) (*outbox.Delivery, error) {
		delivery := &outbox.Delivery{Unwanted: true}
		index := p.Number / PostsPerDraw
		if index >= len(e.Draws) {
			return delivery, nil
		}
		d, message := &e.Draws[index], ""
		switch {
		case kind == MessageKind && d.Seal != nil:
			message, delivery.Unwanted = d.Seal.Message, false
		case kind == MessageKind || d.Sealed():
			return delivery, nil
		case p.Number%PostsPerDraw == 0:
			delivery.Mark, delivery.Unwanted = mark(e, d), d.Void != nil
		default:
			first, err := store.PostOf(ctx, kind, e.ID, index*PostsPerDraw)
			if err != nil {
				return nil, err
			}
			message = first.MessageID
			delivery.Unwanted = message == ""
		}
		delivery.Compose = func(context.Context) (outbox.Message, error) {
			return outbox.Composed(compose(e, d, message))
		}
		return delivery, nil
	}}
}

// A MessageChange is a message of a round that says something else now.
type MessageChange struct {
	Post   outbox.Post   // that begins the message, or changes a message that nobody has posted
	Begins bool          // the post is planned if there is none about the message
	Pace   time.Duration // the time between two posts about the message
}

// MessageChanges returns the messages that say something else than in a previous state of the event.
func (e *Event) MessageChanges(previous *Event) (changes []MessageChange) {
	touched := map[int]bool{} // draws with new results
	for _, r := range e.Results[min(len(previous.Results), len(e.Results)):] {
		touched[r.Game.Draw] = true
	}
	all := len(e.Changes) != len(previous.Changes) || len(e.Tellings) != len(previous.Tellings)
	at := e.changedAt()
	for i := range e.Draws {
		d, was := &e.Draws[i], &Draw{}
		if i < len(previous.Draws) {
			was = &previous.Draws[i]
		}
		post := func(kind string, catchUp time.Duration) outbox.Post {
			return e.post(kind, d.Index*PostsPerDraw, at, catchUp)
		}
		if n := d.sealNews(); n > 0 && n != was.sealNews() {
			p := post(MessageKind, sealCatchUp)
			p.Channel = d.Seal.Channel
			changes = append(changes, MessageChange{Post: p, Begins: true})
		}
		if len(was.SPs) == 0 || was.Void != nil || d.Void == nil && !all && !touched[d.Index] {
			continue
		}
		if d.Void != nil || !slices.EqualFunc(e.PairsOf(d), previous.PairsOf(was), samePair) {
			changes = append(changes, MessageChange{Post: post(PairingsKind, pairingsCatchUp)})
		}
		if d.Void != nil || len(e.Tellings) > 0 && !slices.EqualFunc(e.Told(d), previous.Told(was), sameTold) {
			begins := d.Void == nil && slices.ContainsFunc(e.Tellings, func(t Telling) bool { return t.Kind == Tells && t.Game.Draw == d.Index })
			changes = append(changes, MessageChange{post(ToldKind, sealCatchUp), begins, toldPace})
		}
	}
	return changes
}

// sealNews counts what the message of a seal has to tell besides the seal; 0 without such a message, and where the bot
// cannot post.
func (d *Draw) sealNews() (n int) {
	switch {
	case d.Seal == nil || d.Seal.Message == "" || d.Seal.ByPress:
		return 0
	case d.Sealed():
		return len(d.Seal.Added)
	case d.Shown:
		return len(d.Seal.Added) + 2
	}
	return len(d.Seal.Added) + 1
}

func samePair(a, b Result) bool {
	return a.White == b.White && a.Black == b.Black && (a.Outcome == Bye) == (b.Outcome == Bye)
}

func sameTold(a, b Told) bool {
	for side := range a.By {
		t, u := a.By[side], b.By[side]
		if (t == nil) != (u == nil) || t != nil && t.Outcome != u.Outcome {
			return false
		}
	}
	return same(a.Result, b.Result)
}

// changedAt returns when anything in the event has last changed.
func (e *Event) changedAt() time.Time {
	at := []time.Time{e.OpenedAt, e.ClosedAt}
	for i := range e.Draws {
		d := &e.Draws[i]
		at = append(at, d.At, d.seenFrom())
		if d.Void != nil {
			at = append(at, d.Void.At)
		}
	}
	for _, c := range e.Changes {
		at = append(at, c.At)
	}
	for _, r := range e.Results[max(0, len(e.Results)-1):] {
		at = append(at, r.At)
	}
	for _, t := range e.Tellings[max(0, len(e.Tellings)-1):] {
		at = append(at, t.At)
	}
	if e.Server != nil {
		at = append(at, e.Server.LastAt)
	}
	return slices.MaxFunc(at, time.Time.Compare)
}
