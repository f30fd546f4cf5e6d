package chat

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/voice"
)

// Slash returns the name of a slash command, such as "sp" or "daily-posts set", for
// use in a text. Discord opens the command when somebody chooses the name: see [Mentions].
func Slash(name string) string { return string(voice.MentionStart) + name + string(voice.MentionEnd) }

// Mentions returns a replacer for the names of slash commands in texts. A command with
// an id becomes a mention such as </sp:123>; without one it becomes code such as
// `/sp`.
func Mentions(defs []Definition, ids map[string]string) *strings.Replacer {
	var pairs []string
	add := func(name, id string) {
		shown := "`/" + name + "`"
		if id != "" {
			shown = "</" + name + ":" + id + ">"
		}
		pairs = append(pairs, Slash(name), shown)
	}
	for _, d := range defs {
		if d.Type != discordgo.ChatApplicationCommand {
			continue
		}
		add(d.Name, ids[d.Name])
		for _, o := range d.Options {
			if o.Type == discordgo.ApplicationCommandOptionSubCommand {
				add(d.Name+" "+o.Name, ids[d.Name])
			}
		}
	}
	return strings.NewReplacer(pairs...)
}

// Mention returns a mention of a person. It pings nobody: see allowed_mentions in
// package bot.
func Mention(userID string) string { return "<@" + userID + ">" }
