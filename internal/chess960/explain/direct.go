package explain

import "chess960bot/internal/chess960"

// Direct is Scharnagl's direct derivation: divide by 4, by 4 and by 6; the last
// quotient is the row of the knights. The other direction multiplies.
var Direct = &Method{
	ID:     "direct",
	Scheme: chess960.Scharnagl,
	Source: numberingScheme,
	note:   func(figures) Sentence { return knightsTable },
	noteTo: [2]int{3, 0},
	toPosition: func(f figures) []Step {
		afterLight := f.number / f.light.Radix
		afterDark := afterLight / f.dark.Radix
		return []Step{
			bishopByRemainder(f, f.number, f.light),
			bishopByRemainder(f, afterLight, f.dark),
			queenByRemainder(f, afterDark),
			knightsByRow(inKnights, f),
			rooksAndKing(f),
		}
	},
	toNumber: func(f figures) []Step {
		afterQueen := f.knights.Digit*f.queen.Radix + f.queen.Digit
		afterDark := afterQueen*f.dark.Radix + f.dark.Digit
		return []Step{
			say(f.knightView(), leaveOut, f.reading(knightsStand, f.knights), f.readingOfKnights(knightsRow)),
			say(f.view(f.queen), f.left(leftSquares), multiplyAdd(f.knights.Digit, f.queen.Radix, f.queen.Digit)),
			addBishop(f, afterQueen, f.dark),
			addBishop(f, afterDark, f.light),
		}
	},
	shortToPosition: func(f figures) []Sentence {
		afterLight := f.number / f.light.Radix
		return append([]Sentence{divide(shortBishop, f.number, f.light), divide(shortBishop, afterLight, f.dark)},
			f.shortRest(afterLight/f.dark.Radix)...)
	},
}

// shortRest divides, and places the queen by the remainder and the knights by the quotient.
func (f figures) shortRest(n int) []Sentence {
	r := f.rest(byQuotient)
	r.Quotient = n / f.queen.Radix
	return []Sentence{divide(shortQueen, n, f.queen), r}
}

func (f figures) rest(kind RestKind) Rest {
	return Rest{Kind: kind, Queen: f.queen.Took.On(1)[0], Knights: f.knights.Took.On(1)}
}

// A Rest is the last line of a short form, which places the queen and the knights. Rook, king
// and rook take what is left.
type Rest struct {
	Kind     RestKind
	Quotient int // of the last division
	Pattern  Pattern
	Queen    Square
	Knights  []Square
}

// A RestKind says what the line begins with.
type RestKind string

// The kinds.
const (
	byQuotient RestKind = "quotient"
	byPattern  RestKind = "pattern"
)

// Sentence returns the kind.
func (r Rest) Sentence() string { return string(r.Kind) }

func knightsByRow(kind EntryKind, f figures) Step {
	return say(f.knightView(), Entry{kind, f.number, f.knights.Digit, Pattern(f.knightPattern())}, put(putKnights, f.knights))
}

// reading says where the pieces of a step stand, and what they count.
func (f figures) reading(kind ReadingKind, s chess960.Step) Reading {
	return Reading{Kind: kind, Squares: s.Took.On(1), Numbers: put("", s).Numbers, Row: s.Digit}
}

// readingOfKnights says what their pattern counts.
func (f figures) readingOfKnights(kind ReadingKind) Reading {
	return Reading{Kind: kind, Pattern: Pattern(f.knightPattern()), Row: f.knights.Digit}
}

// addBishop multiplies the number so far, and adds the value of the bishop.
func addBishop(f figures, before int, bishop chess960.Step) Step {
	return say(f.view(bishop), countedBy(bishop), f.reading(bishopCounts, bishop), multiplyAdd(before, bishop.Radix, bishop.Digit))
}
