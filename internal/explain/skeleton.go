package explain

import (
	"fmt"

	"chess960bot/internal/chess960"
)

// skeleton is the method with the table of NQ-skeletons: the table's entry plus the
// bishop code is the number.
var skeleton = &Method{
	ID:     "skeleton",
	Name:   "NQ-skeleton table",
	Scheme: chess960.Scharnagl,
	Source: "“Starting position IDs in Chess960”, Scharnagl's methods",
	note:   skeletonTable.blockNote,
	noteTo: [2]int{0, 1},
	toPosition: func(f figures) []Step {
		return []Step{largestEntry(skeletonTable, f), restIsBishops(skeletonTable, f), skeletonFills(f), rooksAndKing(f)}
	},
	toNumber: func(f figures) []Step {
		return []Step{bishopsInTable(f), skeletonInTable(skeletonTable, f, blockOfKnights(f)), sumOfTwo(skeletonTable.row(f).Number, f.bishopCode(), f.number)}
	},
}

// blockOfKnights finds the block of the table by the knights.
func blockOfKnights(f figures) string {
	return fmt.Sprintf("Without the Q it reads %s, knights %s, N5N code %d: take that block of the %s.", Code(f.knightPattern()), ordinals(f.knightPattern()), f.knights.Digit, skeletonTable.Name)
}
