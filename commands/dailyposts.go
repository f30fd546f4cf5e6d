package commands

import (
	"context"
	"errors"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/daily"
)

// dailyPosts answers /daily-posts, with which people who manage a server set up the
// daily posts of its channels.
func dailyPosts(tools Tools) Command {
	d := dailyHandlers{tools}
	subcommands := map[string]Handler{
		"set": d.set, "show": d.show, "pause": d.pause, "resume": d.resume, "remove": d.remove, "test": d.test,
	}
	def := define("daily-posts", "Post the position of the day to a channel", dailyPostsOptions()...)
	def.DefaultMemberPermissions = strconv.Itoa(discordgo.PermissionManageGuild)
	def.Contexts = []discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	return Command{
		Def:      def,
		Example:  "/daily-posts show",
		Complete: completeZone(tools),
		Run: func(ctx context.Context, r *Request) (*Reply, error) {
			run, ok := subcommands[r.Subcommand]
			if !ok {
				return nil, Foreign()
			}
			if err := mayManage(r); err != nil {
				return nil, err
			}
			return withDatabase(run)(ctx, r)
		},
	}
}

func dailyPostsOptions() []Option {
	channel := Option{
		Type: discordgo.ApplicationCommandOptionChannel, Name: "channel", Description: "The channel of the daily post", Required: true,
		ChannelTypes: []discordgo.ChannelType{
			discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews,
			discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread,
		},
	}
	zone := textOption("timezone", "The time zone of that time: a city, a country or an offset such as UTC+2").required()
	zone.Autocomplete = true
	return []Option{
		subcommand("set", "Start a channel's daily post, or change it",
			channel, textOption("time", "When to post, such as 19:30, 7pm or noon").required(), zone,
			textOption("weekdays", "On which days, such as mon,thu or weekend; every day without it"),
			boardOption(),
			Option{Type: discordgo.ApplicationCommandOptionRole, Name: "role", Description: "A role to ping"},
			viewOption(), themeOption(),
			boolOption("thread", "Open a thread for discussion on each post")),
		subcommand("show", "List this server's daily posts"),
		subcommand("pause", "Stop a channel's daily post for a while", channel),
		subcommand("resume", "Start a paused daily post again", channel),
		subcommand("remove", "Remove a channel's daily post", channel),
		subcommand("test", "Preview a daily post, visible only to you", boardOption(), viewOption(), themeOption()),
	}
}

func boardOption() Option {
	return choiceOption("board", "How much a post shows", []Choice{
		{"Full: the whole board", daily.FullBoard.String()},
		{"Compact: one row of pieces", daily.CompactBoard.String()},
	})
}

// boardOf reads the option "board".
func boardOf(options Options) (daily.BoardForm, error) {
	form, err := daily.ParseBoardForm(options.Text("board"))
	if err != nil {
		return form, &UserError{quoteFirst(options.Text("board")) + " is not a form of the board.", "Choose full or compact."}
	}
	return form, nil
}

// mayManage returns why the asker may not change a server's daily posts, or nil.
func mayManage(r *Request) error {
	const either = discordgo.PermissionManageGuild | discordgo.PermissionAdministrator
	switch {
	case r.GuildID == "":
		return &UserError{"Daily posts are for the channels of a server.", "Ask in the server. Here " + slash("daily") + " shows the position of the day."}
	case r.Permissions&either == 0:
		return &UserError{"Only people with the Manage Server permission can do that.", slash("daily") + " shows the position of the day to everyone."}
	}
	return nil
}

// noSub returns the refusal for a channel without a daily post if err says so, and
// otherwise err.
func noSub(channel string, err error) error {
	if errors.Is(err, daily.ErrNotFound) {
		return &UserError{"<#" + channel + "> has no daily post.", slash("daily-posts show") + " lists the channels that have one."}
	}
	return err
}
