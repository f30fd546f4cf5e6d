package about

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/languages"
	"chess960bot/internal/voice"
)

// ofServer is the choice of the server's own language.
const ofServer = "server"

// setLanguage is /language: it sets the language of a server, or shows it.
func setLanguage(servers *languages.Servers) chat.Command {
	all := append([]string{ofServer}, voice.Languages()...)
	language := chat.List[string]{All: all, ID: func(name string) string { return name }}.Option("language")
	return chat.Command{
		Name:       "language",
		Permission: discordgo.PermissionManageGuild, ServerOnly: true, Database: true,
		Options: []chat.Option{language},
		Example: "/language language:en",
		Run: func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
			switch {
			case r.GuildID == "":
				return nil, chat.Refuse(voice.Phrase("language.serverOnly"), voice.Phrase("language.yours"))
			case !r.May(discordgo.PermissionManageGuild):
				return nil, chat.Refuse(voice.Phrase("language.managersOnly"), voice.Phrase("language.yours"))
			case r.Uninvited:
				return nil, chat.Uninvited()
			}
			if language.Given(r) {
				chosen := language.Read(r)
				if chosen == ofServer {
					chosen = ""
				}
				if err := servers.Choose(ctx, r.GuildID, chosen); err != nil {
					return nil, err
				}
				if err := servers.Note(ctx, r.GuildID, r.OwnLanguage); err != nil { // posts by the clock follow
					return nil, err
				}
			}
			return chat.Say(describe(servers.Of(ctx, r.GuildID), r.OwnLanguage, language.Given(r))), nil
		},
	}
}

// describe says in which language everyone reads, and why, unless somebody has just set that.
func describe(setting languages.Setting, own string, changed bool) voice.Sentence {
	answers := setting.OfAnswers(own)
	language := voice.F{"Language": voice.NameOf(answers)}
	said := voice.Say("language.changed", language)
	if !changed {
		why := voice.F{"BySetting": setting.Chosen != "", "Otherwise": voice.NameOf(own)}
		said = voice.Run{voice.Say("language.read", language), voice.Say("language.because", why)}
	}
	text := voice.Paragraphs{said, voice.Phrase("language.ofReaders")}
	if posts := setting.OfPosts(); posts != answers {
		text = append(text, card.PostsIn(posts))
	}
	return text
}
