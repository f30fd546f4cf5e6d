package explain

import (
	"fmt"

	"chess960bot/internal/chess960"
)

// Fritz9 works out the numbers of Fritz 9 by the table of its NQ-skeletons.
var Fritz9 = &Method{
	ID:     "fritz9",
	Name:   "Fritz 9: its NQ-skeleton table",
	Scheme: chess960.Fritz9,
	Source: "“Starting position IDs in Chess960”, Fritz9 methods",
	note:   fritz9Table.blockNote,
	noteTo: [2]int{0, 1},
	toPosition: func(f figures) []Step {
		return []Step{knightsFirst(largestEntry(fritz9Table, f)), restIsBishops(fritz9Table, f), skeletonFills(f), rooksAndKing(f)}
	},
	toNumber: func(f figures) []Step {
		return []Step{knightsFirst(bishopsInTable(f)), skeletonInTable(fritz9Table, f, columnOfQueen(f)), sumOfTwo(fritz9Table.row(f).Number, f.bishopCode(), f.number)}
	},
	shortToPosition: func(f figures) string {
		row := fritz9Table.row(f)
		return join(
			fmt.Sprintf("%s, the largest number up to %d: **%d** %s", fritz9Table.Name, f.number, row.Number, Code(row.Pattern)),
			fmt.Sprintf("%d − %d = **%d** (bishops %s)", f.number, row.Number, f.bishopCode(), listed(f.bishops())),
			"knights "+listed(f.knights.Took), "queen "+listed(f.queen.Took), theRest)
	},
}

// knightsFirst adds to a step in which order Fritz 9 counts the pieces.
func knightsFirst(s Step) Step {
	s.Text += " Fritz 9 counts the knights first, among the six squares without bishops. That leaves the queen four squares, 0 to 3."
	return s
}

// columnOfQueen finds the column of the table by the queen.
func columnOfQueen(f figures) string {
	return fmt.Sprintf("The Q has %s to its left: take column %d of the %s.", amount(f.queen.Digit, "hyphen"), f.queen.Digit, fritz9Table.Name)
}
