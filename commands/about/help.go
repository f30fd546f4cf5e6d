package about

import (
	"context"
	"net/url"
	"slices"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// Help answers /help with a line for each command, in groups on two pages. Its buttons answer as
// the commands do that most people want first, add the bot to a server, and lead to those who
// run it.
func Help(commands []chat.Command, support *url.URL, choice feature.Choice) chat.Command {
	show := func(r *chat.Request, audience chat.Audience, club bool) *chat.Reply {
		private, edit := audience.Resolve(r)
		text, other := helpText(choice), chat.Secondary(voice.Phrase("help.club"), helpPage.ID(!club))
		if club {
			text = clubHelp(choice, func(permission int64) bool {
				exists := r.GuildID != "" || permission != discordgo.PermissionManageGuild // only servers have these commands
				return (private || edit) && exists && r.May(permission)
			})
			other = chat.Secondary(voice.Phrase("help.play"), helpPage.ID(!club))
		}
		shortcuts := []card.Shortcut{card.DrawOne, card.PositionOfTheDay, card.Learn}
		shortcuts = slices.DeleteFunc(shortcuts, func(s card.Shortcut) bool { return !choice.Offers(s.Command) })
		ways := []chat.Component{other, chat.LinkButton(voice.Phrase("help.addToServer"), chat.Invitation(r.AppID))}
		if support != nil {
			ways = append(ways, supportButton(support))
		}
		rows := []chat.Component{chat.Row(ways...)}
		if len(shortcuts) > 0 {
			rows = slices.Insert(rows, 0, card.Shortcuts(shortcuts...))
		}
		return card.Page(audience, text, rows...)
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

type helpLine = feature.HelpLine

// helpText has a line for each command about positions.
func helpText(choice feature.Choice) voice.Sentence {
	var inMessages voice.Sentence
	if choice.Offers("encode") {
		inMessages = voice.Phrase("help.inMessages")
	}
	var learn []helpLine
	for _, f := range choice.Features() {
		learn = append(learn, f.Learn...)
	}
	return voice.Lines{
		voice.Heading(2, voice.Phrase("help.title")),
		helpGroup(choice, "help.play", helpLine{Command: "random", Says: "help.random"}, helpLine{Command: "sp", Says: "help.sp"},
			helpLine{Command: "encode", Says: "help.encode"}, helpLine{Command: "castle", Says: "help.castle"}),
		helpGroup(choice, "help.learning", append(learn, helpLine{Command: "table", Says: "help.table"}, helpLine{Command: "find", Says: "help.find"},
			helpLine{Command: "fritz", Says: "help.fritz"}, helpLine{Command: "about", Says: "help.about"})...),
		inMessages,
	}
}

// clubHelp has a line for each command of a club, and about data. Members do not see some
// commands. The text names these only to people with the permission.
func clubHelp(choice feature.Choice, may func(permission int64) bool) voice.Sentence {
	club := []helpLine{{Command: "daily", Says: "help.daily"}}
	for _, f := range choice.Features() {
		if f.Club != nil {
			club = append(club, f.Club(may))
		}
	}
	if may(discordgo.PermissionManageGuild) {
		club[0] = helpLine{Command: "daily-posts", Says: "help.dailyPosts"}
		club = append(club, helpLine{Command: "language", Says: "help.language"})
	}
	return voice.Lines{
		voice.Heading(2, voice.Phrase("help.title")),
		helpGroup(choice, "help.club", club...),
		helpGroup(choice, "help.data", helpLine{Command: "forget", Says: "help.forget"}),
	}
}

// helpGroup returns the lines of the commands that are offered below a title; nil if there are
// none.
func helpGroup(choice feature.Choice, title voice.Phrase, lines ...helpLine) voice.Sentence {
	group := voice.Lines{voice.Bold(title)}
	for _, line := range lines {
		if choice.Offers(line.Command) {
			group = append(group, line.Says)
		}
	}
	if len(group) == 1 {
		return nil
	}
	return group
}
