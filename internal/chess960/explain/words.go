package explain

import (
	"strconv"
	"strings"

	"chess960bot/internal/chess960"
)

// How an explanation speaks
//
//   - A step is one action and its result. The number that is found is bold.
//   - Sums are written out, with × ÷ − + and =, so that people can check them.
//   - A piece is named with its square. Patterns are code: letters and dashes.
//   - Squares are counted from 0 and from the a-side, by every method, in words and in
//     pictures. A bishop's square does not count for the queen.
//   - Sentences are short and say first what to do, then what comes out.
//   - Nothing is called easy.

// A Sentence is a fact that package voice puts into words. The messages stand in
// internal/voice/active.en.toml, in the table of this package.
type Sentence = interface{ Sentence() string }

// A Note is a sentence without facts.
type Note string

// The notes.
const (
	LightSquares   Note = "lightSquares" // how the squares of a bishop count
	DarkSquares    Note = "darkSquares"
	countFree      Note = "countFree"      // how free squares count
	leaveOut       Note = "leaveOut"       // bishops and queen
	readSequence   Note = "readSequence"   // king, rooks and knights
	knightsFirst   Note = "knightsFirst"   // the order of Fritz 9
	tryN1          Note = "tryN1"          // the formula for the knights' squares
	shortCut       Note = "shortCut"       // to N1
	formulaOfN     Note = "formulaOfN"     // the formula for the knights' number
	knightsTable   Note = "knightsTable"   // where the knights' table is
	codesByHeart   Note = "codesByHeart"   // the formula of three codes
	triangles      Note = "triangles"      // the triangular numbers
	leftKnight     Note = "leftKnight"     // what the left knight counts in the Almanac
	leftKnightBack Note = "leftKnightBack" // the way back from that
	darkTimesFour  Note = "darkTimesFour"  // the rule of the bishops' part
	lightTimesFour Note = "lightTimesFour"

	sequencesFollow Note = "sequencesFollow" // how one follows from the one before
)

// Sentence returns the note.
func (n Note) Sentence() string { return string(n) }

// A Source names the publication of a method.
type Source string

// The publications.
const (
	numberingScheme Source = "numberingScheme"
	startIDs        Source = "startIDs"
	fritz9Methods   Source = "fritz9Methods"
	decoded         Source = "decoded"
	inYourHead      Source = "inYourHead"
	almanacSource   Source = "almanac"
)

// Sentence returns the source.
func (s Source) Sentence() string { return string(s) }

// A Square is a square of the board. It prints as "c1".
type Square = chess960.Square

// A Pattern is a rank or a part of one, in letters and dashes. It prints as code.
type Pattern string

// String returns the code.
func (p Pattern) String() string { return Code(string(p)) }

// A Signed number prints with a typographic minus sign, in brackets behind another sign.
type Signed struct {
	Number   int
	Brackets bool
}

// String returns the number.
func (s Signed) String() string {
	text := strings.Replace(strconv.Itoa(s.Number), "-", "−", 1)
	if s.Brackets && s.Number < 0 {
		return "(" + text + ")"
	}
	return text
}

// A Count chooses the plural form of its sentence.
type Count int

// Count returns the number.
func (c Count) Count() int { return int(c) }

// A Division is a number divided, and what remains.
type Division struct {
	Kind                                   DivisionKind
	Dividend, Divisor, Quotient, Remainder int
	Square                                 Square // of the piece that the remainder places
}

// A DivisionKind says what the remainder is for.
type DivisionKind string

// The divisions: of a step, of a step that gives the remainder a letter, of a step with the
// sum that leads back, and of the lines of a short form.
const (
	plain        DivisionKind = "plain"
	isBw         DivisionKind = "bw"
	isBb         DivisionKind = "bb"
	isQ          DivisionKind = "q"
	withSum      DivisionKind = "withSum"
	shortBishop  DivisionKind = "shortBishop"
	shortQueen   DivisionKind = "shortQueen"
	shortLessOne DivisionKind = "shortLessOne"
)

// Sentence returns the kind.
func (d Division) Sentence() string { return string(d.Kind) }

// divide divides a number by the choices of a step.
func divide(kind DivisionKind, n int, s chess960.Step) Division {
	return Division{Kind: kind, Dividend: n, Divisor: s.Radix, Quotient: n / s.Radix, Remainder: n % s.Radix, Square: s.Took.On(1)[0]}
}

// divideLessOne takes 1 from a number, divides by the choices of a step and places the bishop.
func divideLessOne(n int, s chess960.Step) Division {
	d := divide(shortLessOne, n-1, s)
	d.Dividend = n
	return d
}

// A Sum is a calculation with up to four numbers.
type Sum struct {
	Kind       SumKind
	A, B, C, D int
	Result     int
}

// A SumKind says how the numbers are combined.
type SumKind string

// The kinds of sums.
const (
	sumOfTwo   SumKind = "sum"     // a + b
	sumOfThree SumKind = "three"   // a + b + c
	difference SumKind = "less"    // a − b
	product    SumKind = "times"   // a × b
	timesPlus  SumKind = "plus"    // a × b + c
	codesSum   SumKind = "codes"   // a + 16 × b + 96 × c
	formulaSum SumKind = "formula" // of all four digits; a counts the knights, b the queen
	sumOfFour  SumKind = "four"    // a + b + c + d
)

// Sentence returns the kind.
func (s Sum) Sentence() string { return string(s.Kind) }

