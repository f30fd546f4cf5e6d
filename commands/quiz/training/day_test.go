package training

import (
	"context"
	"errors"
	"testing"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
)

var date = when.Date(20779) // 22 November 2026, the day of noon

// A try is right, wrong, or wrong by a slip. Each row has the tries, one letter each, and
// what comes out.
func TestAttempts(t *testing.T) {
	for _, c := range []struct {
		tries, grid string
		score       int
		next        Try
	}{
		{"", "", 0, Try{}},
		{"r", "🟩", 1, Try{1, false}},
		{"s", "", 0, Try{0, true}},
		{"sr", "🟨", 1, Try{1, false}},
		{"ss", "🟥", 0, Try{1, false}},
		{"sw", "🟥", 0, Try{1, false}},
		{"w", "🟥", 0, Try{1, false}},
		{"rrsrrw", "🟩🟩🟨🟩🟥", 4, Try{5, false}},
		{"rrrrs", "🟩🟩🟩🟩", 4, Try{4, true}},
	} {
		a := Attempt{Date: date, Steps: 5, BegunAt: noon}
		for i, try := range c.tries {
			if err := a.Check(a.Next(), noon); err != nil {
				t.Errorf("%s, try %d: %v", c.tries, i, err)
			}
			a.Answer(try == 'r', try == 's', noon.Add(72*time.Second))
		}
		if a.Grid() != c.grid || a.Score() != c.score || a.Next() != c.next || a.Done() == a.EndedAt.IsZero() {
			t.Errorf("%s: %s, score %d, next %+v, %+v", c.tries, a.Grid(), a.Score(), a.Next(), a)
		}
	}
}

// A step is answered once, and the quiz of a date can be finished for an hour after it.
func TestAttemptIsChecked(t *testing.T) {
	midnight := (date + 1).UTC()
	for _, c := range []struct {
		attempt Attempt
		try     Try
		at      time.Time
		want    error
	}{
		{Attempt{Date: date, Steps: DaySteps, Marks: "rr"}, Try{2, false}, noon, nil},
		{Attempt{Date: date, Steps: DaySteps, Marks: "rr"}, Try{2, true}, noon, ErrStepDone},
		{Attempt{Date: date, Steps: DaySteps, Marks: "rr", Second: true}, Try{2, false}, noon, ErrStepDone},
		{Attempt{Date: date, Steps: DaySteps, Marks: "rr"}, Try{1, false}, noon, ErrStepDone},
		{Attempt{Date: date, Steps: DaySteps, Marks: "rrrrr"}, Try{5, false}, noon, nil},
		{Attempt{Date: date, Steps: DaySteps, Marks: "rrrrrr"}, Try{6, false}, noon, ErrStepDone},
		{Attempt{Date: date, Steps: 5, Marks: "rrrrr"}, Try{5, false}, noon, ErrStepDone}, // of an older release
		{Attempt{Date: date, Steps: DaySteps}, Try{}, midnight.Add(time.Hour), nil},
		{Attempt{Date: date, Steps: DaySteps}, Try{}, midnight.Add(time.Hour + time.Second), ErrDayOver},
	} {
		if err := c.attempt.Check(c.try, c.at); !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// A streak that can still be extended today is shown as it was yesterday.
func TestStreaks(t *testing.T) {
	s := Streak{}
	if s.On(date) != 0 {
		t.Errorf("nobody: %d", s.On(date))
	}
	for i, finished := range []when.Date{date, date + 1, date + 2} {
		if s = s.Extended(finished); s != (Streak{finished, i + 1}) || s.Extended(finished) != s {
			t.Errorf("after %v: %+v", finished, s)
		}
	}
	for on, want := range map[when.Date]int{date - 1: 0, date: 1, date + 1: 2, date + 2: 3, date + 3: 3, date + 4: 0} {
		if got := s.On(on); got != want {
			t.Errorf("on %v: %d, want %d", on, got, want)
		}
	}
	if late := s.Extended(date + 1); late != s {
		t.Errorf("an earlier quiz that ends late: %+v", late)
	}
	if broken := s.Extended(date + 4); broken != (Streak{date + 4, 1}) {
		t.Errorf("after a day without: %+v", broken)
	}
}

// A oneAttempt is a store with one attempt.
type oneAttempt struct {
	Store
	attempt *Attempt
	pruned  when.Date
}

func (s *oneAttempt) Attempt(_ context.Context, person string, date when.Date) (*Attempt, error) {
	if s.attempt == nil || s.attempt.Person != person || s.attempt.Date != date {
		return nil, ErrNoAttempt
	}
	return s.attempt, nil
}

func (s *oneAttempt) Streak(context.Context, string) (Streak, error) { return Streak{date, 9}, nil }

func (s *oneAttempt) PruneAttempts(_ context.Context, since when.Date) error {
	s.pruned = since
	return nil
}

func TestDayPosts(t *testing.T) {
	s := &oneAttempt{attempt: &Attempt{Person: "5", Date: date}}
	k := &DayPosts{
		Store:   s,
		Compose: func(a *Attempt, streak int) (outbox.Message, error) { return a.Person + "!"[:streak-8], nil },
		PlayID:  func(person string, date when.Date) string { return person + " " + date.String() },
	}
	p := s.attempt.Post("7", noon)
	if late := p.ExpiresAt.Sub(noon); late != time.Hour {
		t.Errorf("a shared result may be %v late", late)
	}
	d, err := k.Prepare(t.Context(), p, noon)
	if err != nil || d.Unwanted || d.Mark != "5 2026-11-22" {
		t.Fatal(d, err)
	}
	if m, err := d.Compose(t.Context()); m != "5!" || err != nil {
		t.Error(m, err)
	}
	if d.Refused != nil {
		t.Error("a refused post is tried again")
	}
	s.attempt = nil // the person had it deleted
	if d, err := k.Prepare(t.Context(), p, noon); err != nil || !d.Unwanted {
		t.Error(d, err)
	}
	if err := k.Plan(t.Context(), noon); err != nil || s.pruned != date-400 {
		t.Error(err, s.pruned)
	}
}
