package rows_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"testing"
	"time"

	"chess960bot/commands/quiz/lessons"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/storetest"
)

func TestQuiz(t *testing.T) {
	cases{
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
	}.run(t)
}

// newTurn returns an open turn with something in every field that an open turn has.
func newTurn(person, id string) training.Turn {
	return training.Turn{
		ID: id, Person: person, Mixed: true, Began: storetest.Noon.Add(-time.Hour), Asked: storetest.Noon, Hinted: true,
		Question: training.Question{Level: training.WholePosition, Direction: training.ToPosition, Scheme: chess960.Fritz9, Position: chess960.Classical()},
	}
}

// castlingQuestion has something in every field of a question.
var castlingQuestion = training.AboutCastling(lessons.Make(1, lessons.Uncovered, false))

func ask(b *bench, turn training.Turn) {
	b.Helper()
	if err := b.Ask(b.Context(), turn); err != nil {
		b.Fatal(err)
	}
}

// answer answers a turn rightly.
func answer(b *bench, turn training.Turn, at time.Time) training.Turn {
	b.Helper()
	answered, err := b.UpdateTurn(b.Context(), turn.Person, turn.ID, func(turn *training.Turn, memories map[training.Card]training.Memory) error {
		given := turn.Question.Number()
		if turn.Question.Direction == training.ToPosition {
			given = turn.Question.Position.SP()
		}
		return turn.Answer(given, at, memories, nil)
	})
	if err != nil {
		b.Fatal(err)
	}
	return answered
}

func memories(b *bench, person string, scheme *chess960.Scheme) map[training.Card]training.Memory {
	b.Helper()
	got, err := b.Memories(b.Context(), person, scheme)
	if err != nil {
		b.Fatal(err)
	}
	return got
}

func wantTurn(b *bench, want training.Turn) {
	b.Helper()
	if got, err := b.Turn(b.Context(), want.Person, want.ID); err != nil || got != want {
		b.Errorf("got  %+v, %v\nwant %+v", got, err, want)
	}
}

func storedTurn(b *bench) {
	want := newTurn("5", "a")
	ask(b, want)
	wantTurn(b, want)
	castling := newTurn("5", "c")
	castling.Question = castlingQuestion
	ask(b, castling)
	wantTurn(b, castling)
	for _, other := range [][2]string{{"6", "a"}, {"5", "b"}, {"", ""}} {
		if got, err := b.Turn(b.Context(), other[0], other[1]); !errors.Is(err, training.ErrNoTurn) {
			b.Errorf("%v: %+v, %v", other, got, err)
		}
		if got, err := b.UpdateTurn(b.Context(), other[0], other[1], nil); !errors.Is(err, training.ErrNoTurn) {
			b.Errorf("%v: changed %+v, %v", other, got, err)
		}
	}
}

func storedOnce(b *bench) {
	want := newTurn("5", "a")
	ask(b, want)
	again := want
	again.Question.Position = again.Question.Position.Mirror()
	ask(b, again)
	wantTurn(b, want)
}

