package number

import (
	"fmt"
	"strings"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/voice"
)

// A numbering is a choice of the option "scheme": the numbers of a scheme, or those of
// lists that add 1 to every SP number.
type numbering struct {
	scheme *chess960.Scheme
	added  int             // to every number of the scheme: 0 or 1
	method *explain.Method // the way of working the scheme's numbers out
}

// numberings lists the choices of the option "scheme", the default first: every scheme,
// and SP numbers plus 1. Scharnagl's numbers from 1 to 960 are left out, because SP
// numbers include 960.
func numberings() chat.List[numbering] {
	list := chat.List[numbering]{Describe: func(n numbering) (id string, name voice.Sentence) {
		return n.id(), n.choice()
	}}
	for _, s := range chess960.DistinctSchemes() {
		list.All = append(list.All, numbering{s, 0, methodFor(s)})
	}
	list.All = append(list.All, numbering{chess960.Scharnagl, 1, explain.Direct})
	return list
}

// A choice is a numbering in a menu, with its first and its last number.
type choice struct {
	Kind        choiceKind
	Title       voice.Raw
	First, Last int
}

// A choiceKind says how a numbering is named.
type choiceKind string

const (
	numbers choiceKind = "numbers" // by the title of its scheme
	spRange choiceKind = "sp"
	plusOne choiceKind = "plusOne"
)

// Sentence returns the kind.
func (c choice) Sentence() string { return string(c.Kind) }

func (n numbering) choice() choice {
	c := choice{Kind: numbers, Title: voice.Raw(n.scheme.Title), First: n.first(), Last: n.last()}
	switch {
	case n.added == 1:
		c.Kind = plusOne
	case n.scheme == chess960.Scharnagl:
		c.Kind = spRange
	}
	return c
}

// methodFor returns the first method for the numbers of a scheme, or else the one for SP
// numbers.
func methodFor(s *chess960.Scheme) *explain.Method {
	for _, m := range explain.Methods() {
		if m.Scheme == s {
			return m
		}
	}
	return explain.Direct
}

func (n numbering) id() string {
	if n.added == 1 {
		return "plus1"
	}
	return n.scheme.Option
}

func (n numbering) title() string {
	if n.added == 1 {
		return "SP number plus 1"
	}
	return n.scheme.Title
}

// numbers names the numbers, with the noun for one or many of them: "Fritz 9 number".
func (n numbering) numbers(noun string) string {
	if n.added == 1 {
		return "SP+1 " + noun
	}
	return n.scheme.Label + " " + noun
}

func (n numbering) first() int { return n.scheme.First + n.added }

func (n numbering) last() int { return n.scheme.Last() + n.added }

// position returns the position with a number, and a sentence about the number if it is not
// the SP number.
func (n numbering) position(number int) (p chess960.Position, notes []string, err error) {
	if p, err = n.scheme.Find(number, n.added); err != nil {
		return p, nil, n.outOfRange(number)
	}
	switch sp := p.SP(); {
	case n.added == 1:
		notes = []string{fmt.Sprintf("%d in lists that add 1 to every SP number is SP %d: %d − 1 = %d.", number, sp, number, sp)}
	case n.scheme != chess960.Scharnagl:
		notes = []string{fmt.Sprintf("%s is SP %d.", n.scheme.Format(number), sp)}
	case number != sp:
		notes = []string{sp960}
	}
	return p, notes, nil
}

// noNumber returns the refusal of /sp without a number. The example has its options.
func (n numbering) noNumber(example string) error {
	return chat.Refuse(voice.Raw("No number was given. "+n.extent()), voice.Raw("For example "+chat.Slash("sp")+" `"+example+"`."))
}

// sp960 is the sentence about the number that [chess960.Scheme.Find] reads as SP 0.
const sp960 = "960 is another name for SP 0."

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
	return chat.Refuse(voice.Raw(fmt.Sprintf("There is no %s %d. %s", n.numbers("number"), number, n.extent())), voice.Raw(hint))
}
