package castle

import (
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
)

// Feature is castling: /castle and “Can I castle here?”.
var Feature = feature.Feature{
	Name:  feature.Core,
	Names: []string{"castle"},
	Commands: func(f feature.Tools) []chat.Command {
		return []chat.Command{Castle(f.Boards), CastleHere(f.Boards, f.Files)}
	},
}
