package explain

import "chess960bot/internal/chess960"

// fritz9 works out the numbers of Fritz 9 by its table's columns and rows.
var fritz9 = &Method{
	ID:     "fritz9",
	Name:   "Fritz9: knights first, queen's column, alphabetical row",
	Scheme: chess960.Fritz9,
	Source: "“Starting position IDs in Chess960”, Fritz9 methods",
	note:   noteOf("Rows in alphabetical order, dashes last: ", fritzRows.Rows()),
	toPosition: func(f figures) []Step {
		return []Step{fritzColumn(f), fritzRow(f), fritzKnights(f), fritzQueen(f), rooksAndKing(f)}
	},
	toNumber: func(f figures) []Step {
		return []Step{
			bishopCodeAdds(f),
			fritzColumnOf(f),
			fritzRowOf(f),
			sumOfTwo(fritz9Table.row(f).Number, f.bishopCode(), f.number),
		}
	},
}
