package explain

import (
	"strings"

	"chess960bot/internal/chess960"
)

// Direct is Scharnagl's direct derivation: divide by 4, by 4 and by 6; the last
// quotient is the row of the knights. The other direction multiplies.
var Direct = &Method{
	ID: "direct", Scheme: chess960.Scharnagl, Source: "numberingScheme",
	toPosition: func(f figures) []Step {
		afterLight := f.number / f.light.Radix
		afterDark := afterLight / f.dark.Radix
		return []Step{
			bishopByRemainder(f, f.number, f.light),
			bishopByRemainder(f, afterLight, f.dark),
			queenByRemainder(f, afterDark),
			say(f.knightView(), f.knightCount("place"), put("knights", f.knights)),
			rooksAndKing(f),
		}
	},
	toNumber: func(f figures) []Step {
		afterQueen := f.knights.Digit*f.queen.Radix + f.queen.Digit
		afterDark := afterQueen*f.dark.Radix + f.dark.Digit
		knights := f.knightCount("count")
		return []Step{
			say(f.knightView(), leaveOut, f.reading("knights", f.knights), knightsTable, add(knights.Counts, knights.Between)),
			say(f.view(f.queen), f.left("squares"), multiplyAdd(f.knights.Digit, f.queen.Radix, f.queen.Digit)),
			addBishop(f, afterQueen, f.dark),
			addBishop(f, afterDark, f.light),
		}
	},
	shortToPosition: func(f figures) []Sentence {
		afterLight := f.number / f.light.Radix
		return append([]Sentence{divide("shortFirst", f.number, f.light), divide("shortBishop", afterLight, f.dark)},
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

// A KnightCount says what the knights count together: the left one by its square, and 1 for each
// square between them.
type KnightCount struct {
	Kind[KnightCount]         // in which direction
	Left, Counts, Between int // the left knight's square, from 0 to 3, and what it counts: 0, 4, 7 or 9
	Digit                 int // what both count
}

func (f figures) knightCount(kind Kind[KnightCount]) KnightCount {
	left, right := f.knightSquares()
	between := right - left - 1
	return KnightCount{kind, left, f.knights.Digit - between, between, f.knights.Digit}
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

// codes is the formula of three codes: of the bishops, the queen and the knights. The
// other direction divides by 16 and by 6.
var codes = &Method{
	ID: "codes", Scheme: chess960.Scharnagl, Source: "startIDs",
	note: func(figures) Sentence { return codesByHeart },
	toPosition: func(f figures) []Step {
		return []Step{
			say(f.uncounted(f.light, f.dark), divideBy("withSum", f.number, 16), f.bishopRow(), f.twoBishops("divided"), f.putBishops()),
			say(f.view(f.queen), divide("withSum", f.knights.Digit*f.queen.Radix+f.queen.Digit, f.queen), countFree, put("queen", f.queen), f.soFar("BQ")),
			say(f.knightView(), Entry{"codes", f.number, f.knights.Digit, Pattern(f.knightPattern())}, put("knights", f.knights), f.soFar("BQN")),
			rooksAndKing(f),
		}
	},
	toNumber: func(f figures) []Step {
		return []Step{
			bishopsInTable(f),
			say(f.view(f.queen), f.theSkeleton(), f.left("characters")),
			say(f.knightView(), f.readingOfKnights("skeletonKnights")),
			say(nil, Sum{Kind: "codes", A: f.bishopCode(), B: f.queen.Digit, C: f.knights.Digit, Result: f.number}),
		}
	},
}

// soFar is the back rank with some pieces, and dashes for the others: "--BQ-B--".
func (f figures) soFar(pieces string) Placing {
	rank := strings.Map(func(r rune) rune {
		if strings.ContainsRune(pieces, r) {
			return r
		}
		return '-'
	}, f.position.String())
	return Placing{Kind: "soFar", Rank: Pattern(rank)}
}

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

// Fritz9 works out the numbers of Fritz 9, and shows the same in the table of its NQ-skeletons.
var Fritz9 = &Method{
	ID: "fritz9", Scheme: chess960.Fritz9, Source: "fritz9Methods",
	block: fritz9Table.blockNote, noteTo: [2]int{0, 3}, apart: true,
	toPosition: func(f figures) []Step {
		row := fritz9Table.row(f)
		return []Step{
			say(nil, f.withoutTable("entry"), largestEntry("fritz9", row, f)),
			restIsBishops(row, f),
			say(f.uncounted(f.queen, f.knights), knightsFirst, f.pair("listed"), put("knightsOn", f.knights), countFree, put("queen", f.queen)),
			rooksAndKing(f),
		}
	},
	toNumber: func(f figures) []Step {
		row := fritz9Table.row(f)
		return []Step{
			bishopsInTable(f),
			say(f.uncounted(f.queen, f.knights), knightsFirst, f.pair("listed"), f.queenPart("", "numberKnights")),
			say(nil, f.withoutTable("number")),
			say(nil, sameByTable, f.theSkeleton(), f.left("hyphens"), f.skeletonEntry(row), add(row.Number, f.bishopCode())),
		}
	},
	shortToPosition: func(f figures) []Sentence {
		return []Sentence{f.withoutTable("apart"), f.twoBishops("short"), f.pair("first"), f.oneOfQueen("last")}
	},
}

// A FritzSum is the calculation that the table saves.
type FritzSum struct {
	Kind[FritzSum]                      // which way the calculation leads
	Number, Queen, Left, Pair, Code int // Left is what the queen leaves of the number; Pair and Code count the knights and the bishops
}

func (f figures) withoutTable(kind Kind[FritzSum]) FritzSum {
	return FritzSum{kind, f.number, f.queen.Digit, f.number - 1 - f.queen.Adds, f.knights.Digit, f.bishopCode()}
}

// TwoBishops says which bishops belong to a code from 0 to 15, a row of the Bishop's Table.
type TwoBishops struct {
	Kind[TwoBishops]          // a line of a short form, or the sum in one direction
	Code, Quotient, Remainder int
	Dark, Light               Square
	AmongDark, AmongLight     Choices
}

func (f figures) twoBishops(kind Kind[TwoBishops]) TwoBishops {
	return TwoBishops{kind, f.bishopCode(), f.dark.Digit, f.light.Digit, f.dark.Took.On(1)[0], f.light.Took.On(1)[0], Choices{f.dark}, Choices{f.light}}
}

// A OneOfQueen is the line of a short form about the queen, with the squares that she can take.
type OneOfQueen struct {
	Kind[OneOfQueen] // what the line is for
	Digit            int
	Queen            Square
	Among            Choices
	Weight, Result   int // of the digit in the number, and their product
}

func (f figures) oneOfQueen(kind Kind[OneOfQueen]) OneOfQueen {
	return OneOfQueen{kind, f.queen.Digit, f.queen.Took.On(1)[0], Choices{f.queen}, f.queen.Weight, f.queen.Adds}
}

// leftKnightCounts are the values of the left knight on the four squares where it can
// stand.
var leftKnightCounts = [4]int{-1, 3, 6, 8}

// Almanac is zenquaker's method in five steps. It needs no table: the left knight
// counts −1, 3, 6 or 8.
var Almanac = &Method{
	ID: "almanac", Scheme: chess960.Almanac, Source: "almanac",
	toPosition: func(f figures) []Step {
		n := f.number - 1
		afterDark := n / f.dark.Radix
		return []Step{
			say(nil, subtract(f.number, 1)),
			bishopByRemainder(f, n, f.dark),
			bishopByRemainder(f, afterDark, f.light),
			queenByRemainder(f, afterDark/f.light.Radix),
			say(f.view(f.knights), leftKnightBack, f.almanacKnights("place")),
			rooksAndKing(f),
		}
	},
	toNumber: func(f figures) []Step {
		bishops := f.light.Adds + f.dark.Adds
		byKnights := multiplyAdd(f.knights.Digit, f.knights.Weight, bishops+f.queen.Adds)
		return []Step{
			say(f.view(f.dark), DarkSquares, f.reading("bishop", f.dark)),
			say(f.view(f.light), LightSquares, f.reading("bishop", f.light), multiplyAdd(f.light.Digit, f.light.Weight, f.dark.Adds)),
			say(f.view(f.queen), f.left("squares"), multiplyAdd(f.queen.Digit, f.queen.Weight, bishops)),
			say(f.view(f.knights), leaveOut, leftKnight, f.reading("knights", f.knights), f.almanacKnights("count"), byKnights),
			say(nil, add(f.number-1, 1)),
		}
	},
	shortToPosition: func(f figures) []Sentence {
		n := f.number - 1
		afterDark, first := n/f.dark.Radix, divide("shortLessOne", n, f.dark)
		first.Dividend = f.number // 1 is taken from it
		return append([]Sentence{
			first, divide("shortBishop", afterDark, f.light),
		}, f.shortRest(afterDark/f.light.Radix)...)
	},
}

// A Knights says what the two knights count in the Almanac.
type Knights struct {
	Kind[Knights] // in which direction
	Squares       []Square
	Left, Right   int    // the numbers of their squares
	Counts        Signed // what the left one counts
	Taken         Signed // the same behind a minus sign
	Further       int    // from the left to the right one
	Digit         int    // what both count
}

func (f figures) almanacKnights(kind Kind[Knights]) Knights {
	left, right := f.knightSquares()
	counts := leftKnightCounts[left]
	return Knights{kind, f.knights.Took.On(1), left, right, Signed{counts, false}, Signed{counts, true}, right - left, f.knights.Digit}
}

// Head is a method for mental arithmetic: people remember ten sequences of king, rooks
// and knights, with numbers 96 apart.
var Head = &Method{
	ID: "head", Scheme: chess960.Scharnagl, Source: "inYourHead",
	note: func(figures) Sentence { return KnightRule{"tenSequences", sequenceRows(chess960.Scharnagl)} },
	toPosition: func(f figures) []Step {
		return []Step{
			say(nil, Entry{"sequences", f.number, f.knights.Adds, f.sequence()}, subtract(f.number, f.knights.Adds)),
			say(nil, divideBy("plain", f.number-f.knights.Adds, 16), f.left("pieces")),
			say(f.view(f.light, f.dark), divide("plain", f.bishopCode(), f.light), DarkSquares, LightSquares, f.bishopPair()),
			othersFill(f),
		}
	},
	toNumber: func(f figures) []Step {
		sequence, withQueen := f.knights.Took|f.rooks.Took|f.king.Took, f.knights.Adds+f.queen.Adds
		return []Step{
			say(f.whole(sequence), readSequence, Reading{Kind: "sequence", Pattern: f.sequence(), Row: f.knights.Adds}),
			say(f.view(f.queen), f.left("squares"), Sum{Kind: "times", A: f.queen.Digit, B: f.queen.Weight, Result: f.queen.Adds}, add(f.knights.Adds, f.queen.Adds)),
			say(f.view(f.light, f.dark), DarkSquares, LightSquares, f.bishopSum("long"), add(withQueen, f.bishopCode())),
		}
	},
	shortToNumber: func(f figures) []Sentence {
		return []Sentence{
			f.pair("adds"),
			f.oneOfQueen("adds"),
			f.bishopSum("darkFirst"),
			f.sumOfParts(),
		}
	},
}

// A ShortPart is the line of a short form about the sequence of king, rooks and knights.
type ShortPart struct {
	Kind[ShortPart] // what the line is about
	Pattern         Pattern
	Row             int      // the number of the sequence or of the pair of knights
	Weight          int      // what the row is multiplied by
	Squares         []Square // of the knights
	Result          int
}

// A QueenPart says what the queen adds, or how many squares to her left count.
type QueenPart struct {
	Kind[QueenPart]       // chooses the words about a queen
	Queen                 Square
	Left                  Count
	Digit, Weight, Result int
}

// queenPart chooses the kind by what is placed before the queen.
func (f figures) queenPart(bishops, knightsToo Kind[QueenPart]) QueenPart {
	q := QueenPart{Kind: bishops, Queen: f.queen.Took.On(1)[0], Left: Count(f.queen.Digit), Digit: f.queen.Digit, Weight: f.queen.Weight, Result: f.queen.Adds}
	if f.knightsFirst {
		q.Kind = knightsToo
	}
	return q
}

// sequence is the sequence of king, rooks and knights.
func (f figures) sequence() Pattern { return Pattern(f.without("BQ")) }
