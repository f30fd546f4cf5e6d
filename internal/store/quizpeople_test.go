package store_test

import (
	"errors"
	"testing"
	"time"

	quizrows "chess960bot/commands/quiz/rows"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chess960"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/when"
)

// furnishQuiz asks a person three questions, one of which is answered.
func furnishQuiz(t testing.TB, s *store.Store) {
	t.Helper()
	asked := training.Turn{
		ID: "“?” '; --", Person: "5", Mixed: true, Began: noon, Asked: noon, Hinted: true,
		Question: training.Question{Level: training.WholeNumber, Scheme: chess960.Almanac, Position: chess960.Classical()},
	}
	open := asked
	open.ID = "open"
	castling := asked
	castling.ID, castling.Question = "castling", castlingQuestion
	first, second, third := quizrows.Of(s).Ask(ctx, asked), quizrows.Of(s).Ask(ctx, open), quizrows.Of(s).Ask(ctx, castling)
	_, answered := quizrows.Of(s).UpdateTurn(ctx, "5", asked.ID, func(t *training.Turn, memories map[training.Card]training.Memory) error {
		t.Next = "open"
		return t.Answer(525, noon.Add(1234*time.Millisecond), memories, nil)
	})
	if err := errors.Join(first, second, third, answered); err != nil {
		t.Fatal(err)
	}
}

// furnishRace adds a race that is over, with two answers, and the finished quiz of a day.
// Neither has a post.
func furnishRace(t testing.TB, s *store.Store) {
	t.Helper()
	r := &training.Race{ID: "77", Channel: "8", Guild: "1", StartedBy: "5", Rules: training.RaceRules{Level: "number", Scheme: "sp", Time: 30 * time.Second, Rounds: 5, Seed: "“?”"}, Asked: 1, NextAt: noon}
	errs := []error{
		quizrows.Of(s).NewRace(ctx, r, noon),
		quizrows.Of(s).AddAnswer(ctx, "77", training.RaceAnswer{Round: 1, Person: "5", Interaction: 1 << 60, After: 1234 * time.Millisecond, Given: 518}),
		quizrows.Of(s).AddAnswer(ctx, "77", training.RaceAnswer{Round: 1, Person: "6", Interaction: 1<<60 + 1, Given: 959}),
	}
	_, ended := quizrows.Of(s).UpdateRace(ctx, "77", func(r *training.Race) {
		r.Stop(noon)
		r.End(noon.Add(time.Hour))
	})
	_, begun := quizrows.Of(s).BeginAttempt(ctx, "5", 20777, noon)
	_, finished := quizrows.Of(s).UpdateAttempt(ctx, "5", 20777, func(a *training.Attempt) error {
		for range training.DaySteps {
			a.Answer(true, false, noon.Add(time.Minute))
		}
		return nil
	})
	if err := errors.Join(append(errs, ended, begun, finished)...); err != nil {
		t.Fatal(err)
	}
}

// wantQuiz checks that the questions of furnishQuiz, and their cards, are there.
func wantQuiz(t *testing.T, s *store.Store) {
	t.Helper()
	turns, turnsErr := quizrows.Of(s).Turns(ctx, "5", 10)
	open, openErr := quizrows.Of(s).Turn(ctx, "5", "open")
	memories, memoriesErr := quizrows.Of(s).Memories(ctx, "5", chess960.Almanac)
	if err := errors.Join(turnsErr, openErr, memoriesErr); err != nil {
		t.Fatal(err)
	}
	if len(turns) != 1 || turns[0].Given != 525 || turns[0].Next != open.ID || open.Outcome != training.Open || len(memories) != 3 {
		t.Errorf("questions %+v and %+v, cards %+v", turns, open, memories)
	}
}

// wantCastling checks that the question of furnishQuiz about castling is there.
func wantCastling(t *testing.T, s *store.Store) {
	t.Helper()
	if turn, err := quizrows.Of(s).Turn(ctx, "5", "castling"); err != nil || turn.Question != castlingQuestion {
		t.Errorf("%+v, %v", turn, err)
	}
}

