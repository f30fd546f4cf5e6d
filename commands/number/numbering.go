package number

import (
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
)

// A numbering is a choice of the option "scheme": the numbers of a scheme, or those of
// lists that add 1 to every SP number.
type numbering struct {
	scheme  *chess960.Scheme
	plusOne bool
}

// numberings lists the choices of the option "scheme", the default first: every scheme,
// and SP numbers plus 1. Scharnagl's numbers from 1 to 960 are left out, because SP
// numbers include 960.
func numberings() chat.List[numbering] {
	list := chat.List[numbering]{Kind: "one of the schemes", Describe: func(n numbering) (id, name string) {
		return n.id(), fmt.Sprintf("%s, %d to %d", n.title(), n.first(), n.last())
	}}
	for _, s := range chess960.Schemes() {
		if s != chess960.Scharnagl1To960 {
			list.All = append(list.All, numbering{scheme: s})
		}
	}
	list.All = append(list.All, numbering{chess960.Scharnagl, true})
	return list
}

func (n numbering) id() string {
	switch {
	case n.plusOne:
		return "plus1"
	case n.scheme == chess960.Scharnagl:
		return "sp"
	}
	return n.scheme.ID
}

func (n numbering) title() string {
	switch {
	case n.plusOne:
		return "SP number plus 1"
	case n.scheme == chess960.Scharnagl:
		return "SP number"
	case n.scheme == chess960.Almanac:
		return "Chess960 Almanac"
	}
	return n.scheme.Name
}

// numbers names the numbers, with the noun for one or many of them: "Fritz 9 number".
func (n numbering) numbers(noun string) string {
	if n.plusOne {
		return "SP+1 " + noun
	}
	return strings.TrimSuffix(explain.Label(n.scheme), ":") + " " + noun
}

func (n numbering) first() int {
	if n.plusOne {
		return n.scheme.First + 1
	}
	return n.scheme.First
}

func (n numbering) last() int { return n.first() + chess960.Count - 1 }

// method returns the way of working out the numbers.
func (n numbering) method() *explain.Method {
	for _, m := range explain.Methods() {
		if m.Scheme == n.scheme {
			return m
		}
	}
	return explain.Direct
}

// read reads the option with that name. It returns the position with the number, and a
// sentence about the number if it is not the SP number.
func (n numbering) read(options chat.Options, option, example string) (p chess960.Position, note []string, err error) {
	number, ok := options.Int(option)
	if !ok {
		return p, nil, notANumber(options[option], n.extent(), example)
	}
	var d chess960.Derivation
	if n.plusOne {
		d, err = n.scheme.Locate(number - 1)
	} else {
		d, err = n.scheme.Find(number)
	}
	if err != nil {
		return p, nil, n.outOfRange(number)
	}
	switch sp := d.Position.SP(); {
	case n.plusOne:
		note = []string{fmt.Sprintf("%d in lists that add 1 to every SP number is SP-%d: %d − 1 = %d.", number, sp, number, sp)}
	case n.scheme != chess960.Scharnagl:
		note = []string{fmt.Sprintf("%s %d is SP-%d.", n.numbers("number"), number, sp)}
	case number != sp:
		note = []string{sp960}
	}
	return d.Position, note, nil
}

// sp960 is the sentence about the number that [chess960.Scheme.Find] reads as SP 0.
const sp960 = "960 is another name for SP-0."

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
	return fmt.Sprintf("%s run from %d to %d.", n.numbers("numbers"), n.first(), n.last())
}

// outOfRange returns the refusal of a number. It names the
// numberings that have the number.
func (n numbering) outOfRange(number int) error {
	var others []string
	for _, other := range numberings().All {
		if other != n && other.first() <= number && number <= other.last() {
			others = append(others, fmt.Sprintf("%s, %d to %d (`scheme:%s`)", other.title(), other.first(), other.last(), other.id()))
		}
	}
	hint := "No other numbering that I know has this number."
	if len(others) > 0 {
		hint = "Is it a number of another numbering? " + chat.Slash("sp") + " also takes " + strings.Join(others, "; ") + "."
	}
	return chat.Refuse(fmt.Sprintf("There is no %s %d. %s", n.numbers("number"), number, n.extent()), hint)
}
