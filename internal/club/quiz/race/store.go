package race

import (
	"context"
	"time"
)

// A Store keeps races and answers. When a method returns nil, its change survives a crash.
// All methods may be called from any number of goroutines and processes.
type Store interface {
	// NewRace stores a race that starts. It returns ErrRunning if its channel has another
	// one that runs, ErrRecent if one ended in the channel at quiet or later, unless
	// quiet is zero, and a *RefusedError within RefusedPause after a race of the same server
	// ended of which Discord refused a post. A race with the same id is the same one:
	// NewRace changes nothing and returns nil. NewRace and UpdateRace change the outbox in
	// the same transaction: the race has the open post that Post returns. An earlier post
	// stays if an attempt at it was made.
	NewRace(ctx context.Context, r *Race, quiet time.Time) error
	// Race returns a race, or ErrNone.
	Race(ctx context.Context, id string) (*Race, error)
	// UpdateRace applies a function to a race in one transaction, one update after the
	// other, and returns the changed race.
	UpdateRace(ctx context.Context, id string, update func(*Race)) (*Race, error)
	// AddAnswer stores an answer to the round that is asked. It returns ErrOver if that is
	// another round, or the race has ended; then no update of the race has seen the answer,
	// nor will one. It returns ErrAnswered if the person has answered the round with an
	// earlier interaction. An answer with the same interaction is the same one.
	AddAnswer(ctx context.Context, race string, a Answer) error
	// Answers returns all answers of a race. After UpdateRace has closed a round, no answer
	// to that round is added.
	Answers(ctx context.Context, race string) ([]Answer, error)
	// EndStuck ends the races that run and have no open post, at now: their post could not
	// be sent, and the process was killed before it ended them.
	EndStuck(ctx context.Context, now time.Time) error
	// PruneRaces deletes the races that ended before an instant, with their answers.
	PruneRaces(ctx context.Context, endedBefore time.Time) error
}
