// Package lessons makes positions that teach when castling is allowed.
//
// An [Exercise] asks which castlings the player to move has. One of the two sides is what
// the exercise is about: its [Lesson] is why the castling is allowed or not.
//
// [Make] returns an exercise for a lesson: a start position, or a position of a game that the
// program plays from one of the 960. The exercise follows from a seed, the same in every
// process. Package castling judges. The package has no state: values and functions, no I/O,
// no clock.
package lessons

import (
	"fmt"
	"slices"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
)

// A Lesson is one thing to know about castling. The texts are stored.
type Lesson string

// The lessons: why a castling is not allowed, if nothing else is against it, or what is special
// about one that is allowed.
const (
	KingBlocked Lesson = "kingBlocked" // a square of the king's way is not empty
	SideBySide  Lesson = "sideBySide"  // allowed: king and rook stand next to each other, and both move
	RookBlocked Lesson = "rookBlocked" // the king's way is empty, but not the rook's
	Plain       Lesson = "plain"       // allowed, and nothing is odd
	OneStays    Lesson = "oneStays"    // allowed: the king or the rook is on its last square already
	Check       Lesson = "check"       // the king is in check
	Crosses     Lesson = "crosses"     // a square that the king crosses is attacked
	Lands       Lesson = "lands"       // the king's last square is attacked
	RookUnsafe  Lesson = "rookUnsafe"  // allowed: only the rook, or a square of the rook's way, is attacked
	Moved       Lesson = "moved"       // the king or the rook has moved
	Uncovered   Lesson = "uncovered"   // the rook on b1 no longer covers the king on c1
)

// All returns the lessons, the first one to learn first. The first three can be learned from
// start positions.
func All() []Lesson {
	return []Lesson{KingBlocked, SideBySide, RookBlocked, Plain, OneStays, Check, Crosses, Lands, RookUnsafe, Moved, Uncovered}
}

// AtStart reports whether start positions teach the lesson.
func (l Lesson) AtStart() bool { return l == KingBlocked || l == SideBySide || l == RookBlocked }

// isAllowed reports whether the castling of the lesson is allowed.
func (l Lesson) isAllowed() bool {
	return l == SideBySide || l == Plain || l == OneStays || l == RookUnsafe
}

// Sides are the castlings that a player has: the bit 1<<HSide for O-O, 1<<ASide for O-O-O.
type Sides int

// The answers to every exercise.
const (
	Neither Sides = 0
	HSide   Sides = 1 << chess960.HSide
	ASide   Sides = 1 << chess960.ASide
	Both          = HSide | ASide
)

// AllSides returns the four answers.
func AllSides() []Sides { return []Sides{HSide, ASide, Both, Neither} }

// Name returns the name of the answer for custom ids.
func (s Sides) Name() string {
	return [...]string{Neither: "neither", HSide: "hSide", ASide: "aSide", Both: "both"}[s]
}

// Has reports whether a side is one of the sides.
func (s Sides) Has(side chess960.CastlingSide) bool { return s&(1<<side) != 0 }

// An Exercise is a position and the side that it is about. Exercises compare with ==; the
// zero Exercise is not valid.
type Exercise struct {
	Position castling.Position
	Side     chess960.CastlingSide
}

// String writes the exercise for the database: the side, "O-O" or "O-O-O", a space and the
// X-FEN.
func (e Exercise) String() string { return e.Side.String() + " " + e.Position.XFEN() }

// Parse reads what String writes.
func Parse(text string) (e Exercise, err error) {
	side, fen, _ := strings.Cut(text, " ")
	for _, e.Side = range chess960.CastlingSides() {
		if e.Side.String() == side {
			e.Position, err = castling.ParseFEN(fen)
			return e, err
		}
	}
	return Exercise{}, fmt.Errorf("lessons: %.80q is no exercise", text)
}

// Answer returns the castlings that are allowed.
func (e Exercise) Answer() (allowed Sides) {
	for _, side := range chess960.CastlingSides() {
		if judge(e.Position, side).Answer() == castling.Allowed {
			allowed |= 1 << side
		}
	}
	return allowed
}

// Lesson returns what the exercise teaches. It returns "" if a reason has no lesson, if two
// reasons have different lessons, or if the right to castle is lost and castling would not be
// allowed with it either. KingBlocked and RookBlocked together are KingBlocked.
func (e Exercise) Lesson() Lesson {
	v := judge(e.Position, e.Side)
	if len(v.Reasons) == 0 {
		return whyAllowed(e.Position, v)
	}
	lesson := whyNot(v, v.Reasons[0])
	for _, r := range v.Reasons[1:] {
		switch other := whyNot(v, r); {
		case other == lesson:
		case other == KingBlocked && lesson == RookBlocked, other == RookBlocked && lesson == KingBlocked:
			lesson = KingBlocked
		default:
			return ""
		}
	}
	if lesson == Moved { // only the lost right may forbid the castling
		fields := strings.Fields(e.Position.XFEN())
		p, err := castling.ParseFEN(fields[0] + " " + fields[1]) // the rights are assumed
		if err != nil || judge(p, e.Side).Answer() != castling.Allowed {
			return ""
		}
	}
	return lesson
}

func judge(p castling.Position, side chess960.CastlingSide) castling.Verdict {
	return p.Judge(p.Turn(), side, chess960.Chess960Castling)
}

// whyNot returns the lesson of a reason against a castling; "" if there is none.
func whyNot(v castling.Verdict, r castling.Reason) Lesson {
	switch r.Kind {
	case castling.RightLost:
		return Moved
	case castling.InCheck:
		return Check
	case castling.Uncovered:
		return Uncovered
	case castling.Occupied:
		if slices.Contains(v.Castling.MustNotBeAttacked(), r.Square.File()) {
			return KingBlocked
		}
		return RookBlocked
	case castling.Attacked:
		if r.Square.File() == v.Castling.King.To {
			return Lands
		}
		return Crosses
	}
	return ""
}

// whyAllowed returns the lesson of a castling that is allowed.
func whyAllowed(p castling.Position, v castling.Verdict) Lesson {
	king, rook := v.Castling.King, v.Castling.Rook
	for f := range rookAlone(v.Castling).All() {
		if p.Attackers(v.Colour.Square(f), v.Colour.Opponent()) != nil {
			return RookUnsafe
		}
	}
	switch {
	case king.Stays() || rook.Stays():
		return OneStays
	case king.From == rook.From+1 || rook.From == king.From+1:
		return SideBySide
	}
	return Plain
}

// rookAlone returns the squares that only the rook uses: they may be attacked.
func rookAlone(c chess960.Castling) chess960.Files {
	return chess960.FilesOf(c.Rook.Crossed()...) &^ chess960.FilesOf(c.MustNotBeAttacked()...)
}
