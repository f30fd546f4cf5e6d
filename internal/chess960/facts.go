package chess960

// Mirror returns the mirror image: a-file and h-file exchanged, b-file and g-file,
// and so on. No position is its own mirror image.
func (p Position) Mirror() Position {
	var m Position
	for f, letter := range p.rank {
		m.rank[7-f] = letter
	}
	return m
}

// NQSkeleton returns the back rank without its bishops, king and rooks written
// as "-": "-NQ-N-" for SP 518.
func (p Position) NQSkeleton() string {
	var b []byte
	for _, letter := range p.rank {
		switch Piece(letter) {
		case Bishop:
		case King, Rook:
			b = append(b, '-')
		default:
			b = append(b, letter)
		}
	}
	return string(b)
}

// UndefendedPawns returns the files of the pawns that no piece defends at the
// start: 0 to 4 of them.
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