// wantRace checks that the race and the quiz of furnishRace are there.
func wantRace(t *testing.T, s *store.Store) {
	t.Helper()
	r, raceErr := quizrows.Of(s).Race(ctx, "77")
	answers, answersErr := quizrows.Of(s).Answers(ctx, "77")
	a, dayErr := quizrows.Of(s).Attempt(ctx, "5", 20777)
	streak, streakErr := quizrows.Of(s).Streak(ctx, "5")
	if err := errors.Join(raceErr, answersErr, dayErr, streakErr); err != nil {
		t.Fatal(err)
	}
	if r.Rules.Time != 30*time.Second || r.Running() || len(answers) != 2 || answers[0].Given != 518 || !a.Done() || a.Score() != a.Steps || streak.Days != 1 {
		t.Errorf("race %+v with %+v, quiz %+v, streak %+v", r, answers, a, streak)
	}
}

// shareDay finishes a person's quiz of a date. The post with the result is queued.
func shareDay(t *testing.T, s *store.Store, person string, date when.Date) {
	t.Helper()
	_, begun := quizrows.Of(s).BeginAttempt(ctx, person, date, noon)
	finished, answered := quizrows.Of(s).UpdateAttempt(ctx, person, date, func(a *training.Attempt) error {
		for range training.DaySteps {
			a.Answer(true, false, noon)
		}
		return nil
	})
	if err := errors.Join(begun, answered); err != nil {
		t.Fatal(err)
	}
	if planned, err := store.Share(ctx, s, finished.Post("channel of results", noon)); !planned || err != nil {
		t.Fatal(planned, err)
	}
}

// openRace opens a race. Its next post is queued. People answer its first question.
func openRace(t *testing.T, s *store.Store, id, guild string, people ...string) {
	t.Helper()
	err := quizrows.Of(s).NewRace(ctx, &training.Race{
		ID: id, Channel: "of " + id, Guild: guild, StartedBy: people[0], Asked: 1, NextAt: noon,
		Rules: training.RaceRules{Level: "number", Scheme: "sp", Rounds: 5, Time: 30 * time.Second, Seed: "seed"},
	}, time.Time{})
	for i, person := range people {
		err = errors.Join(err, quizrows.Of(s).AddAnswer(ctx, id, training.RaceAnswer{Round: 1, Person: person, Interaction: int64(i + 1), Given: 518}))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// askQuiz asks a person a question, which is answered.
func askQuiz(t *testing.T, s *store.Store, person string) {
	t.Helper()
	turn := training.Turn{
		ID: "turn of " + person, Person: person, Began: noon, Asked: noon,
		Question: training.Question{Level: training.WholeNumber, Scheme: chess960.Almanac, Position: chess960.Classical()},
	}
	if err := quizrows.Of(s).Ask(ctx, turn); err != nil {
		t.Fatal(err)
	}
	shareDay(t, s, person, 20777)
	if _, err := quizrows.Of(s).UpdateTurn(ctx, person, turn.ID, func(turn *training.Turn, memories map[training.Card]training.Memory) error {
		return turn.Answer(525, noon.Add(time.Second), memories, nil)
	}); err != nil {
		t.Fatal(err)
	}
}

// peopleInQuiz are Ann and Bo in questions and races, and a result that Ann has shared.
var peopleInQuiz = peopleIn{
	fill: func(t *testing.T, s *store.Store) {
		shareDay(t, s, annID, 20776)
		for {
			p, ok, err := s.Claim(ctx, noon, "holder", time.Minute, training.DayKind)
			if err != nil {
				t.Fatal(err)
			}
			if !ok {
				break
			}
			p.State = outbox.Posted
			if _, err := s.Record(ctx, "holder", p); err != nil {
				t.Fatal(err)
			}
		}
		if n, err := s.Prune(ctx, noon.Add(time.Minute)); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		for _, person := range []string{annID, boID} {
			askQuiz(t, s, person)
		}
		openRace(t, s, "race-shared", ownServer, annID, boID)
		openRace(t, s, "race-elsewhere", otherServer, annID, boID)
	},
	person: "{quiz 12} ",
	server: "{races 1} ",
}
