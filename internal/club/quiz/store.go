package quiz

import (
	"context"
	"errors"
	"time"

	"chess960bot/internal/chess960"
)

// KeptFor is how long a card is kept that nobody uses, and a turn.
const KeptFor = 400 * 24 * time.Hour

// A Store keeps what people practise. When a method returns nil, its change survives a
// crash. All methods may be called from any number of goroutines and processes. Times are
// stored to the millisecond.
type Store interface {
	// Ask stores a turn.
	Ask(ctx context.Context, t Turn) error
	// Turn returns a person's turn, or ErrNone.
	Turn(ctx context.Context, person, id string) (Turn, error)
	// UpdateTurn applies a function to a person's turn and to the memories of the cards of
	// its question, in one transaction and one update of a turn after the other. If update
	// returns an error, nothing is stored, and UpdateTurn returns the turn and the same
	// error. Without such a turn it returns ErrNone.
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
}

// ErrNone is returned for a turn that is not stored.
var ErrNone = errors.New("no such question")
