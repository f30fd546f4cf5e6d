package explain

import "chess960bot/internal/chess960"

// direct is Scharnagl's direct derivation: divide by 4, by 4 and by 6, and what
// is left is the knights' digit. Backwards it multiplies.
var direct = &Method{
	ID:     "direct",
	Name:   "Direct derivation: ÷4, ÷4, ÷6, knights' digit",
	Scheme: chess960.Scharnagl,
	Source: "Reinhard Scharnagl, “Chess960 numbering scheme”",
	note:   noteOf("N5N table: ", n5nTable.Rows()),
	toPosition: func(f figures) []Step {
		light, dark := f.number/f.light.Radix, f.number/f.light.Radix/f.dark.Radix
		return []Step{
			{division(f.number, f.light.Radix, light, f.light.Digit) + ": " + lightBishopGoes(f.light), f.view(f.light)},
			{division(light, f.dark.Radix, dark, f.dark.Digit) + ": " + darkBishopGoes(f.dark), f.view(f.dark)},
			{division(dark, f.queen.Radix, f.knights.Digit, f.queen.Digit) + ": " + queenGoes(f.queen), f.view(f.queen)},
			n5nDigitMeans(f),
			rooksAndKing(f),
		}
	},
	toNumber: func(f figures) []Step {
		n := f.knights.Digit
		return []Step{
			n5nDigitOf(f),
			{timesAnd(&n, f.queen, queenWith(f.queen)), f.view(f.queen)},
			{timesAnd(&n, f.dark, "the dark-square bishop on "+f.dark.Took.Squares()+" "+darkCounted), f.view(f.dark)},
			{timesAnd(&n, f.light, "the light-square bishop on "+f.light.Took.Squares()+" "+lightCounted), f.view(f.light)},
		}
	},
}
