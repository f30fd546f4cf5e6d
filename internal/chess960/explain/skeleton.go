package explain

import "chess960bot/internal/chess960"

// skeleton is the method with the table of NQ-skeletons: the table's entry plus the
// bishop code is the number.
var skeleton = &Method{
	ID: "skeleton", Scheme: chess960.Scharnagl, Source: "startIDs", block: skeletonTable.blockNote,
	noteTo: [2]int{0, 1},
	toPosition: func(f figures) []Step {
		row := skeletonTable.row(f)
		return []Step{say(nil, largestEntry("skeletons", row, f)), restIsBishops(row, f), skeletonFills(f), rooksAndKing(f)}
	},
	toNumber: func(f figures) []Step {
		row := skeletonTable.row(f)
		return []Step{
			bishopsInTable(f),
			say(nil, f.theSkeleton(), f.readingOfKnights("skeletonBlock"), f.skeletonEntry(row)),
			say(nil, add(row.Number, f.bishopCode())),
		}
	},
}
