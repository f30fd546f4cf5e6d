package explain

import (
	"fmt"

	"chess960bot/internal/chess960"
)

// tables is Scharnagl's method with two tables: find the largest entry of the King's
// Table that is not above the number, and look up the difference in the Bishop's
// Table.
var tables = &Method{
	ID:     "tables",
	Name:   "King's Table and Bishop's Table",
	Scheme: chess960.Scharnagl,
	Source: "Reinhard Scharnagl; “Chess960 numbering scheme”, an encyclopedia article",
	note: func(f figures) string {
		return fmt.Sprintf(subtext+"`/table name:kings number:%d` and `/table name:bishops number:%d` show the tables.", f.number, f.number)
	},
	toPosition: func(f figures) []Step {
		return []Step{largestEntry(kingsTable, f), restIsBishops(kingsTable, f), othersFill(f)}
	},
	toNumber: func(f figures) []Step {
		return []Step{othersInTable(f), bishopsInTable(f), sumOfTwo(kingsTable.row(f).Number, f.bishopCode(), f.number)}
	},
}

func othersInTable(f figures) Step {
	text := fmt.Sprintf("Without the bishops the rank reads `%s`: **%d** in the King's Table.", f.others(), kingsTable.row(f).Number)
	return Step{text, f.whole(chess960.AllFiles &^ f.bishops())}
}
