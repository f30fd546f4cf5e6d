package commands

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/commands/number"
	"chess960bot/voice"
)

// help answers /help with one line for each command.
func help() chat.Command {
	return chat.Command{
		Name: "help", Options: []chat.Option{chat.PrivateOption()},
		Example: "/help",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			text := helpText(func(permission int64) bool { return chat.PrivateOption().Read(r) && r.May(permission) })
			return card.Page(chat.AsAsked, voice.Raw(text)), nil
		},
	}
}

// helpText has one line for each command. Members do not see some commands. The text names
// these only to people with the permission.
func helpText(may func(permission int64) bool) string {
	day := " shows the position of the day, which people with the permission Manage Server can have posted every day."
	if may(discordgo.PermissionManageGuild) {
		day = " shows the position of the day; " + chat.Slash("daily-posts set") + " posts it to a channel every day."
	}
	evening := " shows the rounds of a club evening, which people with the permission Manage Events open and draw."
	if may(discordgo.PermissionManageEvents) {
		evening = " shows everyone the rounds of a club evening; " + chat.Slash("event new") + " opens one, and " + chat.Slash("event draw") + " draws its rounds. " + chat.Slash("event change") + " lets boards join, and changes rules."
	}
	return strings.Join([]string{
		"## What I can do",
		chat.Slash("sp") + " shows the position of a number, and how to work it out.",
		chat.Slash("random") + " draws a position: by computer, dice, coins, bag or cards, or by two players.",
		chat.Slash("encode") + " finds the numbers of a position, from pieces, a FEN, a PGN or a link.",
		chat.Slash("fritz") + " shows the position of a number of the program Fritz 9.",
		chat.Slash("daily") + day,
		chat.Slash("round") + evening,
		chat.Slash("castle") + " shows how a position castles, square by square; " + chat.Slash("find") + " lists positions by pattern or feature.",
		chat.Slash("quiz practice") + " teaches you to work numbers out in the head; " + chat.Slash("quiz daily") + " and " + chat.Slash("quiz race") + " are for all.",
		chat.Slash("table") + " shows the tables for working by hand; " + chat.Slash("about") + " says what Chess960 and its numbers are; " + chat.Slash("forget") + " deletes what I have stored about you.",
		"In any message: right click or long press, **Apps**, **" + number.ExplainThisName + "**.",
	}, "\n")
}
