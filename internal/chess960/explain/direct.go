package explain

import (
	"strings"

	"chess960bot/internal/chess960"
)

// Direct is Scharnagl's direct derivation: divide by 4, by 4 and by 6; the last
// quotient is the row of the knights. The other direction multiplies.
var Direct = &Method{
	ID: "direct", Scheme: chess960.Scharnagl, Source: "numberingScheme",
	note:   func(figures) Sentence { return knightsTable },
	noteTo: [2]int{3, 0},
	toPosition: func(f figures) []Step {
		afterLight := f.number / f.light.Radix
		afterDark := afterLight / f.dark.Radix
		return []Step{
			bishopByRemainder(f, f.number, f.light),
			bishopByRemainder(f, afterLight, f.dark),
			queenByRemainder(f, afterDark),
			knightsByRow("knights", f),
			rooksAndKing(f),
		}
	},
	toNumber: func(f figures) []Step {
		afterQueen := f.knights.Digit*f.queen.Radix + f.queen.Digit
		afterDark := afterQueen*f.dark.Radix + f.dark.Digit
		return []Step{
			say(f.knightView(), leaveOut, f.reading("knights", f.knights), f.readingOfKnights("knightsRow")),
			say(f.view(f.queen), f.left("squares"), multiplyAdd(f.knights.Digit, f.queen.Radix, f.queen.Digit)),
			addBishop(f, afterQueen, f.dark),
			addBishop(f, afterDark, f.light),
		}
	},
	shortToPosition: func(f figures) []Sentence {
		afterLight := f.number / f.light.Radix
		return append([]Sentence{divide("shortBishop", f.number, f.light), divide("shortBishop", afterLight, f.dark)},
			f.shortRest(afterLight/f.dark.Radix)...)
	},
}

// shortRest divides, and places the queen by the remainder and the knights by the quotient.
func (f figures) shortRest(n int) []Sentence {
	return []Sentence{divide("shortQueen", n, f.queen), f.pair("last")}
}

// A KnightPair is the line of a short form about the knights. Their digit counts pairs of
// squares.
type KnightPair struct {
	Kind[KnightPair] // what the line is for
	Digit            int
	Left, Right      Square
	Pairs            Pairs
	Weight, Result   int // of the digit in the number, and their product
}

func (f figures) pair(kind Kind[KnightPair]) KnightPair {
	on := f.knights.Took.On(1)
	return KnightPair{kind, f.knights.Digit, on[0], on[1], Pairs{f.knights}, f.knights.Weight, f.knights.Adds}
}

// Pairs are the pairs of files that the knights can take, in the order in which their digit
// counts them. The pair that they take is bold: "bd be **bg** bh de dg dh eg eh gh".
type Pairs struct{ step chess960.Step }

// String returns the pairs.
func (p Pairs) String() string {
	var pairs []string
	for left := range p.step.Among.All() {
		for right := range p.step.Among.All() {
			if pair := left.String() + right.String(); left < right && p.step.Took.Has(left) && p.step.Took.Has(right) {
				pairs = append(pairs, "**"+pair+"**")
			} else if left < right {
				pairs = append(pairs, pair)
			}
		}
	}
	return strings.Join(pairs, " ")
}

func knightsByRow(kind Kind[Entry], f figures) Step {
	return say(f.knightView(), Entry{kind, f.number, f.knights.Digit, Pattern(f.knightPattern())}, put("knights", f.knights))
}

// reading says where the pieces of a step stand, and what they count.
func (f figures) reading(kind Kind[Reading], s chess960.Step) Reading {
	return Reading{Kind: kind, Squares: s.Took.On(1), Numbers: put("", s).Numbers, Row: s.Digit}
}

// readingOfKnights says what their pattern counts.
func (f figures) readingOfKnights(kind Kind[Reading]) Reading {
	return Reading{Kind: kind, Pattern: Pattern(f.knightPattern()), Row: f.knights.Digit}
}

// addBishop multiplies the number so far, and adds the value of the bishop.
func addBishop(f figures, before int, bishop chess960.Step) Step {
	return say(f.view(bishop), countedBy(bishop), f.reading("bishop", bishop), multiplyAdd(before, bishop.Radix, bishop.Digit))
}
