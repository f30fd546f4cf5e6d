package rows_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/quiz/rows"
	"chess960bot/commands/quiz/training"
	"chess960bot/internal/chess960"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/storetest"
)

// furnishQuiz asks a person three questions, one of which is answered.
func furnishQuiz(t testing.TB, s *store.Store) {
	t.Helper()
	asked := training.Turn{
		ID: "“?” '; --", Person: "5", Mixed: true, Began: storetest.Noon, Asked: storetest.Noon, Hinted: true,
		Question: training.Question{Level: training.WholeNumber, Scheme: chess960.Almanac, Position: chess960.Classical()},
	}
	open := asked
	open.ID = "open"
	castling := asked
	castling.ID, castling.Question = "castling", castlingQuestion
	first, second, third := rows.Of(s).Ask(ctx, asked), rows.Of(s).Ask(ctx, open), rows.Of(s).Ask(ctx, castling)
	_, answered := rows.Of(s).UpdateTurn(ctx, "5", asked.ID, func(t *training.Turn, memories map[training.Card]training.Memory) error {
		t.Next = "open"
		return t.Answer(525, storetest.Noon.Add(1234*time.Millisecond), memories, nil)
	})
	if err := errors.Join(first, second, third, answered); err != nil {
		t.Fatal(err)
	}
}

