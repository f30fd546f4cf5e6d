package bot_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands"
	"chess960bot/internal/chat"
	"chess960bot/internal/outbox"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/discordtest/validate"
)

// Positions of answers and posts that everyone in a channel sees are offered there alone.
// Those of private answers, and of answers that did not arrive, are offered nowhere.
func TestShownPositionsAreOffered(t *testing.T) {
	t.Parallel()
	w := connect(t, commands.All(tools(t)))
	aside := discordtest.Place{GuildID: discordtest.GuildID, ChannelID: "1040000000000000777"}
	w.AddChannel(aside, "aside")
	here := func(who discordtest.User, where discordtest.Place) (shown []string) {
		for _, name := range w.completed(t, who, where, "encode", map[string]any{"position": ""}, "position") {
			if title, ok := strings.CutSuffix(name, " · shown here"); ok {
				shown = append(shown, title[:strings.Index(title, " ")])
			}
		}
		return shown
	}
	ask := func(who discordtest.User, where discordtest.Place, command string, options map[string]any) *discordtest.Message {
		t.Helper()
		answer, err := w.Slash(within(t), who, where, command, options, discordtest.Permissions(discordgo.PermissionManageEvents))
		if err != nil {
			t.Fatal(err)
		}
		return answer.Message
	}
	ask(discordtest.Anna, discordtest.Channel, "sp", map[string]any{"number": 100})
	ask(discordtest.Anna, discordtest.Channel, "sp", map[string]any{"number": 200, "private": true})
	ask(discordtest.Anna, aside, "castle", map[string]any{"position": "SP 300"})
	ask(discordtest.Anna, discordtest.Anna.DM(), "encode", map[string]any{"position": "RNBKQBNR"})
	private := ask(discordtest.Cleo, discordtest.Channel, "sp", map[string]any{"number": 500, "private": true})
	w.pressLabel(t, discordtest.Cleo, private, "More") // the private message changes
	w.refuse(t, func(ctx context.Context) (*discordtest.Answer, error) {
		return w.Slash(ctx, discordtest.Cleo, discordtest.Channel, "sp", map[string]any{"number": 600})
	})
	public := ask(discordtest.Ben, discordtest.Channel, "random", nil) // 303
	w.pressLabel(t, discordtest.Ben, public, "More")                   // a private page
	ask(discordtest.Ben, discordtest.Channel, "event new", map[string]any{"name": "Thursday", "rounds": 2})
	ask(discordtest.Ben, discordtest.Channel, "event draw", nil) // the next draw
	post := outbox.Post{Subject: "1", Channel: aside.ChannelID}
	if _, err := w.bot.Channels().Send(within(t), post, &chat.Reply{Components: []chat.Component{chat.Text(voice.Raw("a post"))}, Shows: []string{"SP 400"}}); err != nil {
		t.Fatal(err)
	}
	const answers = 11
	if !w.log.until(within(t), func() bool { return strings.Count(w.log.String(), " took=") >= answers }) {
		t.Fatal(w.log)
	}
	for _, c := range []struct {
		who   discordtest.User
		where discordtest.Place
		want  string
	}{
		{discordtest.Ben, discordtest.Channel, "[SP 7 SP 303 SP 100]"},
		{discordtest.Anna, discordtest.Channel, "[SP 7 SP 303 SP 100]"},
		{discordtest.Ben, aside, "[SP 400 SP 300]"},
		{discordtest.Anna, discordtest.Anna.DM(), "[SP 534]"},
		{discordtest.Ben, discordtest.Ben.DM(), "[]"},
	} {
		if got := fmt.Sprint(here(c.who, c.where)); got != c.want {
			t.Errorf("%s in %v: %s, want %s", c.who.Name, c.where, got, c.want)
		}
	}
	holdAgainstOpenAPI(t, w.Requests())
}

// The rounds of the event of a channel are offered for every option that takes one.
func TestRoundsAreCompleted(t *testing.T) {
	t.Parallel()
	w := connect(t, commands.All(tools(t)))
	if got := w.completed(t, discordtest.Ben, discordtest.Channel, "event show", nil, "round"); got != nil {
		t.Errorf("without an event: %q", got)
	}
	w.event(t, "new", map[string]any{"name": "Thursday", "rounds": 12})
	for range 3 {
		w.event(t, "draw", nil)
	}
	w.event(t, "void", map[string]any{"round": 2})
	for _, command := range []string{"round", "event show", "event void"} {
		for typed, want := range map[string]string{"": "3 1", "1": "1", "2": "", "x": "", "-1": "", "99999999999999999999": ""} {
			var rounds []string
			for _, name := range w.completed(t, discordtest.Ben, discordtest.Channel, command, map[string]any{"round": typed}, "round") {
				rounds = append(rounds, strings.TrimPrefix(strings.Split(name, ":")[0], "Round "))
			}
			if got := strings.Join(rounds, " "); got != want {
				t.Errorf("/%s round:%s offers %q, want %q", command, typed, got, want)
			}
		}
	}
	if got := w.completed(t, discordtest.Ben, discordtest.Anna.DM(), "round", nil, "round"); got != nil {
		t.Errorf("elsewhere: %q", got)
	}
}

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
	w := connect(t, offerEvents(tools(t)))
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
	w := connect(t, offerEvents(tools(t)))
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
