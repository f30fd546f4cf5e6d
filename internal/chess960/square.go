package chess960

// A Square is a square of the board: 0 for a1, 7 for h1, 63 for h8. So Square(f) is the square
// of a file on the first rank.
type Square uint8

// File returns the square's file.
func (s Square) File() File { return File(s % 8) }

// Rank returns the square's rank, 1 to 8.
func (s Square) Rank() int { return int(s/8) + 1 }

// String returns the square's name: "e4".
func (s Square) String() string { return s.File().String() + string(rune('0'+s.Rank())) }

// Towards returns the square a number of files and ranks away. ok is false outside the
// board.
func (s Square) Towards(files, ranks int) (to Square, ok bool) {
	f, r := int(s%8)+files, int(s/8)+ranks
	return Square(r*8 + f), 0 <= f && f < 8 && 0 <= r && r < 8
}

// On returns the files' squares on a rank, 1 to 8, from the a-side to the h-side.
func (s Files) On(rank int) (squares []Square) {
	for f := range s.All() {
		squares = append(squares, Square(8*(rank-1))+Square(f))
	}
	return squares
}
