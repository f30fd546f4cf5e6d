package random

import (
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
)

// Feature is /random.
var Feature = feature.Feature{
	Name:  feature.Core,
	Names: []string{"random"},
	Commands: func(f feature.Tools) []chat.Command {
		return []chat.Command{Random(Tools{Boards: f.Boards, Draw: f.Draw, Now: f.Now, Play: f.Games != nil})}
	},
}
