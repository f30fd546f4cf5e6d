package commands

import (
	"context"
	"fmt"
	"net/url"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// help answers /help with a line for each command, in groups on two pages. Its buttons answer as
// the commands do that most people want first, add the bot to a server, and lead to those who
// run it.
func help(commands []chat.Command, support *url.URL) chat.Command {
	show := func(r *chat.Request, audience chat.Audience, club bool) *chat.Reply {
		private, edit := audience.Resolve(r)
		text, other := helpText(), chat.Button(discordgo.SecondaryButton, voice.Phrase("help.club"), helpPage.ID(!club))
		if club {
			text, other = clubHelp(func(permission int64) bool { return (private || edit) && r.May(permission) }), chat.Button(discordgo.SecondaryButton, voice.Phrase("help.play"), helpPage.ID(!club))
		}
		buttons := card.Shortcuts(card.DrawOne, card.PositionOfTheDay, card.Learn)
		ways := []chat.Component{other, chat.LinkButton(voice.Phrase("help.addToServer"), invitation(r.AppID))}
		if support != nil {
			ways = append(ways, supportButton(support))
		}
		return card.Page(audience, text, buttons, chat.Row(ways...))
	}
	return chat.Command{
		Name: "help", Options: []chat.Option{chat.PrivateOption()},
		Example: "/help",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			return show(r, chat.AsAsked, false), nil
		},
		Presses: []chat.Press{
			card.ShortcutButton.On(func(ctx context.Context, r *chat.Request, s card.Shortcut) (*chat.Reply, error) {
				return answerShortcut(ctx, commands, r, s)
			}),
			helpPage.On(func(_ context.Context, r *chat.Request, club bool) (*chat.Reply, error) {
				return show(r, chat.OwnPage, club), nil
			}),
		},
	}
}

// helpPage is the button that turns the page: help-page:play or help-page:club.
var helpPage = chat.NewControl("help-page", func(club *bool, f *chat.Fields) { f.Flag(club, "play", "club") })

// invitation returns the address at which people add the bot to their server.
func invitation(application string) string {
	const permissions = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads |
		discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles | discordgo.PermissionReadMessageHistory
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d", application, int64(permissions))
}

// supportButton leads to those who run the bot.
func supportButton(support *url.URL) chat.Component {
	return chat.LinkButton(voice.Phrase("help.support"), support.String())
}

// answerShortcut answers as the command of a shortcut does, to those who see the button.
func answerShortcut(ctx context.Context, commands []chat.Command, r *chat.Request, s card.Shortcut) (*chat.Reply, error) {
	for _, c := range commands {
		if c.Name == s.Command {
			asked := *r
			asked.Subcommand = s.Subcommand
			reply, err := c.Answer(ctx, &asked)
			if err == nil && reply.Audience == chat.AsAsked {
				reply.Audience = chat.AsPressed
			}
			return reply, err
		}
	}
	return nil, chat.Foreign()
}

// helpText has a line for each command about positions.
func helpText() voice.Sentence {
	return voice.Lines{
		voice.Heading(2, voice.Phrase("help.title")),
		helpGroup("help.play", voice.Phrase("help.random"), voice.Phrase("help.sp"), voice.Phrase("help.encode"), voice.Phrase("help.castle")),
		helpGroup("help.learning", voice.Phrase("help.quiz"), voice.Phrase("help.table"), voice.Phrase("help.find"), voice.Phrase("help.fritz"), voice.Phrase("help.about")),
		voice.Phrase("help.inMessages"),
	}
}

// clubHelp has a line for each command of a club, and about data. Members do not see some
// commands. The text names these only to people with the permission.
func clubHelp(may func(permission int64) bool) voice.Sentence {
	day, evening := voice.Phrase("help.daily"), voice.Phrase("help.round")
	var language voice.Sentence
	if may(discordgo.PermissionManageGuild) {
		day, language = "help.dailyPosts", voice.Phrase("help.language")
	}
	if may(discordgo.PermissionManageEvents) {
		evening = "help.event"
	}
	return voice.Lines{
		voice.Heading(2, voice.Phrase("help.title")),
		helpGroup("help.club", day, evening, voice.Phrase("help.race"), language),
		helpGroup("help.data", voice.Phrase("help.forget")),
	}
}

func helpGroup(title voice.Phrase, lines ...voice.Sentence) voice.Sentence {
	return append(voice.Lines{voice.Bold(title)}, lines...)
}
