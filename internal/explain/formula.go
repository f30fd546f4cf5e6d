package explain

import "chess960bot/internal/chess960"

// formula needs no table at all: triangular numbers say what the knights count.
var formula = &Method{
	ID:     "formula",
	Name:   "Without tables: triangular numbers, and the search for N1",
	Scheme: chess960.Scharnagl,
	Source: "“The Chess960 Numbers Decoded”",
	note:   subtext + "T is the triangular numbers: T(0) = 0, T(1) = 1, T(2) = 3, T(3) = 6.",
	toPosition: func(f figures) []Step {
		light, dark := f.number/f.light.Radix, f.number/f.light.Radix/f.dark.Radix
		return []Step{
			{division(f.number, f.light.Radix, light, f.light.Digit) + ": " + formulaNamed("Bw", f.light, "the light-square bishop"), f.view(f.light)},
			{division(light, f.dark.Radix, dark, f.dark.Digit) + ": " + formulaNamed("Bb", f.dark, "the dark-square bishop"), f.view(f.dark)},
			{division(dark, f.queen.Radix, f.knights.Digit, f.queen.Digit) + ": " + formulaNamed("Q", f.queen, "the queen"), f.view(f.queen)},
			searchN1(f, triesOfN1(f)),
			knightsCounted(f),
			rooksAndKing(f),
		}
	},
	toNumber: func(f figures) []Step {
		return []Step{countKnights(f), formulaN(f), formulaQ(f), formulaBishops(f), formulaSum(f)}
	},
}

// A try is one step of the search for N1.
type try struct {
	n1, triangular, n2 int
	fits               bool
}

// triesOfN1 searches N1 from 0 up. Up to the right one N2 comes out too large.
func triesOfN1(f figures) []try {
	var tries []try
	for n1 := 0; n1 <= 3; n1++ {
		t := triangular(3 - n1)
		n2 := f.knights.Digit - 5 + t
		tries = append(tries, try{n1, t, n2, n2 <= 4})
		if n2 <= 4 {
			break
		}
	}
	return tries
}

// triangular returns 0 + 1 + … + n.
func triangular(n int) int { return n * (n + 1) / 2 }
