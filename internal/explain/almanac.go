package explain

import (
	"fmt"

	"chess960bot/internal/chess960"
)

// leftKnightCounts are the values of the left knight on the four squares where it can
// stand.
var leftKnightCounts = [4]int{-1, 3, 6, 8}

// Almanac is zenquaker's method in five steps. It needs no table: the left knight
// counts −1, 3, 6 or 8.
var Almanac = &Method{
	ID:     "almanac",
	Name:   "Almanac: five steps, knights by −1, 3, 6, 8",
	Scheme: chess960.Almanac,
	Source: "zenquaker, “Chess960 III”",
	toPosition: func(f figures) []Step {
		n := f.number - 1
		afterDark := n / f.dark.Radix
		return []Step{
			{fmt.Sprintf("%d − 1 = **%d**.", f.number, n), nil},
			bishopByRemainder(f, n, f.dark),
			bishopByRemainder(f, afterDark, f.light),
			queenByRemainder(f, afterDark/f.light.Radix),
			knightsByCounts(f),
			rooksAndKing(f),
		}
	},
	toNumber: func(f figures) []Step {
		return []Step{
			countDark(f),
			addLight(f),
			addQueenToBishops(f),
			addKnights(f),
			{fmt.Sprintf("%d + 1 = **%d**.", f.number-1, f.number), nil},
		}
	},
	shortToPosition: func(f figures) string {
		n := f.number - 1
		afterDark := n / f.dark.Radix
		return join(fmt.Sprintf("%d − 1 = %d", f.number, n),
			shortBishop(n, f.dark), shortBishop(afterDark, f.light), shortQueen(afterDark/f.light.Radix, f), shortKnights(f), theRest)
	},
}

func countDark(f figures) Step {
	return Step{fmt.Sprintf("%s Bishop on %s: **%d**.", countedBy(f.dark), f.dark.Took.Squares(), f.dark.Digit), f.view(f.dark)}
}

func addLight(f figures) Step {
	text := fmt.Sprintf("%s Bishop on %s: %d. %d × 4 = %d, and %d + %d = **%d**.", countedBy(f.light), f.light.Took.Squares(),
		f.light.Digit, f.light.Digit, f.light.Adds, f.light.Adds, f.dark.Adds, f.light.Adds+f.dark.Adds)
	return Step{text, f.view(f.light)}
}

func addQueenToBishops(f figures) Step {
	bishops := f.light.Adds + f.dark.Adds
	text := fmt.Sprintf("%s: %d × 16 = %d, and %d + %d = **%d**.", leftOfQueen(f), f.queen.Digit, f.queen.Adds, f.queen.Adds, bishops, f.queen.Adds+bishops)
	return Step{text, f.view(f.queen)}
}

func addKnights(f figures) Step {
	left, right := f.knightSquares()
	counts, bySquares := leftKnightCounts[left], f.light.Adds+f.dark.Adds+f.queen.Adds
	text := fmt.Sprintf("Leave out bishops and queen and count the squares %s from 0. On squares 0, 1, 2, 3 the left knight counts −1, 3, 6, 8: it stands on square %d and counts %s. The right knight stands %s further: %s + %d = %d. %d × 96 = %d, and %d + %d = **%d**.",
		f.knights.Free.Squares(), left, signed(counts), squares(right-left), signed(counts), right-left, f.knights.Digit,
		f.knights.Digit, f.knights.Adds, f.knights.Adds, bySquares, f.knights.Adds+bySquares)
	return Step{text, f.view(f.knights)}
}

func knightsByCounts(f figures) Step {
	left, right := f.knightSquares()
	counts := leftKnightCounts[left]
	text := fmt.Sprintf("**%d** is left. Of −1, 3, 6, 8 (for squares 0, 1, 2, 3) take the largest below %d: %s, square %d. Count the free squares %s from 0: the left knight takes square %d. %d − %s = %d, so the right knight stands %s further: knights on %s.",
		f.knights.Digit, f.knights.Digit, signed(counts), left, f.knights.Free.Squares(), left,
		f.knights.Digit, bracketed(counts), right-left, squares(right-left), f.knights.Took.Squares())
	return Step{text, f.view(f.knights)}
}
