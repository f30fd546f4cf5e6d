package schedule

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
// plans the message together with the update of the subscription.
func (s Sub) TroublePost() (p outbox.Post, ok bool) {
	if s.SetBy == "" || s.FailingSince.IsZero() || s.Trouble != outbox.Forbidden && s.Status != Disabled {
		return p, false
	}
	return outbox.Post{
		Kind: TroubleKind, Subject: s.Channel, Number: int(s.FailingSince.UnixMilli()), Channel: s.Channel,
		DueAt: s.FailingSince, ExpiresAt: s.FailingSince.Add(troubleCatchUp), State: outbox.Open,
	}, true
}

// Troubles are the messages that daily posts fail. A Store plans the messages. Troubles implements
// [outbox.Kind].
type Troubles struct {
	Store   Store
	Compose func(Sub) (outbox.Message, error)
	// CheckID returns the custom id of a button in the message, by which a message is found.
	CheckID func(Sub) string
}

// Name implements [outbox.Kind].
func (k *Troubles) Name() string { return TroubleKind }

// Prepare implements [outbox.Kind].
func (k *Troubles) Prepare(ctx context.Context, p outbox.Post, _ time.Time) (*outbox.Delivery, error) {
	s, err := k.Store.Sub(ctx, p.Subject)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return nil, err
	}
	// A person may forbid direct messages: the first refusal gives up.
	now, ok := s.TroublePost() // without a subscription the Sub is zero
	return &outbox.Delivery{
		Server: s.Guild, Person: s.SetBy, Mark: k.CheckID(s),
		Unwanted: !ok || now.Number != p.Number || s.Status == Paused, // the trouble is over
		Compose:  func(context.Context) (outbox.Message, error) { return outbox.Composed(k.Compose(s)) },
	}, nil
}
