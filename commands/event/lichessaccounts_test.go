package event

import (
	"testing"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
)

// Only accounts that lichess itself has told in this evening may be the only ones that join a
// game. Nothing that somebody typed is sent to lichess.
func TestWhoMayJoinAGame(t *testing.T) {
	type told = map[evening.GameRef]evening.OnlineResult
	board := func(n int) evening.GameRef { return evening.GameRef{Board: n, Game: 1} }
	named := func(white, black string) evening.OnlineResult {
		return evening.OnlineResult{White: white, Black: black, Outcome: evening.WhiteWins, Begun: true, Ended: true}
	}
	typed := func(draw, board int, white, black string) evening.Result {
		return evening.Result{Game: evening.GameRef{Draw: draw, Board: board, Game: 1}, White: white, Black: black}
	}
	for name, c := range map[string]struct {
		lichess told                   // results of the first round
		before  []evening.Result       // typed before these results
		rename  func(e *evening.Event) // after the first round
		next    []evening.Result       // pairings of the second round
		want    string
	}{
		"accounts":                   {lichess: told{board(1): named("anna99", "Ben_X")}, next: []evening.Result{typed(1, 1, "Ben_X", "anna99")}, want: "Ben_X,anna99"},
		"accounts in another case":   {lichess: told{board(1): named("anna99", "Ben_X")}, next: []evening.Result{typed(1, 1, "ben_x", "ANNA99")}, want: "Ben_X,anna99"},
		"anonymous with typed names": {lichess: told{board(1): named("", "")}, before: []evening.Result{typed(0, 1, "Anna", "Ben")}, next: []evening.Result{typed(1, 1, "Anna", "Ben")}},
		"one of two is anonymous":    {lichess: told{board(1): named("anna99", "")}, before: []evening.Result{typed(0, 1, "", "Ben")}, next: []evening.Result{typed(1, 1, "anna99", "Ben")}},
		"typed names alone":          {next: []evening.Result{typed(1, 1, "anna99", "ben")}},
		"a mention":                  {lichess: told{board(1): named("", "")}, before: []evening.Result{typed(0, 1, "<@42>", "<@43>")}, next: []evening.Result{typed(1, 1, "<@42>", "<@43>")}},
		"aliases": {
			lichess: told{board(1): named("anna99", "Ben_X")},
			rename: func(e *evening.Event) {
				e.AnswerRename(evening.Asker{Interaction: "anna99"}, "anna99", "Anna")
				e.AnswerRename(evening.Asker{Interaction: "ben_x"}, "ben_x", "<@42>")
			},
			next: []evening.Result{typed(1, 1, "Anna", "<@42>")}, want: "anna99,Ben_X",
		},
		"a rename that is refused: both played in the round": {
			lichess: told{board(1): named("anna99", "Ben_X"), board(2): named("carl", "dora")},
			rename:  func(e *evening.Event) { e.AnswerRename(evening.Asker{Interaction: "anna99"}, "anna99", "carl") },
			next:    []evening.Result{typed(1, 1, "carl", "dora")}, want: "carl,dora",
		},
		"renamed to the name of a stranger": {
			lichess: told{board(1): named("", "")}, before: []evening.Result{typed(0, 1, "Anna", "Ben")},
			rename: func(e *evening.Event) {
				e.AnswerRename(evening.Asker{Interaction: "Anna"}, "Anna", "magnus")
				e.AnswerRename(evening.Asker{Interaction: "Ben"}, "Ben", "hikaru")
			},
			next: []evening.Result{typed(1, 1, "magnus", "hikaru")},
		},
		"corrected by hand": {
			lichess: told{board(1): named("anna99", "Ben_X")},
			rename: func(e *evening.Event) {
				r := typed(0, 1, "Anna", "Ben")
				r.Outcome = evening.Drawn
				e.AddResults(evening.Asker{User: "5"}, []evening.Result{r})
			},
			next: []evening.Result{typed(1, 1, "Anna", "Ben")},
		},
		"removed names": {
			lichess: told{board(1): named("anna99", "Ben_X")},
			rename: func(e *evening.Event) {
				e.AnswerRename(evening.Asker{Interaction: "anna99"}, "anna99", "Anna")
				e.AnswerRemoval(evening.Asker{Interaction: "removal"}, "Anna")
			},
			next: []evening.Result{typed(1, 1, "anna99", "Ben_X")},
		},
		"no names are accounts": {lichess: told{board(1): named("anna,ben", "x")}, next: []evening.Result{typed(1, 1, "anna,ben", "x")}},
	} {
		t.Run(name, func(t *testing.T) {
			store := &oneEvent{event: drawnEvent(t, evening.Rules{Rounds: 2, Boards: 2, Games: 1, Each: true})}
			e := &store.event
			e.OpenedBy, e.Draws[0].Shown = chattest.Anna, true // the organiser's games count
			server, all, now := eveningOf(t, store)
			press := func(id string) {
				t.Helper()
				if _, err := pressed(t.Context(), t, all, id, chat.Options{"time": "3+2"}); err != nil {
					t.Fatal(err)
				}
			}
			add := func(results []evening.Result) {
				t.Helper()
				if _, err := e.AddResults(evening.Asker{User: "5", At: *now}, results); err != nil {
					t.Fatal(err)
				}
			}
			press(playGames.ID(boardRef{e.ID, 0, 1}))
			press(playGames.ID(boardRef{e.ID, 0, 2}))
			add(c.before)
			for _, g := range e.Online {
				if said, ok := c.lichess[g.Game]; ok {
					if err := e.RecordOnline(g.ID, said, *now); err != nil {
						t.Fatal(err)
					}
				}
			}
			if c.rename != nil {
				c.rename(e)
			}
			if _, err := e.Draw(evening.Asker{User: "5", At: *now}, func(int) (int, error) { return 0, nil }); err != nil {
				t.Fatal(err)
			}
			e.Draws[1].Shown = true
			add(c.next)
			opened := len(server.Forms())
			press(playGames.ID(boardRef{e.ID, 1, 1}))
			forms := server.Forms()[opened:]
			if len(forms) != 1 || forms[0].Get("users") != c.want || forms[0].Has("users") != (c.want != "") {
				t.Errorf("lichess got %v, want users=%s", forms, c.want)
			}
		})
	}
}
