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
	Post  outbox.Post // of the round
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
	t := RoundTrouble{Event: e, Draw: e.byInteraction(planned(p.Number)), Post: outbox.Post{Subject: p.Subject, Number: p.Number}}
	d := &outbox.Delivery{Server: e.Guild, Unwanted: true, Mark: k.LateID(t)}
	switch {
	case t.Draw != nil:
		if t.Post, err = k.Store.RoundPost(ctx, e.ID, p.Number); err != nil {
			return nil, err
		}
		d.Person, d.Unwanted = t.Draw.By, t.Draw.By == "" || t.Draw.Shown || t.Draw.Void != nil
	case e.Plan != nil && e.Plan.number() == p.Number: // such a message is due once the plan is over
		d.Unwanted = false
	}
	d.Compose = func(context.Context) (outbox.Message, error) { return outbox.Composed(k.Compose(t)) }
	return d, nil
}
