package commands

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"chess960bot/commands/number"
	"chess960bot/internal/chat"
	"chess960bot/internal/club/daily"
	"chess960bot/internal/club/events"
	"chess960bot/internal/club/privacy"
	"chess960bot/internal/club/quiz"
	"chess960bot/internal/service/languages"
	"chess960bot/internal/voice"
)

// A feature is what the core can do without. It hands itself over in one value, in a file of its
// own. docs/design.md says how to take a feature out.
type feature struct {
	name     string   // in COMMANDS
	names    []string // of its commands
	commands func(Tools) []chat.Command
	cards    func(Tools) []chat.Press // for the buttons under positions
	plays    func(Tools) bool         // whether positions have a button that opens a game
	drawn    func(Tools) number.Drawn // what was drawn for the games of a file

	learn []helpLine                                     // in the group “Learn” of /help
	club  func(may func(permission int64) bool) helpLine // in the group “Club”

	// What /forget says before it deletes the asker's or the server's data, and what stays.
	person, server voice.Bullets
	stays          voice.Phrase
}

// features are all features, in the order in which people read about them.
var features = []feature{
	evenings,
	training,
	games,
}

// A Store keeps what people set, begin and answer.
type Store interface {
	daily.Store
	events.Store
	quiz.Store
	privacy.Store
	languages.Store
}

// Plays reports whether positions have a button that opens a game.
func (t Tools) Plays() bool {
	for _, f := range features {
		if f.plays != nil && t.Choice.Has(f.name) && f.plays(t) {
			return true
		}
	}
	return false
}

// drawn returns what was drawn for the games of a file; nil if no feature draws.
func drawn(tools Tools) number.Drawn {
	for _, f := range features {
		if f.drawn != nil && tools.Choice.Has(f.name) {
			return f.drawn(tools)
		}
	}
	return nil
}

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
		name := cmp.Or(command.With, command.Name)
		all[i].Hidden = command.Hidden || !c.Offers(name)
		for _, f := range features {
			if slices.Contains(f.names, name) && !c.Has(f.name) {
				all[i].Presses = chat.SwitchedOff(command.Presses)
			}
		}
	}
	return all
}
