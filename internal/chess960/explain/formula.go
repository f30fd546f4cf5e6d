package explain

import "chess960bot/internal/chess960"

// formula is a method without a table: it computes the knights' value with triangular
// numbers. Its letters are from the source: Bw, Bb, Q, N, N1, N2.
var formula = &Method{
	ID: "formula", Scheme: chess960.Scharnagl, Source: "decoded",
	note:   func(figures) Sentence { return triangles },
	noteTo: [2]int{3, 1}, apart: true,
	toPosition: func(f figures) []Step {
		afterLight := f.number / f.light.Radix
		afterDark := afterLight / f.dark.Radix
		return []Step{
			say(f.view(f.light), divide("bw", f.number, f.light), LightSquares, put("bishop", f.light)),
			say(f.view(f.dark), divide("bb", afterLight, f.dark), DarkSquares, put("bishop", f.dark)),
			say(f.view(f.queen), divide("q", afterDark, f.queen), countFree, put("queen", f.queen)),
			// While N1 is too small, N2 is too large.
			say(nil, Entry{Kind: "formula", Row: f.knights.Digit}, tryN1, f.triangle("n2")),
			say(f.view(f.knights), countFree, put("formulaKnights", f.knights)),
			rooksAndKing(f),
		}
	},
	toNumber: func(f figures) []Step {
		return []Step{
			say(f.view(f.knights), leaveOut, f.reading("formulaKnights", f.knights)),
			say(nil, formulaOfN, f.triangle("n")),
			say(f.view(f.queen), f.left("squares"), Reading{Kind: "queen", Row: f.queen.Digit}),
			say(f.view(f.light, f.dark), DarkSquares, f.reading("bb", f.dark), LightSquares, f.reading("bw", f.light)),
			say(nil, Sum{"formula", f.knights.Digit, f.queen.Digit, f.dark.Digit, f.light.Digit, f.number}),
		}
	},
}

// triangular returns 0 + 1 + … + n.
func triangular(n int) int { return n * (n + 1) / 2 }

// A Triangle is the formula for the squares of the knights with its numbers.
type Triangle struct {
	Kind[Triangle]            // what is calculated
	N, N1, N2, Triangular int // Triangular is T(3 − N1)
}

// triangle returns the formula for the knights.
func (f figures) triangle(kind Kind[Triangle]) Triangle {
	left, right := f.knightSquares()
	return Triangle{kind, f.knights.Digit, left, right, triangular(3 - left)}
}
