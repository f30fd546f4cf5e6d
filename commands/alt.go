package commands

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
)

// boardAlt describes the picture of a board to those who cannot see it: White's
// first rank square by square, from a1 to h1 whichever side is below.
func boardAlt(p chess960.Position, fromBlack bool) string {
	side := "White"
	if fromBlack {
		side = "Black"
	}
	return fmt.Sprintf("Chess960 start position SP-%d, seen from %s's side. White's first rank: %s. Black's pieces stand opposite on rank 8; the pawns are on ranks 2 and 7.",
		p.SP(), side, strings.Join(squareBySquare(p), ", "))
}

func squareBySquare(p chess960.Position) []string {
	var squares []string
	for f := range chess960.AllFiles.All() {
		squares = append(squares, f.Square()+" "+p.Piece(f).Name())
	}
	return squares
}