func answeredTurn(b *bench) {
	turn := newTurn("5", "a")
	ask(b, turn)
	answered, err := b.UpdateTurn(b.Context(), "5", "a", func(turn *training.Turn, memories map[training.Card]training.Memory) error {
		turn.Next = "b"
		// The light bishop is wrong: SP 519.
		return turn.Answer(519, storetest.Noon.Add(1234*time.Millisecond), memories, nil)
	})
	if err != nil || answered.Outcome != training.Wrong || answered.Given != 519 || answered.Took() != 1234*time.Millisecond {
		b.Fatalf("%+v, %v", answered, err)
	}
	wantTurn(b, answered)
	want := map[training.Card]training.Memory{}
	for _, c := range turn.Question.Cards() {
		grade := training.Hard
		if c.Adds == 6 {
			grade = training.Again
		}
		want[c] = training.Memory{}.Answered(grade, answered.Answered)
	}
	if got := memories(b, "5", chess960.Fritz9); len(want) != 3 || !maps.Equal(got, want) {
		b.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := memories(b, "5", chess960.Almanac); len(got) != 0 {
		b.Errorf("another scheme has %v", got)
	}
}

func refusedAnswer(b *bench) {
	want := newTurn("5", "a")
	ask(b, want)
	refusal := errors.New("refused")
	got, err := b.UpdateTurn(b.Context(), "5", "a", func(turn *training.Turn, memories map[training.Card]training.Memory) error {
		return errors.Join(turn.Answer(518, storetest.Noon, memories, nil), refusal)
	})
	if !errors.Is(err, refusal) || got.Outcome != training.Right {
		b.Errorf("%+v, %v", got, err)
	}
	wantTurn(b, want)
	if got := memories(b, "5", chess960.Fritz9); len(got) != 0 {
		b.Errorf("cards %v", got)
	}
}

func racingAnswers(b *bench) {
	ask(b, newTurn("5", "a"))
	const presses = 8
	var group sync.WaitGroup
	counted := make(chan training.Turn, presses)
	for i := range presses {
		group.Go(func() {
			answered, err := b.UpdateTurn(context.WithoutCancel(b.Context()), "5", "a", func(turn *training.Turn, memories map[training.Card]training.Memory) error {
				return turn.Answer(518+i, storetest.Noon.Add(time.Second), memories, nil)
			})
			switch {
			case err == nil:
				counted <- answered
			case !errors.Is(err, training.ErrNotOpen):
				b.Error(err)
			}
		})
	}
	group.Wait()
	if len(counted) != 1 {
		b.Fatalf("%d answers counted", len(counted))
	}
	wantTurn(b, <-counted)
	for c, m := range memories(b, "5", chess960.Fritz9) {
		if m.Reps != 1 {
			b.Errorf("%v was answered %d times", c.ID(), m.Reps)
		}
	}
}

func lastTurns(b *bench) {
	for i := range 6 {
		turn := newTurn("5", fmt.Sprint(i))
		turn.Asked = storetest.Noon.Add(time.Duration(i) * time.Minute)
		ask(b, turn)
		if i == 3 {
			continue // stays open
		}
		if i != 4 {
			at := turn.Asked
			if i == 2 { // answered last, when other questions were open too
				at = at.Add(time.Hour)
			}
			answer(b, turn, at)
			continue
		}
		if _, err := b.UpdateTurn(b.Context(), "5", "4", func(turn *training.Turn, _ map[training.Card]training.Memory) error {
			turn.Outcome = training.Stopped
			return nil
		}); err != nil {
			b.Fatal(err)
		}
	}
	got, err := b.Turns(b.Context(), "5", 3)
	if err != nil {
		b.Fatal(err)
	}
	ids := ""
	for _, turn := range got {
		ids += turn.ID
	}
	if ids != "251" {
		b.Errorf("got %s, want 251", ids)
	}
}

func forgottenLearner(b *bench) {
	for _, person := range []string{"5", "6"} {
		turn := newTurn(person, "a"+person)
		ask(b, turn)
		answer(b, turn, storetest.Noon)
	}
	if err := b.ForgetLearner(b.Context(), "5"); err != nil {
		b.Fatal(err)
	}
	for person, want := range map[string]int{"5": 0, "6": 1} {
		turns, err := b.Turns(b.Context(), person, 10)
		if cards := memories(b, person, chess960.Fritz9); err != nil || len(turns) != want || len(cards) != 3*want {
			b.Errorf("person %s has %d turns and %d cards, %v", person, len(turns), len(cards), err)
		}
	}
}

func answerAfterForgetting(b *bench) {
	ask(b, newTurn("5", "a"))
	if err := b.ForgetLearner(b.Context(), "5"); err != nil {
		b.Fatal(err)
	}
	_, err := b.UpdateTurn(b.Context(), "5", "a", func(turn *training.Turn, memories map[training.Card]training.Memory) error {
		return turn.Answer(518, storetest.Noon, memories, nil)
	})
	if cards := memories(b, "5", chess960.Fritz9); !errors.Is(err, training.ErrNoTurn) || len(cards) != 0 {
		b.Errorf("%v, %v", err, cards)
	}
}

func prunedQuiz(b *bench) {
	for i, id := range []string{"old", "new"} {
		turn := newTurn("5", id)
		turn.Asked = storetest.Noon.Add(time.Duration(i) * time.Hour)
		if i == 1 {
			turn.Question.Position = chess960.Classical().Mirror()
		}
		ask(b, turn)
		answer(b, turn, turn.Asked)
	}
	if err := b.PruneQuiz(b.Context(), storetest.Noon.Add(time.Minute)); err != nil {
		b.Fatal(err)
	}
	if turns, err := b.Turns(b.Context(), "5", 10); err != nil || len(turns) != 1 || turns[0].ID != "new" {
		b.Errorf("%+v, %v", turns, err)
	}
	for c, m := range memories(b, "5", chess960.Fritz9) {
		if !m.Last.Equal(storetest.Noon.Add(time.Hour)) {
			b.Errorf("%s: %+v", c.ID(), m)
		}
	}
	if n := len(memories(b, "5", chess960.Fritz9)); n != 3 {
		b.Errorf("%d cards", n)
	}
}

// The memory after forty answers that were stored one by one is the one that the library
// calculates without a store.
func scheduledThroughStore(b *bench) {
	card := training.Card{Part: newTurn("5", "a").Question.Level.Part()}
	at, want := storetest.Noon, training.Memory{}
	for i := range 40 {
		turn := newTurn("5", fmt.Sprint(i))
		turn.Hinted = i%7 == 3
		turn.Question.Level, turn.Question.Direction, turn.Asked = training.Queen, training.ToNumber, at
		card = turn.Question.Cards()[0]
		ask(b, turn)
		given, grade := turn.Question.Number(), training.Good
		switch {
		case i%5 == 2:
			given, grade = given+1, training.Again
		case turn.Hinted:
			grade = training.Hard
		}
		if _, err := b.UpdateTurn(b.Context(), "5", turn.ID, func(turn *training.Turn, memories map[training.Card]training.Memory) error {
			return turn.Answer(given, at, memories, nil)
		}); err != nil {
			b.Fatal(err)
		}
		want = want.Answered(grade, at)
		at = at.Add(time.Duration(i*i) * time.Hour)
	}
	if got := memories(b, "5", chess960.Fritz9); len(got) != 1 || got[card] != want {
		b.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func othersCards(b *bench) {
	for _, person := range []string{"5", "6"} {
		ask(b, newTurn(person, person))
	}
	answer(b, newTurn("5", "5"), storetest.Noon)
	wantTurn(b, newTurn("6", "6"))
	if got := memories(b, "6", chess960.Fritz9); len(got) != 0 {
		b.Errorf("%v", got)
	}
}
