package explain

import (
	"fmt"

	"chess960bot/internal/chess960"
)

// Head is a method for mental arithmetic: people remember ten sequences of king, rooks
// and knights, with numbers 96 apart.
var Head = &Method{
	ID:     "head",
	Name:   "In the head, with ten sequences to remember",
	Scheme: chess960.Scharnagl,
	Source: "Mark Weeks, “Calculate SP Numbers in Your Head”",
	note:   func(figures) string { return noteOf("The ten sequences, 96 apart: ", sequences.Rows()) },
	toPosition: func(f figures) []Step {
		return []Step{largestSequence(f), queenIntoSequence(f), bishopsOfCode(f), othersFill(f)}
	},
	toNumber: func(f figures) []Step {
		return []Step{readSequence(f), addQueenTimes16(f), addBishops(f)}
	},
	shortToNumber: func(f figures) string {
		return join(
			fmt.Sprintf("`%s` counts **%d**", f.without("BQ"), f.knights.Adds),
			fmt.Sprintf("queen %s, %s to her left without the bishops: %d × 16 = **%d**", listed(f.queen.Took), squares(f.queen.Digit), f.queen.Digit, f.queen.Adds),
			fmt.Sprintf("bishops %s: 4 × %d + %d = **%d**", listed(f.bishops()), f.dark.Digit, f.light.Digit, f.bishopCode()),
			fmt.Sprintf("%d + %d + %d = **%d**", f.knights.Adds, f.queen.Adds, f.bishopCode(), f.number))
	},
}

func readSequence(f figures) Step {
	text := fmt.Sprintf("Read king, rooks and knights alone: `%s` counts **%d**.", f.without("BQ"), f.knights.Adds)
	return Step{text, f.whole(f.knights.Took | f.rooks.Took | f.king.Took)}
}

func addQueenTimes16(f figures) Step {
	text := fmt.Sprintf("%s: %d × 16 = %d, and %d + %d = **%d**.", leftOfQueen(f),
		f.queen.Digit, f.queen.Adds, f.knights.Adds, f.queen.Adds, f.knights.Adds+f.queen.Adds)
	return Step{text, f.view(f.queen)}
}

func addBishops(f figures) Step {
	withoutBishops := f.knights.Adds + f.queen.Adds
	text := fmt.Sprintf("%s %s Bishops on %s: 4 × %d + %d = %d, and %d + %d = **%d**.", countedBy(f.dark), countedBy(f.light),
		f.bishops().Squares(), f.dark.Digit, f.light.Digit, f.bishopCode(), withoutBishops, f.bishopCode(), f.number)
	return Step{text, f.view(f.light, f.dark)}
}

func largestSequence(f figures) Step {
	text := fmt.Sprintf("Of the ten sequences take the one with the largest number that is %d or less: **%d**, `%s`. %d − %d = **%d**.",
		f.number, f.knights.Adds, f.without("BQ"), f.number, f.knights.Adds, f.number-f.knights.Adds)
	return Step{text, nil}
}

func queenIntoSequence(f figures) Step {
	rest := f.number - f.knights.Adds
	text := fmt.Sprintf("%s. Put the queen into the sequence with %s to her left: `%s`.",
		division(rest, 16, f.queen.Digit, f.bishopCode()), amount(f.queen.Digit, "piece"), f.others())
	return Step{text, nil}
}

func bishopsOfCode(f figures) Step {
	text := fmt.Sprintf("%s. %s %d is the bishop on %s. %s %d is the bishop on %s.", division(f.bishopCode(), 4, f.dark.Digit, f.light.Digit),
		countedBy(f.dark), f.dark.Digit, f.dark.Took.Squares(), countedBy(f.light), f.light.Digit, f.light.Took.Squares())
	return Step{text, f.view(f.light, f.dark)}
}
