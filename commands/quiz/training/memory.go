package training

import (
	"time"

	"github.com/open-spaced-repetition/go-fsrs/v3"
)

// A Memory is how well a person remembers a card. Package fsrs calculates it, by version 5
// of the Free Spaced Repetition Scheduler with the library's weights. The zero Memory is of
// a card that was never asked.
type Memory struct {
	Due        time.Time // when to ask again
	Stability  float64   // the days after which nine of ten people would still remember
	Difficulty float64   // 1 to 10
	State      fsrs.State
	Reps       int       // answers
	Lapses     int       // how often the card was forgotten after it was known
	Last       time.Time // of the last answer
	Failed     bool      // the last answer was wrong
}

// A Grade says how well a card was answered.
type Grade = fsrs.Rating

// The grades.
const (
	Again = fsrs.Again // wrong, or shown
	Hard  = fsrs.Hard  // right, with a hint
	Good  = fsrs.Good  // right
	Easy  = fsrs.Easy  // right, and faster than the person's median
)

// IsNew reports whether the card was never asked.
func (m Memory) IsNew() bool { return m.Reps == 0 }

// IsKnown reports whether the card is known for a day or longer.
func (m Memory) IsKnown() bool { return m.State == fsrs.Review }

// isLearning reports whether the card was asked and is not yet known for a day.
func (m Memory) isLearning() bool { return m.State == fsrs.Learning || m.State == fsrs.Relearning }

// Answered returns the memory after an answer.
func (m Memory) Answered(g Grade, at time.Time) Memory {
	// A scheduler must not be shared: it keeps a seed while it calculates.
	scheduler := fsrs.NewFSRS(fsrs.DefaultParam())
	card := scheduler.Next(fsrs.Card{
		Due: m.Due, Stability: m.Stability, Difficulty: m.Difficulty, State: m.State,
		Reps: uint64(m.Reps), Lapses: uint64(m.Lapses), LastReview: m.Last,
	}, at, g).Card
	return Memory{
		Due: card.Due, Stability: card.Stability, Difficulty: card.Difficulty, State: card.State,
		Reps: int(card.Reps), Lapses: int(card.Lapses), Last: card.LastReview, Failed: g == Again,
	}
}

// MostStrength is the highest strength of a memory.
const MostStrength = 5

// strengthDays are the days of stability from which a memory has the strengths 2 to 5.
var strengthDays = [...]float64{1, 4, 10, 30}

// Strength returns 0 for a new card, and 1 to MostStrength for others: up to a day, up to
// 4, 10 and 30 days, and longer.
func (m Memory) Strength() int {
	if m.IsNew() {
		return 0
	}
	strength := 1
	for _, days := range strengthDays {
		if m.Stability >= days {
			strength++
		}
	}
	return strength
}
