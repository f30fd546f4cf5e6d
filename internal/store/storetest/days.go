package storetest

import (
	"errors"
	"testing"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/quiz/day"
	"chess960bot/internal/quiz/race"
	"chess960bot/internal/when"
)

// Days holds a [day.Store] to its contract. The function open returns a store without
// attempts, and closes it when the test ends.
func Days(t *testing.T, open func(t *testing.T) Store) {
	for name, run := range map[string]func(t *testing.T, s Store){
		"an attempt is begun once and changed":      begunAttempt,
		"a streak is extended when an attempt ends": extendedStreak,
		"answers at the same time come one by one":  racingTries,
		"an attempt is shared once":                 sharedAttempt,
		"old attempts and streaks are deleted":      prunedAttempts,
		"a person who is forgotten leaves nothing":  forgottenAttempts,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, open(t))
		})
	}
}

func begin(t *testing.T, s Store, person string, date when.Date) *day.Attempt {
	t.Helper()
	a, err := s.BeginAttempt(t.Context(), person, date, noon)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// finish answers all steps of an attempt.
func finish(t *testing.T, s Store, person string, date when.Date) {
	t.Helper()
	begin(t, s, person, date)
	_, err := s.ChangeAttempt(t.Context(), person, date, func(a *day.Attempt) error {
		for range day.Steps {
			a.Answer(true, false, noon.Add(time.Minute))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func wantStreak(t *testing.T, s Store, person string, want day.Streak) {
	t.Helper()
	if got, err := s.Streak(t.Context(), person); err != nil || got != want {
		t.Errorf("streak of %s: %+v, %v; want %+v", person, got, err, want)
	}
}

func begunAttempt(t *testing.T, s Store) {
	want := day.Attempt{Person: "5", Date: today, BegunAt: noon}
	if got := begin(t, s, "5", today); *got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	want.Marks, want.Second = "w", true
	got, err := s.ChangeAttempt(t.Context(), "5", today, func(a *day.Attempt) error {
		a.Answer(false, false, noon)
		a.Answer(false, true, noon)
		return nil
	})
	if err != nil || *got != want {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
	again, err := s.BeginAttempt(t.Context(), "5", today, noon.Add(time.Hour))
	if err != nil || *again != want {
		t.Errorf("begun again: %+v, %v", again, err)
	}
	refusal := errors.New("refused")
	if _, err := s.ChangeAttempt(t.Context(), "5", today, func(a *day.Attempt) error { a.Marks = "rr"; return refusal }); err != refusal {
		t.Error(err)
	}
	if got, err := s.Attempt(t.Context(), "5", today); err != nil || *got != want {
		t.Errorf("after a refusal: %+v, %v", got, err)
	}
	_, changed := s.ChangeAttempt(t.Context(), "6", today, func(*day.Attempt) error { return nil })
	_, read := s.Attempt(t.Context(), "5", today+1)
	if !errors.Is(changed, day.ErrNone) || !errors.Is(read, day.ErrNone) {
		t.Errorf("not begun: %v, %v", changed, read)
	}
}

func extendedStreak(t *testing.T, s Store) {
	wantStreak(t, s, "5", day.Streak{})
	for _, c := range []struct {
		date when.Date
		want day.Streak
	}{{today, day.Streak{Last: today, Days: 1}}, {today + 1, day.Streak{Last: today + 1, Days: 2}}, {today - 1, day.Streak{Last: today + 1, Days: 2}}, {today + 3, day.Streak{Last: today + 3, Days: 1}}} {
		begin(t, s, "5", c.date) // an attempt that is only begun changes no streak
		finish(t, s, "5", c.date)
		wantStreak(t, s, "5", c.want)
	}
	_, err := s.ChangeAttempt(t.Context(), "5", today+3, func(a *day.Attempt) error { a.EndedAt = noon.Add(time.Hour); return nil })
	if err != nil {
		t.Error(err)
	}
	wantStreak(t, s, "5", day.Streak{Last: today + 3, Days: 1})
	wantStreak(t, s, "6", day.Streak{})
}

// Of several answers to the same step, one counts.
func racingTries(t *testing.T, s Store) {
	begin(t, s, "5", today)
	const answers = 8
	counted := make(chan bool, answers)
	together(answers, func(int) {
		_, err := s.ChangeAttempt(t.Context(), "5", today, func(a *day.Attempt) error {
			if err := a.Check(day.Try{}, noon); err != nil {
				return err
			}
			a.Answer(true, false, noon)
			return nil
		})
		if err != nil && !errors.Is(err, day.ErrDone) {
			t.Error(err)
		}
		counted <- err == nil
	})
	n := 0
	for range answers {
		if <-counted {
			n++
		}
	}
	if a, err := s.Attempt(t.Context(), "5", today); n != 1 || err != nil || a.Marks != string(day.Right) {
		t.Errorf("%d answers counted: %+v, %v", n, a, err)
	}
}

func sharedAttempt(t *testing.T, s Store) {
	finish(t, s, "5", today)
	a := begin(t, s, "5", today)
	for i, want := range []bool{true, false} {
		if planned, err := s.Share(t.Context(), a.Post("7", noon.Add(time.Duration(i)*time.Second))); err != nil || planned != want {
			t.Errorf("share %d: %t, %v", i+1, planned, err)
		}
	}
	p, ok, err := s.Claim(t.Context(), noon, "holder", lease)
	if err != nil || !ok || p.Kind != day.Kind || p.Subject != "5" || p.Number != int(today) || p.Channel != "7" {
		t.Fatalf("claimed %+v, %t, %v", p, ok, err)
	}
	p.State = outbox.Posted
	if held, err := s.Record(t.Context(), "holder", p); !held || err != nil {
		t.Error(held, err)
	}
	if planned, err := s.Share(t.Context(), a.Post("7", noon)); err != nil || planned {
		t.Errorf("after it was posted: %t, %v", planned, err)
	}
}

func prunedAttempts(t *testing.T, s Store) {
	finish(t, s, "5", today-1)
	finish(t, s, "6", today-1)
	finish(t, s, "6", today)
	if err := s.PruneAttempts(t.Context(), today); err != nil {
		t.Fatal(err)
	}
	for _, person := range []string{"5", "6"} {
		if _, err := s.Attempt(t.Context(), person, today-1); !errors.Is(err, day.ErrNone) {
			t.Errorf("%s: %v", person, err)
		}
	}
	wantStreak(t, s, "5", day.Streak{})
	wantStreak(t, s, "6", day.Streak{Last: today, Days: 2})
	if a := begin(t, s, "6", today); !a.Done() {
		t.Errorf("%+v", a)
	}
}

func forgottenAttempts(t *testing.T, s Store) {
	for _, person := range []string{"5", "6"} {
		finish(t, s, person, today)
		if _, err := s.Share(t.Context(), begin(t, s, person, today).Post("7", noon)); err != nil {
			t.Fatal(err)
		}
		p, _, err := s.Claim(t.Context(), noon, "holder", lease)
		p.State = outbox.Posted
		if held, recorded := s.Record(t.Context(), "holder", p); !held || err != nil || recorded != nil {
			t.Fatal(held, err, recorded)
		}
	}
	b := &raceBench{t, s}
	b.mustStart(newRace("a", "7"))
	b.change("a", func(r *race.Race) { r.Next(0, noon) })
	for i, person := range []string{"5", "6"} {
		if err := b.answer("a", int64(i), person); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.ForgetLearner(t.Context(), "5"); err != nil {
		t.Fatal(err)
	}
	b.wantAnswers("a", 1)
	wantStreak(t, s, "5", day.Streak{})
	wantStreak(t, s, "6", day.Streak{Last: today, Days: 1})
	if a, err := s.Attempt(t.Context(), "5", today); !errors.Is(err, day.ErrNone) {
		t.Errorf("%+v, %v", a, err)
	}
	posts, _, err := s.Count(t.Context(), noon)
	if err != nil || posts[day.Kind][outbox.Posted] != 1 {
		t.Errorf("%v, %v", posts, err)
	}
	finish(t, s, "5", today)
	if planned, err := s.Share(t.Context(), begin(t, s, "5", today).Post("7", noon)); !planned || err != nil {
		t.Errorf("after a new start: %t, %v", planned, err)
	}
}
