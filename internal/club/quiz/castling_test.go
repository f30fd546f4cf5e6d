package quiz

import (
	"testing"
	"time"

	"chess960bot/internal/chess960/lessons"
)

// For somebody new who answers rightly, each lesson comes as often as any other, whatever the length of
// the session. The first three are about start positions until they are known.
func TestLessonsComeEquallyOften(t *testing.T) {
	s := Session{Course: Course{Level: Castling}, Began: noon, Memories: map[Card]Memory{}}
	asked, at, seed := map[lessons.Lesson]int{}, noon, 0
	for n := range 4 * len(lessons.All()) {
		at = at.Add(8 * time.Second)
		q, err := s.Next(at, func(int) (int, error) { seed++; return seed, nil })
		if err != nil {
			t.Fatal(err)
		}
		card := q.Cards()[0]
		if _, isStart := q.Exercise.Position.Start(); isStart != (card.Lesson.AtStart() && !s.Memories[card].IsKnown()) {
			t.Errorf("question %d about %s: %s", n, card.Lesson, q.Exercise)
		}
		turn := Turn{Question: q, Asked: at}
		if err := turn.Answer(q.Number(), at.Add(4*time.Second), s.Memories, nil); err != nil || turn.Outcome != Right {
			t.Fatalf("%+v, %v", turn, err)
		}
		s.Previous = q.Cards()
		asked[card.Lesson]++
		fewest, most := n, 0
		for _, l := range lessons.All() {
			fewest, most = min(fewest, asked[l]), max(most, asked[l])
		}
		if most-fewest > 1 {
			t.Fatalf("after %d questions: %v", n+1, asked)
		}
	}
}
