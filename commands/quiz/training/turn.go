package training

import (
	"errors"
	"slices"
	"time"

	"chess960bot/internal/chess960/slips"
)

// An Outcome says how a question ended. The texts are stored.
type Outcome string

// The outcomes.
const (
	Open    Outcome = ""        // not answered yet
	Right   Outcome = "right"   // answered
	Wrong   Outcome = "wrong"   // answered
	Shown   Outcome = "shown"   // the person wanted to see the answer
	Stopped Outcome = "stopped" // the person stopped; this does not count
)

// A Turn is a question that a person was asked, and what became of it.
type Turn struct {
	ID       string // unguessable
	Person   string // id
	Question Question
	Mixed    bool      // the next question may have the other direction
	Began    time.Time // the session
	Asked    time.Time
	Hinted   bool

	Outcome  Outcome
	Answered time.Time   // zero while open, and if it was stopped
	Given    int         // the answer: a number, the SP number of a position, or castlings; -1 for none
	Slip     slips.Habit // the slip in a wrong answer; "" for none
	Next     string      // the id of the next question; "" for none
}

// A question can be answered for openFor, so that its time means something.
const openFor = time.Hour

// Expired reports whether the question was open for too long.
func (t *Turn) Expired(now time.Time) bool {
	return t.Outcome == Open && now.Sub(t.Asked) > openFor
}

// Took returns the time from the question to the answer.
func (t *Turn) Took() time.Duration { return t.Answered.Sub(t.Asked) }

// Course returns what the turn's person practises.
func (t *Turn) Course() Course {
	return Course{t.Question.Level, t.Question.Direction, t.Mixed, t.Question.Scheme}
}

// ErrNotOpen refuses a second answer to a question.
var ErrNotOpen = errors.New("the question is not open")

// Answer notes an answer and what it does to the memories of the question's cards, which
// it changes. earlier are the person's turns before. The error is ErrNotOpen.
func (t *Turn) Answer(given int, at time.Time, memories map[Card]Memory, earlier []Turn) error {
	if t.Outcome != Open {
		return ErrNotOpen
	}
	t.Given, t.Answered, t.Outcome = given, at, Wrong
	v := t.Question.Judge(given)
	t.Slip = v.Habit()
	if v.Right {
		t.Outcome = Right
	}
	grade := t.grade(earlier)
	for _, c := range t.Question.Cards() {
		if v.Knows(c) {
			memories[c] = memories[c].Answered(grade, at)
		} else {
			memories[c] = memories[c].Answered(Again, at)
		}
	}
	return nil
}

// grade grades what was right in an answer.
func (t *Turn) grade(earlier []Turn) Grade {
	switch median, ok := Median(earlier, t.Question.Level, t.Question.Direction); {
	case t.Hinted, t.Question.Level == Castling && t.mayBeGuess(earlier):
		return Hard
	case t.Outcome == Right && ok && t.Took() < median:
		return Easy
	}
	return Good
}

// fewestInARow is how many right answers in a row show that a lesson about castling is known: each of the
// four answers is right for one question in four.
const fewestInARow = 3

// mayBeGuess reports whether a right answer about castling does not yet show that its lesson is known: there
// were too few right ones in a row about the lesson, or since the first of these most answers about castling were
// wrong, or all right ones were the same. The turns before come with the last one first.
func (t *Turn) mayBeGuess(earlier []Turn) bool {
	inARow, right, all, varied := 0, 0, 0, false
	for _, e := range append([]Turn{*t}, earlier...) {
		if e.Question.Level != Castling {
			continue
		}
		isRight, same := e.Outcome == Right && !e.Hinted, e.Question.Exercise.Lesson() == t.Question.Exercise.Lesson()
		if all++; isRight {
			right++
			varied = varied || e.Given != t.Given
		} else if same {
			return true
		}
		if same {
			inARow++
		}
		if inARow == fewestInARow {
			return !varied || 2*right <= all
		}
	}
	return true
}

// Show notes that the person wanted to see the answer. All cards of the question count as
// wrong.
func (t *Turn) Show(at time.Time, memories map[Card]Memory) error {
	if t.Outcome != Open {
		return ErrNotOpen
	}
	t.Outcome, t.Answered = Shown, at
	for _, c := range t.Question.Cards() {
		memories[c] = memories[c].Answered(Again, at)
	}
	return nil
}

// fewestTimes is how many right answers a median needs.
const fewestTimes = 5

// Median returns the median time of the right answers without a hint, of a level in a
// direction. ok is false if there are too few.
func Median(turns []Turn, level Level, direction Direction) (median time.Duration, ok bool) {
	var times []time.Duration
	for i := range turns {
		if t := &turns[i]; t.Outcome == Right && !t.Hinted && t.Question.Level == level && t.Question.Direction == direction {
			times = append(times, t.Took())
		}
	}
	if len(times) < fewestTimes {
		return 0, false
	}
	return MedianTime(times), true
}

// MedianTime returns the median of at least one time: the upper one of an even number.
func MedianTime(times []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(times))[len(times)/2]
}
