package commands

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/club/privacy"
	"chess960bot/internal/service/languages"
	"chess960bot/internal/voice"
)

// A subject is whose data /forget deletes. It is the id in the option and the custom ids.
type subject string

const (
	asker  subject = "me"
	server subject = "server"
)

// subjects lists the subjects, the default first.
func subjects() chat.List[subject] {
	return chat.List[subject]{All: []subject{asker, server}, Describe: func(s subject) (id string, name voice.Sentence) {
		return string(s), chat.ChoiceName("what", string(s))
	}}
}

// fields are the fields of the custom ids.
func (s *subject) fields(f *chat.Fields) { chat.OneOf(f, s, subjects()) }

var (
	forgetButton = chat.NewControl("forget", (*subject).fields)
	keepButton   = chat.NewControl("forget-not", chat.NoFields)
)

// forget is /forget: it deletes what is stored about the asker, or about the server. It asks
// first.
func forget(store privacy.Store, servers *languages.Servers) chat.Command {
	what := subjects().Option("what")
	return chat.Command{
		Name:    "forget",
		Options: []chat.Option{what}, Database: true,
		Example: "/forget",
		Run:     func(_ context.Context, r *chat.Request) (*chat.Reply, error) { return what.Read(r).ask(r) },
		Presses: []chat.Press{
			forgetButton.On(func(ctx context.Context, r *chat.Request, s subject) (*chat.Reply, error) {
				return s.delete(ctx, store, servers, r)
			}),
			keepButton.On(func(context.Context, *chat.Request, struct{}) (*chat.Reply, error) {
				return card.Page(chat.OwnPage, voice.Phrase("forget.nothingDeleted")), nil
			}),
		},
	}
}

// ask asks whether to delete the data.
func (s subject) ask(r *chat.Request) (*chat.Reply, error) {
	if err := s.mayForget(r); err != nil {
		return nil, err
	}
	question, yes := askerQuestion, voice.Phrase("forget.yesMe")
	if s == server {
		question, yes = serverQuestion, "forget.yesServer"
	}
	return card.Page(chat.OnlyAsker, question, chat.Row(
		chat.Button(discordgo.DangerButton, yes, forgetButton.ID(s)),
		chat.Button(discordgo.PrimaryButton, voice.Phrase("forget.no"), keepButton.ID(struct{}{})),
	)), nil
}

var (
	askerQuestion voice.Sentence = voice.Lines{
		voice.Heading(2, voice.Phrase("forget.everythingAboutYou")),
		voice.Phrase("forget.inAllServers"),
		voice.Bullets{voice.Phrase("forget.yourQuiz"), voice.Phrase("forget.yourName"), voice.Phrase("forget.yourEvents"), voice.Phrase("forget.yourPosts")},
	}
	serverQuestion voice.Sentence = voice.Paragraphs{
		voice.Lines{
			voice.Heading(2, voice.Phrase("forget.everythingAboutServer")),
			voice.Phrase("forget.atOnce"),
			voice.Bullets{
				voice.Phrase("forget.serverPosts"), voice.Phrase("forget.serverEvents"),
				voice.Phrase("forget.serverRaces"), voice.Phrase("forget.serverRecord"), voice.Phrase("forget.serverLanguage"),
			},
		},
		voice.Phrase("forget.membersKeep"),
	}
)

// mayForget refuses people who may not delete the data.
func (s subject) mayForget(r *chat.Request) error {
	switch {
	case s == asker:
		return nil
	case r.GuildID == "":
		return chat.Refuse(voice.Phrase("forget.noServer"), voice.Phrase("forget.askInServer"))
	case !r.May(discordgo.PermissionManageGuild):
		return chat.Refuse(voice.Phrase("forget.onlyManagers"), voice.Phrase("forget.aboutYourself"))
	}
	return nil
}

// delete deletes the data, and says what was deleted.
func (s subject) delete(ctx context.Context, store privacy.Store, servers *languages.Servers, r *chat.Request) (*chat.Reply, error) {
	if err := s.mayForget(r); err != nil {
		return nil, err
	}
	if s == server {
		deleted, err := store.ForgetServer(ctx, r.GuildID)
		servers.Reread(r.GuildID)
		if err != nil {
			return nil, err
		}
		lines := counted(
			forgotten{dailyPosts, voice.Count(deleted.Subs)}, forgotten{serverEvents, voice.Count(deleted.Events)},
			forgotten{races, voice.Count(deleted.Races)}, forgotten{records, voice.Count(deleted.Posts)},
		)
		if deleted.Language {
			lines = append(lines, voice.Phrase("forget.serverLanguage"))
		}
		return deletedReply("forget.nothingAboutServer", lines), nil
	}
	deleted, err := store.ForgetPerson(ctx, r.Asker)
	if err != nil {
		return nil, err
	}
	return deletedReply("forget.nothingAboutYou", counted(
		forgotten{quizRecords, voice.Count(deleted.Quiz)}, forgotten{sharedEvents, voice.Count(deleted.Events)},
		forgotten{ownEvents, voice.Count(deleted.Own)}, forgotten{postSettings, voice.Count(deleted.Subs)},
	)), nil
}

// A forgotten counts what was deleted of one kind.
type forgotten struct {
	Kind   forgottenKind
	Number voice.Count
}

// A forgottenKind is a kind of data.
type forgottenKind string

const (
	dailyPosts   forgottenKind = "dailyPosts" // of a server
	serverEvents forgottenKind = "events"
	races        forgottenKind = "races"
	records      forgottenKind = "posts"
	quizRecords  forgottenKind = "quiz" // of a person
	sharedEvents forgottenKind = "sharedEvents"
	ownEvents    forgottenKind = "ownEvents"
	postSettings forgottenKind = "dailyPostSettings"
)

// Sentence returns the kind.
func (f forgotten) Sentence() string { return string(f.Kind) }

// counted lists the kinds of data of which there was something.
func counted(parts ...forgotten) (lines voice.Bullets) {
	for _, p := range parts {
		if p.Number > 0 {
			lines = append(lines, p)
		}
	}
	return lines
}

// deletedReply says what was deleted.
func deletedReply(nothing voice.Phrase, lines voice.Bullets) *chat.Reply {
	reply := chat.Done(nothing)
	if lines != nil {
		reply = chat.Done(voice.Paragraphs{voice.Lines{voice.Heading(2, voice.Phrase("forget.deleted")), lines}, voice.Phrase("forget.messagesStay")})
	}
	reply.Audience = chat.OwnPage
	return reply
}
