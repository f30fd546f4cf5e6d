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
// The style of the sentences is described at the top of words.go. To add a method, write
// a new file and add one entry to [Methods].
package explain

import (
	"fmt"
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
