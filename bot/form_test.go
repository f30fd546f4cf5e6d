package bot_test

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/discordtest/validate"
)

// seal draws a sealed round and returns its message and the form of "Add a number".
func (w *world) seal(t *testing.T) (*discordtest.Message, discordtest.Form) {
	t.Helper()
	w.event(t, "new", map[string]any{"name": "Sealed", "rounds": 1, "sealed": true})
	seal := w.event(t, "draw", nil)
	form, err := w.pressLabel(t, discordtest.Ben, seal, "Add a number").Form()
	if err != nil {
		t.Fatal(err)
	}
	return seal, form
}

// A form that was open while the bot was updated comes back with action rows.
func TestFormOfAnOlderVersion(t *testing.T) {
	t.Parallel()
	w := connect(t, commands.All(tools(t)))
	seal, form := w.seal(t)
	for i, part := range form.Parts {
		form.Parts[i] = discordtest.FormPart{Type: validate.TypeRow, Row: []discordtest.FormInput{*part.Input}}
	}
	answer, err := w.Submit(within(t), discordtest.Ben, seal, form, map[string]string{"number": "17"})
	if err != nil || !strings.Contains(answer.Message.Text(), "Your number 17 counts") {
		t.Errorf("got %v %v", answer, err)
	}
}

// A form without a number, or with something else, gets a sentence that says so.
func TestFormWithoutANumber(t *testing.T) {
	t.Parallel()
	w := connect(t, commands.All(tools(t)))
	seal, form := w.seal(t)
	const none = "The form came back without a number."
	label := func(value string) string {
		return fmt.Sprintf(`[{"type":18,"id":1,"component":{"type":4,"id":2,"custom_id":"number","value":%s}}]`, value)
	}
	for components, want := range map[string]string{
		`[]`: none, `null`: none, `"17"`: none, `[{"type":10,"id":1}]`: none, `[null,7,[{"component":[]}]]`: none,
		`[{"type":18,"id":1,"component":{"type":4,"id":2,"custom_id":"other","value":"17"}}]`: none,
		`[{"type":18,"id":1,"component":{"type":4,"id":2,"custom_id":7,"value":"17"}}]`:       none,
		label(`null`): none, label(`""`): none, label(`" "`): none, label(`["17"]`): none, label(`{"a":17}`): none, label(`true`): none,
		label(`"x"`):     "`x` is not a whole number from 0 to 9999.",
		label(`"10000"`): "`10000` is not a whole number from 0 to 9999.",
		label(`-1`):      "`-1` is not a whole number from 0 to 9999.",
		label(`" 17 "`):  "Your number 17 counts",
	} {
		answer, err := w.Interact(within(t), fmt.Sprintf(`{"type": 5, "guild_id": %q, "channel_id": %q, "member": {"user": {"id": %q}, "permissions": "0"},
			"message": {"id": %q}, "data": {"custom_id": %q, "components": %s}}`,
			discordtest.GuildID, discordtest.ChannelID, discordtest.Cleo.ID, seal.ID, form.CustomID, components))
		if err != nil || !answer.Message.Private() || !strings.Contains(answer.Message.Text(), want) {
			t.Errorf("%s: %v %v, want %q", components, answer, err, want)
		}
	}
}

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
