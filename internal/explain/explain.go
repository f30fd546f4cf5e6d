// Package explain puts derivations into words and pictures: how a number comes
// about, and how to find the position of a number, by every method that people
// use.
//
// A [Method] reads its figures off the steps of a [chess960.Derivation], so that
// the words agree with the numbers; a test does every sum of every text again.
// [Method.Explain]
// returns an [Explanation]: steps with a sentence and a view of the first rank
// each. The published lookup tables are here too, made from the same steps; see
// [Tables].
//
// Every sentence stands in voice.go, whose top says how the bot speaks. A new
// method is a file of its own and one entry in [Methods].
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

	toPosition, toNumber func(f figures) []Step
	note                 string // what must be known by heart, or where to look it up
}

// Methods returns every method, in the order in which menus list them.
func Methods() []*Method {
	return []*Method{direct, tables, skeleton, formula, head, fritz9, almanac}
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
	Note      string // what must be known by heart, or where to look it up; may be ""
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

// Explain explains the position in one direction.
func (m *Method) Explain(p chess960.Position, direction Direction) Explanation {
	d := m.Scheme.Derive(p)
	tell := m.toPosition
	if direction == ToNumber {
		tell = m.toNumber
	}
	return Explanation{
		Method: m, Direction: direction, Position: p, Number: d.Number(),
		Steps: tell(figuresOf(d)), Note: m.note,
	}
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
