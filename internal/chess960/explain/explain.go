// Package explain explains derivations in words and pictures: how to work out the
// number of a position, and how to find the position of a number, by every method
// that people use.
//
// A [Method] takes all figures from the steps of a [chess960.Derivation], so its words
// agree with the numbers. A test repeats every sum of every text.
// [Method.Explain] returns an [Explanation]: steps, each with sentences and a view
// of the first rank. [Method.Short] returns the same calculation in a few lines.
// The published lookup tables are made from the same steps; see [Tables].
//
// The style of the sentences is described below, at “How an explanation speaks”. To add a method, write
// a new file and add one entry to [Methods].
package explain

import (
	"fmt"
	"strconv"
	"strings"

	"chess960bot/internal/chess960"
)

// A Direction says whether an explanation starts from a number or from a position.
type Direction bool

// The two directions.
const (
	ToPosition Direction = false // from a number to its position
	ToNumber   Direction = true  // from a position to its number
)

// A Method is a way of working out a number and its position by hand.
type Method struct {
	ID     string           // stable identifier, such as "direct"
	Scheme *chess960.Scheme // the scheme of its numbers
	Source Source           // where the method was published

	toPosition, toNumber           func(f figures) []Step
	shortToPosition, shortToNumber func(f figures) []Sentence // nil for a direction without a short form
	note                           func(f figures) Sentence   // the numbers to know by heart or to look up; nil for none
	block                          func(f figures) string     // the rows of a table around the one to look up; nil for none
	noteTo                         [2]int                     // the steps that need the note or the block, from 0: on the way to the position and to the number
	apart                          bool                       // only the page of that step has room for the note and the block
}

// Methods returns every method, in the order in which menus list them.
func Methods() []*Method {
	return []*Method{Direct, codes, tables, skeleton, formula, Head, Fritz9, Almanac}
}

// An Explanation is one position's derivation by one method in one direction.
type Explanation struct {
	Method    *Method
	Direction Direction
	Position  chess960.Position
	Number    int // in the method's scheme
	Steps     []Step
	Note      Sentence // the numbers to know by heart or to look up; nil for none
	Block     string   // rows of a table, as a block of code; "" for none
	NoteTo    int      // the step that needs the note or the block, from 0
	Apart     bool     // only the page of that step has room for the note and the block
}

// A Step is one action and its result.
type Step struct {
	Said []Sentence // one paragraph
	View *View      // the first rank after the step; nil if the step does not change it
}

// A View is White's first rank at one point of an explanation.
type View struct {
	Rank   [8]chess960.Piece // the pieces of this step and of all steps before it; 0 for other squares
	New    chess960.Files    // the squares that the step is about
	Counts [8]int            // the number that the method gives each square; -1 for none
	Row    *Row              // the row of a table that says which of the counted squares to take; nil for none
}

// RowText shows the row above its squares, as a block of code in which phones do not break
// lines. It returns "" for a view without a row.
func (v *View) RowText() string {
	if v == nil || v.Row == nil {
		return ""
	}
	row := fmt.Sprintf("%d  ", v.Row.Number)
	squares := strings.Repeat(" ", len(row))
	pattern := v.Row.Pattern
	for f := range chess960.AllFiles.All() {
		if v.Counts[f] >= 0 {
			row += pattern[:1] + "  "
			squares += f.Square() + " "
			pattern = pattern[1:]
		}
	}
	return "```\n" + strings.TrimRight(row, " ") + "\n" + strings.TrimRight(squares, " ") + "\n```\n"
}

// Explain explains a derivation by the method's scheme in one direction.
func (m *Method) Explain(d chess960.Derivation, direction Direction) Explanation {
	f := figuresOf(d)
	e := Explanation{Method: m, Direction: direction, Position: d.Position, Number: f.number, Apart: m.apart}
	if direction == ToPosition {
		e.Steps, e.NoteTo = m.toPosition(f), m.noteTo[0]
	} else {
		e.Steps, e.NoteTo = m.toNumber(f), m.noteTo[1]
	}
	if m.note != nil {
		e.Note = m.note(f)
	}
	if m.block != nil {
		e.Block = m.block(f)
	}
	return e
}

// Short returns the calculation of a derivation in a few lines. It returns nil if the method has
// no short form in that direction. The lines list the choices of each piece in brackets,
// counted from 0.
func (m *Method) Short(d chess960.Derivation, direction Direction) []Sentence {
	short := m.shortToPosition
	if direction == ToNumber {
		short = m.shortToNumber
	}
	if short == nil {
		return nil
	}
	return short(figuresOf(d))
}

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
// internal/voice/messages/en.toml, in the table of this package.
type Sentence = interface{ Sentence() string }