// furnishRace adds a race that is over, with two answers, and the finished quiz of a day.
// Neither has a post.
func furnishRace(t testing.TB, s *store.Store) {
	t.Helper()
	r := &training.Race{ID: "77", Channel: "8", Guild: "1", StartedBy: "5", Rules: training.RaceRules{Level: "number", Scheme: "sp", Time: 30 * time.Second, Rounds: 5, Seed: "“?”"}, Asked: 1, NextAt: storetest.Noon}
	errs := []error{
		rows.Of(s).NewRace(ctx, r, storetest.Noon),
		rows.Of(s).AddAnswer(ctx, "77", training.RaceAnswer{Round: 1, Person: "5", Interaction: 1 << 60, After: 1234 * time.Millisecond, Given: 518}),
		rows.Of(s).AddAnswer(ctx, "77", training.RaceAnswer{Round: 1, Person: "6", Interaction: 1<<60 + 1, Given: 959}),
	}
	_, ended := rows.Of(s).UpdateRace(ctx, "77", func(r *training.Race) {
		r.Stop(storetest.Noon)
		r.End(storetest.Noon.Add(time.Hour))
	})
	_, begun := rows.Of(s).BeginAttempt(ctx, "5", 20777, storetest.Noon)
	_, finished := rows.Of(s).UpdateAttempt(ctx, "5", 20777, func(a *training.Attempt) error {
		for range training.DaySteps {
			a.Answer(true, false, storetest.Noon.Add(time.Minute))
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
	turns, turnsErr := rows.Of(s).Turns(ctx, "5", 10)
	open, openErr := rows.Of(s).Turn(ctx, "5", "open")
	memories, memoriesErr := rows.Of(s).Memories(ctx, "5", chess960.Almanac)
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
	if turn, err := rows.Of(s).Turn(ctx, "5", "castling"); err != nil || turn.Question != castlingQuestion {
		t.Errorf("%+v, %v", turn, err)
	}
}

// wantRace checks that the race and the quiz of furnishRace are there.
func wantRace(t *testing.T, s *store.Store) {
	t.Helper()
	r, raceErr := rows.Of(s).Race(ctx, "77")
	answers, answersErr := rows.Of(s).Answers(ctx, "77")
	a, dayErr := rows.Of(s).Attempt(ctx, "5", 20777)
	streak, streakErr := rows.Of(s).Streak(ctx, "5")
	if err := errors.Join(raceErr, answersErr, dayErr, streakErr); err != nil {
		t.Fatal(err)
	}
	if r.Rules.Time != 30*time.Second || r.Running() || len(answers) != 2 || answers[0].Given != 518 || !a.Done() || a.Score() != a.Steps || streak.Days != 1 {
		t.Errorf("race %+v with %+v, quiz %+v, streak %+v", r, answers, a, streak)
	}
}

// shareDay finishes a person's quiz of a date. The post with the result is queued.
func shareDay(t testing.TB, s *store.Store, person string, date when.Date) {
	t.Helper()
	_, begun := rows.Of(s).BeginAttempt(ctx, person, date, storetest.Noon)
	finished, answered := rows.Of(s).UpdateAttempt(ctx, person, date, func(a *training.Attempt) error {
		for range training.DaySteps {
			a.Answer(true, false, storetest.Noon)
		}
		return nil
	})
	if err := errors.Join(begun, answered); err != nil {
		t.Fatal(err)
	}
	if planned, err := store.Share(ctx, s, finished.Post("channel of results", storetest.Noon)); !planned || err != nil {
		t.Fatal(planned, err)
	}
}

// openRace opens a race. Its next post is queued. People answer its first question.
func openRace(t testing.TB, s *store.Store, id, guild string, people ...string) {
	t.Helper()
	err := rows.Of(s).NewRace(ctx, &training.Race{
		ID: id, Channel: "of " + id, Guild: guild, StartedBy: people[0], Asked: 1, NextAt: storetest.Noon,
		Rules: training.RaceRules{Level: "number", Scheme: "sp", Rounds: 5, Time: 30 * time.Second, Seed: "seed"},
	}, time.Time{})
	for i, person := range people {
		err = errors.Join(err, rows.Of(s).AddAnswer(ctx, id, training.RaceAnswer{Round: 1, Person: person, Interaction: int64(i + 1), Given: 518}))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// askQuiz asks a person a question, which is answered.
func askQuiz(t testing.TB, s *store.Store, person string) {
	t.Helper()
	turn := training.Turn{
		ID: "turn of " + person, Person: person, Began: storetest.Noon, Asked: storetest.Noon,
		Question: training.Question{Level: training.WholeNumber, Scheme: chess960.Almanac, Position: chess960.Classical()},
	}
	if err := rows.Of(s).Ask(ctx, turn); err != nil {
		t.Fatal(err)
	}
	shareDay(t, s, person, 20777)
	if _, err := rows.Of(s).UpdateTurn(ctx, person, turn.ID, func(turn *training.Turn, memories map[training.Card]training.Memory) error {
		return turn.Answer(525, storetest.Noon.Add(time.Second), memories, nil)
	}); err != nil {
		t.Fatal(err)
	}
}

// fill lets Ann and Bo answer questions and race in two servers. Ann shares a result, and another that was
// sent and deleted.
func fill(t testing.TB, s *store.Store, people storetest.People) {
	shareDay(t, s, people.Ann, 20776)
	p, ok, err := s.Claim(ctx, storetest.Noon, "holder", time.Minute, training.DayKind)
	for ; ok && p.Subject != people.Ann; p, ok, err = s.Claim(ctx, storetest.Noon, "holder", time.Minute, training.DayKind) {
	}
	p.State = outbox.Posted
	held, recorded := s.Record(ctx, "holder", p)
	if pruned, failed := s.Prune(ctx, storetest.Noon.Add(time.Minute)); !held || pruned != 1 || errors.Join(err, recorded, failed) != nil {
		t.Fatal(held, pruned, err, recorded, failed)
	}
	for _, person := range []string{people.Ann, people.Bo} {
		askQuiz(t, s, person)
	}
	openRace(t, s, people.Own+"-shared", people.Own, people.Ann, people.Bo)
	openRace(t, s, people.Other+"-elsewhere", people.Other, people.Ann, people.Bo)
}

func TestPart(t *testing.T) {
	storetest.CheckPart(t, rows.Part, storetest.Filling{
		Tables: "quiz", Fill: fill, Person: "{quiz 12}", Server: "{races 1} ",
		Gone: func(row string, p storetest.People) bool {
			own := strings.HasPrefix(row, "quiz_") && !strings.HasPrefix(row, "quiz_race ") || strings.Contains(row, "subject="+p.Ann)
			return own && strings.Contains(row, p.Ann)
		},
		Erase: func(t *testing.T, s *store.Store) (learner string, erase func() error) {
			learner = "2000960518960518962"
			askQuiz(t, s, learner)
			return learner, func() error { return rows.Of(s).ForgetLearner(ctx, learner) }
		},
	})
}

func TestUpgrade(t *testing.T) {
	furnish := func(t testing.TB, s *store.Store) {
		furnishQuiz(t, s)
		furnishRace(t, s)
	}
	storetest.CheckUpgrade(t, rows.Part, furnish, func(t *testing.T, s *store.Store) {
		wantQuiz(t, s)
		wantRace(t, s)
		wantCastling(t, s)
	})
}

// The page about privacy says how long answers are kept.
func TestKept(t *testing.T) { storetest.CheckKept(t, "| 400 days", training.KeptFor) }
