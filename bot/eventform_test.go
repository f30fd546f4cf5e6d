package bot_test

import (
	"fmt"
	"strings"
	"testing"

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
