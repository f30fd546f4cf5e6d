package race

import (
	"context"
	"errors"
	"fmt"
	"time"

	"chess960bot/internal/outbox"
)

// Kind is the name of the posts of races in the outbox. The subject of a post is its
// race, and the number is that of the round with the solution that it shows.
const Kind = "race"

// keptFor is how long races are kept after their end.
const keptFor = 2 * 365 * 24 * time.Hour

// A Turn is what the message of a post is made from.
type Turn struct {
	Race    *Race
	Number  int      // of the post: the round that was closed, 0 for none
	Answers []Answer // of all rounds
}

// Asks returns the round that the post begins, or 0 for the last post.
func (t Turn) Asks() int {
	if t.Number < t.Race.Asked {
		return t.Number + 1
	}
	return 0
}

// FileName returns the name of the picture of the solution. It tells the post from all
// others.
func (t Turn) FileName() string { return fmt.Sprintf("race-%s-%d.png", t.Race.ID, t.Number) }

// Posts are the posts of races. It implements [outbox.Kind].
type Posts struct {
	Store   Store
	Compose func(Turn) (outbox.Message, error)
	// AnswerID returns the custom id of a button that answers a round of a race. The
	// first post is found by it, and every other by its FileName.
	AnswerID func(r *Race, round int) string
	// SentAt returns when Discord made the message with an id, by Discord's clock.
	SentAt func(message string) (time.Time, error)
}

// Name implements [outbox.Kind].
func (k *Posts) Name() string { return Kind }

// Plan implements [outbox.Kind]. The posts are planned together with the rounds; Plan ends
// races that cannot go on, and deletes old ones.
func (k *Posts) Plan(ctx context.Context, now time.Time) error {
	if err := k.Store.EndStuck(ctx, now); err != nil {
		return err
	}
	return k.Store.PruneRaces(ctx, now.Add(-keptFor))
}

// Prepare implements [outbox.Kind].
func (k *Posts) Prepare(ctx context.Context, p outbox.Post, now time.Time) (*outbox.Delivery, error) {
	r, err := k.Store.Race(ctx, p.Subject)
	if errors.Is(err, ErrNone) {
		r, err = &Race{ID: p.Subject, Asked: -1}, nil
	}
	if err != nil {
		return nil, err
	}
	mark := Turn{Race: r, Number: p.Number}.FileName()
	if p.Number == 0 {
		mark = k.AnswerID(r, 1)
	}
	d := &delivery{k, r, p.Number, now}
	return &outbox.Delivery{
		Server:   r.Guild,
		Unwanted: p.Number > r.Asked, // the race has ended before the round
		Mark:     mark,
		Compose:  d.compose,
		Ended:    d.ended,
	}, nil
}

// A delivery is an attempt at a post. A race does not wait for permissions.
type delivery struct {
	posts  *Posts
	race   *Race // has Asked -1 if it was deleted
	number int   // of the post
	now    time.Time
}

// compose moves the race on, and only then reads the
// answers: no other answer can be added to the closed round.
func (d *delivery) compose(ctx context.Context) (outbox.Message, error) {
	r, err := d.posts.Store.UpdateRace(ctx, d.race.ID, func(r *Race) { r.Next(d.number, d.now) })
	if err != nil {
		return nil, err
	}
	answers, err := d.posts.Store.Answers(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	return outbox.Composed(d.posts.Compose(Turn{r, d.number, answers}))
}

// ended starts the next round. The time for an answer runs from the instant at
// which the question was posted. Without its question a race ends; if nobody knows whether
// people see the question, the race goes on.
func (d *delivery) ended(ctx context.Context, p outbox.Post) error {
	_, err := d.posts.Store.UpdateRace(ctx, d.race.ID, func(r *Race) {
		switch p.State {
		case outbox.Posted:
			r.AskedAt(p.Number+1, d.postedAt(p))
		case outbox.Missed, outbox.Failed:
			r.End(d.now)
		}
	})
	if errors.Is(err, ErrNone) {
		return nil
	}
	return err
}

// longestSend is how long after its claim a post may be sent, at most.
const longestSend = time.Minute

// postedAt returns when a post arrived, by the engine's clock. The id of its message has
// the instant by Discord's clock, which is trusted if it lies within the attempts.
func (d *delivery) postedAt(p outbox.Post) time.Time {
	at, err := d.posts.SentAt(p.MessageID)
	if err == nil && !at.Before(p.FirstSent) && at.Before(d.now.Add(longestSend)) {
		return at
	}
	return d.now
}
