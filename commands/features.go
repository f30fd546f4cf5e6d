package commands

import (
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
	person, server []voice.Phrase
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

// commandsOf returns the commands of all features.
func commandsOf(tools Tools) (all []chat.Command) {
	for _, f := range features {
		if f.commands != nil {
			all = append(all, f.commands(tools)...)
		}
	}
	return all
}

// cardPresses answer the buttons of features under positions.
func cardPresses(tools Tools) (all []chat.Press) {
	for _, f := range features {
		if f.cards != nil {
			all = append(all, f.cards(tools)...)
		}
	}
	return all
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
