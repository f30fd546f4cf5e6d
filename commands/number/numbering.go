package number

import (
	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
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
	list := chat.List[numbering]{ID: numbering.id, Name: numbering.choice}
	for _, s := range chess960.DistinctSchemes() {
		list.All = append(list.All, numbering{s, 0, methodFor(s)})
	}
	list.All = append(list.All, numbering{chess960.Scharnagl, 1, explain.Direct})
	return list
}

// choice is the numbering in a menu, with its first and its last number.
func (n numbering) choice() voice.Sentence {
	ends := voice.F{"First": n.first(), "Last": n.last()}
	switch {
	case n.added == 1:
		return voice.Say("number.choice.plusOne", ends)
	case n.scheme == chess960.Scharnagl:
		return voice.Say("number.choice.sp", ends)
	}
	return voice.Say("number.choice.numbers", voice.F{"Title": voice.Raw(n.scheme.Title), "First": n.first(), "Last": n.last()})
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

// label returns the words beside a number.
func (n numbering) label() voice.Raw {
	if n.added == 1 {
		return "SP + 1"
	}
	return voice.Raw(n.scheme.Label)
}

func (n numbering) first() int { return n.scheme.First + n.added }

func (n numbering) last() int { return n.scheme.Last() + n.added }

// position returns the position with a number, and a sentence about the number if it is not
// the SP number.
func (n numbering) position(number int) (p chess960.Position, notes []voice.Sentence, err error) {
	if p, err = n.scheme.Find(number, n.added); err != nil {
		return p, nil, n.outOfRange(number)
	}
	notes = n.names(number, p)
	if n.added == 0 && n.scheme == chess960.Scharnagl && number == card.Classical+1 {
		notes = []voice.Sentence{voice.Say("number.plusOneNormal", voice.F{"Number": number})}
	}
	return p, notes, nil
}

// names says which position a number names, if it is not the SP number. [chess960.Scheme.Find] reads 960 as
// SP 0.
func (n numbering) names(number int, p chess960.Position) []voice.Sentence {
	switch {
	case n.added == 1:
		return []voice.Sentence{voice.Say("number.plusOneIs", voice.F{"Number": number, "Name": p.Name(), "SP": p.SP()})}
	case n.scheme != chess960.Scharnagl:
		of := voice.F{"Number": voice.Raw(n.scheme.Format(number)), "Name": p.Name()}
		return []voice.Sentence{voice.Say("number.numberIs", of)}
	case number != p.SP():
		return []voice.Sentence{voice.Phrase("number.sp960")}
	}
	return nil
}

// noNumber returns the refusal of /sp without a number. The example has its options.
func (n numbering) noNumber(example voice.Phrase) error {
	return chat.Refuse(voice.Run{voice.Phrase("number.noNumber"), n.extent()}, example)
}

// extent returns a sentence with the range of the numbers.
func (n numbering) extent() voice.Sentence {
	return voice.Say("number.numbersRun", voice.F{"Numbering": n.label(), "First": n.first(), "Last": n.last()})
}

// outOfRange returns the refusal of a number. It names the
// numberings that have the number.
func (n numbering) outOfRange(number int) error {
	refused := n.noSuch(number)
	var others voice.Bullets
	for _, other := range numberings().All {
		if other != n && other.first() <= number && number <= other.last() {
			others = append(others, voice.Say("number.elsewhere", voice.F{
				"Numbering": other.choice(), "Option": voice.Raw(other.id()),
			}))
		}
	}
	if others == nil {
		return chat.Refuse(refused, voice.Phrase("number.typeInRange"))
	}
	return chat.Refuse(refused, voice.Lines{voice.Phrase("number.otherNumberings"), others})
}

// noSuch says that there is no such number, and which numbers there are.
func (n numbering) noSuch(number int) voice.Sentence {
	return voice.Run{voice.Say("number.noSuchNumber", voice.F{"Numbering": n.label(), "Number": number}), n.extent()}
}
