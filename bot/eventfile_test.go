package bot_test

import (
	"strings"
	"testing"

	"chess960bot/commands"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/discordtest"
)

// The games of a file are compared with the evening in the channel, for the option of
// /encode and for the file of a message.
func TestGamesOfFiles(t *testing.T) {
	t.Parallel()
	w := connect(t, commands.All(tools(t)))
	ask := func(command string, options map[string]any) string {
		t.Helper()
		answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, command, options, discordtest.Permissions(1<<33))
		if err != nil {
			t.Fatal(err)
		}
		return answer.Message.Text()
	}
	ask("event new", map[string]any{"name": "Thursday", "rounds": 2, "boards": 2})
	ask("event draw", nil)
	drawn := ask("round", nil) // once everybody has seen the draw
	played, err := chess960.FromSP(17)
	if err != nil {
		t.Fatal(err)
	}
	file := discordtest.Upload{Name: "thursday.pgn", Data: []byte("[Round \"1.2\"]\n[FEN \"" + played.XFEN() + "\"]\n\n1. e4 *\n")}
	said, err := w.Write(discordtest.Ben, discordtest.Channel, "", file)
	if err != nil {
		t.Fatal(err)
	}
	explained, err := w.UseOn(within(t), discordtest.Anna, said, "Explain this position")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{ask("encode", map[string]any{"file": file}), explained.Message.Text()} {
		if !strings.Contains(text, "## 1 game in `thursday.pgn`") || !strings.Contains(text, "Board 2 of round 1 was drawn as ") || !strings.Contains(text, "played from SP\u00a017.") {
			t.Errorf("after %s:\n%s", drawn, text)
		}
	}
	if m, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, "encode", map[string]any{"file": file}); err != nil || m.Message.Private() {
		t.Errorf("not everyone sees the answer: %v", err)
	}
	if !explained.Message.Private() {
		t.Error("everyone sees the answer for a message")
	}
}
