package chess960

import "strings"

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
	return strings.NewReplacer("B", "", "K", "-", "R", "-").Replace(p.String())
}

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
