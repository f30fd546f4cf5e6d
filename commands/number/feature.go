package number

import (
	"chess960bot/commands/card"
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
)

// Feature is the numbers of positions: /sp, /encode, /fritz and “Explain this position”.
var Feature = feature.Feature{
	Name:  feature.Core,
	Names: []string{"sp", "encode", "fritz"},
	Commands: func(f feature.Tools) []chat.Command {
		return []chat.Command{
			SP(card.Pages{Boards: f.Boards, Play: f.Games != nil, Practise: f.Choice.Offers("quiz")}), Encode(f.Boards, f.Files, f.Drawn), Fritz(f.Boards), ExplainThis(f.Boards, f.Files, f.Drawn),
		}
	},
}
