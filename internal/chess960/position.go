// Package chess960 is the numbering core: the 960 start positions of Chess960
// (Fischer random chess) and the numbers that people give them.
//
// A [Position] is a legal back rank. [ParsePosition] reads a position that a
// person typed or pasted, [FromSP] finds a position by its SP number, and [All]
// yields all of them. A position knows its SP number, its FENs, its mirror image
// and its undefended pawns.
//
// A [Scheme] is a numbering. It states an ordered list of choices, such as
// "the light bishop on b, d, f or h", and one loop runs that list in both
// directions: [Scheme.Derive] from a position to its number, [Scheme.Locate]
// from a number to its position. Both return a [Derivation] that keeps every
// step. Number, position and explanation come from the same steps and so cannot
// disagree.
//
//	p, err := chess960.ParsePosition("RNBQKBNR")
//	p.SP()                                // 518
//	chess960.Fritz9.Derive(p).Number()    // 359
//
// [Position.Castling] returns the castling moves of a position, by Chess960's rules or
// by Chess480's. [Position.SwapPath] returns a path from the classical array to a
// position; each step exchanges the pieces of two files. A [Pattern] or a [Feature]
// selects positions.
//
// The package needs the standard library alone: values and functions, no I/O, no clock. Positions are
// small, comparable and immutable. Everything is safe for concurrent use.
package chess960

import (
	"iter"
	"strconv"
	"strings"
)

// Count is the number of positions.
const Count = 960

// A Position is one of the 960 legal back ranks: bishops on squares of opposite
// colour, the king between the rooks. Positions compare with ==. The zero Position is
// not valid; see [Position.IsValid].
type Position struct {
	rank [8]byte // the letters of the pieces
}

// IsValid reports whether p is not the zero Position.
func (p Position) IsValid() bool { return p.rank[0] != 0 }

// String returns the back rank, a-file first: "RNBQKBNR".
func (p Position) String() string { return string(p.rank[:]) }

// Piece returns the piece that White has on file f of the first rank.
func (p Position) Piece(f File) Piece { return Piece(p.rank[f&7]) }

// Rank returns the pieces on White's first rank by file.
func (p Position) Rank() (rank [8]Piece) {
	for f, letter := range p.rank {
		rank[f] = Piece(letter)
	}
	return rank
}

// Files returns the files on which the position has the piece.
func (p Position) Files(piece Piece) Files {
	var s Files
	for f, letter := range p.rank { // no FilesWhere: every numbering counts on the speed
		if Piece(letter) == piece {
			s |= 1 << f
		}
	}
	return s
}

// All yields the 960 positions with their SP numbers, 0 first.
func All() iter.Seq2[int, Position] {
	return func(yield func(int, Position) bool) {
		for sp, p := range bySP {
			if !yield(sp, p) {
				return
			}
		}
	}
}

// Mirror returns the mirror image: a-file and h-file exchanged, b-file and g-file,
// and so on. No position is its own mirror image.
func (p Position) Mirror() Position {
	var m Position
	for f, letter := range p.rank {
		m.rank[7-f] = letter
	}
	return m
}

// NQSkeleton returns the back rank with the bishops left out, and "-" instead of king and
// rooks: "-NQ-N-" for SP 518.
func (p Position) NQSkeleton() string {
	return skeleton.Replace(p.String())
}

var skeleton = strings.NewReplacer("B", "", "K", "-", "R", "-")

// UndefendedPawns returns the files of the pawns that no piece defends at the
// start: 0 to 3 of them.
func (p Position) UndefendedPawns() Files {
	var defended Files
	for f, letter := range p.rank {
		at := Files(1) << f
		ahead, diagonal, leap := at, at<<1|at>>1, at<<2|at>>2
		switch Piece(letter) {
		case King, Queen:
			defended |= ahead | diagonal
		case Rook:
			defended |= ahead
		case Bishop:
			defended |= diagonal
		case Knight:
			defended |= leap
		}
	}
	return AllFiles &^ defended
}

// Both make the most frequent look-ups fast. They are built from Scharnagl's rules when the program
// starts. A test compares them with the rules for all positions.
var (
	bySP = func() (all [Count]Position) {
		for sp := range all {
			d, err := Scharnagl.Locate(sp)
			if err != nil {
				panic(err)
			}
			all[sp] = d.Position
		}
		return all
	}()
	spOf = func() map[Position]int {
		numbers := make(map[Position]int, Count)
		for sp, p := range bySP {
			numbers[p] = sp
		}
		return numbers
	}()
)

// FromSP returns the position with the SP number 0 to 959. The error, if any,
// is a *RangeError.
func FromSP(sp int) (Position, error) {
	if uint(sp) >= Count {
		return Position{}, &RangeError{Scharnagl, sp}
	}
	return bySP[sp], nil
}

// MustFromSP is like [FromSP] but panics if the number is no SP number.
func MustFromSP(sp int) Position {
	p, err := FromSP(sp)
	if err != nil {
		panic(err)
	}
	return p
}

// Classical returns the classical array, RNBQKBNR, which is SP 518.
func Classical() Position { return bySP[518] }

// SP returns the position's SP number (Scharnagl's), 0 to 959, and -1 for the
// zero Position.
func (p Position) SP() int {
	if sp, ok := spOf[p]; ok {
		return sp
	}
	return -1
}

// Name returns the position's SP number as people read it.
func (p Position) Name() Name { return Name(p.SP()) }

// A Name is an SP number as people read it.
type Name int

// String returns "SP 518", with a no-break space so that no line breaks within the name.
func (n Name) String() string { return "SP\u00a0" + strconv.Itoa(int(n)) }

// A Feature is a property of positions that people search for.
type Feature struct {
	ID  FeatureID
	Has func(Position) bool
}

// A FeatureID names a feature: "first-move". People choose it.
type FeatureID string

// The features.
const (
	FirstMove       FeatureID = "first-move"
	CastlesKing     FeatureID = "king-alone"
	CastlesRook     FeatureID = "rook-alone"
	BishopInCorner  FeatureID = "corner"
	BishopsInBoth   FeatureID = "corners"
	BishopsAdjacent FeatureID = "adjacent"
	BishopsAtHome   FeatureID = "classical"
	SmallAdvantage  FeatureID = "even"
	LargeAdvantage  FeatureID = "white"
)

// CastlingFeatures returns the features of castling by Chess960's rules.
func CastlingFeatures() []Feature {
	return []Feature{
		{FirstMove, castles(Castling.PossibleOnFirstMove)},
		{CastlesKing, castles(func(c Castling) bool { return c.Manner() == KingAlone })},
		{CastlesRook, castles(func(c Castling) bool { return c.Manner() == RookAlone })},
	}
}

// castles returns a test whether a position has a castling, to either side, for which
// has is true.
func castles(has func(Castling) bool) func(Position) bool {
	return func(p Position) bool {
		return has(p.Castling(HSide, Chess960Castling)) || has(p.Castling(ASide, Chess960Castling))
	}
}

// BishopFeatures returns the features of the bishops' squares.
func BishopFeatures() []Feature {
	corners, home := FilesOf(FileA, FileH), FilesOf(FileC, FileF)
	on := func(has func(Files) bool) func(Position) bool {
		return func(p Position) bool { return has(p.Files(Bishop)) }
	}
	return []Feature{
		{BishopInCorner, on(func(b Files) bool { return b&corners != 0 })},
		{BishopsInBoth, on(func(b Files) bool { return b == corners })},
		{BishopsAdjacent, on(func(b Files) bool { return b&(b<<1) != 0 })},
		{BishopsAtHome, on(func(b Files) bool { return b == home })},
	}
}
