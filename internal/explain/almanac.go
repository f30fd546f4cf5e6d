package explain

import "chess960bot/internal/chess960"

// leftKnightCounts is what the left knight counts on each of the four squares
// where it can stand.
var leftKnightCounts = [4]int{-1, 3, 6, 8}

// almanac is zenquaker's way in five steps, with −1, 3, 6, 8 for the left
// knight in place of a table.
var almanac = &Method{
	ID:     "almanac",
	Name:   "Almanac: five steps, with the −1, 3, 6, 8 rule",
	Scheme: chess960.Almanac,
	Source: "zenquaker, “Chess960 III”",
	toPosition: func(f figures) []Step {
		n := f.number - 1
		dark, light := n/f.dark.Radix, n/f.dark.Radix/f.light.Radix
		return []Step{
			almanacMinusOne(f),
			{division(n, f.dark.Radix, dark, f.dark.Digit) + ": " + darkBishopGoes(f.dark), f.view(f.dark)},
			{division(dark, f.light.Radix, light, f.light.Digit) + ": " + lightBishopGoes(f.light), f.view(f.light)},
			{division(light, f.queen.Radix, f.knights.Digit, f.queen.Digit) + ": " + queenGoes(f.queen), f.view(f.queen)},
			almanacKnightsGo(f),
			rooksAndKing(f),
		}
	},
	toNumber: func(f figures) []Step {
		return []Step{almanacDark(f), almanacLight(f), almanacQueen(f), almanacKnights(f), almanacOne(f)}
	},
}
