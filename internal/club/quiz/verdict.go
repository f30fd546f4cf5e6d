package quiz

import (
	"errors"
	"strconv"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/lessons"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/voice"
)

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

// ErrNotANumber refuses an answer that has no number.
var ErrNotANumber = errors.New("not a whole number")

// mostDigits is the number of digits of the longest number that people can answer.
const mostDigits = 6

// ParseNumber reads what somebody typed for a number. "SP 518", "#518" and "+480" are numbers too,
// and neither spaces around nor a full stop after count. The error is ErrNotANumber.
func ParseNumber(typed string) (int, error) {
	text := strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(typed)), ".")
	if sp, ok := strings.CutPrefix(text, "SP"); ok {
		text = strings.TrimLeft(sp, " \u00a0-‑–")
	}
	text = strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(text, "#"), "+"), " \u00a0")
	if len(text) > mostDigits {
		return 0, ErrNotANumber
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return 0, ErrNotANumber
	}
	return int(n), nil
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
		return voice.Run{voice.Phrase("quiz.right"), v.question.Answer()}
	case v.question.Level == Castling:
		wrong := lessons.Sides(v.number) ^ v.question.Exercise.Answer()
		kind := [...]wrongSidesKind{lessons.HSide: wrongHSide, lessons.ASide: wrongASide, lessons.Both: wrongBoth}[wrong]
		return voice.Run{voice.Phrase("quiz.notQuite"), wrongSides{kind}, v.question.Answer()}
	case v.question.Direction == ToNumber:
		return voice.Run{voice.Phrase("quiz.notQuite"), v.wrongNumber(), v.question.Answer()}
	}
	return voice.Run{voice.Phrase("quiz.notQuite"), v.wrongPosition(), v.question.Answer()}
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
	return voice.Say("quiz.unknown", voice.F{"Number": v.number})
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
	if did := v.question.Level.Part().Say(v.position, v.question.Number(), v.Origins[:1])[0]; v.question.Level == Sequences && did.(slips.Source).Orders != (slips.Orders{}) {
		return append(said, did)
	}
	did, _ := v.Habit().Did()
	return append(said, did)
}

// wrongPart says what differs.
func (v Verdict) wrongPart(d slips.Difference) wrongPart {
	w := wrongPart{Kind: wrongLightBishop, Want: d.Want.Took.On(1), Got: d.Got.Took.On(1)}
	switch {
	case d.Want.Piece == chess960.Knight && d.Want.Radix == 10:
		return wrongPart{Kind: wrongOrder, WantOrder: voice.Raw(sequenceOf(v.question.Position)), GotOrder: voice.Raw(sequenceOf(v.position))}
	case d.Want.Piece == chess960.Queen && v.question.Level == WholePosition:
		return wrongPart{Kind: wrongQueenNumber, WantNumber: d.Want.Digit, GotNumber: d.Got.Digit}
	case d.Want.Piece == chess960.Queen:
		w.Kind = wrongQueen
	case d.Want.Piece == chess960.Knight:
		w.Kind = wrongKnights
	case d.Want.Took&chess960.DarkFiles != 0:
		w.Kind = wrongDarkBishop
	}
	return w
}
