package training

import (
	"context"
	"errors"
	"strings"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
)

// DaySteps is the number of steps of a quiz that begins now. Older releases began quizzes of
// five, without the last step. Those keep their number: see [Attempt.Steps].
const DaySteps = 6

// An Attempt is a person's quiz of a date.
type Attempt struct {
	Person  string
	Date    when.Date
	Steps   int    // how many it has
	Marks   string // a Mark for each step that is done
	Second  bool   // the step that comes next has its second try
	BegunAt time.Time
	EndedAt time.Time // of the last answer; zero before
}

// A Mark is the outcome of a step.
type Mark byte

// The marks.
const (
	MarkRight     Mark = 'r'
	MarkAfterSlip Mark = 's' // right on the second try, after a slip was named
	MarkWrong     Mark = 'w'
)

// The errors of attempts.
var (
	ErrNoAttempt = errors.New("the person has not begun the quiz of that date")
	ErrStepDone  = errors.New("that step has been answered")
	ErrDayOver   = errors.New("the date of the quiz is over")
)

// Done reports whether all steps are done.
func (a *Attempt) Done() bool { return len(a.Marks) == a.Steps }

// Try is one answer to one step: the quiz asks at most two questions a step.
type Try struct {
	Step   int // from 0
	Second bool
}

// Next returns the try that comes next.
func (a *Attempt) Next() Try { return Try{len(a.Marks), a.Second} }

// overtime is how long after its date a quiz that was begun can be finished.
const overtime = time.Hour

// Check returns an error if a try cannot be answered at an instant.
func (a *Attempt) Check(t Try, at time.Time) error {
	switch {
	case a.Done() || t != a.Next():
		return ErrStepDone
	case at.After((a.Date + 1).UTC().Add(overtime)):
		return ErrDayOver
	}
	return nil
}

// Answer counts the answer of the next try, which came at an instant. slip says that a
// wrong answer comes from a slip that can be named.
func (a *Attempt) Answer(right, slip bool, at time.Time) {
	switch {
	case right && a.Second:
		a.mark(MarkAfterSlip, at)
	case right:
		a.mark(MarkRight, at)
	case slip && !a.Second:
		a.Second = true
	default:
		a.mark(MarkWrong, at)
	}
}

func (a *Attempt) mark(m Mark, at time.Time) {
	a.Marks += string(m)
	a.Second = false
	if a.Done() {
		a.EndedAt = at
	}
}

// Score returns how many steps were right, on the first or the second try.
func (a *Attempt) Score() int { return len(a.Marks) - strings.Count(a.Marks, string(MarkWrong)) }

// Grid returns a square for each step that is done.
func (a *Attempt) Grid() string {
	return strings.NewReplacer(string(MarkRight), "🟩", string(MarkAfterSlip), "🟨", string(MarkWrong), "🟥").Replace(a.Marks)
}

// A Streak counts the dates in a row on which a person finished the quiz.
type Streak struct {
	Last when.Date // the last one of them
	Days int
}

// Extended returns the streak after the person has finished the quiz of a date.
func (s Streak) Extended(date when.Date) Streak {
	switch {
	case date == s.Last+1 && s.Days > 0:
		return Streak{date, s.Days + 1}
	case date <= s.Last && s.Days > 0:
		return s
	}
	return Streak{date, 1}
}

// On returns the length of the streak as people see it on a date: a streak that can still
// be extended on that date is not lost, and later days do not count.
func (s Streak) On(date when.Date) int {
	if s.Last < date-1 {
		return 0
	}
	return max(0, s.Days-max(0, int(s.Last-date)))
}

// DayKind is the name of shared attempts in the outbox. The subject of a post is the person,
// and the number is the date.
const DayKind = "quiz"

// Post returns the post of the attempt, which a person shares in a channel.
func (a *Attempt) Post(channel string, now time.Time) outbox.Post {
	const longest = time.Hour // later nobody waits for it
	return outbox.Post{
		Kind: DayKind, Subject: a.Person, Number: int(a.Date), Channel: channel,
		DueAt: now, ExpiresAt: now.Add(longest), State: outbox.Open,
	}
}

// DayPosts are the attempts that people share. It implements [outbox.Kind].
type DayPosts struct {
	Store   Store
	Compose func(a *Attempt, streak int) (outbox.Message, error)
	// PlayID returns the custom id of a button in the message, by which a post is found.
	PlayID func(person string, date when.Date) string
}

// Name implements [outbox.Kind].
func (k *DayPosts) Name() string { return DayKind }

// Plan implements [outbox.Planner]. The posts are planned when people press; Plan deletes old
// attempts.
func (k *DayPosts) Plan(ctx context.Context, now time.Time) error {
	return k.Store.PruneAttempts(ctx, when.DateOf(now.UTC().Add(-KeptFor)))
}

// Prepare implements [outbox.Kind].
func (k *DayPosts) Prepare(ctx context.Context, p outbox.Post, _ time.Time) (*outbox.Delivery, error) {
	a, err := k.Store.Attempt(ctx, p.Subject, when.Date(p.Number))
	if err != nil && !errors.Is(err, ErrNoAttempt) {
		return nil, err
	}
	// The person can copy the result instead, so the first refusal gives up. An attempt
	// belongs to no server.
	return &outbox.Delivery{
		Unwanted: a == nil, // the person had it deleted
		Mark:     k.PlayID(p.Subject, when.Date(p.Number)),
		Compose: func(ctx context.Context) (outbox.Message, error) {
			streak, err := k.Store.Streak(ctx, a.Person)
			if err != nil {
				return nil, err
			}
			return outbox.Composed(k.Compose(a, streak.On(a.Date)))
		},
	}, nil
}
