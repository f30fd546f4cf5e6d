package events

import (
	"context"
	"time"

	"chess960bot/internal/outbox"
)

// RoundTroubleKind is the name, in the outbox, of messages about rounds on time that have not come.
// Subject and number are those of the round's post, so there is one message for each.
const RoundTroubleKind = "round_trouble"

// troubleCatchUp is how late people are told that a round has not come.
const troubleCatchUp = 7 * 24 * time.Hour

// troublePost returns the message about a round on time that has not come.
func (e *Event) troublePost(number int, due time.Time) outbox.Post {
	return outbox.Post{
		Kind: RoundTroubleKind, Subject: e.ID, Number: number, Channel: e.PostChannel(),
		DueAt: due, ExpiresAt: due.Add(troubleCatchUp), State: outbox.Open,
	}
}

// A RoundTrouble is a round on time that has not come.
type RoundTrouble struct {
	Event *Event
	Draw  *Draw       // that Discord refuses; nil if the bot was away
	Post  outbox.Post // of the round, or of the begin of its games
	// Begins says that the games of the draw were to begin: Discord refuses to tell so, or the
	// bot was away.
	Begins bool
}

// RoundTroubles are these messages: to the person who planned a round that Discord refuses,
// or to the channel if the bot was away. It implements [outbox.Kind].
type RoundTroubles struct {
	Store   Store
	Compose func(RoundTrouble) (outbox.Message, error)
	// LateID returns the custom id of a button in the message, by which a message is found.
	LateID func(RoundTrouble) string
}

// Name implements [outbox.Kind].
func (k *RoundTroubles) Name() string { return RoundTroubleKind }

// Plan implements [outbox.Kind]. It plans the messages about rounds that are over. If the clock
// ran ahead, such a message waits until the round is over by the right clock.
func (k *RoundTroubles) Plan(ctx context.Context, now time.Time) error {
	late, err := k.Store.OverduePlans(ctx, now.Add(-roundCatchUp))
	if err != nil {
		return err
	}
	for _, e := range late {
		if err := k.Store.PlanPost(ctx, e.troublePost(e.Plan.number(), e.Plan.At.Add(roundCatchUp))); err != nil {
			return err
		}
	}
	return nil
}

// Prepare implements [outbox.Kind].
func (k *RoundTroubles) Prepare(ctx context.Context, p outbox.Post, _ time.Time) (*outbox.Delivery, error) {
	e, err := eventOf(ctx, k.Store, p)
	if err != nil {
		return nil, err
	}
	t, kind := RoundTrouble{Event: e, Draw: e.byInteraction(planned(p.Number))}, RoundKind
	if p.Number < len(e.Draws) { // rounds on time have the numbers of instants
		t, kind = RoundTrouble{Event: e, Draw: &e.Draws[p.Number], Begins: true}, BeginKind
	}
	t.Post = outbox.Post{Subject: p.Subject, Number: p.Number}
	d := &outbox.Delivery{Server: e.Guild, Mark: k.LateID(t)}
	if t.Draw != nil {
		if t.Post, err = k.Store.PostOf(ctx, kind, e.ID, p.Number); err != nil {
			return nil, err
		}
		if !t.Away() {
			d.Person = t.Draw.By
		}
	}
	switch {
	case t.Begins:
		_, wanted := e.BeginPost(t.Draw)
		open := t.Post.State == outbox.Open || t.Post.State == outbox.Missed
		d.Unwanted = !wanted || !open || t.Post.Trouble == outbox.NoTrouble || !t.Away() && d.Person == "" // without trouble the clock ran ahead
	case t.Draw != nil:
		d.Unwanted = d.Person == "" || t.Draw.Shown || t.Draw.Void != nil
	default: // such a message is due once the plan is over
		d.Unwanted = e.Plan == nil || e.Plan.number() != p.Number
	}
	d.Compose = func(context.Context) (outbox.Message, error) { return outbox.Composed(k.Compose(t)) }
	return d, nil
}
