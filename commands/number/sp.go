// Package number has the commands that lead from a number to a position and back: /sp,
// /fritz, /encode, /castle, /find, /table and “Explain this position”.
package number

import (
	"chess960bot/chat"
	"context"
	"fmt"
	"strings"

	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// SP answers /sp: the position with an SP number, or with a number of another
// numbering.
func SP(boards *render.Renderer) chat.Command {
	return chat.Command{
		// The option has no bounds, so that the bot can answer a number out of range
		// with the ranges of all numberings.
		Def: chat.Define("sp", "Show the start position for a Chess960 number", append([]chat.Option{
			chat.NumberOption("number", "The number, 0 to 959; the classical array is 518"),
			chat.NumberOption("black", "Black's number in double Chess960, where the two sides differ"),
			numberings().Option("scheme", "Whose number it is, if not an SP number"),
			chat.BoolOption("path", "Show a shortest way there from the classical array, exchanging two pieces at a time"),
			chat.TextOption("apply", "Walk a path of such swaps from the classical array, such as 12ES"),
			card.ExplainOption(),
		}, card.LookOptions()...)...),
		Example: "/sp number:518",
		Buttons: card.CardButtons(boards),
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			if r.Options.Text("apply") != "" {
				return applySwaps(boards, r)
			}
			n, err := numberings().ChooseOrFirst(r.Options.Text("scheme"))
			if err != nil {
				return nil, err
			}
			if _, double := r.Options["black"]; double {
				return n.answerDouble(boards, r)
			}
			return n.answer(boards, r, chat.Slash("sp")+" `number:518`")
		},
	}
}

// A numbering is a choice of the option "scheme".
type numbering struct {
	id     string // value of the option "scheme"
	title  string // of the option's choice
	one    string // the name of one number
	first  int    // the lowest number
	method *explain.Method
	locate func(n int) (chess960.Derivation, error)
	note   func(n, sp int) string // a sentence with the number and the SP number; "" for none
}

// numberings lists the choices of the option "scheme", the default first.
func numberings() chat.List[numbering] {
	return chat.List[numbering]{Kind: "one of the schemes", Describe: describeNumbering, All: []numbering{
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
		{"plus1", "SP number plus 1", "SP+1 number", 1, explain.Direct, locatePlusOne, func(n, sp int) string {
			return fmt.Sprintf("%d in lists that add 1 to every SP number is SP-%d: %d − 1 = %d.", n, sp, n, sp)
		}},
	}}
}

func describeNumbering(n numbering) (id, name string) {
	return n.id, fmt.Sprintf("%s, %d to %d", n.title, n.first, n.last())
}

func fritz9Numbering() numbering {
	return numbering{"fritz9", "Fritz 9", "Fritz 9 number", 1, explain.Fritz9, chess960.Fritz9.Locate, func(n, sp int) string {
		return fmt.Sprintf("Fritz 9 number %d is SP-%d.", n, sp)
	}}
}

func (n numbering) last() int { return n.first + chess960.Count - 1 }

// locateSP finds the position of an SP number.
func locateSP(n int) (chess960.Derivation, error) { return locateIn(chess960.Scharnagl, n) }

// locateIn finds the position with a number of a scheme. Also in Scharnagl's scheme
// from 0 to 959 it accepts 960 for SP 0, as Scharnagl advises for draws from 1 to 960.
func locateIn(s *chess960.Scheme, n int) (chess960.Derivation, error) {
	if s == chess960.Scharnagl && n == chess960.Count {
		n = 0
	}
	return s.Locate(n)
}

func locatePlusOne(n int) (chess960.Derivation, error) { return chess960.Scharnagl.Locate(n - 1) }

// answer shows the position of the number in the options.
func (n numbering) answer(boards *render.Renderer, r *chat.Request, example string) (*chat.Reply, error) {
	number, d, err := n.located(r.Options, "number", example)
	if err != nil {
		return nil, err
	}
	var notes []string
	if note := n.note(number, d.Position.SP()); note != "" {
		notes = append(notes, note)
	}
	a, err := card.AnswerFor(r.Options, d.Position, n.method, explain.ToPosition, notes...)
	if err != nil {
		return nil, err
	}
	if r.Options.Bool("path") {
		a.Walk = explain.SwapPath(d.Position)
	}
	return a.Reply(boards)
}

// located reads the option with that name and finds its position.
func (n numbering) located(options chat.Options, name, example string) (number int, d chess960.Derivation, err error) {
	number, ok := options.Int(name)
	if !ok {
		return 0, d, notANumber(options[name], n.extent(), example)
	}
	if d, err = n.locate(number); err != nil {
		return 0, d, n.outOfRange(number)
	}
	return number, d, nil
}

// notANumber returns the refusal of an option that is not a number.
func notANumber(value any, extent, example string) error {
	problem := "No number was given."
	if value != nil {
		problem = "I cannot use " + chat.Quote(fmt.Sprint(value)) + " as a number."
	}
	return chat.Refuse(problem+" "+extent, "For example "+example+".")
}

// extent returns a sentence with the range of the numbers.
func (n numbering) extent() string {
	return fmt.Sprintf("%s run from %d to %d.", strings.Replace(n.one, "number", "numbers", 1), n.first, n.last())
}

// outOfRange returns the refusal of a number. It names the ranges of all numberings.
func (n numbering) outOfRange(number int) error {
	var others []string
	for _, other := range numberings().All {
		if other.id != n.id {
			others = append(others, fmt.Sprintf("%s, %d to %d (`scheme:%s`)", other.title, other.first, other.last(), other.id))
		}
	}
	return chat.Refuse(
		fmt.Sprintf("There is no %s %d. %s", n.one, number, n.extent()),
		"Is it a number of another numbering? "+chat.Slash("sp")+" also takes "+strings.Join(others, "; ")+".",
	)
}
