package chess960

import (
	"iter"
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
