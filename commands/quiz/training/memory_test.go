package training

import (
	"testing"
	"time"

	"github.com/open-spaced-repetition/go-fsrs/v3"
)

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// history is what somebody answered for a card, with the hours since the answer before.
var history = []struct {
	hours float64
	grade Grade
}{
	{0, Again}, {0.02, Good}, {0.2, Again}, {0.1, Hard}, {0.1, Good}, {30, Good}, {100, Easy}, {20, Good},
	{700, Again}, {0.05, Again}, {0.1, Hard}, {0.2, Good}, {24, Hard}, {90, Good}, {2000, Good}, {5000, Easy},
}

// The memory after every answer of a history is the library's own card.
func TestMemoryIsTheLibrarys(t *testing.T) {
	at, memory, card := noon, Memory{}, fsrs.NewCard()
	library := fsrs.NewFSRS(fsrs.DefaultParam())
	for i, h := range history {
		at = at.Add(time.Duration(h.hours * float64(time.Hour)))
		memory = memory.Answered(h.grade, at)
		card = library.Next(card, at, h.grade).Card
		want := Memory{card.Due, card.Stability, card.Difficulty, card.State, int(card.Reps), int(card.Lapses), card.LastReview, h.grade == Again}
		if memory != want {
			t.Fatalf("answer %d:\ngot  %+v\nwant %+v", i, memory, want)
		}
	}
	if memory.Lapses != 2 || memory.Strength() != MostStrength {
		t.Errorf("%+v: strength %d", memory, memory.Strength())
	}
}

func TestStrength(t *testing.T) {
	for stability, want := range map[float64]int{0.1: 1, 0.99: 1, 1: 2, 3.9: 2, 4: 3, 10: 4, 29: 4, 30: 5, 1000: 5} {
		if got := (Memory{Reps: 1, Stability: stability}).Strength(); got != want {
			t.Errorf("%v days: %d, want %d", stability, got, want)
		}
	}
	if (Memory{}).Strength() != 0 {
		t.Error("a new card has a strength")
	}
}
