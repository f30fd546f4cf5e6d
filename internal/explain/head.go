package explain

import "chess960bot/internal/chess960"

// head is the way to do it in the head: ten sequences of king, rooks and
// knights, 96 apart, are all there is to remember.
var head = &Method{
	ID:     "head",
	Name:   "In the head: king-rook-knight sequence, queen, bishops",
	Scheme: chess960.Scharnagl,
	Source: "Mark Weeks, “Calculate SP Numbers in Your Head”",
	note:   noteOf("The ten sequences, 96 apart: ", sequences.Rows()),
	toPosition: func(f figures) []Step {
		return []Step{
			headSequence(f),
			headQueenGoes(f),
			headBishopsGo(f),
			othersFill(f, chess960.AllFiles&^f.bishops()),
		}
	},
	toNumber: func(f figures) []Step {
		return []Step{sequenceOf(f), headQueen(f), headBishops(f)}
	},
}
