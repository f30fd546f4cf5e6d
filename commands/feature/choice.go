package feature

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"chess960bot/internal/chat"
)

// A Choice says which commands of some features are offered.
type Choice struct {
	features []Feature
	names    []string // nil for all
}

// Choose returns the choice of a text such as "all", "core,quiz" or "sp, random": the names of
// commands, of features, and "core". An empty text chooses all. unknown is the first name that is
// none of [Choice.Names].
func Choose(features []Feature, text string) (choice Choice, unknown string) {
	choice.features = features
	named := choice.groups()
	for name := range strings.FieldsFuncSeq(strings.ToLower(text), func(c rune) bool { return c == ',' || c == ' ' || c == '/' }) {
		switch {
		case name == "all":
			return Choice{features: features}, ""
		case named[name] == nil:
			return Choice{features: features}, name
		}
		choice.names = append(choice.names, named[name]...)
	}
	return choice, ""
}

// Features lists the features of the program, whether they are offered or not.
func (c Choice) Features() []Feature { return c.features }

// Names lists what [Choose] knows besides "all", in the order of the alphabet.
func (c Choice) Names() []string { return slices.Sorted(maps.Keys(c.groups())) }

// groups returns the commands that each name of a choice stands for.
func (c Choice) groups() map[string][]string {
	named := map[string][]string{}
	for _, f := range c.features {
		named[f.Name] = append(named[f.Name], f.Names...)
	}
	for _, command := range slices.Concat(slices.Collect(maps.Values(named))...) {
		if named[command] == nil {
			named[command] = []string{command}
		}
	}
	return named
}

// Offers reports whether the program has a command and offers it, or play on lichess.
func (c Choice) Offers(name string) bool {
	return slices.Contains(c.names, name) || c.names == nil && c.groups()[name] != nil
}

// Has reports whether a command of a feature is offered.
func (c Choice) Has(f Feature) bool { return slices.ContainsFunc(f.Names, c.Offers) }

// SwitchedOff lists the features of which no command is offered. The core is no such feature.
func (c Choice) SwitchedOff() (off []string) {
	for _, f := range c.features {
		if f.Name != Core && !c.Has(f) {
			off = append(off, f.Name)
		}
	}
	return off
}

// Hide hides those of a feature's commands that are not offered. Buttons of the core answer as before,
// because answers of other commands have them. Those of a feature that is switched off say so.
func (c Choice) Hide(f Feature, commands []chat.Command) {
	for i, command := range commands {
		commands[i].Hidden = command.Hidden || !c.Offers(cmp.Or(command.With, command.Name))
		if f.Name != Core && !c.Has(f) {
			commands[i].Presses = chat.SwitchedOff(command.Presses)
		}
	}
}
