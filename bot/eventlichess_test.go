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

// Two games of a pairing on lichess are told apart, and a game that is over is shown as such. A long
// table has a button, and two evenings of one name and day have their times.
func TestGamesAndTablesAreToldApart(t *testing.T) {
	t.Parallel()
	all, now := tools(t), clockAt(drawnAt)
	all.Now = now.Now
	games := playOnLichess(t, &all)
	w := connect(t, offerEvents(all))
	w.event(t, "new", map[string]any{"name": "Thursday", "rounds": 1, "boards": 12, "games": 2})
	drawn := w.event(t, "draw", nil)
	w.slashText(t, "round", nil) // waits until everybody has seen the round
	play := func() string {
		t.Helper()
		pressed, err := w.Press(within(t), discordtest.Anna, drawn, buttonOf(t, drawn, "Play"), eventAsker)
		if err != nil {
			t.Fatal(err)
		}
		form, err := pressed.Form()
		if err != nil {
			t.Fatal(err)
		}
		answer, err := w.Submit(within(t), discordtest.Anna, drawn, form, map[string]string{"time": "10+5"}, eventAsker)
		if err != nil {
			t.Fatal(err)
		}
		return answer.Message.Text()
	}
	if said := play(); !strings.Contains(said, "casual") || !strings.Contains(said, "game 2, colours reversed") {
		t.Errorf("games: %s", said)
	}
	names := map[string]bool{}
	for _, form := range games.Forms() {
		names[form.Get("name")] = true
	}
	if len(names) != len(games.Forms()) || len(names) < 2 {
		t.Errorf("%d games have the names %v", len(games.Forms()), names)
	}
	lines := "1.1 A1 – B1 1-0"
	for board := 2; board <= 12; board++ {
		lines += fmt.Sprintf("\n%d.1 A%d – B%d 1-0", board, board, board)
	}
	form, err := w.pressLabel(t, discordtest.Anna, drawn, "Results").Form()
	if err == nil {
		_, err = w.Submit(within(t), discordtest.Anna, drawn, form, map[string]string{"results": lines}, eventAsker)
	}
	if err != nil {
		t.Fatal(err)
	}
	if said := play(); !strings.Contains(said, "finished, 1-0") {
		t.Errorf("games again: %s", said)
	}
	now.advance(time.Minute)
	closed := w.event(t, "close", nil)
	if _, ok := closed.Button("Standings"); !ok || !strings.Contains(closed.Text(), "… and 14 more players") {
		t.Errorf("the end: %s", closed.Text())
	}
	w.event(t, "new", map[string]any{"name": "Thursday", "rounds": 1})
	offered, err := w.Autocomplete(within(t), discordtest.Ben, discordtest.Channel, "round", map[string]any{"evening": "thu"}, "evening", member)
	if err != nil || len(offered) != 2 || offered[0].Name == offered[1].Name {
		t.Errorf("offered are %v, %v", offered, err)
	}
}
