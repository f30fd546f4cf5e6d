package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/workshop/discordtest"
)

// However many games of a round are open, an answer lists those of six boards, and a button leads to
// the next ones.
func TestManyOpenGames(t *testing.T) {
	t.Parallel()
	with, now := tools(t), clockAt(drawnAt)
	with.Draw, with.Now = nil, now.Now
	games := playOnLichessAt(t, &with, now.Now)
	w := connect(t, offerEvents(with))
	w.event(t, "new", map[string]any{"name": strings.Repeat("x", 100), "rounds": 2, "boards": 15, "each": true, "games": 2})
	drawn := w.event(t, "draw", nil)
	for _, pages := range [][]string{{"1 2 3 4 5", "6 7 8 9 10", "11 12 13 14 15"}, {"1 2 3 4 5 6", "7 8 9 10 11 12", "13 14 15"}} { // opened, and known
		form, err := w.pressLabel(t, discordtest.Anna, drawn, "Play").Form()
		if err != nil {
			t.Fatal(err)
		}
		answer, err := w.Submit(within(t), discordtest.Anna, drawn, form, map[string]string{"time": "5+3"}, eventAsker)
		if err != nil {
			t.Fatal(err)
		}
		for i, boards := range pages {
			if i > 0 {
				first, _, _ := strings.Cut(boards, " ")
				next, ok := answer.Message.Button("Boards " + first + " to 15")
				if answer, err = w.Press(within(t), discordtest.Anna, answer.Message, next.CustomID, eventAsker); !ok || err != nil {
					t.Fatal(ok, err)
				}
			}
			text := answer.Message.Text()
			if strings.Count(text, "[White]") != 2*len(strings.Fields(boards)) {
				t.Errorf("boards %s:\n%s", boards, text)
			}
			for board := range strings.FieldsSeq(boards) {
				if !strings.Contains(text, fmt.Sprint("Board ", board, ", game 2")) {
					t.Errorf("no board %s:\n%s", board, text)
				}
			}
			now.advance(time.Minute)
		}
	}
	if n := len(games.Forms()); n != 30 {
		t.Errorf("lichess has opened %d games, want 30", n)
	}
}
