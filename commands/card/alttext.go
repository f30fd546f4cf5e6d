package card

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
)

// boardAlt returns the alt text of a board: White's first rank from a to h, also when Black
// is at the bottom.
func boardAlt(p chess960.Position, style Style) string {
	return fmt.Sprintf("Board of SP %d, seen from %s's side. %s Black mirrors it.", p.SP(), style.Viewer(), firstRank(p.Rank()))
}

// rankAlt returns the alt text of a picture of White's first rank.
func rankAlt(p chess960.Position) string {
	return fmt.Sprintf("SP %d. %s", p.SP(), firstRank(p.Rank()))
}

// sidesAlt returns the alt text of a board on which White and Black start
// differently.
func sidesAlt(white, black [8]chess960.Piece, style Style) string {
	return fmt.Sprintf("Board seen from %s's side. %s Black's eighth rank, a to h: %s.", style.Viewer(), firstRank(white), namesOf(black))
}

func firstRank(rank [8]chess960.Piece) string {
	return "White's first rank, a to h: " + namesOf(rank) + "."
}

func namesOf(rank [8]chess960.Piece) string {
	var names []string
	for _, piece := range rank {
		names = append(names, piece.Name())
	}
	return strings.Join(names, ", ")
}

// stripAlt returns the alt text of the first rank after a step: the new pieces, those
// placed before, how the method counts squares, and the row of the table.
func stripAlt(step int, v explain.View) string {
	var now, before []string
	for f := range chess960.AllFiles.All() {
		if piece := v.Rank[f]; piece != 0 && v.New.Has(f) {
			now = append(now, f.Square()+" "+piece.Name())
		} else if piece != 0 {
			before = append(before, f.Square()+" "+piece.Name())
		}
	}
	alt := fmt.Sprintf("Step %d: ", step)
	switch {
	case now == nil && before == nil:
		alt += "all squares are empty"
	case now == nil:
		alt += strings.Join(before, ", ")
	case before == nil:
		alt += "new " + strings.Join(now, ", ")
	default:
		alt += "new " + strings.Join(now, ", ") + "; before " + strings.Join(before, ", ")
	}
	alt += "." + countsAlt(v.Counts)
	if v.Row != nil {
		alt += " Row " + v.Row.Spelled() + "."
	}
	return alt
}

// countsAlt names the squares that a method counts. Each has its number, unless the numbers
// follow one another.
func countsAlt(counts [8]int) string {
	var squares, numbered []string
	first, running := 0, true
	for f := range chess960.AllFiles.All() {
		n := counts[f]
		if n < 0 {
			continue
		}
		if squares == nil {
			first = n
		}
		running = running && n == first+len(squares)
		squares = append(squares, f.Square())
		numbered = append(numbered, fmt.Sprintf("%s %d", f.Square(), n))
	}
	switch {
	case squares == nil:
		return ""
	case running:
		return fmt.Sprintf(" Counted from %d: %s.", first, strings.Join(squares, ", "))
	}
	return " Counted: " + strings.Join(numbered, ", ") + "."
}
