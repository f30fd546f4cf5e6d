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
	"math/rand/v2"
	"slices"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/game"
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

// The moves of both players before a position of a game. The game goes on to the shortest
// number at least, which is drawn, and is given up after the longest.
const (
	fewestMoves = 6
	drawnMoves  = 14 // so many numbers can be drawn
	mostMoves   = 30
)

// Make returns an exercise for a lesson: a start position if atStart, otherwise a position of
// a game. The castling to the other side is allowed about as often as the four answers need
// to be equally frequent.
//
// The position follows from the seed. Only the generator is used that math/rand/v2 promises
// never to change, so processes of two releases agree.
func Make(seed uint64, lesson Lesson, atStart bool) Exercise {
	m := maker{random: rand.NewPCG(seed, 0), lesson: lesson}
	m.side = chess960.CastlingSides()[m.draw(2)]
	// These odds give each of the four answers a quarter, over all lessons. Uncovered forbids only
	// castling to the a-side, so the others forbid castling to the h-side more often.
	switch {
	case lesson == Uncovered:
		m.side = chess960.ASide
	case !lesson.isAllowed() && m.draw(20) < 6:
		m.side = chess960.HSide
	}
	switch {
	case lesson == Check, lesson == RookBlocked && atStart: // then nothing else is allowed
	case lesson.isAllowed():
		m.other = m.draw(3) < 2
	default:
		m.other = m.draw(20) < 13
	}
	for {
		p := game.Start(chess960.MustFromSP(m.draw(chess960.Count)))
		if atStart {
			if m.fits(p) {
				return m.exercise(p)
			}
		} else if m.canTeach(p) {
			if p, ok := m.play(p); ok {
				return m.exercise(p)
			}
		}
		m.tries++
	}
}

// patience is how many games are tried before the castling to the other side may be any.
const patience = 200

// A maker looks for an exercise.
type maker struct {
	random *rand.PCG
	lesson Lesson
	side   chess960.CastlingSide
	other  bool // whether the castling to the other side must be allowed
	tries  int
	player castling.Colour // who is to castle
}

// draw returns a number from 0 to n-1.
func (m *maker) draw(n int) int { return int(m.random.Uint64() % uint64(n)) }

func (m *maker) exercise(p game.Position) Exercise { return Exercise{p.Position, m.side} }

// fits reports whether the position is one to return.
func (m *maker) fits(p game.Position) bool {
	e := m.exercise(p)
	return (m.tries > patience || e.Answer().Has(1-m.side) == m.other) && e.Lesson() == m.lesson
}

// canTeach reports whether a game from the start position can come to the lesson.
func (m *maker) canTeach(p game.Position) bool {
	c := judge(p.Position, m.side).Castling
	steps := max(c.King.From, c.King.To) - min(c.King.From, c.King.To)
	besides := c.King.From == c.Rook.From+1 || c.Rook.From == c.King.From+1
	switch m.lesson {
	case SideBySide:
		return besides && !c.King.Stays() && !c.Rook.Stays()
	case OneStays:
		return c.King.Stays() || c.Rook.Stays()
	case RookBlocked:
		return rookAlone(c)&c.MustBeEmpty() != 0
	case Uncovered:
		return c.Uncovered() != 0
	case Lands:
		return steps > 0
	case Crosses:
		return steps > 1
	}
	return true
}

// play plays a game until a position fits. Both players choose among a few moves at random.
func (m *maker) play(p game.Position) (game.Position, bool) {
	m.player = castling.Colour(m.draw(2))
	shortest := fewestMoves + m.draw(drawnMoves)
	for n := 0; n <= mostMoves; n++ {
		if n >= shortest && p.Turn() == m.player && m.fits(p) {
			return p, true
		}
		moves := p.Moves()
		if len(moves) == 0 {
			break
		}
		for i := range moves {
			j := i + m.draw(len(moves)-i)
			moves[i], moves[j] = moves[j], moves[i]
		}
		// The opponent's next move can lead to the lesson if no piece stands in the way, unless the lesson is about one.
		isInTheWay := func(r castling.Reason) bool { return r.Kind == castling.Occupied }
		if n >= shortest-1 && p.Turn() != m.player && (m.lesson == KingBlocked || m.lesson == RookBlocked ||
			!slices.ContainsFunc(p.Judge(m.player, m.side, chess960.Chess960Castling).Reasons, isInTheWay)) {
			for _, move := range moves {
				if after := p.Play(move); (m.lesson == Uncovered || risk(p, move) == 0) && m.fits(after) {
					return after, true
				}
			}
		}
		const looks = 4 // moves that a player compares: few, so that games differ
		clear := m.toClear(p)
		p = p.Play(slices.MaxFunc(moves[:min(len(moves), looks)], func(a, b game.Move) int {
			return m.worth(p, a, clear) - m.worth(p, b, clear)
		}))
	}
	return p, false
}

// worth says how sane a move is, in pawns, and how far the game comes with it to the lesson.
// The player who is to castle keeps king and rooks at home, unless they are to have moved,
// and leaves the squares that are to be clear.
func (m *maker) worth(p game.Position, move game.Move, clear chess960.Files) int {
	const never, wanted, unwanted = -100, 4, -4
	worth := value(p.Piece(move.To)) - risk(p, move)
	kind := p.Piece(move.From).Kind()
	isOnRank := func(s castling.Square) bool { return s == m.player.Square(s.File()) && clear.Has(s.File()) }
	switch castles := p.Piece(move.To) != 0 && p.Piece(move.To).Colour() == p.Turn(); {
	case castles:
		return never
	case p.Turn() != m.player && kind == chess960.King:
		worth += unwanted
	case p.Turn() != m.player:
		if m.lesson == Uncovered && kind == chess960.Queen {
			worth += wanted
		}
	case kind == chess960.King || kind == chess960.Rook:
		if m.lesson != Moved {
			return never
		}
		worth += wanted
	case isOnRank(move.To):
		worth += unwanted
	case isOnRank(move.From):
		worth += wanted
	}
	return worth
}

// toClear returns the squares of the first rank that the player who is to castle should leave.
func (m *maker) toClear(p game.Position) (files chess960.Files) {
	for _, side := range chess960.CastlingSides() {
		c := p.Judge(m.player, side, chess960.Chess960Castling).Castling
		switch {
		case side == m.side && m.lesson == KingBlocked, side != m.side && !m.other:
		case side == m.side && m.lesson == RookBlocked:
			files |= c.MustBeEmpty() & chess960.FilesOf(c.MustNotBeAttacked()...)
		default:
			files |= c.MustBeEmpty()
		}
	}
	return files
}

// risk returns the value of a piece that moves to an attacked square; 0 if it is safe there.
func risk(p game.Position, move game.Move) int {
	piece := p.Piece(move.From)
	if p.Attackers(move.To, piece.Colour().Opponent()) == nil {
		return 0
	}
	return value(piece)
}

// value returns the usual value of a piece, in pawns; 0 for a king and for no piece.
func value(piece castling.Piece) int {
	switch piece.Kind() {
	case 0, chess960.King:
		return 0
	case chess960.Queen:
		return 9
	case chess960.Rook:
		return 5
	case chess960.Bishop, chess960.Knight:
		return 3
	}
	return 1
}
