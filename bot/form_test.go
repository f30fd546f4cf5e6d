package bot_test

import (
	"context"
	"maps"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
)

// A form can have five parts. The values of radio groups and text inputs arrive by their
// ids, and an optional one may be missing.
func TestFormWithRadioGroups(t *testing.T) {
	t.Parallel()
	letters := func(all string) (options []chat.MenuOption) {
		for _, letter := range strings.Split(all, "") {
			options = append(options, chat.MenuOption{Label: voice.Raw("File " + letter), Value: letter, Description: voice.Raw("from a to h")})
		}
		options[1].Default = true
		return options
	}
	optional := chat.RadioGroup("light", letters("aceg"))
	optional.Required = false
	optional.Options[1].Default = false
	form := &chat.Form{CustomID: "place:1", Title: voice.Raw("Where are the pieces?"), Parts: []chat.FormPart{
		chat.FormText(voice.Raw("Position **518**. `/sp` shows the board.")),
		chat.Label(voice.Raw("Bishop on a dark square"), voice.Raw("Its file in White's first rank"), chat.RadioGroup("dark", letters("bdfh"))),
		chat.Label(voice.Raw("Bishop on a light square"), voice.Raw(""), optional),
		chat.Label(voice.Raw("King"), voice.Raw(""), chat.RadioGroup("king", letters("abcdefghij"))),
		chat.Label(voice.Raw("Anything else"), voice.Raw(""), chat.TextInput("else", voice.Raw("for example: the queen"), 20)),
	}}
	got := make(chan chat.Options, 1)
	ask := simple("ask", func(context.Context, *chat.Request) (*chat.Reply, error) {
		reply := chat.Say(voice.Raw("Ready?"))
		reply.Components = append(reply.Components, chat.Row(chat.Button(discordgo.PrimaryButton, voice.Raw("Answer"), "open")))
		return reply, nil
	})
	filled := chat.NewControl("place", func(n *int, f *chat.Fields) { f.Number(n, 1, 1) })
	ask.Presses = []chat.Press{
		chat.NewControl("open", chat.NoFields).On(func(context.Context, *chat.Request, struct{}) (*chat.Reply, error) {
			return &chat.Reply{Form: form}, nil
		}),
		filled.On(func(_ context.Context, r *chat.Request, _ int) (*chat.Reply, error) {
			got <- r.Options
			return chat.Say(voice.Raw("Thank you.")), nil
		}),
	}
	w := connect(t, []chat.Command{ask})
	asked, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "ask", nil)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := w.pressLabel(t, discordtest.Anna, asked.Message, "Answer").Form()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Submit(within(t), discordtest.Anna, asked.Message, opened, map[string]string{"king": "e", "else": "no"}); err != nil {
		t.Fatal(err)
	}
	want := chat.Options{"dark": "d", "light": nil, "king": "e", "else": "no"}
	if options := <-got; !maps.Equal(options, want) {
		t.Errorf("got %v, want %v", options, want)
	}
	holdAgainstOpenAPI(t, w.Requests())
}
