package day

import (
	"context"
	"errors"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
)

// Kind is the name of shared attempts in the outbox. The subject of a post is the person,
// and the number is the date.
const Kind = "quiz"

// keptFor is how many days attempts and streaks are kept.
const keptFor = 400

// Post returns the post of the attempt, which a person shares in a channel.
func (a *Attempt) Post(channel string, now time.Time) outbox.Post {
	const longest = time.Hour // later nobody waits for it
	return outbox.Post{
		Kind: Kind, Subject: a.Person, Number: int(a.Date), Channel: channel,
		DueAt: now, ExpiresAt: now.Add(longest), State: outbox.Open,
	}
}

// Posts are the attempts that people share. It implements [outbox.Kind].
type Posts struct {
	Store   Store
	Compose func(a *Attempt, streak int) (outbox.Message, error)
	// PlayID returns the custom id of a button in the message, by which a post is found.
	PlayID func(person string, date when.Date) string
}

// Name implements [outbox.Kind].
func (k *Posts) Name() string { return Kind }

// Plan implements [outbox.Kind]. Posts are planned when people press; Plan deletes old
// attempts.
func (k *Posts) Plan(ctx context.Context, now time.Time) error {
	return k.Store.PruneAttempts(ctx, when.DateOf(now.UTC())-keptFor)
}

// Prepare implements [outbox.Kind].
func (k *Posts) Prepare(ctx context.Context, p outbox.Post, _ time.Time) (outbox.Delivery, error) {
	a, err := k.Store.Attempt(ctx, p.Subject, when.Date(p.Number))
	if err != nil && !errors.Is(err, ErrNone) {
		return nil, err
	}
	return &delivery{k, p, a}, nil
}

// A delivery is an attempt at a post. It implements [outbox.Delivery].
type delivery struct {
	posts   *Posts
	post    outbox.Post
	attempt *Attempt // nil if the person had it deleted
}

// Wanted implements [outbox.Delivery].
func (d *delivery) Wanted() bool { return d.attempt != nil }

// Mark implements [outbox.Delivery].
func (d *delivery) Mark() string { return d.posts.PlayID(d.post.Subject, when.Date(d.post.Number)) }

// Compose implements [outbox.Delivery].
func (d *delivery) Compose(ctx context.Context) (outbox.Message, error) {
	streak, err := d.posts.Store.Streak(ctx, d.attempt.Person)
	if err != nil {
		return nil, err
	}
	return outbox.Composed(d.posts.Compose(d.attempt, streak.On(d.attempt.Date)))
}

// Refused implements [outbox.Delivery]. The person can copy the result instead.
func (d *delivery) Refused(context.Context, time.Time, *outbox.Refusal) (giveUp bool, err error) {
	return true, nil
}

// Ended implements [outbox.Delivery].
func (d *delivery) Ended(context.Context, outbox.Post) error { return nil }