// A Kind chooses the message of the sentence that embeds it. The struct is its parameter, so that a kind
// of one is none of another.
type Kind[Of any] string

// Sentence returns the kind.
func (k Kind[Of]) Sentence() string { return string(k) }

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
	formulaOfN     Note = "formulaOfN"     // the formula for the knights' number
	knightsTable   Note = "knightsTable"   // what the knights count
	sameByTable    Note = "sameByTable"    // the other way of Fritz 9's method
	codesByHeart   Note = "codesByHeart"   // the formula of three codes
	triangles      Note = "triangles"      // the triangular numbers
	leftKnight     Note = "leftKnight"     // what the left knight counts in the Almanac
	leftKnightBack Note = "leftKnightBack" // the way back from that
)

// Sentence returns the note.
func (n Note) Sentence() string { return string(n) }

// A Source names the publication of a method.
type Source string

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
	Kind[Division]                         // what the remainder is for
	Dividend, Divisor, Quotient, Remainder int
	Square                                 Square  // of the piece that the remainder places
	Among                                  Choices // of that piece
}

// Choices are the files that a piece can take, as people count them from 0. They print as
// letters, with those that the piece takes in bold: "b d **f** h".
type Choices struct{ step chess960.Step }

// String returns the letters.
func (c Choices) String() string {
	var files []string
	for f := range c.step.Among.All() {
		if c.step.Took.Has(f) {
			files = append(files, "**"+f.String()+"**")
		} else {
			files = append(files, f.String())
		}
	}
	return strings.Join(files, " ")
}

// divide divides a number by the choices of a step.
func divide(kind Kind[Division], n int, s chess960.Step) Division {
	d := divideBy(kind, n, s.Radix)
	d.Square, d.Among = s.Took.On(1)[0], Choices{s}
	return d
}

// divideBy divides a number, without a piece that the remainder places.
func divideBy(kind Kind[Division], n, by int) Division {
	return Division{Kind: kind, Dividend: n, Divisor: by, Quotient: n / by, Remainder: n % by}
}

// A Sum is a calculation with up to four numbers.
type Sum struct {
	Kind[Sum]  // how the numbers are combined
	A, B, C, D int
	Result     int
}

func add(a, b int) Sum            { return Sum{Kind: "sum", A: a, B: b, Result: a + b} }
func subtract(a, b int) Sum       { return Sum{Kind: "less", A: a, B: b, Result: a - b} }
func multiplyAdd(a, b, c int) Sum { return Sum{Kind: "plus", A: a, B: b, C: c, Result: a*b + c} }

// A Placing puts pieces on squares.
type Placing struct {
	Kind[Placing] // which pieces go where
	Squares       []Square
	Numbers       []int   // of the squares, as they are counted
	Rank          Pattern // the pieces of this sentence, or the rank up to now
	Position      chess960.Position
}

// put puts the pieces of a step on its squares.
func put(kind Kind[Placing], s chess960.Step) Placing {
	p := Placing{Kind: kind, Squares: s.Took.On(1)}
	for f := range s.Took.All() {
		p.Numbers = append(p.Numbers, s.Among.Index(f))
	}
	return p
}

// A Reading says what pieces on their squares count.
type Reading struct {
	Kind[Reading] // what is read
	Squares       []Square
	Numbers       []int // of the squares, as they are counted
	Pattern       Pattern
	Row           int // the number that is found
}

// A Bishops says what both bishops count.
type Bishops struct {
	Kind[Bishops]         // which bishop counts four times, and chooses the long or the short form
	Dark, Light           Square
	AmongDark, AmongLight Choices
	Upper, Lower, Result  int // Upper counts four times
}

// An Entry is the row of a table or list that a number leads to.
type Entry struct {
	Kind[Entry]     // names the table
	Number      int // in the scheme
	Row         int
	Pattern     Pattern
}

// A QueensLeft says how many squares to the left of the queen count.
type QueensLeft struct {
	Kind[QueensLeft] // what is to the left of the queen
	Queen            Square
	Left             Count
	Rank             Pattern // the rank without bishops
}

// left counts what is to the left of the queen.
func (f figures) left(kind Kind[QueensLeft]) QueensLeft {
	return QueensLeft{Kind: kind, Queen: f.queen.Took.On(1)[0], Left: Count(f.queen.Digit), Rank: Pattern(f.others())}
}
