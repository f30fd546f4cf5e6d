package commands

import (
	"math"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// A Request is what one person asks: a slash command with its options, or the
// press of a button.
type Request struct {
	Asker     string // id of the person who asks
	GuildID   string // "" in direct messages
	ChannelID string
	Options   Options            // of a slash command
	CustomID  string             // of the button or menu pressed
	Values    []string           // chosen in the menu
	Message   *discordgo.Message // that carries the button or menu
}

// Options are the values given with a slash command, by option name. They come
// from outside: a value may be missing or of any JSON type.
type Options map[string]any

// OptionsOf collects the options of an interaction.
func OptionsOf(given []*discordgo.ApplicationCommandInteractionDataOption) Options {
	options := make(Options, len(given))
	for _, o := range given {
		options[o.Name] = o.Value
	}
	return options
}

// Int returns a whole number, and whether the option is one.
func (o Options) Int(name string) (int, bool) {
	switch v := o[name].(type) {
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return int(v), true
		}
	case string:
		n, err := strconv.Atoi(strings.TrimSpace(v))
		return n, err == nil
	}
	return 0, false
}

// Text returns a string option, "" where there is none.
func (o Options) Text(name string) string {
	text, _ := o[name].(string)
	return text
}

// Bool returns a boolean option, false where there is none.
func (o Options) Bool(name string) bool {
	b, _ := o[name].(bool)
	return b
}
