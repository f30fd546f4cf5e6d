package commands

import (
	"chess960bot/commands/play"
	"chess960bot/internal/chat"
)

// Games is the name of play on lichess in COMMANDS.
const Games = "play"

// games is play on lichess. Buttons offer games, and a command in the menu of people.
var games = feature{
	name:  Games,
	names: []string{Games},
	commands: func(t Tools) []chat.Command {
		return []chat.Command{play.OnPerson(play.Tools{Lichess: t.Lichess, Now: t.Now, Boards: t.Boards, Draw: t.Draw})}
	},
	cards: func(t Tools) []chat.Press { return play.Presses(play.Tools{Lichess: t.Lichess, Now: t.Now}) },
	plays: func(t Tools) bool { return t.Lichess != nil },
}
