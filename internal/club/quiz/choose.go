package quiz

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"chess960bot/internal/chess960"
	"chess960bot/internal/club/when"
)

// FromSeed returns the question that follows from a seed, the same wherever it is asked.
// Positions are equally likely. The seed tells the answer: keep it out of
// messages and custom ids. The direction of a level that has only one does not count.
func FromSeed(seed string, level Level, direction Direction, scheme *chess960.Scheme) Question {
	if only, both := level.Direction(); !both {
		direction = only
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "chess960 quiz %s %s %s %s", seed, level.ID(), direction.ID(), scheme.Option))
	// 2^64 is so much more than 960 that the remainder favours no position.
	p, err := chess960.FromSP(int(binary.BigEndian.Uint64(sum[:]) % chess960.Count))
	if err != nil {
		panic(err) // a remainder of 960 is an SP number
	}
	return Question{level, direction, scheme, p}
}

// ForDay returns the questions of a date, the same everywhere: one of each level, about
// SP numbers. The last one asks for a position, the others ask for numbers. Anyone can
// compute them.
func ForDay(d when.Date) []Question {
	var questions []Question
	for _, level := range Levels() {
		questions = append(questions, FromSeed(d.String(), level, ToNumber, chess960.Scharnagl))
	}
	return questions
}
