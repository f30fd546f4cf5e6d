package chat

import (
	"regexp"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/voice"
)

// mentionStart and mentionEnd enclose the name of a slash command in a text. Mentions
// replaces them.
const (
	mentionStart = string(voice.MentionStart)
	mentionEnd   = string(voice.MentionEnd)
)

// Slash returns the name of a slash command, such as "sp" or "daily-posts set", for
// use in a text. Discord opens the command when somebody chooses the name.
func Slash(name string) string { return mentionStart + name + mentionEnd }

// writtenCommand matches a slash command in one of the bot's own texts, such as
// `/sp path:true`: the name with a subcommand, and the options.
var writtenCommand = regexp.MustCompile("`/([a-z-]+(?: [a-z]+)?)((?: [a-z_]+:[^ `]+)*)`")

// WithMentions makes mentions of the commands in one of the bot's own texts. Their options
// stay code.
func WithMentions(text string) string {
	return writtenCommand.ReplaceAllStringFunc(text, func(written string) string {
		parts := writtenCommand.FindStringSubmatch(written)
		if options := strings.TrimSpace(parts[2]); options != "" {
			return Slash(parts[1]) + " `" + options + "`"
		}
		return Slash(parts[1])
	})
}

// Mentions returns a replacer for the names of slash commands in texts. A command with
// an id becomes a mention such as </sp:123>; without one it becomes code such as
// `/sp`. The replacer also works in JSON.
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
