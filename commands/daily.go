package commands

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/daily"
)

// dailyCommand answers /daily: the position of the day for everyone, and the
// subscriptions of channels for those who manage a server.
func dailyCommand(tools Tools) Command {
	d := dailies{tools}
	admin := func(run Handler) Handler {
		return func(ctx context.Context, r *Request) (*Reply, error) {
			if err := mayManage(r); err != nil {
				return nil, err
			}
			reply, err := run(ctx, r)
			if _, ok := errors.AsType[*UserError](err); err != nil && !ok {
				return nil, &databaseError{err}
			}
			return reply, err
		}
	}
	subcommands := map[string]Handler{
		"today":  d.today,
		"set":    admin(d.set),
		"show":   admin(d.show),
		"pause":  admin(d.pause),
		"resume": admin(d.resume),
		"remove": admin(d.remove),
		"test":   admin(d.test),
	}
	return Command{
		Def:      define("daily", "The position of the day, and a channel's daily post of it", dailyOptions()...),
		Example:  "/daily today",
		Complete: completeZone(tools),
		Run: func(ctx context.Context, r *Request) (*Reply, error) {
			run, ok := subcommands[r.Subcommand]
			if !ok {
				return nil, Foreign()
			}
			return run(ctx, r)
		},
	}
}

// dailies are the handlers of /daily.
type dailies struct{ Tools }

func dailyOptions() []Option {
	channel := func(description string) Option {
		return Option{
			Type: discordgo.ApplicationCommandOptionChannel, Name: "channel", Description: description, Required: true,
			ChannelTypes: []discordgo.ChannelType{
				discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews,
				discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread,
			},
		}
	}
	zone := textOption("timezone", "The time zone of that time: type a city").required()
	zone.Autocomplete = true
	return []Option{
		subcommand("today", "Show today's position, or any day's", textOption("date", "Another day, as YYYY-MM-DD"), explainOption(), viewOption(), themeOption(), privateOption()),
		subcommand("set", "Post the position of the day to a channel, every day (needs Manage Server)",
			channel("Where to post"), textOption("time", "When to post, such as 19:30 or 7:30 pm").required(), zone,
			Option{Type: discordgo.ApplicationCommandOptionRole, Name: "role", Description: "A role to ping"},
			viewOption(), themeOption(),
			boolOption("thread", "Open a thread for discussion on each post")),
		subcommand("show", "List this server's daily posts"),
		subcommand("pause", "Stop a channel's daily post for a while", channel("The channel whose daily post to pause")),
		subcommand("resume", "Start a channel's daily post again", channel("The channel whose daily post to resume")),
		subcommand("remove", "Remove a channel's daily post", channel("The channel whose daily post to remove")),
		subcommand("test", "Preview a daily post, visible only to you", viewOption(), themeOption()),
	}
}

// mayManage returns why the asker may not change a server's daily posts, or nil.
func mayManage(r *Request) error {
	const either = discordgo.PermissionManageGuild | discordgo.PermissionAdministrator
	switch {
	case r.GuildID == "":
		return &UserError{"Daily posts are for the channels of a server.", "Ask in the server; here you can see the position of the day with `/daily today`."}
	case r.Permissions&either == 0:
		return &UserError{"Only people with the Manage Server permission can do that.", "The position of the day is for everyone: `/daily today`."}
	}
	return nil
}

// noSub says that a channel has no daily post.
func noSub(channel string, err error) error {
	if errors.Is(err, daily.ErrNotFound) {
		return &UserError{"<#" + channel + "> has no daily post.", "`/daily show` lists the channels that have one."}
	}
	return err
}
