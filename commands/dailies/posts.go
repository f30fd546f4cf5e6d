package dailies

import (
	"context"
	"errors"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/daily"
)

// Posts answers /daily-posts, with which people who manage a server set up the
// daily posts of its channels.
func Posts(tools Tools) chat.Command {
	subcommands := map[string]chat.Handler{
		"set": tools.set, "show": tools.show, "pause": tools.pause, "resume": tools.resume, "remove": tools.remove, "test": tools.test,
	}
	def := chat.Define("daily-posts", "Post the position of the day to a channel", dailyPostsOptions()...)
	def.DefaultMemberPermissions = strconv.Itoa(discordgo.PermissionManageGuild)
	def.Contexts = []discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	return chat.Command{
		Def:      def,
		Example:  "/daily-posts show",
		Complete: completeZone(tools),
		Buttons:  map[string]chat.Handler{"daily-check": chat.WithDatabase(tools.check)},
		Run: func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
			run, ok := subcommands[r.Subcommand]
			if !ok {
				return nil, chat.Foreign()
			}
			if err := mayManage(r); err != nil {
				return nil, err
			}
			return chat.WithDatabase(run)(ctx, r)
		},
	}
}

func dailyPostsOptions() []chat.Option {
	channel := chat.Option{
		Type: discordgo.ApplicationCommandOptionChannel, Name: "channel", Description: "The channel of the daily post", Required: true,
		ChannelTypes: []discordgo.ChannelType{
			discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews,
			discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread,
		},
	}
	zone := chat.TextOption("timezone", "The time zone of that time: a city, a country or an offset such as UTC+2").UpTo(longestTime).Completed()
	whose := channel
	whose.Required, whose.Description = false, "Whose daily post; this channel's without it"
	return []chat.Option{
		chat.Subcommand("set", "Start a channel's daily post, or change it",
			channel, chat.TextOption("time", "When to post, such as 19:30, 7pm or noon").UpTo(longestTime), zone,
			chat.TextOption("weekdays", "On which days, such as mon,thu or weekend; daily for every day").UpTo(longestTime),
			boards().Option("board", "How much a post shows"),
			chat.RoleOption("role", "A role to ping"),
			card.ViewOption(), card.ThemeOption(),
			chat.BoolOption("thread", "Open a thread for discussion on each post"),
			clearable().Option("clear", "Set one of the others back to its default")),
		chat.Subcommand("show", "List this server's daily posts"),
		chat.Subcommand("pause", "Stop a channel's daily post for a while", channel),
		chat.Subcommand("resume", "Start a paused daily post again", channel),
		chat.Subcommand("remove", "Remove a channel's daily post", channel),
		chat.Subcommand("test", "Preview a daily post, visible only to you", whose, boards().Option("board", "How much a post shows"), card.ViewOption(), card.ThemeOption()),
	}
}

// boards lists the forms of the board in a post, the default first.
func boards() chat.List[daily.BoardForm] {
	return chat.List[daily.BoardForm]{All: []daily.BoardForm{daily.FullBoard, daily.CompactBoard}, Kind: "a form of the board", Describe: func(form daily.BoardForm) (id, name string) {
		if form == daily.CompactBoard {
			return form.String(), "Compact: one row of pieces"
		}
		return form.String(), "Full: the whole board"
	}}
}

// mayManage returns why the asker may not change a server's daily posts, or nil.
func mayManage(r *chat.Request) error {
	switch {
	case r.GuildID == "":
		return chat.Refuse("Daily posts are for the channels of a server.", "Ask in the server. Here "+chat.Slash("daily")+" shows the position of the day.")
	case !r.May(discordgo.PermissionManageGuild):
		return chat.Refuse("Only people with the Manage Server permission can do that.", chat.Slash("daily")+" shows the position of the day to everyone.")
	}
	return nil
}

// noSub returns the refusal for a channel without a daily post if err says so, and
// otherwise err.
func noSub(channel string, err error) error {
	if errors.Is(err, daily.ErrNotFound) {
		return chat.Refuse("<#"+channel+"> has no daily post.", chat.Slash("daily-posts show")+" lists the channels that have one.")
	}
	return err
}
