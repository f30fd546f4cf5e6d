// Package training asks people to work numbers of Chess960 out in their heads, and which castlings
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
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/open-spaced-repetition/go-fsrs/v3"

	"chess960bot/commands/quiz/lessons"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/slips"
	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
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

// KeptFor is how long a card is kept that nobody uses, a turn, an attempt and a streak.
const KeptFor = 400 * 24 * time.Hour

// A Store keeps what people practise, their quizzes of a day, and races. When a method returns
// nil, its change survives a crash. All methods may be called from any number of goroutines and
// processes. Times are stored to the millisecond.
type Store interface {
	// Ask stores a turn.
	Ask(ctx context.Context, t Turn) error
	// Turn returns a person's turn, or ErrNoTurn.
	Turn(ctx context.Context, person, id string) (Turn, error)
	// UpdateTurn applies a function to a person's turn and to the memories of the cards of
	// its question, in one transaction and one update of a turn after the other. If update
	// returns an error, nothing is stored, and UpdateTurn returns the turn and the same
	// error. Without such a turn it returns ErrNoTurn.
	UpdateTurn(ctx context.Context, person, id string, update func(t *Turn, memories map[Card]Memory) error) (Turn, error)
	// Turns returns a person's last turns, at most so many, in the order of their answers, the last
	// one first. Open ones and stopped ones are left out.
	Turns(ctx context.Context, person string, most int) ([]Turn, error)
	// Memories returns a person's memories of a scheme's cards.
	Memories(ctx context.Context, person string, s *chess960.Scheme) (map[Card]Memory, error)
	// ForgetLearner deletes everything about a person.
	ForgetLearner(ctx context.Context, person string) error
	// PruneQuiz deletes the cards that were last answered and the turns that were asked
	// before an instant.
	PruneQuiz(ctx context.Context, before time.Time) error

	// The quiz of a day:

	// BeginAttempt returns a person's attempt at the quiz of a date. The first call for the
	// date begins it at the given instant.
	BeginAttempt(ctx context.Context, person string, date when.Date, at time.Time) (*Attempt, error)
	// Attempt returns a person's attempt at the quiz of a date, or ErrNoAttempt.
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

	// Races:

	// NewRace stores a race that starts. It returns ErrRaceRuns if its channel has another
	// one that runs, ErrRecentRace if one ended in the channel at quiet or later, unless
	// quiet is zero, and a *RefusedError within RefusedPause after a race of the same server
	// ended of which Discord refused a post. A race with the same id is the same one:
	// NewRace changes nothing and returns nil. NewRace and UpdateRace change the outbox in
	// the same transaction: the race has the open post that Post returns. An earlier post
	// stays if an attempt at it was made.
	NewRace(ctx context.Context, r *Race, quiet time.Time) error
	// Race returns a race, or ErrNoRace.
	Race(ctx context.Context, id string) (*Race, error)
	// UpdateRace applies a function to a race in one transaction, one update after the
	// other, and returns the changed race.
	UpdateRace(ctx context.Context, id string, update func(*Race)) (*Race, error)
	// AddAnswer stores an answer to the round that is asked. It returns ErrRoundOver if that is
	// another round, or the race has ended; then no update of the race has seen the answer,
	// nor will one. It returns ErrAnswered if the person has answered the round with an
	// earlier interaction. An answer with the same interaction is the same one.
	AddAnswer(ctx context.Context, race string, a RaceAnswer) error
	// Answers returns all answers of a race. After UpdateRace has closed a round, no answer
	// to that round is added.
	Answers(ctx context.Context, race string) ([]RaceAnswer, error)
	// EndStuck ends the races that run and have no open post, at now: their post could not
	// be sent, and the process was killed before it ended them.
	EndStuck(ctx context.Context, now time.Time) error
	// PruneRaces deletes the races that ended before an instant, with their answers.
	PruneRaces(ctx context.Context, endedBefore time.Time) error
}

// ErrNoTurn is returned for a turn that is not stored.
var ErrNoTurn = errors.New("no such question")

// A Memory is how well a person remembers a card. Package fsrs calculates it, by version 5
// of the Free Spaced Repetition Scheduler with the library's weights. The zero Memory is of
// a card that was never asked.
type Memory struct {
	Due        time.Time // when to ask again
	Stability  float64   // the days after which nine of ten people would still remember
	Difficulty float64   // 1 to 10
	State      fsrs.State
	Reps       int       // answers
	Lapses     int       // how often the card was forgotten after it was known
	Last       time.Time // of the last answer
	Failed     bool      // the last answer was wrong
}

// A Grade says how well a card was answered.
type Grade = fsrs.Rating

// The grades.
const (
	Again = fsrs.Again // wrong, or shown
	Hard  = fsrs.Hard  // right, with a hint
	Good  = fsrs.Good  // right
	Easy  = fsrs.Easy  // right, and faster than the person's median
)

// IsNew reports whether the card was never asked.
func (m Memory) IsNew() bool { return m.Reps == 0 }

// IsKnown reports whether the card is known for a day or longer.
func (m Memory) IsKnown() bool { return m.State == fsrs.Review }

// isLearning reports whether the card was asked and is not yet known for a day.
func (m Memory) isLearning() bool { return m.State == fsrs.Learning || m.State == fsrs.Relearning }

// Answered returns the memory after an answer.
func (m Memory) Answered(g Grade, at time.Time) Memory {
	// A scheduler must not be shared: it keeps a seed while it calculates.
	scheduler := fsrs.NewFSRS(fsrs.DefaultParam())
	card := scheduler.Next(fsrs.Card{
		Due: m.Due, Stability: m.Stability, Difficulty: m.Difficulty, State: m.State,
		Reps: uint64(m.Reps), Lapses: uint64(m.Lapses), LastReview: m.Last,
	}, at, g).Card
	return Memory{
		Due: card.Due, Stability: card.Stability, Difficulty: card.Difficulty, State: card.State,
		Reps: int(card.Reps), Lapses: int(card.Lapses), Last: card.LastReview, Failed: g == Again,
	}
}

// MostStrength is the highest strength of a memory.
const MostStrength = 5

// strengthDays are the days of stability from which a memory has the strengths 2 to 5.
var strengthDays = [...]float64{1, 4, 10, 30}

// Strength returns 0 for a new card, and 1 to MostStrength for others: up to a day, up to
// 4, 10 and 30 days, and longer.
func (m Memory) Strength() int {
	if m.IsNew() {
		return 0
	}
	strength := 1
	for _, days := range strengthDays {
		if m.Stability >= days {
			strength++
		}
	}
	return strength
}
