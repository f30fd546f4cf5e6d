package commands

import (
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Texts name slash commands by marks in Unicode's private use area, which nobody
// types: quote replaces them. Mentions turns them into what Discord shows.
const (
	mentionStart = "\ue960"
	mentionEnd   = "\ue961"
)

// slash names a slash command in a text, such as "sp" or "daily-posts set". People
// can click on it.
func slash(name string) string { return mentionStart + name + mentionEnd }

// Mentions returns what replaces the names of slash commands in texts, also in texts
// that are encoded as JSON: mentions such as </sp:123> by the ids of the registered
// commands, or code such as `/sp` for a command without an id.
func Mentions(defs []Definition, ids map[string]string) *strings.Replacer {
	var pairs []string
	add := func(name, id string) {
		shown := "`/" + name + "`"
		if id != "" {
			shown = "</" + name + ":" + id + ">"
		}
		pairs = append(pairs, slash(name), shown)
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
