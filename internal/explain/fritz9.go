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
	toPosition: func(f figures) []Step {
		return []Step{largestEntry(fritz9Table, f), restIsBishops(fritz9Table, f), skeletonFills(f), rooksAndKing(f)}
	},
	toNumber: func(f figures) []Step {
		return []Step{bishopsInTable(f), skeletonInTable(fritz9Table, f), sumOfTwo(fritz9Table.row(f).Number, f.bishopCode(), f.number)}
	},
	shortToPosition: func(f figures) string {
		row := fritz9Table.row(f)
		return join(
			fmt.Sprintf("%s, the largest number up to %d: **%d** %s", fritz9Table.Name, f.number, row.Number, Code(row.Pattern)),
			fmt.Sprintf("%d − %d = **%d** (bishops %s)", f.number, row.Number, f.bishopCode(), listed(f.bishops())),
			"knights "+listed(f.knights.Took), "queen "+listed(f.queen.Took), theRest)
	},
}
