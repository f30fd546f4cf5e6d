package event

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/commands/event/evening"
	"chess960bot/commands/feature"
	"chess960bot/commands/play"
	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/lichesstest"
)

// openEvening returns an event with a drawn round, and the commands about it. Games are opened
// on a stand-in, with a clock that the test sets.
func openEvening(t *testing.T, rules evening.Rules) (*lichesstest.Server, []chat.Command, *time.Time) {
	t.Helper()
	e := drawnEvent(t, rules)
	e.Draws[0].Shown = true
	return eveningOf(t, &oneEvent{event: e})
}

// eveningOf is openEvening for a stored event.
func eveningOf(t *testing.T, store *oneEvent) (*lichesstest.Server, []chat.Command, *time.Time) {
	t.Helper()
	server, err := lichesstest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Close()
		for _, rule := range server.Broken() {
			t.Error("broken rule:", rule)
		}
	})
	base, err := url.Parse(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	now := time.Unix(1_790_000_000, 0)
	clock := func() time.Time { return now }
	with := toolsWith(store, 0)
	with.Games = play.On(base, nil, feature.Tools{Log: slog.New(slog.DiscardHandler), Now: clock})
	return server, []chat.Command{Command(with), Round(with)}, &now
}

// pressed presses a button of a message and submits the form that opens.
func pressed(ctx context.Context, t *testing.T, all []chat.Command, id string, inputs chat.Options) (*chat.Reply, error) {
	t.Helper()
	for {
		r := &chat.Request{Asker: chattest.Anna, GuildID: "1", ChannelID: "2", CustomID: id, Options: inputs, Message: &chat.Message{ID: "3"}}
		reply, err := all[0].Press(ctx, r)
		if err != nil || reply.Form == nil {
			return reply, err
		}
		id = reply.Form.CustomID
	}
}

