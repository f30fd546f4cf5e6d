package commands

import (
	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event"
	"chess960bot/commands/play"
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/render/paper"
)

// Events is the name of club evenings in COMMANDS.
const Events = "events"

// evenings are /event, /round and /standings.
var evenings = feature{
	name:  Events,
	names: []string{"event", "round", "standings"},
	commands: func(t Tools) []chat.Command {
		tools := eventTools(t)
		return []chat.Command{event.Command(tools), event.Round(tools), event.Standings(tools)}
	},
	drawn: func(t Tools) reading.Drawn { return eventTools(t).Drawn },
	club: func(may func(permission int64) bool) helpLine {
		if may(discordgo.PermissionManageEvents) {
			return helpLine{"event", "event.help"}
		}
		return helpLine{"round", "event.helpMembers"}
	},
	person: voice.Bullets{voice.Phrase("event.forgetName"), voice.Phrase("event.forgetOwn")},
	server: voice.Bullets{voice.Phrase("event.forgetServer")},
}

func eventTools(t Tools) event.Tools {
	return event.Tools{
		Boards: t.Boards, Store: t.Store, Dailies: t.Store, Heavy: t.heavy, Press: paper.NewPress(),
		Draw: t.Draw, Now: t.Now, Languages: t.Languages,
		Play: play.Tools{Lichess: t.Lichess, Now: t.Now},
	}
}

// What /forget has deleted of evenings.
const (
	serverEvents forgottenKind = "events"
	sharedEvents forgottenKind = "sharedEvents"
	ownEvents    forgottenKind = "ownEvents"
)
