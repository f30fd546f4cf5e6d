package card

import (
	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// A Shortcut is a button that answers as a command without options does, to those who see
// the message with the button. /help answers the buttons.
type Shortcut struct {
	Command, Subcommand string
	label               voice.Phrase
}

// The shortcuts.
var (
	DrawOne          = Shortcut{"random", "", "help.drawOne"}
	PositionOfTheDay = Shortcut{"daily", "", "help.positionOfTheDay"}
	Learn            = Shortcut{"quiz", "practice", "help.learn"}
	WhatIsChess960   = Shortcut{"about", "", "help.whatIsChess960"}
)

// ShortcutButton has the custom ids of the shortcuts.
var ShortcutButton = chat.NewControl("help", func(s *Shortcut, f *chat.Fields) {
	chat.OneOf(f, s, chat.List[Shortcut]{
		All: []Shortcut{DrawOne, PositionOfTheDay, Learn, WhatIsChess960}, ID: func(s Shortcut) string { return s.Command },
	})
})

// Shortcuts returns a row of buttons.
func Shortcuts(all ...Shortcut) chat.Component {
	var buttons []chat.Component
	for _, s := range all {
		buttons = append(buttons, chat.Button(discordgo.SecondaryButton, s.label, ShortcutButton.ID(s)))
	}
	return chat.Row(buttons...)
}
