package training

import (
	"context"
	"errors"
	"time"

	"chess960bot/internal/chess960"
	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
)

// KeptFor is how long a card is kept that nobody uses, a turn, an attempt and a streak.
const KeptFor = 400 * 24 * time.Hour

// A Store keeps what people practise, their quizzes of a day, and races. When a method returns
// nil, its change survives a crash. All methods may be called from any number of goroutines and
// processes. Times are stored to the millisecond.
type Store interface {
	// Ask stores a turn.
	Ask(ctx context.Context, t Turn) error
	// Turn returns a person's turn, or ErrNoTurn.
	Turn(ctx context.Context, person, id string) (Turn, error)
	// UpdateTurn applies a function to a person's turn and to the memories of the cards of
	// its question, in one transaction and one update of a turn after the other. If update
	// returns an error, nothing is stored, and UpdateTurn returns the turn and the same
	// error. Without such a turn it returns ErrNoTurn.
	UpdateTurn(ctx context.Context, person, id string, update func(t *Turn, memories map[Card]Memory) error) (Turn, error)
	// Turns returns a person's last turns, the newest first, at most so many. Open ones
	// and stopped ones are left out.
	Turns(ctx context.Context, person string, most int) ([]Turn, error)
	// Memories returns a person's memories of a scheme's cards.
	Memories(ctx context.Context, person string, s *chess960.Scheme) (map[Card]Memory, error)
	// ForgetLearner deletes everything about a person.
	ForgetLearner(ctx context.Context, person string) error
	// PruneQuiz deletes the cards that were last answered and the turns that were asked
	// before an instant.
	PruneQuiz(ctx context.Context, before time.Time) error

	// The quiz of a day:

	// BeginAttempt returns a person's attempt at the quiz of a date. The first call for the
	// date begins it at the given instant.
	BeginAttempt(ctx context.Context, person string, date when.Date, at time.Time) (*Attempt, error)
	// Attempt returns a person's attempt at the quiz of a date, or ErrNoAttempt.
	Attempt(ctx context.Context, person string, date when.Date) (*Attempt, error)
	// UpdateAttempt applies a function to an attempt in one transaction, one update after the
	// other, and returns the changed attempt. If the update finishes the attempt, the
	// person's streak is extended in the same transaction. If update returns an error,
	// nothing is stored, and UpdateAttempt returns the attempt and the same error.
	UpdateAttempt(ctx context.Context, person string, date when.Date, update func(*Attempt) error) (*Attempt, error)
	// Streak returns a person's streak; the zero Streak for none.
	Streak(ctx context.Context, person string) (Streak, error)
	// Share plans the post of an attempt. planned is false if it was planned before.
	Share(ctx context.Context, p outbox.Post) (planned bool, err error)
	// PruneAttempts deletes the attempts and streaks of which nothing was heard since a date.
	PruneAttempts(ctx context.Context, since when.Date) error

	// Races:

	// NewRace stores a race that starts. It returns ErrRaceRuns if its channel has another
	// one that runs, ErrRecentRace if one ended in the channel at quiet or later, unless
	// quiet is zero, and a *RefusedError within RefusedPause after a race of the same server
	// ended of which Discord refused a post. A race with the same id is the same one:
	// NewRace changes nothing and returns nil. NewRace and UpdateRace change the outbox in
	// the same transaction: the race has the open post that Post returns. An earlier post
	// stays if an attempt at it was made.
	NewRace(ctx context.Context, r *Race, quiet time.Time) error
	// Race returns a race, or ErrNoRace.
	Race(ctx context.Context, id string) (*Race, error)
	// UpdateRace applies a function to a race in one transaction, one update after the
	// other, and returns the changed race.
	UpdateRace(ctx context.Context, id string, update func(*Race)) (*Race, error)
	// AddAnswer stores an answer to the round that is asked. It returns ErrRoundOver if that is
	// another round, or the race has ended; then no update of the race has seen the answer,
	// nor will one. It returns ErrAnswered if the person has answered the round with an
	// earlier interaction. An answer with the same interaction is the same one.
	AddAnswer(ctx context.Context, race string, a RaceAnswer) error
	// Answers returns all answers of a race. After UpdateRace has closed a round, no answer
	// to that round is added.
	Answers(ctx context.Context, race string) ([]RaceAnswer, error)
	// EndStuck ends the races that run and have no open post, at now: their post could not
	// be sent, and the process was killed before it ended them.
	EndStuck(ctx context.Context, now time.Time) error
	// PruneRaces deletes the races that ended before an instant, with their answers.
	PruneRaces(ctx context.Context, endedBefore time.Time) error
}

// ErrNoTurn is returned for a turn that is not stored.
var ErrNoTurn = errors.New("no such question")
