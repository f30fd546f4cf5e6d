package explain

import "chess960bot/internal/chess960"

// tables is Scharnagl's way with two tables: the nearest smaller number in the
// King's Table, and the difference in the Bishop's Table.
var tables = &Method{
	ID:     "tables",
	Name:   "King's Table and Bishop's Table (nearest smaller number, difference)",
	Scheme: chess960.Scharnagl,
	Source: "Reinhard Scharnagl, “Chess960 numbering scheme”",
	note:   subtext + "`/table name:kings` and `/table name:bishops` show the tables.",
	toPosition: func(f figures) []Step {
		others, bishops := kingsTable.row(f), bishopsTable.row(f)
		return []Step{
			kingsRow(f, others),
			differenceIsBishops(f, others, bishops),
			othersFill(f, chess960.AllFiles&^f.bishops()),
		}
	},
	toNumber: func(f figures) []Step {
		others, bishops := kingsTable.row(f), bishopsTable.row(f)
		return []Step{
			othersAre(f, others),
			bishopsCount(f, bishops),
			sumOfTwo(others.Number, bishops.Number, f.number),
		}
	},
}
