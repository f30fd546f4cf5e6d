package daily

import (
	"context"
	"errors"
	"time"

	"chess960bot/internal/outbox"
)

// TroubleKind is the name of the direct messages in the outbox that tell people that their
// daily posts fail. The subject of a message is the channel of the subscription. The number
// is the instant since which Discord refuses the posts, in milliseconds since 1970: there
// is one message for each trouble, however long the trouble lasts.
const TroubleKind = "trouble"

// troubleCatchUp is how long after the beginning of a trouble people are told of it. Some hear
// of it when the subscription is disabled: that is a week after the beginning, or two weeks
// for posts on one weekday.
const troubleCatchUp = 21 * 24 * time.Hour

// TroublePost returns the message to the person who set the subscription. ok is false if
// there is nobody to tell, and while its posts do not fail. People hear of a missing
// permission at once, and of a missing channel when the subscription is disabled. A Store
// plans the message together with the change of the subscription.
func (s Sub) TroublePost() (p outbox.Post, ok bool) {
	if s.SetBy == "" || s.FailingSince.IsZero() || s.Trouble != outbox.Forbidden && s.Status != Disabled {
		return p, false
	}
	return outbox.Post{
		Kind: TroubleKind, Subject: s.Channel, Number: int(s.FailingSince.UnixMilli()), Channel: s.Channel,
		DueAt: s.FailingSince, ExpiresAt: s.FailingSince.Add(troubleCatchUp), State: outbox.Open,
	}, true
}

// Troubles are the messages that daily posts fail. It implements [outbox.Kind].
type Troubles struct {
	Store   Store
	Compose func(Sub) (outbox.Message, error)
	// CheckID returns the custom id of a button in the message, by which a message is found.
	CheckID func(Sub) string
}

// Name implements [outbox.Kind].
func (k *Troubles) Name() string { return TroubleKind }

// Plan implements [outbox.Kind]. A Store plans the messages.
func (k *Troubles) Plan(context.Context, time.Time) error { return nil }

// Prepare implements [outbox.Kind].
func (k *Troubles) Prepare(ctx context.Context, p outbox.Post, _ time.Time) (outbox.Delivery, error) {
	s, err := k.Store.Sub(ctx, p.Subject)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return nil, err
	}
	return &troubleDelivery{k, p, s}, nil
}

// A troubleDelivery is an attempt at such a message. It implements [outbox.Direct].
type troubleDelivery struct {
	troubles *Troubles
	post     outbox.Post
	sub      Sub // zero if it was removed
}

// Person implements [outbox.Direct].
func (d *troubleDelivery) Person() string { return d.sub.SetBy }

// Wanted implements [outbox.Delivery]: it is false once the trouble is over.
func (d *troubleDelivery) Wanted() bool {
	now, ok := d.sub.TroublePost()
	return ok && now.Number == d.post.Number && d.sub.Status != Paused
}

// Mark implements [outbox.Delivery].
func (d *troubleDelivery) Mark() string { return d.troubles.CheckID(d.sub) }

// Compose implements [outbox.Delivery].
func (d *troubleDelivery) Compose(context.Context) (outbox.Message, error) {
	return outbox.Composed(d.troubles.Compose(d.sub))
}

// Refused implements [outbox.Delivery]. A person may forbid direct messages.
func (d *troubleDelivery) Refused(context.Context, time.Time, *outbox.Refusal) (giveUp bool, err error) {
	return true, nil
}

// Ended implements [outbox.Delivery].
func (d *troubleDelivery) Ended(context.Context, outbox.Post) error { return nil }
