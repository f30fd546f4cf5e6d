package training

import (
	"testing"

	"chess960bot/commands/quiz/lessons"
	"chess960bot/internal/chess960"
)

// A card whose first answers are no longer kept stays mastered while it is known.
func TestMasteredLongAgo(t *testing.T) {
	memories := map[Card]Memory{}
	for _, card := range LessonCards() {
		memories[card] = Memory{}.Answered(Easy, noon)
	}
	castling := Course{Level: Castling, Scheme: chess960.Scharnagl}
	if got := castling.Mastered(nil, memories); len(got) != len(lessons.All()) {
		t.Errorf("%d are mastered", len(got))
	}
}
