// Package explain puts derivations into words and pictures: how a number comes
// about, and how to find the position of a number, by every method that people
// use.
//
// A [Method] reads its figures off the steps of a [chess960.Derivation], so that
// the words agree with the numbers; a test does every sum of every text again.
// [Method.Explain] returns an [Explanation]: steps, each with a sentence and a view
// of the first rank. [Method.Short] returns the same working in one paragraph. The
// published lookup tables are made from the same steps; see [Tables].
//
// The top of voice.go says how the bot speaks. A new method is a file of its own
// and one entry in [Methods].
package explain

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
)

// A Direction says what an explanation starts from.
type Direction bool

// The two directions.
const (
	ToPosition Direction = false // from a number to its position
	ToNumber   Direction = true  // from a position to its number
)

// A Method is a way of working out a number and its position by hand.
type Method struct {
	ID     string           // stable identifier, such as "direct"
	Name   string           // as people are shown it
	Scheme *chess960.Scheme // whose numbers it works out
	Source string           // where it was published

	toPosition, toNumber           func(f figures) []Step
	shortToPosition, shortToNumber func(f figures) string // nil for a direction without a short form
	note                           func(f figures) string // what people must know by heart or look up; nil for nothing
}

// Methods returns every method, in the order in which menus list them.
func Methods() []*Method {
	return []*Method{Direct, tables, skeleton, formula, Head, Fritz9, Almanac}
}

// MethodByID returns the method with the given ID.
func MethodByID(id string) (*Method, bool) {
	for _, m := range Methods() {
		if m.ID == id {
			return m, true
		}
	}
	return nil, false
}

// An Explanation is one position's derivation by one method in one direction.
type Explanation struct {
	Method    *Method
	Direction Direction
	Position  chess960.Position
	Number    int // in the method's scheme
	Steps     []Step
	Note      string // what people must know by heart or look up, in Markdown; may be ""
}

// A Step is one action and its result.
type Step struct {
	Text string // Discord Markdown, one paragraph
	View *View  // the first rank after the step; nil where the step changes nothing on it
}

// A View is White's first rank at one point of an explanation.
type View struct {
	Rank   [8]chess960.Piece // the pieces placed once those of the step are, in the scheme's order; 0 for the other squares
	New    chess960.Files    // the squares that the step is about
	Counts [8]int            // the number by which the method counts a square; -1 for none
}

// Explain explains a derivation by the method's scheme in one direction.
func (m *Method) Explain(d chess960.Derivation, direction Direction) Explanation {
	f := figuresOf(d)
	e := Explanation{Method: m, Direction: direction, Position: d.Position, Number: f.number}
	if direction == ToPosition {
		e.Steps = m.toPosition(f)
	} else {
		e.Steps = m.toNumber(f)
	}
	if m.note != nil {
		e.Note = m.note(f)
	}
	return e
}

// Short returns the working of a derivation by the method's scheme in one
// paragraph, with "r" for a remainder. It returns "" where the method has no short
// form in that direction: every answer to a command has one.
func (m *Method) Short(d chess960.Derivation, direction Direction) string {
	short := m.shortToPosition
	if direction == ToNumber {
		short = m.shortToNumber
	}
	if short == nil {
		return ""
	}
	return short(figuresOf(d))
}

// Text returns the explanation as one text: the steps, numbered, and the note.
func (e Explanation) Text() string {
	var b strings.Builder
	for i, step := range e.Steps {
		fmt.Fprintf(&b, "%d. %s\n", i+1, step.Text)
	}
	b.WriteString(e.Note)
	return strings.TrimSuffix(b.String(), "\n")
}
