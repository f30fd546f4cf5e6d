package find

import (
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
)

// Feature is searching: /find and /table.
var Feature = feature.Feature{
	Name:     feature.Core,
	Names:    []string{"find", "table"},
	Commands: func(f feature.Tools) []chat.Command { return []chat.Command{Find(f.Heavy), Table()} },
}
