package about

import (
	"context"
	"slices"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/card"
	"chess960bot/commands/feature"
	"chess960bot/internal/chat"
	"chess960bot/internal/languages"
	"chess960bot/internal/privacy"
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
	return chat.List[subject]{All: []subject{asker, server}, ID: func(s subject) string { return string(s) }}
}

// fields are the fields of the custom ids.
func (s *subject) fields(f *chat.Fields) { chat.OneOf(f, s, subjects()) }

var (
	forgetButton = chat.NewControl("forget", (*subject).fields)
	keepButton   = chat.NewControl("forget-not", chat.NoFields)
)

// forget is /forget: it deletes what is stored about the asker, or about the server. It asks
// first.
func forget(store privacy.Store, servers *languages.Servers, choice feature.Choice) chat.Command {
	what := subjects().Option("what")
	return chat.Command{
		Name:    "forget",
		Options: []chat.Option{what}, Database: true,
		Example: "/forget",
		Run:     func(_ context.Context, r *chat.Request) (*chat.Reply, error) { return what.Read(r).ask(r, choice) },
		Presses: []chat.Press{
			forgetButton.On(func(ctx context.Context, r *chat.Request, s subject) (*chat.Reply, error) {
				return s.delete(ctx, store, servers, r, choice)
			}),
			keepButton.On(func(context.Context, *chat.Request, struct{}) (*chat.Reply, error) {
				return card.Page(chat.OwnPage, voice.Phrase("forget.nothingDeleted")), nil
			}),
		},
	}
}

// ask asks whether to delete the data.
func (s subject) ask(r *chat.Request, choice feature.Choice) (*chat.Reply, error) {
	if err := s.mayForget(r); err != nil {
		return nil, err
	}
	question, yes := askerQuestion(choice), voice.Phrase("forget.yesMe")
	if s == server {
		question, yes = serverQuestion(choice), "forget.yesServer"
	}
	return card.Page(chat.OnlyAsker, question, chat.Row(
		chat.Button(discordgo.DangerButton, yes, forgetButton.ID(s)),
		chat.Button(discordgo.PrimaryButton, voice.Phrase("forget.no"), keepButton.ID(struct{}{})),
	)), nil
}

// askerQuestion says what is deleted of a person. It leaves out what is switched off: that is
// deleted too, and counted afterwards.
func askerQuestion(choice feature.Choice) voice.Sentence {
	var data voice.Bullets
	for _, f := range slices.Backward(choice.Features()) {
		if choice.Has(f) {
			data = append(data, f.Person...)
		}
	}
	return voice.Lines{
		voice.Heading(2, voice.Phrase("forget.everythingAboutYou")), voice.Phrase("forget.inAllServers"),
		append(data, voice.Phrase("forget.yourPosts")),
	}
}

// serverQuestion says what is deleted of a server, as askerQuestion does.
func serverQuestion(choice feature.Choice) voice.Sentence {
	data, stays := voice.Bullets{voice.Phrase("forget.serverPosts")}, voice.Lines(nil)
	for _, f := range choice.Features() {
		if choice.Has(f) {
			data = append(data, f.Server...)
			if f.Stays != "" {
				stays = append(stays, f.Stays)
			}
		}
	}
	data = append(data, voice.Phrase("forget.serverRecord"), voice.Phrase("forget.serverLanguage"))
	return voice.Paragraphs{
		voice.Lines{voice.Heading(2, voice.Phrase("forget.everythingAboutServer")), voice.Phrase("forget.atOnce"), data}, stays,
	}
}

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
func (s subject) delete(ctx context.Context, store privacy.Store, servers *languages.Servers, r *chat.Request, choice feature.Choice) (*chat.Reply, error) {
	if err := s.mayForget(r); err != nil {
		return nil, err
	}
	forget, id, nothing := store.ForgetPerson, r.Asker, voice.Phrase("forget.nothingAboutYou")
	if s == server {
		forget, id, nothing = store.ForgetServer, r.GuildID, "forget.nothingAboutServer"
		defer servers.Reread(id)
	}
	deleted, err := forget(ctx, id)
	if err != nil {
		return nil, err
	}
	var lines, last voice.Bullets
	for _, d := range deleted {
		if d.Of == "language" {
			last = append(last, voice.Phrase("forget.serverLanguage"))
		}
		for _, f := range choice.Features() {
			if f.Forgotten == nil {
				continue
			}
			if said := f.Forgotten(d.Of, voice.Count(d.Rows)); said != nil {
				lines = append(lines, said)
			}
		}
	}
	lines = append(lines, last...)
	reply := chat.Done(nothing)
	if lines != nil {
		reply = chat.Done(voice.Paragraphs{voice.Lines{voice.Heading(2, voice.Phrase("forget.deleted")), lines},
			voice.Phrase("forget.messagesStay")})
	}
	reply.Audience = chat.OwnPage
	return reply, nil
}
