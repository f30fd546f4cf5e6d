package commands

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/commands/card"
	"chess960bot/internal/club/privacy"
	"chess960bot/voice"
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
func forget(store privacy.Store) chat.Command {
	what := subjects().Option("what")
	return chat.Command{
		Name:    "forget",
		Options: []chat.Option{what}, Database: true,
		Example: "/forget",
		Run:     func(_ context.Context, r *chat.Request) (*chat.Reply, error) { return what.Read(r).ask(r) },
		Presses: []chat.Press{
			forgetButton.On(func(ctx context.Context, r *chat.Request, s subject) (*chat.Reply, error) {
				return s.delete(ctx, store, r)
			}),
			keepButton.On(func(context.Context, *chat.Request, struct{}) (*chat.Reply, error) {
				return card.Page(chat.OwnPage, voice.Raw("Nothing was deleted.")), nil
			}),
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
	return card.Page(chat.OnlyAsker, voice.Raw(chat.WithMentions(question)), chat.Row(
		chat.Button(discordgo.DangerButton, voice.Raw(yes), forgetButton.ID(s)),
		chat.Button(discordgo.SecondaryButton, voice.Raw("No, keep it"), keepButton.ID(struct{}{})),
	)), nil
}

// mayForget refuses people who may not delete the data.
func (s subject) mayForget(r *chat.Request) error {
	switch {
	case s == asker:
		return nil
	case r.GuildID == "":
		return chat.Refuse(voice.Raw("There is no server here."), voice.Raw("Ask in the server, or delete what is stored about you with "+chat.Slash("forget")+"."))
	case !r.May(discordgo.PermissionManageGuild):
		return chat.Refuse(voice.Raw("Only people with the Manage Server permission can do that."), voice.Raw(chat.Slash("forget")+" deletes what is stored about you."))
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
		return card.Page(chat.OwnPage, voice.Raw(deletedText("this server", []deletedPart{
			{deleted.Subs, "daily post", ""},
			{deleted.Events, "event", ", with all draws"},
			{deleted.Races, "race", " of the quiz, with all answers"},
			{deleted.Posts, "record", " of posts"},
		}))), nil
	}
	deleted, err := store.ForgetPerson(ctx, r.Asker)
	if err != nil {
		return nil, err
	}
	return card.Page(chat.OwnPage, voice.Raw(deletedText("you", []deletedPart{
		{deleted.Quiz, "record", " of your quiz"},
		{deleted.Events, "event", ": you are “somebody” there now"},
		{deleted.Own, "event", " that only you took part in"},
		{deleted.Subs, "daily post", ": your id. The posts go on"},
	}))), nil
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
