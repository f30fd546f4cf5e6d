package about

import (
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// Feature is what the bot says about itself: /about, /language, /forget, and /help, which needs all
// other commands: see [Help].
var Feature = feature.Feature{
	Name:  feature.Core,
	Names: []string{"about", "language", "forget", "help"},
	Commands: func(f feature.Tools) []chat.Command {
		return []chat.Command{about(f.Support, f.Choice), setLanguage(f.Languages), forget(f.Store, f.Languages, f.Choice)}
	},
	Forgotten: func(kind string, rows voice.Count) voice.Sentence {
		if kind != "posts" {
			return nil
		}
		return voice.Say("about.erased.posts", voice.F{"Number": rows})
	},
}
