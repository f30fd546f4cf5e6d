package discordtest

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

var readCommand = &discordgo.ApplicationCommand{Type: discordgo.MessageApplicationCommand, Name: "Read this"}

// A message command gets the message that it is used on, with its text. Requests for
// messages do not return the text of other people.
func TestUseOn(t *testing.T) {
	s, d := start(t, func(d *discordgo.Session, i *discordgo.InteractionCreate) {
		data := i.ApplicationCommandData()
		target := data.Resolved.Messages[data.TargetID]
		if data.CommandType != discordgo.MessageApplicationCommand || data.Name != "Read this" || len(data.Resolved.Messages) != 1 || target == nil || len(data.Options) != 0 {
			t.Errorf("data %+v", data)
		}
		payload := map[string]any{"type": 4, "data": map[string]any{"content": target.Author.Username + ": " + target.Content, "flags": 64}}
		if err := respond(d, i, payload); err != nil {
			t.Error(err)
		}
	})
	register(t, s, d, readCommand)
	for _, where := range []Place{Channel, Anna.DM()} {
		said, err := s.Write(Anna, where, "RNBQKBNR?")
		if err != nil || said.Text() != "RNBQKBNR?" || said.Author != Anna {
			t.Fatal(said, err)
		}
		answer, err := s.UseOn(within5s(t), Anna, said, "Read this")
		if err != nil || answer.Message.Content != "Anna: RNBQKBNR?" || answer.Message.Command() != "Read this" || answer.Message.Target() != said.ID {
			t.Errorf("%+v %v", answer, err)
		}
		if _, err := s.UseOn(within5s(t), Anna, answer.Message, "Read this"); err != nil {
			t.Error("the own private message:", err)
		}
		if _, err := s.UseOn(within5s(t), Ben, answer.Message, "Read this"); err == nil || !strings.Contains(err.Error(), "cannot see") {
			t.Error("somebody else's private message:", err)
		}
		fetched, err := d.ChannelMessages(where.ChannelID, 10, "", "", "")
		if want := map[bool]string{true: "RNBQKBNR?"}[where.direct()]; err != nil || len(fetched) != 1 || fetched[0].Content != want || fetched[0].Author.ID != Anna.ID {
			t.Errorf("fetched %+v, %v; want the content %q", fetched, err, want)
		}
	}
	if _, err := s.UseOn(within5s(t), Anna, s.Messages(Channel)[0], "ping"); err == nil || !strings.Contains(err.Error(), "not registered") {
		t.Error(err)
	}
	if _, err := s.Slash(within5s(t), Anna, Channel, "Read this", nil); err == nil {
		t.Error("a message command was typed")
	}
	for _, text := range []string{"", strings.Repeat("é", 2001)} {
		if _, err := s.Write(Anna, Channel, text); err == nil {
			t.Errorf("wrote %d bytes", len(text))
		}
	}
	wantUnbroken(t, s)
}
