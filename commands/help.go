package commands

import (
	"context"
	"fmt"
	"net/url"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/voice"
)

// help answers /help with a line for each command, in groups. Its buttons answer as the
// commands do that most people want first, add the bot to a server, and lead to those who run it.
func help(commands []chat.Command, support *url.URL) chat.Command {
	return chat.Command{
		Name: "help", Options: []chat.Option{chat.PrivateOption()},
		Example: "/help",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			text := helpText(func(permission int64) bool { return chat.PrivateOption().Read(r) && r.May(permission) })
			buttons := card.Shortcuts(card.DrawOne, card.PositionOfTheDay, card.Learn)
			buttons.Components = append(buttons.Components, chat.LinkButton(voice.Phrase("help.addToServer"), invitation(r.AppID)))
			if support != nil {
				buttons.Components = append(buttons.Components, supportButton(support))
			}
			return card.Page(chat.AsAsked, text, buttons), nil
		},
		Presses: []chat.Press{card.ShortcutButton.On(func(ctx context.Context, r *chat.Request, s card.Shortcut) (*chat.Reply, error) {
			return answerShortcut(ctx, commands, r, s)
		})},
	}
}

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

// helpText has a line for each command. Members do not see some commands. The text names
// these only to people with the permission.
func helpText(may func(permission int64) bool) voice.Sentence {
	day, evening := voice.Phrase("help.daily"), voice.Phrase("help.round")
	var language voice.Sentence
	if may(discordgo.PermissionManageGuild) {
		day, language = "help.dailyPosts", voice.Phrase("help.language")
	}
	if may(discordgo.PermissionManageEvents) {
		evening = "help.event"
	}
	group := func(title voice.Phrase, lines ...voice.Sentence) voice.Sentence {
		return append(voice.Lines{voice.Bold(title)}, lines...)
	}
	return voice.Lines{
		voice.Heading(2, voice.Phrase("help.title")),
		group("help.play", voice.Phrase("help.random"), voice.Phrase("help.sp"), voice.Phrase("help.encode"), voice.Phrase("help.castle")),
		group("help.learning", voice.Phrase("help.quiz"), voice.Phrase("help.table"), voice.Phrase("help.find"), voice.Phrase("help.fritz"), voice.Phrase("help.about")),
		group("help.club", day, evening, voice.Phrase("help.race"), language),
		group("help.data", voice.Phrase("help.forget")),
		voice.Phrase("help.inMessages"),
	}
}
