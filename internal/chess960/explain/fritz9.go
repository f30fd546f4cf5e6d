package explain

import "chess960bot/internal/chess960"

// Fritz9 works out the numbers of Fritz 9 by the table of its NQ-skeletons.
var Fritz9 = &Method{
	ID:     "fritz9",
	Scheme: chess960.Fritz9,
	Source: fritz9Methods,
	block:  fritz9Table.blockNote,
	noteTo: [2]int{0, 1},
	toPosition: func(f figures) []Step {
		row := fritz9Table.row(f)
		return []Step{say(nil, largestEntry(inFritz9, row, f), knightsFirst), restIsBishops(row, f), skeletonFills(f), rooksAndKing(f)}
	},
	toNumber: func(f figures) []Step {
		row, bishops := fritz9Table.row(f), bishopsInTable(f)
		bishops.Said = append(bishops.Said, knightsFirst)
		return []Step{bishops, say(nil, f.theSkeleton(), f.left(leftHyphens), f.skeletonEntry(row)), say(nil, add(row.Number, f.bishopCode()))}
	},
	shortToPosition: func(f figures) []Sentence {
		row, last := fritz9Table.row(f), f.rest(byPattern)
		last.Pattern = Pattern(row.Pattern)
		return []Sentence{
			largestEntry(shortInFritz9, row, f),
			ShortBishops{f.number, row.Number, f.bishopCode(), f.bishops().On(1)},
			last,
		}
	},
}

// ShortBishops is the line of a short form in which the rest of the number places the
// bishops.
type ShortBishops struct {
	Number, Row, Rest int
	Squares           []Square
}

// Sentence returns "".
func (ShortBishops) Sentence() string { return "" }