func add(a, b int) Sum            { return Sum{Kind: sumOfTwo, A: a, B: b, Result: a + b} }
func subtract(a, b int) Sum       { return Sum{Kind: difference, A: a, B: b, Result: a - b} }
func multiply(a, b int) Sum       { return Sum{Kind: product, A: a, B: b, Result: a * b} }
func multiplyAdd(a, b, c int) Sum { return Sum{Kind: timesPlus, A: a, B: b, C: c, Result: a*b + c} }

// A Placing puts pieces on squares.
type Placing struct {
	Kind     PlacingKind
	Squares  []Square
	Numbers  []int   // of the squares, as they are counted
	Rank     Pattern // the pieces of this sentence, or the rank up to now
	Position chess960.Position
}

// A PlacingKind says which pieces go where.
type PlacingKind string

// The kinds of placings.
const (
	putBishop    PlacingKind = "bishop"
	putBishops   PlacingKind = "bishops"
	putQueen     PlacingKind = "queen"
	putKnights   PlacingKind = "knights"
	putKnightsOn PlacingKind = "knightsOn"
	putFormula   PlacingKind = "formulaKnights" // on the squares N1 and N2
	putSkeleton  PlacingKind = "skeleton"
	putSkeletonQ PlacingKind = "skeletonQueen"
	putOthers    PlacingKind = "others" // on the squares that the bishops leave
	putRest      PlacingKind = "rest"   // rook, king and rook
	rankSoFar    PlacingKind = "soFar"
)

// Sentence returns the kind.
func (p Placing) Sentence() string { return string(p.Kind) }

// put puts the pieces of a step on its squares.
func put(kind PlacingKind, s chess960.Step) Placing {
	p := Placing{Kind: kind, Squares: s.Took.On(1)}
	for f := range s.Took.All() {
		p.Numbers = append(p.Numbers, s.Among.Index(f))
	}
	return p
}

// A Reading says what pieces on their squares count.
type Reading struct {
	Kind    ReadingKind
	Squares []Square
	Numbers []int // of the squares, as they are counted
	Pattern Pattern
	Row     int // the number that is found
}

// A ReadingKind says what is read.
type ReadingKind string

// The kinds of readings.
const (
	bishopCounts    ReadingKind = "bishop"
	bishopIsBb      ReadingKind = "bb"
	bishopIsBw      ReadingKind = "bw"
	knightsStand    ReadingKind = "knights"
	knightsAreN     ReadingKind = "formulaKnights" // N1 and N2
	knightsRow      ReadingKind = "knightsRow"
	bishopsRow      ReadingKind = "bishopsRow"
	othersRow       ReadingKind = "othersRow"
	sequenceCounts  ReadingKind = "sequence"
	skeletonIs      ReadingKind = "skeleton"
	skeletonKnights ReadingKind = "skeletonKnights"
	skeletonBlock   ReadingKind = "skeletonBlock"
	skeletonRow     ReadingKind = "skeletonRow"
	queenIs         ReadingKind = "queen"
)

// Sentence returns the kind.
func (r Reading) Sentence() string { return string(r.Kind) }

// A Bishops says what both bishops count.
type Bishops struct {
	Kind                 BishopsKind
	Squares              []Square
	Upper, Lower, Result int // Upper counts four times
}

// A BishopsKind chooses the long or the short form.
type BishopsKind string

// The forms.
const (
	longBishops  BishopsKind = "long"
	shortBishops BishopsKind = "short"
)

// Sentence returns the kind.
func (b Bishops) Sentence() string { return string(b.Kind) }

// An Entry is the row of a table or list that a number leads to.
type Entry struct {
	Kind    EntryKind
	Number  int // in the scheme
	Row     int
	Pattern Pattern
}

// An EntryKind names the table.
type EntryKind string

// The tables, and the list of ten sequences.
const (
	inKings       EntryKind = "kings"
	inSkeletons   EntryKind = "skeletons"
	inFritz9      EntryKind = "fritz9"
	inSequences   EntryKind = "sequences"
	inBishops     EntryKind = "bishops" // the row of what is left
	inKnights     EntryKind = "knights"
	inCodes       EntryKind = "codes"
	inFormula     EntryKind = "formula"
	shortInFritz9 EntryKind = "shortFritz9"
)

// Sentence returns the kind.
func (e Entry) Sentence() string { return string(e.Kind) }

// A QueensLeft says how many squares to the left of the queen count.
type QueensLeft struct {
	Kind  QueensLeftKind
	Queen Square
	Left  Count
	Rank  Pattern // the rank without bishops
}

// A QueensLeftKind says what is to the left of the queen.
type QueensLeftKind string

// The kinds: squares that bishops leave, letters of a pattern, the columns of Fritz 9's
// table, and pieces of a sequence.
const (
	leftSquares    QueensLeftKind = "squares"
	leftCharacters QueensLeftKind = "characters"
	leftHyphens    QueensLeftKind = "hyphens"
	leftPieces     QueensLeftKind = "pieces"
)

// Sentence returns the kind.
func (q QueensLeft) Sentence() string { return string(q.Kind) }

// left counts what is to the left of the queen.
func (f figures) left(kind QueensLeftKind) QueensLeft {
	return QueensLeft{Kind: kind, Queen: f.queen.Took.On(1)[0], Left: Count(f.queen.Digit), Rank: Pattern(f.others())}
}
