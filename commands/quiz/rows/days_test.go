package rows_test

import (
	"errors"
	"testing"
	"time"

	"chess960bot/commands/quiz/training"
	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/storetest"
)

func TestDays(t *testing.T) {
	cases{
		"an attempt is begun once and changed":      begunAttempt,
		"a streak is extended when an attempt ends": extendedStreak,
		"answers at the same time come one by one":  racingTries,
		"an attempt is shared once":                 sharedAttempt,
		"old attempts and streaks are deleted":      prunedAttempts,
		"a person who is forgotten leaves nothing":  forgottenAttempts,
	}.run(t)
}

func begin(b *bench, person string, date when.Date) *training.Attempt {
	b.Helper()
	a, err := b.BeginAttempt(b.Context(), person, date, storetest.Noon)
	if err != nil {
		b.Fatal(err)
	}
	return a
}

// finish answers all steps of an attempt.
func finish(b *bench, person string, date when.Date) {
	b.Helper()
	begin(b, person, date)
	_, err := b.UpdateAttempt(b.Context(), person, date, func(a *training.Attempt) error {
		for range training.DaySteps {
			a.Answer(true, false, storetest.Noon.Add(time.Minute))
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}

func wantStreak(b *bench, person string, want training.Streak) {
	b.Helper()
	if got, err := b.Streak(b.Context(), person); err != nil || got != want {
		b.Errorf("streak of %s: %+v, %v; want %+v", person, got, err, want)
	}
}

func begunAttempt(b *bench) {
	want := training.Attempt{Person: "5", Date: today, Steps: training.DaySteps, BegunAt: storetest.Noon}
	if got := begin(b, "5", today); *got != want {
		b.Errorf("got %+v, want %+v", got, want)
	}
	want.Marks, want.Second = "w", true
	got, err := b.UpdateAttempt(b.Context(), "5", today, func(a *training.Attempt) error {
		a.Answer(false, false, storetest.Noon)
		a.Answer(false, true, storetest.Noon)
		return nil
	})
	if err != nil || *got != want {
		b.Errorf("got %+v, %v; want %+v", got, err, want)
	}
	again, err := b.BeginAttempt(b.Context(), "5", today, storetest.Noon.Add(time.Hour))
	if err != nil || *again != want {
		b.Errorf("begun again: %+v, %v", again, err)
	}
	refusal := errors.New("refused")
	if _, err := b.UpdateAttempt(b.Context(), "5", today, func(a *training.Attempt) error { a.Marks = "rr"; return refusal }); err != refusal {
		b.Error(err)
	}
	if got, err := b.Attempt(b.Context(), "5", today); err != nil || *got != want {
		b.Errorf("after a refusal: %+v, %v", got, err)
	}
	_, changed := b.UpdateAttempt(b.Context(), "6", today, func(*training.Attempt) error { return nil })
	_, read := b.Attempt(b.Context(), "5", today+1)
	if !errors.Is(changed, training.ErrNoAttempt) || !errors.Is(read, training.ErrNoAttempt) {
		b.Errorf("not begun: %v, %v", changed, read)
	}
}

func extendedStreak(b *bench) {
	wantStreak(b, "5", training.Streak{})
	for _, c := range []struct {
		date when.Date
		want training.Streak
	}{{today, training.Streak{Last: today, Days: 1}}, {today + 1, training.Streak{Last: today + 1, Days: 2}}, {today - 1, training.Streak{Last: today + 1, Days: 2}}, {today + 3, training.Streak{Last: today + 3, Days: 1}}} {
		begin(b, "5", c.date) // an attempt that is only begun changes no streak
		finish(b, "5", c.date)
		wantStreak(b, "5", c.want)
	}
	_, err := b.UpdateAttempt(b.Context(), "5", today+3, func(a *training.Attempt) error { a.EndedAt = storetest.Noon.Add(time.Hour); return nil })
	if err != nil {
		b.Error(err)
	}
	wantStreak(b, "5", training.Streak{Last: today + 3, Days: 1})
	wantStreak(b, "6", training.Streak{})
}

// Of several answers to the same step, one counts.
func racingTries(b *bench) {
	begin(b, "5", today)
	const answers = 8
	counted := make(chan bool, answers)
	storetest.Together(answers, func(int) {
		_, err := b.UpdateAttempt(b.Context(), "5", today, func(a *training.Attempt) error {
			if err := a.Check(training.Try{}, storetest.Noon); err != nil {
				return err
			}
			a.Answer(true, false, storetest.Noon)
			return nil
		})
		if err != nil && !errors.Is(err, training.ErrStepDone) {
			b.Error(err)
		}
		counted <- err == nil
	})
	n := 0
	for range answers {
		if <-counted {
			n++
		}
	}
	if a, err := b.Attempt(b.Context(), "5", today); n != 1 || err != nil || a.Marks != string(training.MarkRight) {
		b.Errorf("%d answers counted: %+v, %v", n, a, err)
	}
}

func sharedAttempt(b *bench) {
	finish(b, "5", today)
	a := begin(b, "5", today)
	for i, want := range []bool{true, false} {
		if planned, err := b.Share(b.Context(), a.Post("7", storetest.Noon.Add(time.Duration(i)*time.Second))); err != nil || planned != want {
			b.Errorf("share %d: %t, %v", i+1, planned, err)
		}
	}
	if p, ok, err := b.Claim(b.Context(), storetest.Noon, "holder", storetest.Lease, "round"); ok || err != nil {
		b.Errorf("a post of another kind was claimed: %+v, %v", p, err)
	}
	p, ok, err := b.Claim(b.Context(), storetest.Noon, "holder", storetest.Lease, "round", training.DayKind)
	if err != nil || !ok || p.Kind != training.DayKind || p.Subject != "5" || p.Number != int(today) || p.Channel != "7" {
		b.Fatalf("claimed %+v, %t, %v", p, ok, err)
	}
	p.State = outbox.Posted
	if held, err := b.Record(b.Context(), "holder", p); !held || err != nil {
		b.Error(held, err)
	}
	if planned, err := b.Share(b.Context(), a.Post("7", storetest.Noon)); err != nil || planned {
		b.Errorf("after it was posted: %t, %v", planned, err)
	}
}

func prunedAttempts(b *bench) {
	finish(b, "5", today-1)
	finish(b, "6", today-1)
	finish(b, "6", today)
	if err := b.PruneAttempts(b.Context(), today); err != nil {
		b.Fatal(err)
	}
	for _, person := range []string{"5", "6"} {
		if _, err := b.Attempt(b.Context(), person, today-1); !errors.Is(err, training.ErrNoAttempt) {
			b.Errorf("%s: %v", person, err)
		}
	}
	wantStreak(b, "5", training.Streak{})
	wantStreak(b, "6", training.Streak{Last: today, Days: 2})
	if a := begin(b, "6", today); !a.Done() {
		b.Errorf("%+v", a)
	}
}

func forgottenAttempts(b *bench) {
	for _, person := range []string{"5", "6"} {
		finish(b, person, today)
		if _, err := b.Share(b.Context(), begin(b, person, today).Post("7", storetest.Noon)); err != nil {
			b.Fatal(err)
		}
		p, _, err := b.Claim(b.Context(), storetest.Noon, "holder", storetest.Lease)
		p.State = outbox.Posted
		if held, recorded := b.Record(b.Context(), "holder", p); !held || err != nil || recorded != nil {
			b.Fatal(held, err, recorded)
		}
	}
	b.mustStart(newRace("a", "7"))
	b.update("a", func(r *training.Race) { r.Next(0, storetest.Noon) })
	for i, person := range []string{"5", "6"} {
		if err := b.answer("a", int64(i), person); err != nil {
			b.Fatal(err)
		}
	}
	if err := b.ForgetLearner(b.Context(), "5"); err != nil {
		b.Fatal(err)
	}
	b.wantAnswers("a", 1)
	wantStreak(b, "5", training.Streak{})
	wantStreak(b, "6", training.Streak{Last: today, Days: 1})
	if a, err := b.Attempt(b.Context(), "5", today); !errors.Is(err, training.ErrNoAttempt) {
		b.Errorf("%+v, %v", a, err)
	}
	posts, _, err := b.Count(b.Context(), storetest.Noon)
	if err != nil || posts[training.DayKind][outbox.Posted] != 1 {
		b.Errorf("%v, %v", posts, err)
	}
	finish(b, "5", today)
	if planned, err := b.Share(b.Context(), begin(b, "5", today).Post("7", storetest.Noon)); !planned || err != nil {
		b.Errorf("after a new start: %t, %v", planned, err)
	}
}
