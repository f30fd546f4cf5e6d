package quiz

import (
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/lessons"
	"chess960bot/internal/chess960/slips"
)

// A Question asks for a number or for a position. Questions compare with ==. The direction
// of WholeNumber and Castling must be ToNumber, and that of WholePosition ToPosition.
type Question struct {
	Level     Level
	Direction Direction
	Scheme    *chess960.Scheme // one of chess960.DistinctSchemes
	Position  chess960.Position
	Exercise  lessons.Exercise // of Castling, for which the numbering is Scharnagl and the position Classical
}

// AboutCastling returns the question about an exercise.
func AboutCastling(e lessons.Exercise) Question {
	return Question{Castling, ToNumber, chess960.Scharnagl, chess960.Classical(), e}
}

// asksPair reports whether the knights are placed before the queen: then their part of the
// number is one of 15 pairs of squares, not one of the ten sequences.
func (q Question) asksPair() bool { return q.Scheme.KnightsFirst() }

// Number returns the number that is asked about: the whole, or what the part adds. It is
// the right answer to a question for a number. For Castling it is a [lessons.Sides].
func (q Question) Number() int {
	if q.Level == Castling {
		return int(q.Exercise.Answer())
	}
	return q.Level.Part().Number(q.Scheme, q.Position)
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
	if !s.KnightsFirst() {
		return sequenceOf(p)
	}
	return strings.NewReplacer("B", "", "K", "-", "Q", "-", "R", "-").Replace(p.String())
}
