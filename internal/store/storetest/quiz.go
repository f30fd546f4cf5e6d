package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"testing"
	"time"

	"chess960bot/internal/chess960"
	"chess960bot/internal/quiz"
)

// Quiz holds a [quiz.Store] to its contract. The function open returns a store in which
// nobody practises, and closes it when the test ends.
func Quiz(t *testing.T, open func(t *testing.T) Store) {
	for name, run := range map[string]func(t *testing.T, s Store){
		"a question comes back as it was stored":        storedTurn,
		"a question is stored once":                     storedOnce,
		"an answer changes the cards of its question":   answeredTurn,
		"a refused answer changes nothing":              refusedAnswer,
		"of many answers to a question one counts":      racingAnswers,
		"the last answered questions come first":        lastTurns,
		"a forgotten person has left nothing behind":    forgottenLearner,
		"an answer after forgetting writes nothing":     answerAfterForgetting,
		"old cards and questions are deleted":           prunedQuiz,
		"the schedule is that of an unbroken program":   scheduledThroughStore,
		"questions and cards of others are not touched": othersCards,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, open(t))
		})
	}
}

// newTurn returns an open turn with something in every field that an open turn has.
func newTurn(person, id string) quiz.Turn {
	return quiz.Turn{
		ID: id, Person: person, Mixed: true, Began: noon.Add(-time.Hour), Asked: noon, Hinted: true,
		Question: quiz.Question{Level: quiz.WholePosition, Direction: quiz.ToPosition, Scheme: chess960.Fritz9, Position: chess960.Classical()},
	}
}

func ask(t *testing.T, s Store, turn quiz.Turn) {
	t.Helper()
	if err := s.Ask(t.Context(), turn); err != nil {
		t.Fatal(err)
	}
}

