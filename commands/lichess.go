package commands

import (
	"chess960bot/commands/play"
	"chess960bot/internal/chat"
)

// Games is the name of play on lichess in COMMANDS.
const Games = "play"

// games is play on lichess. Buttons offer games, no command.
var games = feature{
	name:  Games,
	names: []string{Games},
	cards: func(t Tools) []chat.Press { return play.Presses(play.Tools{Lichess: t.Lichess, Now: t.Now}) },
	plays: func(t Tools) bool { return t.Lichess != nil },
}
