package commands

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"chess960bot/internal/chat"
)

// core are the commands about positions, the daily posts, and those about the bot itself.
var core = []string{
	"sp", "random", "encode", "fritz", "daily", "daily-posts",
	"castle", "find", "table", "about", "language", "forget", "help",
}

// A Choice says which commands are offered. The zero Choice offers all.
type Choice struct {
	names []string // nil for all
}

// Choose returns the choice of a text such as "all", "core,quiz" or "sp, random": the names of
// commands, of features, and "core". An empty text chooses all. unknown is the first name that is
// none of [Names].
func Choose(text string) (choice Choice, unknown string) {
	named := groups()
	for name := range strings.FieldsFuncSeq(strings.ToLower(text), func(c rune) bool { return c == ',' || c == ' ' || c == '/' }) {
		switch {
		case name == "all":
			return Choice{}, ""
		case named[name] == nil:
			return Choice{}, name
		}
		choice.names = append(choice.names, named[name]...)
	}
	return choice, ""
}

// Names lists what [Choose] knows besides "all", in the order of the alphabet.
func Names() []string { return slices.Sorted(maps.Keys(groups())) }

// groups returns the commands that each name of a choice stands for.
func groups() map[string][]string {
	named := map[string][]string{"core": core}
	for _, f := range features {
		named[f.name] = f.names
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
	return slices.Contains(c.names, name) || c.names == nil && groups()[name] != nil
}

// Has reports whether a command of a feature is offered.
func (c Choice) Has(feature string) bool { return slices.ContainsFunc(groups()[feature], c.Offers) }

// SwitchedOff lists the features of which no command is offered.
func (c Choice) SwitchedOff() (off []string) {
	for _, f := range features {
		if !c.Has(f.name) {
			off = append(off, f.name)
		}
	}
	return off
}

// hide hides the commands that are not offered. Buttons of the core answer as before, because
// answers of other commands have them. Those of a feature that is switched off say so.
func (c Choice) hide(all []chat.Command) []chat.Command {
	for i, command := range all {
		all[i].Hidden = !c.Offers(cmp.Or(command.With, command.Name))
		for _, f := range features {
			if !c.Has(f.name) && slices.Contains(f.names, command.Name) {
				all[i].Presses = chat.SwitchedOff(command.Presses)
			}
		}
	}
	return all
}
