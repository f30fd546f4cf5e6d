package quiz

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/slips"
)

// A Question asks for a number or for a position. Questions compare with ==. The direction
// of WholeNumber must be ToNumber, and that of WholePosition ToPosition.
type Question struct {
	Level     Level
	Direction Direction
	Scheme    *chess960.Scheme // one of Schemes
	Position  chess960.Position
}

// Text returns what is asked, in one sentence of Discord Markdown.
func (q Question) Text() string {
	number := q.number()
	if q.Direction == ToNumber {
		return [...]string{
			"What do the bishops add to the " + number + "?",
			"What " + q.doTheSequence() + " add to the " + number + "?",
			"What does the queen add to the " + number + "?",
			"What is the " + number + " of this position?",
		}[q.Level]
	}
	asked := fmt.Sprintf("**%d**", q.Number())
	return [...]string{
		"Which bishops add " + asked + " to the " + number + "?",
		"Which " + q.sequence() + " adds " + asked + " to the " + number + "?",
		"On which square does the queen add " + asked + " to the " + number + "?",
		"",
		"Which position has the " + number + " " + asked + "?",
	}[q.Level]
}

// number returns what numbers of the scheme are called.
func (q Question) number() string {
	if q.Scheme == chess960.Scharnagl {
		return "SP number"
	}
	return q.Scheme.Name + " number"
}

func (q Question) sequence() string {
	if q.asksPair() {
		return "pair of knights"
	}
	return "sequence of king, rooks and knights"
}

func (q Question) doTheSequence() string {
	if q.asksPair() {
		return "do the knights"
	}
	return "does this sequence"
}

// asksPair reports whether the knights are placed before the queen: then their part of the
// number is one of 15 pairs of squares, not one of the ten sequences.
func (q Question) asksPair() bool { return q.Scheme == chess960.Fritz9 }

// Number returns the number that is asked about: the whole, or what the part adds. It is
// the right answer to a question for a number.
func (q Question) Number() int { return q.Level.Part().Number(q.Scheme, q.Position) }

// Answer returns the right answer in Discord Markdown: "**518**", "the queen on
// **d1**".
func (q Question) Answer() string {
	if q.Direction == ToNumber {
		return fmt.Sprintf("**%d**", q.Number())
	}
	switch files := q.Position.Files; {
	case q.Level == Bishops:
		return "the bishops on **" + files(chess960.Bishop).Squares() + "**"
	case q.Level == Queen:
		return "the queen on **" + files(chess960.Queen).Squares() + "**"
	case q.Level == Sequences && q.asksPair():
		return "the knights on **" + files(chess960.Knight).Squares() + "**"
	case q.Level == Sequences:
		return "**" + sequenceOf(q.Position) + "**"
	}
	return "**" + q.Position.String() + "**"
}

// sequenceOf returns king, rooks and knights in their order: "RNKNR".
func sequenceOf(p chess960.Position) string {
	return strings.NewReplacer("B", "", "Q", "").Replace(p.String())
}

// SequenceOf returns the sequence that adds a number in a scheme, "RNKNR" for 480. In
// Fritz 9's scheme it returns the knights among six squares, "-N--N-".
func SequenceOf(s *chess960.Scheme, adds int) string {
	step := stepOf(s, chess960.Classical(), rules[slips.Sequence])
	p := withDigit(s, chess960.Classical(), rules[slips.Sequence], adds/step.Weight)
	if step.Free.Len() == 5 {
		return sequenceOf(p)
	}
	return strings.Map(func(piece rune) rune {
		switch piece {
		case 'B':
			return -1
		case 'N':
			return 'N'
		}
		return '-'
	}, p.String())
}
