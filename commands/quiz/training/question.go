package training

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"

	"chess960bot/commands/quiz/lessons"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/when"
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

// FromSeed returns the question that follows from a seed, the same wherever it is asked.
// Positions are equally likely. The seed tells the answer: keep it out of
// messages and custom ids. A level that has both directions asks for the number. The numbering of
// Castling does not count. Lessons about castling are equally likely too, in positions of games.
func FromSeed(seed string, level Level, scheme *chess960.Scheme) Question {
	direction, _ := level.Direction() // that to a number, if the level has both
	if level == Castling {
		scheme = chess960.Scharnagl
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "chess960 quiz %s %s %s %s", seed, level.ID(), direction.ID(), scheme.Option))
	first := binary.BigEndian.Uint64(sum[:])
	if level == Castling {
		all := lessons.All()
		lesson := all[binary.BigEndian.Uint64(sum[8:])%uint64(len(all))]
		return AboutCastling(lessons.Make(first, lesson, false))
	}
	// 2^64 is so much more than 960 that the remainder favours no position.
	return Question{Level: level, Direction: direction, Scheme: scheme, Position: chess960.MustFromSP(int(first % chess960.Count))}
}

// ForDay returns the questions of a date, the same everywhere: one of each level, about
// SP numbers and castling. A new level must come last: attempts of an older release have as
// many steps as there were. Anyone can compute the questions.
func ForDay(d when.Date) []Question {
	var questions []Question
	for step := range Levels() {
		questions = append(questions, OfDay(d, step))
	}
	return questions
}

// OfDay returns one question of [ForDay]: the step counts from 0.
func OfDay(d when.Date, step int) Question {
	return FromSeed(d.String(), Levels()[step], chess960.Scharnagl)
}
