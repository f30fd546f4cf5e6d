package quiz

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/slips"
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
	number   int               // the answer to a question for a number
	position chess960.Position // the answer to a question for a position
}

// ErrNotANumber refuses an answer that has no number.
var ErrNotANumber = errors.New("not a whole number")

// mostDigits is the number of digits of the longest number that people can answer.
const mostDigits = 6

// ParseNumber reads what somebody typed for a number. "SP-518" and "#518" are numbers too,
// and spaces around do not count. The error is ErrNotANumber.
func ParseNumber(typed string) (int, error) {
	text := strings.ToUpper(strings.TrimSpace(typed))
	text = strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(text, "SP"), "#"), " -")
	if len(text) > mostDigits {
		return 0, ErrNotANumber
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return 0, ErrNotANumber
	}
	return int(n), nil
}

// JudgeNumber judges an answer to a question for a number.
func (q Question) JudgeNumber(n int) Verdict {
	v := Verdict{Right: n == q.Number(), question: q, number: n}
	if !v.Right {
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

// Words says in one or two sentences of Discord Markdown whether the answer is right, and
// otherwise what was done instead and what is right.
func (v Verdict) Words() string {
	answer := v.question.Answer() + "."
	switch {
	case v.Right:
		return "Right: " + answer
	case v.question.Direction == ToNumber:
		return "Not quite: " + v.wrongNumber() + " The answer is " + answer
	}
	return "Not quite: " + v.wrongPosition() + " The answer is " + answer
}

func (v Verdict) wrongNumber() string {
	if len(v.Origins) > 0 {
		return v.question.Level.Part().Say(v.question.Position, v.number, v.Origins)
	}
	if pieces, ok := v.question.piecesThatAdd(v.number); ok {
		return fmt.Sprintf("%d is for %s.", v.number, pieces)
	}
	return fmt.Sprintf("I know no slip that leads to %d.", v.number)
}

// piecesThatAdd names the pieces for which a number is right as the part that the question
// asks for: "bishops on g1 and b1".
func (q Question) piecesThatAdd(number int) (string, bool) {
	if q.Level == WholeNumber {
		return "", false
	}
	for p := range q.Choices() {
		if other := (Question{q.Level, ToPosition, q.Scheme, p}); other.Number() == number {
			return other.Answer(), true
		}
	}
	return "", false
}

// wrongPosition names the parts that differ, and the slip.
func (v Verdict) wrongPosition() string {
	var differ []string
	for _, d := range v.Differences {
		differ = append(differ, v.difference(d))
	}
	said := strings.Join(differ, "; ") + "."
	if len(v.Origins) > 0 {
		said += " With your answer, " + v.question.Level.Part().Say(v.position, v.question.Number(), v.Origins[:1])
	}
	return said
}

// difference says what differs: "the dark bishop is on c1, not on e1".
func (v Verdict) difference(d slips.Difference) string {
	switch {
	case d.Want.Piece == chess960.Knight && d.Want.Radix == 10:
		return fmt.Sprintf("the sequence is `%s`, not `%s`", sequenceOf(v.question.Position), sequenceOf(v.position))
	case d.Want.Piece == chess960.Queen && v.question.Level == WholePosition:
		return fmt.Sprintf("the queen is number %d of the six squares without bishops, not %d", d.Want.Digit, d.Got.Digit)
	case d.Want.Piece == chess960.Knight:
		return fmt.Sprintf("the knights are on %s, not on %s", d.Want.Took.Squares(), d.Got.Took.Squares())
	}
	return fmt.Sprintf("the %s is on %s, not on %s", d.Want.Rule, d.Want.Took.Squares(), d.Got.Took.Squares())
}
