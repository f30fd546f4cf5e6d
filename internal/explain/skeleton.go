package explain

import "chess960bot/internal/chess960"

// skeleton takes the number apart as bishop code + 16 × queen + 96 × N5N.
var skeleton = &Method{
	ID:     "skeleton",
	Name:   "NQ-skeleton: bishop code + 16 × queen + 96 × N5N",
	Scheme: chess960.Scharnagl,
	Source: "“Starting position IDs in Chess960”",
	note:   noteOf("N5N table: ", n5nTable.Rows()),
	toPosition: func(f figures) []Step {
		quotient := f.number / 16
		return []Step{
			codeMeansBishops(f, quotient),
			{division(quotient, f.queen.Radix, f.knights.Digit, f.queen.Digit) + ": " + queenGoes(f.queen), f.view(f.queen)},
			n5nCodeMeans(f),
			rooksAndKing(f),
		}
	},
	toNumber: func(f figures) []Step {
		return []Step{bishopCodeAdds(f), skeletonQueen(f), skeletonN5N(f), skeletonSum(f)}
	},
}
