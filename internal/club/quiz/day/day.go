// Package day keeps the quiz of a day: six steps, the same for everyone on a date.
//
// An [Attempt] is what one person has answered on a date. There is one attempt: whatever
// was answered stays. A wrong answer gets one second try if it comes from a slip that can be
// named. A [Streak] counts the dates in a row on which a person finished the quiz.
//
// A finished attempt can be shared once, as a grid without the solutions. [Posts] is the
// kind of these posts in package outbox.
//
// The package knows neither Discord nor SQL nor the questions. A [Store] keeps attempts and
// streaks.
package day

import (
	"context"
	"errors"
	"strings"
	"time"

	"chess960bot/internal/club/when"
	"chess960bot/internal/outbox"
)

// Steps is the number of steps of a quiz that begins now. Older releases began quizzes of
// five, without the last step. Those keep their number: see [Attempt.Steps].
const Steps = 6

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
	Right     Mark = 'r'
	AfterSlip Mark = 's' // right on the second try, after a slip was named
	Wrong     Mark = 'w'
)

// The errors of attempts.
var (
	ErrNone = errors.New("the person has not begun the quiz of that date")
	ErrDone = errors.New("that step has been answered")
	ErrOver = errors.New("the date of the quiz is over")
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
		return ErrDone
	case at.After((a.Date + 1).UTC().Add(overtime)):
		return ErrOver
	}
	return nil
}

// Answer counts the answer of the next try, which came at an instant. slip says that a
// wrong answer comes from a slip that can be named.
func (a *Attempt) Answer(right, slip bool, at time.Time) {
	switch {
	case right && a.Second:
		a.mark(AfterSlip, at)
	case right:
		a.mark(Right, at)
	case slip && !a.Second:
		a.Second = true
	default:
		a.mark(Wrong, at)
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
func (a *Attempt) Score() int { return len(a.Marks) - strings.Count(a.Marks, string(Wrong)) }

// Grid returns a square for each step that is done.
func (a *Attempt) Grid() string {
	return strings.NewReplacer(string(Right), "🟩", string(AfterSlip), "🟨", string(Wrong), "🟥").Replace(a.Marks)
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
// be extended on that date is not lost.
func (s Streak) On(date when.Date) int {
	if s.Last < date-1 {
		return 0
	}
	return s.Days
}

// A Store keeps attempts and streaks. When a method returns nil, its change survives a
// crash. All methods may be called from any number of goroutines and processes.
type Store interface {
	// BeginAttempt returns a person's attempt at the quiz of a date. The first call for the
	// date begins it at the given instant.
	BeginAttempt(ctx context.Context, person string, date when.Date, at time.Time) (*Attempt, error)
	// Attempt returns a person's attempt at the quiz of a date, or ErrNone.
	Attempt(ctx context.Context, person string, date when.Date) (*Attempt, error)
	// UpdateAttempt applies a function to an attempt in one transaction, one update after the
	// other, and returns the changed attempt. If the update finishes the attempt, the
	// person's streak is extended in the same transaction. If update returns an error,
	// nothing is stored, and UpdateAttempt returns the attempt and the same error.
	UpdateAttempt(ctx context.Context, person string, date when.Date, update func(*Attempt) error) (*Attempt, error)
	// Streak returns a person's streak; the zero Streak for none.
	Streak(ctx context.Context, person string) (Streak, error)
	// Share plans the post of an attempt. planned is false if it was planned before.
	Share(ctx context.Context, p outbox.Post) (planned bool, err error)
	// PruneAttempts deletes the attempts and streaks of which nothing was heard since a date.
	PruneAttempts(ctx context.Context, since when.Date) error
}