// One press opens the games of ten boards, one after another, and a button goes on.
func TestGamesOfManyBoards(t *testing.T) {
	server, all, now := openEvening(t, evening.Rules{Name: "Thursday 960", Rounds: 2, Boards: 12, Games: 1, Each: true})
	id := chattest.Buttons(shownRound(t, all, "event"))["Play"].CustomID
	reply, err := pressed(t.Context(), t, all, id, chat.Options{"time": "10+5"})
	if err != nil {
		t.Fatal(err)
	}
	text := chattest.Text(reply)
	if n := strings.Count(text, "[White]("); n != 10 || !strings.Contains(text, "10+5, casual games. Boards 1 to 10 of 12,") || !strings.Contains(text, "Ten games were opened here within a minute") {
		t.Errorf("%d boards:\n%s", n, text)
	}
	if !strings.Contains(text, "\nBoard 10 (SP ") || !strings.Contains(text, server.URL()+"/game0010?color=black") {
		t.Error(text)
	}
	*now = now.Add(time.Minute)
	reply, err = pressed(t.Context(), t, all, chattest.Buttons(reply)["Boards 11 and 12"].CustomID, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text := chattest.Text(reply); strings.Count(text, "[White](") != 2 || !strings.Contains(text, "10+5, casual games. Boards 11 and 12 of 12,") || len(chattest.Buttons(reply)) != 0 {
		t.Error(text)
	}
	names := map[string]bool{}
	for i, form := range server.Forms() {
		name := form.Get("name")
		if !strings.HasSuffix(name, fmt.Sprintf(", Thursday 960 1.%d", i+1)) || names[form.Get("fen")] {
			t.Errorf("game %d is %s of %s", i+1, name, form.Get("fen"))
		}
		names[form.Get("fen")] = true
	}
}

// Games that count are opened once. Later presses list them as what they are, whoever presses
// and whichever time they choose.
func TestGamesThatCount(t *testing.T) {
	server, all, _ := openEvening(t, evening.Rules{Name: "Club", Rounds: 1, Boards: 2, Games: 1, Each: true})
	of := func(board, time string, permissions int64) string {
		t.Helper()
		id := chattest.Buttons(shownRound(t, all, "round "+board))["Play"].CustomID
		if board == "" {
			id = chattest.Buttons(shownRound(t, all, "event"))["Play"].CustomID
		}
		r := &chat.Request{Asker: chattest.Ben, Permissions: permissions, GuildID: "1", ChannelID: "2", Message: &chat.Message{ID: "3"}, Options: chat.Options{"time": "5+3", "own": time}}
		for {
			r.CustomID = id
			reply, err := all[0].Press(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			if reply.Form == nil {
				return chattest.Text(reply)
			}
			id = reply.Form.CustomID
		}
	}
	const mayDraw = discordgo.PermissionManageEvents
	const counts = "These games count: their results arrive a few minutes after the end.\n"
	const forFun = "New games are for fun. Games count only if somebody who may draw the rounds opens them.\n"
	const known = "\n1 game was open already: it keeps its time control, and counts.\n"
	for _, c := range []struct {
		board, time string
		permissions int64
		want        string
	}{
		{"1", "10+5", mayDraw, "10+5, casual games. Board 1 of 2, requested by <@" + chattest.Ben + ">, open until <t:1790086400:f>.\n" + counts},
		{"1", "3 days", 0, "games on lichess" + known + counts},
		{"", "3 days", 0, "3 days per move, casual games. Boards 1 and 2 of 2, requested by <@" + chattest.Ben + ">, open until <t:1790086400:f>." + known + forFun},
		{"2", "3+2", mayDraw, "3+2, casual games. Board 2 of 2, requested by <@" + chattest.Ben + ">, open until <t:1790086400:f>.\n" + counts},
		{"", "3+2", mayDraw, "games on lichess\n2 games were open already: they keep their time control, and count.\n" + counts},
	} {
		if text := of(c.board, c.time, c.permissions); !strings.Contains(text, c.want) {
			t.Errorf("board %q, %s:\n%s\nwant\n%s", c.board, c.time, text, c.want)
		}
	}
	if n := len(server.Forms()); n != 3 {
		t.Errorf("%d games were opened", n)
	}
}

// No game is opened for a board that has a result of the table: the list says so.
func TestGamesOfFinishedBoards(t *testing.T) {
	e := drawnEvent(t, evening.Rules{Name: "Club", Rounds: 1, Boards: 4, Games: 1, Each: true})
	e.Draws[0].Shown = true
	for board, outcome := range map[int]evening.Outcome{1: evening.WhiteWins, 2: evening.Bye, 3: evening.Unknown} {
		if _, err := e.AddResults(evening.Asker{User: chattest.Anna}, []evening.Result{{Game: evening.GameRef{Board: board, Game: 1}, White: fmt.Sprint("Anna ", board), Outcome: outcome}}); err != nil {
			t.Fatal(err)
		}
	}
	server, all, _ := eveningOf(t, &oneEvent{event: e})
	id := chattest.Buttons(shownRound(t, all, "event"))["Play"].CustomID
	reply, err := pressed(t.Context(), t, all, id, chat.Options{"time": "10+5"})
	if err != nil {
		t.Fatal(err)
	}
	text := chattest.Text(reply)
	for _, want := range []string{"Board 1 (SP 0): finished, 1-0 (reported).", "finished, bye (reported).", "\nBoard 3 (SP", "\nBoard 4 (SP"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if len(server.Forms()) != 2 || strings.Count(text, "[White](") != 2 {
		t.Errorf("%d games were opened\n%s", len(server.Forms()), text)
	}
	if reply, err = pressed(t.Context(), t, all, strings.TrimSuffix(id, ":0")+":1", chat.Options{"time": "10+5"}); err != nil || len(server.Forms()) != 2 || strings.Contains(chattest.Text(reply), "These games count") {
		t.Errorf("board 1: %v, %d games\n%s", err, len(server.Forms()), chattest.Text(reply))
	}
}

// With little time left, the games of further boards are left to the next press.
func TestGamesStopInTime(t *testing.T) {
	server, all, _ := openEvening(t, evening.Rules{Name: "Club", Rounds: 1, Boards: 8, Games: 1})
	server.Delay(50 * time.Millisecond)
	id := chattest.Buttons(shownRound(t, all, "event"))["Play"].CustomID
	ctx, cancel := context.WithTimeout(t.Context(), gameTime+100*time.Millisecond)
	defer cancel()
	reply, err := pressed(ctx, t, all, id, chat.Options{"time": "5+3"})
	if err != nil {
		t.Fatal(err)
	}
	opened := len(server.Forms())
	if _, ok := chattest.Buttons(reply)[fmt.Sprintf("Boards %d to 8", opened+1)]; !ok || opened == 0 || opened > 3 {
		t.Errorf("%d games:\n%s", opened, chattest.Text(reply))
	}
}

// A member opens the game of their own board from /round.
func TestGameOfOneBoard(t *testing.T) {
	server, all, _ := openEvening(t, evening.Rules{Name: "Club", Rounds: 1, Boards: 4, Games: 1, Each: true})
	shown := shownRound(t, all, "round 3")
	if n := len(chattest.Buttons(shown)); n > 5 {
		t.Errorf("%d buttons", n)
	}
	reply, err := pressed(t.Context(), t, all, chattest.Buttons(shown)["Play"].CustomID, chat.Options{"time": "5+3", "own": "3 days"})
	if err != nil || reply.Audience != chat.AsAsked || strings.Count(chattest.Text(reply), "[White](") != 1 {
		t.Fatal(reply, err)
	}
	if form := server.Forms()[0]; len(server.Forms()) != 1 || !strings.HasSuffix(form.Get("name"), ", Club 1.3") || form.Get("days") != "3" {
		t.Error(server.Forms())
	}
}

// If lichess fails at once, the asker is refused. If it fails later, the list so far is
// shown.
func TestGamesWhileLichessFails(t *testing.T) {
	server, all, _ := openEvening(t, evening.Rules{Name: "Club", Rounds: 1, Boards: 3, Games: 1})
	id := chattest.Buttons(shownRound(t, all, "event"))["Play"].CustomID
	server.Fail(lichesstest.Broken)
	_, err := pressed(t.Context(), t, all, id, chat.Options{"time": "5+3"})
	chattest.RefusedWith(t, err, "lichess does not answer right now, so there is no game. Try again later.")
	for _, forged := range []string{"event-play", "event-play-open:x:9:0", "event-play-open:x:0:4", "event-play-next:x:0:1:0+0", "event-play-next:x:0:1:05+3"} {
		if reply, err := pressed(t.Context(), t, all, forged, chat.Options{"time": "5+3"}); err == nil {
			t.Errorf("%s: %s", forged, chattest.Text(reply))
		}
	}
}

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
