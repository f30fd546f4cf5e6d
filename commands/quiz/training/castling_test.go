package training

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"chess960bot/commands/quiz/lessons"
	"chess960bot/internal/workshop/testrun"
)

// For somebody new who answers rightly, each lesson comes as often as any other, whatever the length of
// the session. The first three are about start positions until they are known.
func TestLessonsComeEquallyOften(t *testing.T) {
	s := Session{Course: Course{Level: Castling}, Began: noon, Memories: map[Card]Memory{}}
	asked, at, seed := map[lessons.Lesson]int{}, noon, 0
	var earlier []Turn
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
		if err := turn.Answer(q.Number(), at.Add(4*time.Second), s.Memories, earlier); err != nil || turn.Outcome != Right {
			t.Fatalf("%+v, %v", turn, err)
		}
		earlier = slices.Insert(earlier, 0, turn)
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

// Somebody who presses the same button each time, or any button, never knows a lesson. Somebody who answers
// rightly knows all when each has come three times.
func TestGuessesAreNoKnowledge(t *testing.T) {
	known := func(questions, seed int, answer func(q Question) int) (most int) {
		s := Session{Course: Course{Level: Castling}, Began: noon, Memories: map[Card]Memory{}}
		at := noon
		var earlier []Turn
		for range questions {
			at = at.Add(8 * time.Second)
			q, err := s.Next(at, func(int) (int, error) { seed++; return seed, nil })
			if err != nil {
				t.Fatal(err)
			}
			turn := Turn{Question: q, Asked: at}
			if err := turn.Answer(answer(q), at.Add(4*time.Second), s.Memories, earlier); err != nil {
				t.Fatal(err)
			}
			s.Previous, earlier = q.Cards(), slices.Insert(earlier, 0, turn)
			known := 0
			for _, m := range s.Memories {
				if m.IsKnown() {
					known++
				}
			}
			most = max(most, known)
		}
		return most
	}
	for seed := range testrun.Choose(1, 6) {
		for _, same := range lessons.AllSides() {
			if n := known(testrun.Choose(40, 100), 1000*seed, func(Question) int { return int(same) }); n > 0 {
				t.Errorf("%s pressed each time: %d lessons known", same.Name(), n)
			}
		}
		random := rand.New(rand.NewPCG(uint64(seed), 960))
		if n := known(25, 1000*seed, func(Question) int { return random.IntN(4) }); n > 0 {
			t.Errorf("25 questions answered by chance: %d lessons known", n)
		}
		if n := known(fewestInARow*len(lessons.All()), 1000*seed, Question.Number); n != len(lessons.All()) {
			t.Errorf("all answered rightly three times: %d lessons known", n)
		}
	}
}
