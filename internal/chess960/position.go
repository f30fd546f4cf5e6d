package chess960

import "iter"

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
