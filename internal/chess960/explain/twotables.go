package explain

import "chess960bot/internal/chess960"

// tables is Scharnagl's method with two tables: find the largest entry of the King's
// Table that is not above the number, and look up the difference in the Bishop's
// Table.
var tables = &Method{
	ID: "tables", Scheme: chess960.Scharnagl, Source: "numberingScheme",
	note: func(f figures) Sentence { return BothTables{f.number} },
	toPosition: func(f figures) []Step {
		row := kingsTable.row(f)
		return []Step{say(nil, largestEntry("kings", row, f)), restIsBishops(row, f), othersFill(f)}
	},
	toNumber: func(f figures) []Step {
		row := kingsTable.row(f)
		return []Step{
			say(f.whole(chess960.AllFiles&^f.bishops()), Reading{Kind: "othersRow", Pattern: Pattern(f.others()), Row: row.Number}),
			bishopsInTable(f),
			say(nil, add(row.Number, f.bishopCode())),
		}
	},
}

// BothTables says which commands show the two tables at a number.
type BothTables struct{ Number int }

// Sentence returns "".
func (BothTables) Sentence() string { return "" }
