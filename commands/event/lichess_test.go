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
		{"1", "10+5", mayDraw, "10+5, casual games. Board 1 of 2, asked for by <@" + chattest.Ben + ">, open until <t:1790086400:f>.\n" + counts},
		{"1", "3 days", 0, "games on lichess" + known + counts},
		{"", "3 days", 0, "3 days per move, casual games. Boards 1 and 2 of 2, asked for by <@" + chattest.Ben + ">, open until <t:1790086400:f>." + known + forFun},
		{"2", "3+2", mayDraw, "3+2, casual games. Board 2 of 2, asked for by <@" + chattest.Ben + ">, open until <t:1790086400:f>.\n" + counts},
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
	for _, want := range []string{"Board 1 (SP 0): finished, 1-0 (reported).", "finished, bye for White (reported).", "\nBoard 3 (SP", "\nBoard 4 (SP"} {
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