// answer answers a turn rightly.
func answer(t *testing.T, s Store, turn quiz.Turn, at time.Time) quiz.Turn {
	t.Helper()
	answered, err := s.ChangeTurn(t.Context(), turn.Person, turn.ID, func(turn *quiz.Turn, memories map[quiz.Card]quiz.Memory) error {
		given := turn.Question.Number()
		if turn.Question.Direction == quiz.ToPosition {
			given = turn.Question.Position.SP()
		}
		return turn.Answer(given, at, memories, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	return answered
}

func memories(t *testing.T, s Store, person string, scheme *chess960.Scheme) map[quiz.Card]quiz.Memory {
	t.Helper()
	got, err := s.Memories(t.Context(), person, scheme)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func wantTurn(t *testing.T, s Store, want quiz.Turn) {
	t.Helper()
	if got, err := s.Turn(t.Context(), want.Person, want.ID); err != nil || got != want {
		t.Errorf("got  %+v, %v\nwant %+v", got, err, want)
	}
}

func storedTurn(t *testing.T, s Store) {
	want := newTurn("5", "a")
	ask(t, s, want)
	wantTurn(t, s, want)
	for _, other := range [][2]string{{"6", "a"}, {"5", "b"}, {"", ""}} {
		if got, err := s.Turn(t.Context(), other[0], other[1]); !errors.Is(err, quiz.ErrNone) {
			t.Errorf("%v: %+v, %v", other, got, err)
		}
		if got, err := s.ChangeTurn(t.Context(), other[0], other[1], nil); !errors.Is(err, quiz.ErrNone) {
			t.Errorf("%v: changed %+v, %v", other, got, err)
		}
	}
}

func storedOnce(t *testing.T, s Store) {
	want := newTurn("5", "a")
	ask(t, s, want)
	again := want
	again.Question.Position = again.Question.Position.Next()
	ask(t, s, again)
	wantTurn(t, s, want)
}

func answeredTurn(t *testing.T, s Store) {
	turn := newTurn("5", "a")
	ask(t, s, turn)
	answered, err := s.ChangeTurn(t.Context(), "5", "a", func(turn *quiz.Turn, memories map[quiz.Card]quiz.Memory) error {
		turn.Next = "b"
		// The light bishop is wrong: SP 519.
		return turn.Answer(519, noon.Add(1234*time.Millisecond), memories, nil)
	})
	if err != nil || answered.Outcome != quiz.Wrong || answered.Given != 519 || answered.Took() != 1234*time.Millisecond {
		t.Fatalf("%+v, %v", answered, err)
	}
	wantTurn(t, s, answered)
	want := map[quiz.Card]quiz.Memory{}
	for _, c := range turn.Question.Cards() {
		grade := quiz.Hard
		if c.Adds == 6 {
			grade = quiz.Again
		}
		want[c] = quiz.Memory{}.Answered(grade, answered.Answered)
	}
	if got := memories(t, s, "5", chess960.Fritz9); len(want) != 3 || !maps.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := memories(t, s, "5", chess960.Almanac); len(got) != 0 {
		t.Errorf("another scheme has %v", got)
	}
}

func refusedAnswer(t *testing.T, s Store) {
	want := newTurn("5", "a")
	ask(t, s, want)
	refusal := errors.New("refused")
	got, err := s.ChangeTurn(t.Context(), "5", "a", func(turn *quiz.Turn, memories map[quiz.Card]quiz.Memory) error {
		return errors.Join(turn.Answer(518, noon, memories, nil), refusal)
	})
	if !errors.Is(err, refusal) || got.Outcome != quiz.Right {
		t.Errorf("%+v, %v", got, err)
	}
	wantTurn(t, s, want)
	if got := memories(t, s, "5", chess960.Fritz9); len(got) != 0 {
		t.Errorf("cards %v", got)
	}
}

func racingAnswers(t *testing.T, s Store) {
	ask(t, s, newTurn("5", "a"))
	const presses = 8
	var group sync.WaitGroup
	counted := make(chan quiz.Turn, presses)
	for i := range presses {
		group.Go(func() {
			answered, err := s.ChangeTurn(context.WithoutCancel(t.Context()), "5", "a", func(turn *quiz.Turn, memories map[quiz.Card]quiz.Memory) error {
				return turn.Answer(518+i, noon.Add(time.Second), memories, nil)
			})
			switch {
			case err == nil:
				counted <- answered
			case !errors.Is(err, quiz.ErrNotOpen):
				t.Error(err)
			}
		})
	}
	group.Wait()
	if len(counted) != 1 {
		t.Fatalf("%d answers counted", len(counted))
	}
	wantTurn(t, s, <-counted)
	for c, m := range memories(t, s, "5", chess960.Fritz9) {
		if m.Reps != 1 {
			t.Errorf("%v was answered %d times", c.ID(), m.Reps)
		}
	}
}

func lastTurns(t *testing.T, s Store) {
	for i := range 6 {
		turn := newTurn("5", fmt.Sprint(i))
		turn.Asked = noon.Add(time.Duration(i) * time.Minute)
		ask(t, s, turn)
		if i == 3 {
			continue // stays open
		}
		if i != 4 {
			answer(t, s, turn, turn.Asked)
			continue
		}
		if _, err := s.ChangeTurn(t.Context(), "5", "4", func(turn *quiz.Turn, _ map[quiz.Card]quiz.Memory) error {
			turn.Outcome = quiz.Stopped
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Turns(t.Context(), "5", 3)
	if err != nil {
		t.Fatal(err)
	}
	ids := ""
	for _, turn := range got {
		ids += turn.ID
	}
	if ids != "521" {
		t.Errorf("got %s, want 521", ids)
	}
}

func forgottenLearner(t *testing.T, s Store) {
	for _, person := range []string{"5", "6"} {
		turn := newTurn(person, "a"+person)
		ask(t, s, turn)
		answer(t, s, turn, noon)
	}
	if err := s.ForgetLearner(t.Context(), "5"); err != nil {
		t.Fatal(err)
	}
	for person, want := range map[string]int{"5": 0, "6": 1} {
		turns, err := s.Turns(t.Context(), person, 10)
		if cards := memories(t, s, person, chess960.Fritz9); err != nil || len(turns) != want || len(cards) != 3*want {
			t.Errorf("person %s has %d turns and %d cards, %v", person, len(turns), len(cards), err)
		}
	}
}

func answerAfterForgetting(t *testing.T, s Store) {
	ask(t, s, newTurn("5", "a"))
	if err := s.ForgetLearner(t.Context(), "5"); err != nil {
		t.Fatal(err)
	}
	_, err := s.ChangeTurn(t.Context(), "5", "a", func(turn *quiz.Turn, memories map[quiz.Card]quiz.Memory) error {
		return turn.Answer(518, noon, memories, nil)
	})
	if cards := memories(t, s, "5", chess960.Fritz9); !errors.Is(err, quiz.ErrNone) || len(cards) != 0 {
		t.Errorf("%v, %v", err, cards)
	}
}

func prunedQuiz(t *testing.T, s Store) {
	for i, id := range []string{"old", "new"} {
		turn := newTurn("5", id)
		turn.Asked = noon.Add(time.Duration(i) * time.Hour)
		if i == 1 {
			turn.Question.Position = chess960.Classical().Mirror()
		}
		ask(t, s, turn)
		answer(t, s, turn, turn.Asked)
	}
	if err := s.PruneQuiz(t.Context(), noon.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if turns, err := s.Turns(t.Context(), "5", 10); err != nil || len(turns) != 1 || turns[0].ID != "new" {
		t.Errorf("%+v, %v", turns, err)
	}
	for c, m := range memories(t, s, "5", chess960.Fritz9) {
		if !m.Last.Equal(noon.Add(time.Hour)) {
			t.Errorf("%s: %+v", c.ID(), m)
		}
	}
	if n := len(memories(t, s, "5", chess960.Fritz9)); n != 3 {
		t.Errorf("%d cards", n)
	}
}

// The memory after forty answers that were stored one by one is the one that the library
// calculates without a store.
func scheduledThroughStore(t *testing.T, s Store) {
	card := quiz.Card{Part: newTurn("5", "a").Question.Level.Part()}
	at, want := noon, quiz.Memory{}
	for i := range 40 {
		turn := newTurn("5", fmt.Sprint(i))
		turn.Hinted = i%7 == 3
		turn.Question.Level, turn.Question.Direction, turn.Asked = quiz.Queen, quiz.ToNumber, at
		card = turn.Question.Cards()[0]
		ask(t, s, turn)
		given, grade := turn.Question.Number(), quiz.Good
		switch {
		case i%5 == 2:
			given, grade = given+1, quiz.Again
		case turn.Hinted:
			grade = quiz.Hard
		}
		if _, err := s.ChangeTurn(t.Context(), "5", turn.ID, func(turn *quiz.Turn, memories map[quiz.Card]quiz.Memory) error {
			return turn.Answer(given, at, memories, nil)
		}); err != nil {
			t.Fatal(err)
		}
		want = want.Answered(grade, at)
		at = at.Add(time.Duration(i*i) * time.Hour)
	}
	if got := memories(t, s, "5", chess960.Fritz9); len(got) != 1 || got[card] != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func othersCards(t *testing.T, s Store) {
	for _, person := range []string{"5", "6"} {
		ask(t, s, newTurn(person, person))
	}
	answer(t, s, newTurn("5", "5"), noon)
	wantTurn(t, s, newTurn("6", "6"))
	if got := memories(t, s, "6", chess960.Fritz9); len(got) != 0 {
		t.Errorf("%v", got)
	}
}
