package bot_test

import (
	"slices"
	"strings"
	"testing"

	"chess960bot/commands"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/discordtest"
)

// Old buttons of a feature that is switched off, and commands that are still listed, are answered
// with a sentence in each language. Those of the core answer although their command is not
// offered.
func TestWhatIsSwitchedOffSaysSo(t *testing.T) {
	before := connect(t, commands.All(tools(t)))
	use := func(w *world, command string, options map[string]any) *discordtest.Message {
		t.Helper()
		answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, command, options)
		if err != nil {
			t.Fatal(err)
		}
		return answer.Message
	}
	position, quiz := use(before, "sp", map[string]any{"number": 518}), use(before, "quiz practice", nil)
	after := connect(t, commands.All(toolsFor(t, "random")))
	after.Restore(position)
	after.Restore(quiz)
	for _, language := range voice.Languages() {
		answer, err := after.Press(within(t), discordtest.Anna, quiz, controlsOf(quiz.Tree())[0].CustomID, discordtest.Locale(string(slices.Max(chat.LocalesOf(language)))))
		want := voice.In(language).Say(voice.Phrase("chat.notOffered"))
		if err != nil || !strings.Contains(answer.Message.Text(), want) {
			t.Errorf("%s: %v, %v, want %q", language, answer, err, want)
		}
	}
	answer, err := after.Press(within(t), discordtest.Anna, position, controlsOf(position.Tree())[0].CustomID)
	if err != nil || !strings.Contains(answer.Message.Text(), "518") {
		t.Error(answer, err)
	}
}
