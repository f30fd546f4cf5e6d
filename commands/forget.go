package commands

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/privacy"
)

// A subject is whose data /forget deletes. It is the id in the option and the custom ids.
type subject string

const (
	asker  subject = "me"
	server subject = "server"
)

// subjects lists the subjects, the default first.
func subjects() chat.List[subject] {
	return chat.List[subject]{All: []subject{asker, server}, Kind: "something to forget", Describe: func(s subject) (id, name string) {
		if s == server {
			return string(s), "This server: daily posts, events, races"
		}
		return string(s), "Me, in all servers"
	}}
}

// fields are the fields of the custom ids.
func (s *subject) fields(f *chat.Fields) { chat.OneOf(f, s, subjects()) }

// forget is /forget: it deletes what is stored about the asker, or about the server. It asks
// first.
func forget(store privacy.Store) chat.Command {
	return chat.Command{
		Def:     chat.Define("forget", "Delete what this bot has stored about you, or about this server", subjects().Option("what", "Whose data to delete; you if left out")),
		Example: "/forget",
		Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
			s, err := subjects().ChooseOrFirst(r.Options.Text("what"))
			if err != nil {
				return nil, err
			}
			return s.ask(r)
		},
		Buttons: map[string]chat.Handler{
			"forget": chat.WithDatabase(func(ctx context.Context, r *chat.Request) (*chat.Reply, error) {
				var s subject
				if err := chat.ReadID(r.CustomID, s.fields); err != nil {
					return nil, err
				}
				return s.delete(ctx, store, r)
			}),
			"forget-not": func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
				if err := chat.ReadID(r.CustomID, noFields); err != nil {
					return nil, err
				}
				return card.Page(chat.OwnPage, "Nothing was deleted."), nil
			},
		},
	}
}

const (
	askerQuestion = `## Delete everything about you?
In all servers, at once. Nobody can bring it back.
- Your quiz: answers, progress, races and streak.
- Events: your name and id. You become “somebody”; the draws stay.
- Events outside servers in which nobody else took part: all of them.
- Daily posts that you set: your id. The posts go on.`

	serverQuestion = `## Delete everything about this server?
At once. Nobody can bring it back.
- All daily posts and their settings: nothing is posted any more.
- All events with their draws, open ones too. ` + "`/event export`" + ` saves one before.
- All races of the quiz.
- The record of what was posted.

The quiz of its members stays: it belongs to them.`
)

// ask asks whether to delete the data.
func (s subject) ask(r *chat.Request) (*chat.Reply, error) {
	if err := s.mayForget(r); err != nil {
		return nil, err
	}
	question, yes := askerQuestion, "Yes, forget me"
	if s == server {
		question, yes = serverQuestion, "Yes, forget this server"
	}
	return card.Page(chat.OnlyAsker, chat.WithMentions(question), chat.Row(
		chat.Button(discordgo.DangerButton, yes, chat.WriteID("forget", s.fields)),
		chat.Button(discordgo.SecondaryButton, "No, keep it", chat.WriteID("forget-not", noFields)),
	)), nil
}

// mayForget refuses people who may not delete the data.
func (s subject) mayForget(r *chat.Request) error {
	switch {
	case s == asker:
		return nil
	case r.GuildID == "":
		return chat.Refuse("There is no server here.", "Ask in the server, or delete what is stored about you with "+chat.Slash("forget")+".")
	case !r.May(discordgo.PermissionManageGuild):
		return chat.Refuse("Only people with the Manage Server permission can do that.", chat.Slash("forget")+" deletes what is stored about you.")
	}
	return nil
}

// delete deletes the data, and says what was deleted.
func (s subject) delete(ctx context.Context, store privacy.Store, r *chat.Request) (*chat.Reply, error) {
	if err := s.mayForget(r); err != nil {
		return nil, err
	}
	if s == server {
		deleted, err := store.ForgetServer(ctx, r.GuildID)
		if err != nil {
			return nil, err
		}
		return card.Page(chat.OwnPage, deletedText("this server", []deletedPart{
			{deleted.Subs, "daily post", ""},
			{deleted.Events, "event", ", with all draws"},
			{deleted.Races, "race", " of the quiz, with all answers"},
			{deleted.Posts, "record", " of posts"},
		})), nil
	}
	deleted, err := store.ForgetPerson(ctx, r.Asker)
	if err != nil {
		return nil, err
	}
	return card.Page(chat.OwnPage, deletedText("you", []deletedPart{
		{deleted.Quiz, "record", " of your quiz"},
		{deleted.Events, "event", ": you are “somebody” there now"},
		{deleted.Own, "event", " that only you took part in"},
		{deleted.Subs, "daily post", ": your id. The posts go on"},
	})), nil
}

// A deletedPart counts one kind of data.
type deletedPart struct {
	count      int
	noun, rest string
}

// deletedText says what was deleted about somebody.
func deletedText(about string, parts []deletedPart) string {
	var lines []string
	for _, p := range parts {
		if p.count > 0 {
			lines = append(lines, "- "+chat.Count(p.count, p.noun)+p.rest+".")
		}
	}
	if lines == nil {
		return "Nothing was stored about " + about + "."
	}
	return "## Deleted\n" + strings.Join(lines, "\n") +
		"\n\nMy messages stay in their channels: you can delete them there. Old backups belong to the person who runs this bot."
}
