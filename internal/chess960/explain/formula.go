package explain

import "chess960bot/internal/chess960"

// formula is a method without a table: it computes the knights' value with triangular
// numbers. Its letters are from the source: Bw, Bb, Q, N, N1, N2.
var formula = &Method{
	ID:     "formula",
	Scheme: chess960.Scharnagl,
	Source: decoded,
	note:   func(figures) Sentence { return triangles },
	noteTo: [2]int{3, 1},
	toPosition: func(f figures) []Step {
		afterLight := f.number / f.light.Radix
		afterDark := afterLight / f.dark.Radix
		return []Step{
			say(f.view(f.light), divide(isBw, f.number, f.light), LightSquares, put(putBishop, f.light)),
			say(f.view(f.dark), divide(isBb, afterLight, f.dark), DarkSquares, put(putBishop, f.dark)),
			say(f.view(f.queen), divide(isQ, afterDark, f.queen), countFree, put(putQueen, f.queen)),
			// While N1 is too small, N2 is too large.
			say(nil, Entry{Kind: inFormula, Row: f.knights.Digit}, tryN1, f.triangle(triangleN2), shortCut),
			say(f.view(f.knights), countFree, put(putFormula, f.knights)),
			rooksAndKing(f),
		}
	},
	toNumber: func(f figures) []Step {
		return []Step{
			say(f.view(f.knights), leaveOut, f.reading(knightsAreN, f.knights)),
			say(nil, formulaOfN, f.triangle(triangleN)),
			say(f.view(f.queen), f.left(leftSquares), Reading{Kind: queenIs, Row: f.queen.Digit}),
			say(f.view(f.light, f.dark), DarkSquares, f.reading(bishopIsBb, f.dark), LightSquares, f.reading(bishopIsBw, f.light)),
			say(nil, Sum{formulaSum, f.knights.Digit, f.queen.Digit, f.dark.Digit, f.light.Digit, f.number}),
		}
	},
}

// triangular returns 0 + 1 + … + n.
func triangular(n int) int { return n * (n + 1) / 2 }

// A Triangle is the formula for the squares of the knights with its numbers.
type Triangle struct {
	Kind                  TriangleKind
	N, N1, N2, Triangular int // Triangular is T(3 − N1)
}

// A TriangleKind says what is calculated.
type TriangleKind string

// The kinds.
const (
	triangleN  TriangleKind = "n"
	triangleN2 TriangleKind = "n2"
)

// Sentence returns the kind.
func (t Triangle) Sentence() string { return string(t.Kind) }

// triangle returns the formula for the knights.
func (f figures) triangle(kind TriangleKind) Triangle {
	left, right := f.knightSquares()
	return Triangle{kind, f.knights.Digit, left, right, triangular(3 - left)}
}
