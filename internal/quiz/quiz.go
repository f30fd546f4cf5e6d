// Package quiz asks people to work numbers of Chess960 out in their heads, and judges what
// they answer.
//
// A [Question] is a value: a level, a direction, a numbering and a position. All that is
// shown and all that is right follows from these four. [FromSeed] chooses one for a race,
// and [ForDay] the five of a day.
//
//	q := quiz.Question{Level: quiz.WholeNumber, Scheme: chess960.Scharnagl, Position: chess960.Classical()}
//	q.Text()            // What is the SP number of this position?
//	q.Picture()         // the board, with an alt text that names each square
//	q.JudgeNumber(521)  // not right: the bishops the other way round
//
// A question for a number takes one, a question for a position takes a choice from each of
// its [Question.Groups]. Both give a [Verdict]. Nothing but [Question.Answer],
// [Question.Hint], [Question.Steps] and a Verdict tells what is right.
package quiz

import (
	"fmt"
	"slices"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/slips"
)

// A Level says how much of a number a question asks for.
type Level uint8

// The levels, the first one to learn first.
const (
	Bishops       Level = iota // what the bishops add
	Sequences                  // what the sequence of king, rooks and knights adds; in Fritz 9's scheme the pair of knights
	Queen                      // what the queen adds
	WholeNumber                // the number of a position
	WholePosition              // the position of a number
)

// Levels returns all levels, the first one to learn first.
func Levels() []Level { return []Level{Bishops, Sequences, Queen, WholeNumber, WholePosition} }

// ID returns the name of the level for options and for the database.
func (l Level) ID() string {
	return [...]string{"bishops", "sequences", "queen", "number", "position"}[l]
}

// Part returns the part of a number that the level asks for.
func (l Level) Part() slips.Part {
	return [...]slips.Part{slips.Bishops, slips.Sequence, slips.Queen, slips.Whole, slips.Whole}[l]
}

// Direction returns the direction of a level that has only one. Both is false then.
func (l Level) Direction() (only Direction, both bool) {
	switch l {
	case WholeNumber:
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
func (d Direction) ID() string { return [...]string{"number", "position"}[d] }

// Schemes returns the numberings that can be asked for.
func Schemes() []*chess960.Scheme {
	return []*chess960.Scheme{chess960.Scharnagl, chess960.Fritz9, chess960.Almanac}
}

// SchemeID returns the name of a numbering for options and for the database.
func SchemeID(s *chess960.Scheme) string {
	if s == chess960.Scharnagl {
		return "sp"
	}
	return s.ID
}

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

// A Picture is what a question shows.
type Picture struct {
	Rank  [8]chess960.Piece // White's first rank by file; 0 for an empty square
	Board bool              // the whole board of the question's position, not the rank alone
}

// Picture returns what the question shows. The questions for a sequence, for bishops and
// for a whole position show nothing: then ok is false.
func (q Question) Picture() (picture Picture, ok bool) {
	shown := q.shown()
	for f := range chess960.AllFiles.All() {
		if piece := q.Position.Piece(f); slices.Contains(shown, piece) {
			picture.Rank[f] = piece
		}
	}
	picture.Board = q.Level == WholeNumber
	return picture, len(shown) > 0
}

// shown returns the pieces that the question shows.
func (q Question) shown() []chess960.Piece {
	const k, q1, r, b, n = chess960.King, chess960.Queen, chess960.Rook, chess960.Bishop, chess960.Knight
	if q.Direction == ToPosition {
		switch {
		case q.Level == Queen && q.asksPair():
			return []chess960.Piece{b, n}
		case q.Level == Queen, q.Level == Sequences && q.asksPair():
			return []chess960.Piece{b}
		}
		return nil
	}
	switch {
	case q.Level == Bishops:
		return []chess960.Piece{b}
	case q.Level == WholeNumber:
		return []chess960.Piece{k, q1, r, b, n}
	case q.Level == Sequences && q.asksPair(), q.Level == Queen && !q.asksPair():
		return []chess960.Piece{k, q1, r, n}
	case q.Level == Queen:
		return []chess960.Piece{k, q1, r}
	}
	return []chess960.Piece{k, r, n}
}

// Alt returns the alt text of the picture: "White's first rank: a1 rook, b1 knight". It
// names the pieces and nothing that follows from them.
func (p Picture) Alt() string {
	var squares []string
	for f, piece := range p.Rank {
		if piece != 0 {
			squares = append(squares, chess960.File(f).Square()+" "+piece.Name())
		}
	}
	alt := "White's first rank: " + strings.Join(squares, ", ") + "."
	if p.Board {
		return alt + " Black's pieces mirror them on rank 8; the pawns are on ranks 2 and 7."
	}
	return alt
}

// ParseQuestion returns the question with the IDs of its level, direction and numbering,
// and the SP number of its position.
func ParseQuestion(level, direction, scheme string, sp int) (q Question, err error) {
	byLevel := slices.IndexFunc(Levels(), func(l Level) bool { return l.ID() == level })
	byScheme := slices.IndexFunc(Schemes(), func(s *chess960.Scheme) bool { return SchemeID(s) == scheme })
	if byLevel < 0 || byScheme < 0 || direction != ToNumber.ID() && direction != ToPosition.ID() {
		return q, fmt.Errorf("no question of level %q, direction %q and numbering %q", level, direction, scheme)
	}
	q.Level, q.Scheme = Levels()[byLevel], Schemes()[byScheme]
	if direction == ToPosition.ID() {
		q.Direction = ToPosition
	}
	q.Position, err = chess960.FromSP(sp)
	return q, err
}
