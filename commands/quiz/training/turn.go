package training

import (
	"errors"
	"slices"
	"time"

	"chess960bot/commands/quiz/lessons"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/voice"
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
	for card, grade := range t.grades(v, earlier) {
		memories[card] = memories[card].Answered(grade, at)
	}
	return nil
}

// grades grades what the verdict shows about each card of the question. All count as wrong if the answer was shown.
func (t *Turn) grades(v Verdict, earlier []Turn) map[Card]Grade {
	grades := map[Card]Grade{}
	for _, c := range t.Question.Cards() {
		if grades[c] = Again; t.Outcome != Shown && v.Knows(c) {
			grades[c] = t.grade(earlier)
		}
	}
	return grades
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

// A Verdict says whether an answer is right, and otherwise what was done instead.
type Verdict struct {
	Right bool
	// Origins are the slips and numberings that lead to a wrong number, the most likely
	// first, or for which a wrong position has the number asked for. There may be none.
	Origins []slips.Origin
	// Differences are the parts in which a wrong position differs: dark bishop, light
	// bishop, queen, knights. A wrong position has at least one.
	Differences []slips.Difference

	question Question
	number   int               // the answer to a question for a number, or about castling
	position chess960.Position // the answer to a question for a position
}

// Judge judges an answer: a number, the SP number of a position, or castlings.
func (q Question) Judge(answer int) Verdict {
	if q.Direction == ToNumber {
		return q.JudgeNumber(answer)
	}
	p, err := chess960.FromSP(answer)
	if err != nil {
		p = q.Position // nothing was given
	}
	return q.JudgePosition(p)
}

// JudgeNumber judges an answer to a question for a number, or for castlings.
func (q Question) JudgeNumber(n int) Verdict {
	v := Verdict{Right: n == q.Number(), question: q, number: n}
	if !v.Right && q.Level != Castling {
		v.Origins = q.Level.Part().Explain(q.Scheme, q.Position, n)
	}
	return v
}

// JudgePosition judges an answer to a question for a position: one that
// [Question.Choose] made.
func (q Question) JudgePosition(p chess960.Position) Verdict {
	v := Verdict{question: q, position: p}
	// The whole position is chosen by the parts of SP numbers. Another scheme counts other
	// parts, but people must hear which of their choices is wrong.
	parts := q.Scheme
	if q.Level == WholePosition {
		parts = chess960.Scharnagl
	}
	v.Differences = slips.Differences(parts, q.Position, p)
	if v.Right = len(v.Differences) == 0; !v.Right {
		v.Origins = q.Level.Part().Explain(q.Scheme, p, q.Number())
	}
	return v
}

// Habit returns what most likely was done instead of what is right; "" if nobody knows.
func (v Verdict) Habit() slips.Habit {
	if habits := v.Habits(); len(habits) > 0 {
		return habits[0]
	}
	return ""
}

// Habits returns what may have been done instead of what is right, the likeliest first.
func (v Verdict) Habits() (habits []slips.Habit) {
	if v.Right {
		return nil
	}
	for _, o := range v.Origins {
		h := o.Habit()
		if v.question.Direction == ToPosition {
			h = h.Backwards()
		}
		habits = append(habits, h)
	}
	return habits
}

// Says returns whether the answer is right, and otherwise what was done instead and what is
// right.
func (v Verdict) Says() voice.Sentence {
	switch {
	case v.Right:
		return voice.Run{voice.Phrase("training.right"), v.question.Answer()}
	case v.question.Level == Castling:
		wrong := lessons.Sides(v.number) ^ v.question.Exercise.Answer()
		kind := [...]string{lessons.HSide: "hSide", lessons.ASide: "aSide", lessons.Both: "both"}[wrong]
		return voice.Run{voice.Phrase("training.notQuite"), voice.Say("training.wrongSides."+kind, nil), v.question.Answer()}
	case v.question.Direction == ToNumber:
		return voice.Run{voice.Phrase("training.notQuite"), v.wrongNumber(), v.question.Answer()}
	}
	return voice.Run{voice.Phrase("training.notQuite"), v.wrongPosition(), v.question.Answer()}
}

func (v Verdict) wrongNumber() voice.Sentence {
	if len(v.Origins) > 0 {
		return voice.Run(v.question.Level.Part().Say(v.question.Position, v.number, v.Origins))
	}
	if q := v.question; q.Level != WholeNumber { // other pieces may add the number
		for q.Position = range q.Choices() {
			if q.Number() == v.number {
				return q.Answer()
			}
		}
	}
	return voice.Say("training.unknown", voice.F{"Number": v.number})
}

// wrongPosition names the parts that differ, and what was done instead.
func (v Verdict) wrongPosition() voice.Run {
	var said voice.Run
	for _, d := range v.Differences {
		said = append(said, v.wrongPart(d))
	}
	if len(v.Origins) == 0 {
		return said
	}
	source := v.question.Level.Part().Say(v.position, v.question.Number(), v.Origins[:1])[0]
	if v.question.Level == Sequences && source.(slips.Source).Orders != (slips.Orders{}) {
		return append(said, source)
	}
	did, _ := v.Habit().Did()
	return append(said, did)
}

// wrongPart says what differs: the squares, the order, or the number of the queen's square among six.
func (v Verdict) wrongPart(d slips.Difference) voice.Sentence {
	part := "lightBishop"
	switch {
	case d.Want.Piece == chess960.Knight && d.Want.Radix == 10:
		return voice.Say("training.wrongPart.order", voice.F{
			"WantOrder": voice.Raw(sequenceOf(v.question.Position)), "GotOrder": voice.Raw(sequenceOf(v.position)),
		})
	case d.Want.Piece == chess960.Queen && v.question.Level == WholePosition:
		return voice.Say("training.wrongPart.queenNumber", voice.F{"WantNumber": d.Want.Digit, "GotNumber": d.Got.Digit})
	case d.Want.Piece == chess960.Queen:
		part = "queen"
	case d.Want.Piece == chess960.Knight:
		part = "knights"
	case d.Want.Took&chess960.DarkFiles != 0:
		part = "darkBishop"
	}
	return voice.Say("training.wrongPart."+part, voice.F{"Want": d.Want.Took.On(1), "Got": d.Got.Took.On(1)})
}
