package day

import (
	"context"
	"errors"
	"time"

	"chess960bot/internal/club/when"
	"chess960bot/internal/outbox"
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
func (k *Posts) Prepare(ctx context.Context, p outbox.Post, _ time.Time) (*outbox.Delivery, error) {
	a, err := k.Store.Attempt(ctx, p.Subject, when.Date(p.Number))
	if err != nil && !errors.Is(err, ErrNone) {
		return nil, err
	}
	// The person can copy the result instead, so the first refusal gives up. An attempt
	// belongs to no server.
	return &outbox.Delivery{
		Unwanted: a == nil, // the person had it deleted
		Mark:     k.PlayID(p.Subject, when.Date(p.Number)),
		Compose:  func(ctx context.Context) (outbox.Message, error) { return k.compose(ctx, a) },
	}, nil
}

func (k *Posts) compose(ctx context.Context, a *Attempt) (outbox.Message, error) {
	streak, err := k.Store.Streak(ctx, a.Person)
	if err != nil {
		return nil, err
	}
	return outbox.Composed(k.Compose(a, streak.On(a.Date)))
}
