// Package quiz asks people to work numbers of Chess960 out in their heads, and which castlings
// are allowed, and judges what they answer.
//
// A [Question] is a value: a level, a direction, a numbering and a position, or an exercise of
// package lessons. All that is shown and all that is right follows from them. [FromSeed]
// chooses one for a race, and [ForDay] those of a day.
//
//	q := quiz.Question{Level: quiz.WholeNumber, Scheme: chess960.Scharnagl, Position: chess960.Classical()}
//	q.Asked()           // What is the SP number of this position?
//	q.Picture()         // the board, with an alt text that names each square
//	q.JudgeNumber(521)  // not right: the bishops the other way round
//
// A question for a number takes one, a question for a position takes a choice from each of
// its [Question.Groups], and a question about castling one of four answers. All give a
// [Verdict]. Nothing but [Question.Answer],
// [Question.Hint], [Question.Steps] and a Verdict tells what is right.
//
// # Practice
//
// A [Turn] is a question that one person was asked. A [Session] chooses the next one by what the
// person remembers: a [Memory] for each [Card].
//
// # The quiz of a day
//
// It has six steps, the same for everyone on a date. An [Attempt] is what one person has answered on
// a date. There is one attempt: whatever was answered stays. A wrong answer gets one second try if it
// comes from a slip that can be named. A [Streak] counts the dates in a row on which a person finished
// the quiz. A finished attempt can be shared once, as a grid without the solutions. [DayPosts] is the
// kind of these posts in package outbox.
//
// # Races
//
// Several people of a channel answer the same questions, and the fastest right answers score. A [Race]
// has rounds. The post of a round asks its question; the next post shows the solution and asks the next
// question, and the last one shows the standings:
//
//	post 0   question 1
//	post 1   solution 1, question 2
//	…
//	post n   solution n, the standings
//
// [RacePosts] is the kind of these posts in package outbox, which sends each exactly once. A
// race is a row of its own; [Race.Next] moves it to its next round, before the post is
// sent. The post after that one is planned in the same transaction. So a crash between any
// two steps neither repeats nor skips a round.
//
// A [RaceAnswer] is accepted while its round is asked. Answers are compared by the ids of
// their interactions, which have the order in which Discord made them, and by their times
// from the question, which the caller reads from Discord's own clock. So all processes rank
// alike, however late an answer reaches them.
//
// Attempts and races do not know the questions: their users say which answers are right. A [Store]
// keeps turns, memories, attempts and races. The package knows neither Discord nor SQL.
package training

import (
	"fmt"
	"slices"

	"chess960bot/commands/quiz/lessons"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/slips"
)

// A Level says how much of a number a question asks for, or that it asks for castlings.
type Level uint8

// The levels, the first one to learn first.
const (
	Bishops       Level = iota // what the bishops add
	Sequences                  // what the sequence of king, rooks and knights adds; in Fritz 9's scheme the pair of knights
	Queen                      // what the queen adds
	WholeNumber                // the number of a position
	WholePosition              // the position of a number
	Castling                   // which castlings are allowed
)

// Levels returns all levels, the first one to learn first.
func Levels() []Level {
	return []Level{Bishops, Sequences, Queen, WholeNumber, WholePosition, Castling}
}

// ID returns the name of the level for options and for the database.
func (l Level) ID() string { return levelIDs[l] }

var levelIDs = []string{"bishops", "sequences", "queen", "number", "position", "castling"}

// Part returns the part of a number that the level asks for: not that of Castling.
func (l Level) Part() slips.Part {
	return [...]slips.Part{slips.Bishops, slips.Sequence, slips.Queen, slips.Whole, slips.Whole, slips.Whole}[l]
}

// Direction returns the direction of a level that has only one. Both is false then.
func (l Level) Direction() (only Direction, both bool) {
	switch l {
	case WholeNumber, Castling:
		return ToNumber, false
	case WholePosition:
		return ToPosition, false
	}
	return ToNumber, true
}

// A Direction says what a question asks for.
type Direction uint8

// The two directions.
const (
	ToNumber   Direction = iota // from pieces to a number
	ToPosition                  // from a number to pieces
)

// ID returns the name of the direction for options and for the database: what is asked for.
func (d Direction) ID() string { return directionIDs[d] }

var directionIDs = []string{"number", "position"}

// ParseQuestion returns the question with the IDs of its level, direction and numbering, the
// SP number of its position, and its exercise for Castling.
func ParseQuestion(level, direction, scheme string, sp int, exercise string) (q Question, err error) {
	byLevel, byDirection := slices.Index(levelIDs, level), slices.Index(directionIDs, direction)
	byScheme := slices.IndexFunc(chess960.DistinctSchemes(), func(s *chess960.Scheme) bool { return s.Option == scheme })
	if byLevel < 0 || byDirection < 0 || byScheme < 0 {
		return q, fmt.Errorf("no question of level %q, direction %q and numbering %q", level, direction, scheme)
	}
	q.Level, q.Direction, q.Scheme = Level(byLevel), Direction(byDirection), chess960.DistinctSchemes()[byScheme]
	if q.Level == Castling {
		if q.Exercise, err = lessons.Parse(exercise); err != nil {
			return q, err
		}
	}
	q.Position, err = chess960.FromSP(sp)
	return q, err
}
