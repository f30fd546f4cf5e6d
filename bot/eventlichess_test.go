package bot_test

import (
	"fmt"
	"strings"
	"testing"

	"chess960bot/internal/workshop/discordtest"
)

// Two boards join after round 2. “Play” under round 1 opens the games of the boards that
// played round 1, and under round 2 those of all.
func TestPlayOpensTheBoardsOfItsRound(t *testing.T) {
	t.Parallel()
	for _, each := range []bool{false, true} {
		commands, games := lichessCommands(t)
		w := connect(t, commands)
		w.event(t, "new", map[string]any{"name": "Club", "rounds": 3, "boards": 2, "each": each})
		rounds := []*discordtest.Message{w.event(t, "draw", nil), w.event(t, "draw", nil)}
		w.event(t, "change", map[string]any{"boards": 4})
		for i, boards := range []int{2, 4} {
			opened := len(games.Forms())
			form, err := w.pressLabel(t, discordtest.Anna, rounds[i], "Play").Form()
			if err != nil {
				t.Fatal(err)
			}
			answer, err := w.Submit(within(t), discordtest.Anna, rounds[i], form, map[string]string{"time": "10+5"})
			if err != nil {
				t.Fatal(err)
			}
			if n := len(games.Forms()) - opened; n != boards || !strings.Contains(answer.Message.Text(), fmt.Sprintf(" %d of %d,", boards, boards)) {
				t.Errorf("each %t, round %d: %d games, want %d:\n%s", each, i+1, n, boards, answer.Message.Text())
			}
		}
	}
}

// While people record a round board by board, Play opens the games of the boards that have a
// position.
func TestPlayOpensTheBoardsWithAPosition(t *testing.T) {
	t.Parallel()
	commands, games := lichessCommands(t)
	w := connect(t, commands)
	w.event(t, "new", map[string]any{"name": "Club", "rounds": 1, "boards": 3, "each": true})
	round := w.event(t, "set", map[string]any{"round": 1, "board": 1, "position": "77"})
	form, err := w.pressLabel(t, discordtest.Anna, round, "Play").Form()
	if err != nil {
		t.Fatal(err)
	}
	answer, err := w.Submit(within(t), discordtest.Anna, round, form, map[string]string{"time": "10+5"})
	if err != nil {
		t.Fatal(err)
	}
	if n, text := len(games.Forms()), answer.Message.Text(); n != 1 || !strings.Contains(text, "Board 1 of 1,") {
		t.Errorf("%d games, want 1:\n%s", n, text)
	}
}
