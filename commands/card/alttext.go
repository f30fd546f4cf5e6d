package card

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
)

// boardAlt returns the alt text of a board: White's first rank square by square. The
// order is always from a1 to h1, also when Black is at the bottom.
func boardAlt(p chess960.Position, fromBlack bool) string {
	side := "White"
	if fromBlack {
		side = "Black"
	}
	return fmt.Sprintf("Chess960 start position SP %d, seen from %s's side. White's first rank: %s. Black's pieces mirror them on rank 8; the pawns are on ranks 2 and 7.",
		p.SP(), side, strings.Join(squareBySquare(p), ", "))
}

// rankAlt returns the alt text of a picture of White's first rank.
func rankAlt(p chess960.Position) string {
	return fmt.Sprintf("Chess960 start position SP %d. White's first rank: %s.", p.SP(), strings.Join(squareBySquare(p), ", "))
}

func squareBySquare(p chess960.Position) []string {
	var squares []string
	for f := range chess960.AllFiles.All() {
		squares = append(squares, f.Square()+" "+p.Piece(f).Name())
	}
	return squares
}

// sidesAlt returns the alt text of a board on which White and Black start
// differently.
func sidesAlt(white, black [8]chess960.Piece, fromBlack bool) string {
	side := "White"
	if fromBlack {
		side = "Black"
	}
	var first, eighth []string
	for f := range chess960.AllFiles.All() {
		first = append(first, f.String()+"1 "+white[f].Name())
		eighth = append(eighth, f.String()+"8 "+black[f].Name())
	}
	return fmt.Sprintf("Board seen from %s's side. White's first rank: %s. Black's eighth rank: %s. The pawns are on ranks 2 and 7.", side, strings.Join(first, ", "), strings.Join(eighth, ", "))
}

// stripAlt returns the alt text of the first rank after a step: the pieces placed so
// far, with the new ones first, the numbers by which the method counts squares, and the
// row of the table.
func stripAlt(step int, v explain.View) string {
	var now, before, counted []string
	for f := range chess960.AllFiles.All() {
		if piece := v.Rank[f]; piece != 0 && v.New.Has(f) {
			now = append(now, f.Square()+" "+piece.Name())
		} else if piece != 0 {
			before = append(before, f.Square()+" "+piece.Name())
		}
		if v.Counts[f] >= 0 {
			counted = append(counted, fmt.Sprintf("%s %d", f.Square(), v.Counts[f]))
		}
	}
	alt := fmt.Sprintf("Step %d, White's first rank.", step)
	switch {
	case now == nil && before == nil:
		alt += " All squares are empty."
	case now == nil:
		alt += " It holds: " + strings.Join(before, ", ") + "."
	default:
		alt += " Marked: " + strings.Join(now, ", ") + "."
		if before != nil {
			alt += " Also shown: " + strings.Join(before, ", ") + "."
		}
	}
	if counted != nil {
		alt += " Counted: " + strings.Join(counted, ", ") + "."
	}
	if v.Row != nil {
		alt += " Row " + v.Row.Spelled() + "."
	}
	return alt
}
