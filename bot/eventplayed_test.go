package bot_test

import (
	"strings"
	"testing"

	"chess960bot/commands"
	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/discordtest"
)

// Rounds of the evening that runs were played too, also just after their answer, over the gateway
// and over HTTP. A locked draw tells nothing.
func TestPlayedTonight(t *testing.T) {
	for name, connected := range map[string]func(*testing.T, []chat.Command) *world{
		"gateway": func(t *testing.T, cmds []chat.Command) *world { return connect(t, cmds) }, "HTTP": connectOverHTTP,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := connected(t, commands.All(tools(t)))
			ask := func(command string, options map[string]any) string {
				t.Helper()
				answer, err := w.Slash(within(t), discordtest.Anna, discordtest.Channel, command, options, discordtest.Permissions(1<<33))
				if err != nil {
					t.Fatal(err)
				}
				return strings.ReplaceAll(answer.Message.Text(), "\u00a0", " ")
			}
			wantPlayed := func(position, want string) {
				t.Helper()
				if got := ask("round", map[string]any{"played": position}); !strings.Contains(got, want) {
					t.Errorf("SP %s: %q is not in\n%s", position, want, got)
				}
			}
			ask("event new", map[string]any{"name": "Tonight", "rounds": 4, "boards": 2})
			ask("event set", map[string]any{"round": 2, "position": "594"})
			wantPlayed("594", ": Tonight (running now), round 2")
			ask("event draw", nil)
			wantPlayed("303", ": Tonight (running now), round 1")
			wantPlayed("17", "This position was never played in an event of this channel.")
			ask("event void", map[string]any{"round": 1})
			wantPlayed("303", "was never played")
			ask("event close", nil)
			wantPlayed("594", ": Tonight, round 2")
			ask("event new", map[string]any{"name": "Locked", "rounds": 1, "sealed": true})
			ask("event draw", nil)
			wantPlayed("7", "was never played")
		})
	}
}
