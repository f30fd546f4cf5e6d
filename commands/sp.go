package commands

import (
	"context"
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
)

// sp answers /sp: the position of an SP number, or of a number of another
// numbering.
func sp(tools Tools) Command {
	var choices []Choice
	for _, n := range numberings() {
		choices = append(choices, Choice{fmt.Sprintf("%s, %d to %d", n.title, n.first, n.last()), n.id})
	}
	return Command{
		// The number has no bounds here: a number of another numbering is answered
		// with the ranges of all of them.
		Def: define("sp", "Show the start position for a Chess960 number", append([]Option{
			numberOption("number", "The number, 0 to 959; the classical array is 518"),
			numberOption("black", "Black's number in double Chess960, where the two sides differ"),
			choiceOption("scheme", "Whose number it is, if not an SP number", choices),
			boolOption("path", "Show a shortest way there from the classical array, exchanging two pieces at a time"),
			textOption("apply", "Walk a path of such swaps from the classical array, such as 12ES"),
			explainOption(),
		}, lookOptions()...)...),
		Example: "/sp number:518",
		Buttons: cardButtons(tools),
		Run: func(_ context.Context, r *Request) (*Reply, error) {
			if r.Options.Text("apply") != "" {
				return walkSwaps(tools, r)
			}
			n, err := numberingOf(r.Options)
			if err != nil {
				return nil, err
			}
			if _, double := r.Options["black"]; double {
				return n.answerDouble(tools, r)
			}
			return n.answer(tools, r, "/sp number:518")
		},
	}
}

// A numbering is a way of numbering positions that people can ask by.
type numbering struct {
	id     string // value of the option "scheme"
	title  string // of the option's choice
	one    string // what one of its numbers is called
	first  int    // the lowest number
	method *explain.Method
	locate func(n int) (chess960.Derivation, error)
	note   func(n, sp int) string // the sentence that ties the number to the SP number; "" for none
}

// numberings lists the choices of the option "scheme", the default first.
func numberings() []numbering {
	return []numbering{
		{"sp", "SP number", "SP number", 0, explain.Direct, locateSP, func(n, _ int) string {
			if n == chess960.Count {
				return "960 is another name for SP-0."
			}
			return ""
		}},
		fritz9Numbering(),
		{"almanac", "Chess960 Almanac", "Almanac number", 1, explain.Almanac, chess960.Almanac.Locate, func(n, sp int) string {
			return fmt.Sprintf("Almanac number %d is SP-%d.", n, sp)
		}},
		{"plus1", "SP number plus 1", "number in lists that add 1", 1, explain.Direct, locatePlusOne, func(n, sp int) string {
			return fmt.Sprintf("%d in lists that add 1 to every SP number is SP-%d: %d − 1 = %d.", n, sp, n, sp)
		}},
	}
}

func fritz9Numbering() numbering {
	return numbering{"fritz9", "Fritz 9", "Fritz 9 number", 1, explain.Fritz9, chess960.Fritz9.Locate, func(n, sp int) string {
		return fmt.Sprintf("Fritz 9 number %d is SP-%d.", n, sp)
	}}
}

func (n numbering) last() int { return n.first + chess960.Count - 1 }

// locateSP finds the position of an SP number.
func locateSP(n int) (chess960.Derivation, error) { return locateIn(chess960.Scharnagl, n) }

// locateIn finds the position of a scheme's number. Scharnagl's advice for draws from
// 1 to 960 makes 960 another name for SP 0.
func locateIn(s *chess960.Scheme, n int) (chess960.Derivation, error) {
	if s == chess960.Scharnagl && n == chess960.Count {
		n = 0
	}
	return s.Locate(n)
}

func locatePlusOne(n int) (chess960.Derivation, error) { return chess960.Scharnagl.Locate(n - 1) }

// numberingOf reads the option "scheme".
func numberingOf(options Options) (numbering, error) {
	id := options.Text("scheme")
	var ids []string
	for _, n := range numberings() {
		if id == n.id || id == "" {
			return n, nil
		}
		ids = append(ids, n.id)
	}
	return numbering{}, &UserError{quoteFirst(id) + " is not one of the schemes.", "Choose " + either(ids) + "."}
}

// answer shows the position of the number in the options.
func (n numbering) answer(tools Tools, r *Request, example string) (*Reply, error) {
	number, d, err := n.located(r.Options, "number", example)
	if err != nil {
		return nil, err
	}
	var notes []string
	if note := n.note(number, d.Position.SP()); note != "" {
		notes = append(notes, note)
	}
	a, err := answerFor(r.Options, d, n.method, explain.ToPosition, notes...)
	if err != nil {
		return nil, err
	}
	if r.Options.Bool("path") {
		a.walk = explain.SwapPath(d.Position)
	}
	return a.replyTo(tools, r)
}

// located reads the option with that name and finds its position.
func (n numbering) located(options Options, name, example string) (number int, d chess960.Derivation, err error) {
	number, ok := options.Int(name)
	if !ok {
		return 0, d, notANumber(options[name], n.extent(), example)
	}
	if d, err = n.locate(number); err != nil {
		return 0, d, n.outOfRange(number)
	}
	return number, d, nil
}

// notANumber refuses the value of an option that must be a number.
func notANumber(value any, extent, example string) error {
	problem := "No number was given."
	if value != nil {
		problem = "I cannot use " + quote(fmt.Sprint(value)) + " as a number."
	}
	return &UserError{problem + " " + extent, "For example `" + example + "`."}
}

// extent says from where to where the numbers run.
func (n numbering) extent() string {
	return fmt.Sprintf("%s run from %d to %d.", strings.Replace(n.one, "number", "numbers", 1), n.first, n.last())
}

// outOfRange refuses a number, and names the ranges of the other numberings.
func (n numbering) outOfRange(number int) error {
	var others []string
	for _, other := range numberings() {
		if other.id != n.id {
			others = append(others, fmt.Sprintf("%s %d to %d (`scheme:%s`)", other.title, other.first, other.last(), other.id))
		}
	}
	return &UserError{
		fmt.Sprintf("There is no %s %d. %s", n.one, number, n.extent()),
		"Other numberings, with their option of " + slash("sp") + ": " + strings.Join(others, ", ") + ".",
	}
}
