package bot_test

import (
	"strings"
	"testing"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/workshop/discordtest"
)

// Results that come after the end of an event are told in the channel, those of three minutes
// together. Those of an event that was opened again are not.
func TestResultsAfterTheEnd(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		reopen bool
		want   []int // lines of each post
	}{"over": {want: []int{2, 1}}, "opened again": {reopen: true}} {
		t.Run(name, func(t *testing.T) {
			n := newDailyWorld(t, func(*schedule.Sub) {})
			if err := dailyrows.Of(n.tools.Store).Remove(t.Context(), discordtest.ChannelID, n.now); err != nil { // its posts are not the subject
				t.Fatal(err)
			}
			result := func(board int, outcome string) {
				n.event(t, "result", map[string]any{"round": 1, "board": board, "result": outcome, "white": "Anna K.", "black": "Ben"})
			}
			n.at(t, 20, "21:00:00")
			n.event(t, "new", map[string]any{"name": "Thursday", "rounds": 1, "boards": 3, "games": 2})
			n.event(t, "draw", nil)
			result(1, "1-0")
			n.at(t, 20, "21:00:10")
			n.event(t, "close", nil)
			n.at(t, 20, "21:01:00")
			result(1, "0-1")
			n.at(t, 20, "21:03:50")
			result(2, "1-0")
			if c.reopen {
				n.event(t, "reopen", nil)
			}
			n.at(t, 20, "21:04:01")
			result(3, "½-½")
			for _, clock := range []string{"21:04:02", "21:07:00", "21:07:30", "21:30:00"} {
				n.at(t, 20, clock)
			}
			var lines []int
			for _, text := range n.posts("arrived after its end") {
				lines = append(lines, strings.Count(text, "Round 1, board "))
				if !strings.Contains(text, ", game 1: Anna K. – Ben, ") {
					t.Errorf("posted: %s", text)
				}
			}
			if len(lines) != len(c.want) || len(lines) > 0 && (lines[0] != c.want[0] || lines[1] != c.want[1]) {
				t.Errorf("%v lines, want %v\n%q\n%s", lines, c.want, n.posts(""), n.log)
			}
		})
	}
}
