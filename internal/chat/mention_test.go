package chat

import (
	"testing"

	"github.com/bwmarrin/discordgo"
)

// A command with an id becomes a mention, like its subcommands. One without becomes code, and the
// name of a message command stays.
func TestMentions(t *testing.T) {
	const slash = discordgo.ChatApplicationCommand
	subcommand := OptionDefinition{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "set"}
	replacer := Mentions([]Definition{
		{Type: slash, Name: "sp", Options: []OptionDefinition{{Type: discordgo.ApplicationCommandOptionString, Name: "set"}}},
		{Type: slash, Name: "daily-posts", Options: []OptionDefinition{subcommand}},
		{Type: slash, Name: "random"},
		{Type: discordgo.MessageApplicationCommand, Name: "explain"},
	}, map[string]string{"sp": "1", "daily-posts": "2", "explain": "3"})
	got := replacer.Replace(Slash("sp") + " " + Slash("daily-posts set") + " " + Slash("random") + " " + Slash("explain") + " " + Slash("sp set"))
	if want := "</sp:1> </daily-posts set:2> `/random` " + Slash("explain") + " " + Slash("sp set"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
