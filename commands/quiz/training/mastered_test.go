package training

import (
	"testing"
	"time"

	"chess960bot/commands/quiz/lessons"
	"chess960bot/internal/chess960"
)

// A learner answers in a level, and the time goes on.
type learner struct {
	Course
	now      time.Time
	turns    []Turn // the last one first
	memories map[Card]Memory
}

func newLearner(l Level) *learner {
	return &learner{Course{Level: l, Mixed: true, Scheme: chess960.Scharnagl}, time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), nil, map[Card]Memory{}}
}

// answer answers the next question after a minute; right says how.
func (l *learner) answer(t *testing.T, right bool) {
	t.Helper()
	s := Session{Course: l.Course, Began: l.now, Memories: l.memories}
	q, err := s.Next(l.now, func(n int) (int, error) { return len(l.turns) * 7 % n, nil })
	if err != nil {
		t.Fatal(err)
	}
	given := q.Number()
	if q.Direction == ToPosition {
		given = q.Position.SP()
	}
	turn := Turn{Question: q, Asked: l.now}
	l.now = l.now.Add(time.Minute)
	if !right {
		err = turn.Show(l.now, l.memories)
	} else {
		err = turn.Answer(given, l.now, l.memories, l.turns)
	}
	if err != nil {
		t.Fatal(err)
	}
	l.turns = append([]Turn{turn}, l.turns...)
}

// One sitting masters nothing, however often the answers are right. On ten days, each answer that is right when it
// is due again is mastered, and a wrong one takes that back.
func TestMastered(t *testing.T) {
	for _, level := range Levels() {
		l := newLearner(level)
		for range 60 {
			l.answer(t, true)
		}
		if got := l.Mastered(l.turns, l.memories); len(got) > 0 {
			t.Errorf("%s: %d are mastered in one sitting", level.ID(), len(got))
		}
		for range 10 {
			l.now = l.now.Add(24 * time.Hour)
			for range 20 {
				if _, rests := l.Rest(l.memories, l.now); rests {
					break
				}
				l.answer(t, true)
			}
		}
		got := l.Mastered(l.turns, l.memories)
		if len(got) == 0 {
			t.Errorf("%s: nothing is mastered after ten days", level.ID())
		}
		for card := range got {
			if !l.memories[card].IsKnown() {
				t.Errorf("%s: %s is mastered, but not known", level.ID(), card.ID())
			}
		}
		l.now = l.now.Add(200 * 24 * time.Hour)
		l.answer(t, false)
		for _, card := range l.turns[0].Question.Cards() {
			if l.Mastered(l.turns, l.memories)[card] {
				t.Errorf("%s: %s is mastered though it was just looked up", level.ID(), card.ID())
			}
		}
	}
}

// A card whose first answers are no longer kept stays mastered while it is known.
func TestMasteredLongAgo(t *testing.T) {
	l := newLearner(Castling)
	for _, lesson := range lessons.All() {
		l.memories[Card{Lesson: lesson}] = Memory{}.Answered(Easy, l.now)
	}
	if got := l.Mastered(nil, l.memories); len(got) != len(lessons.All()) {
		t.Errorf("%d are mastered", len(got))
	}
}
