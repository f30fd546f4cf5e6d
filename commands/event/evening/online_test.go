package evening

import (
	"slices"
	"strconv"
	"testing"
	"time"
)

// A game on lichess that ended without a result, or that nobody joined in time, makes room for
// another one of the same board.
func TestGamesWithoutAResult(t *testing.T) {
	board := GameRef{Draw: 0, Board: 1, Game: 1}
	for name, c := range map[string]struct {
		said  OnlineResult
		after time.Duration
		stays bool
	}{
		"aborted":          {OnlineResult{Begun: true, Ended: true}, time.Minute, false},
		"nobody joined":    {OnlineResult{}, JoinTime + time.Minute, false},
		"nobody yet":       {OnlineResult{}, time.Hour, true},
		"days for a move":  {OnlineResult{Begun: true}, 3 * JoinTime, true},
		"ended":            {OnlineResult{Begun: true, Ended: true, Outcome: Drawn}, time.Hour, true},
		"ended after days": {OnlineResult{Begun: true, Ended: true, Outcome: Drawn}, 3 * JoinTime, true},
	} {
		e := drawnEvening(t, true)
		if _, err := e.AddResults(by("ann"), []Result{{Game: board, White: "Anna", Black: "Ben", Outcome: Unknown}}); err != nil { // the pairing
			t.Fatal(name, err)
		}
		e.AddOnline(OnlineGame{Game: board, ID: "first", ByLot: "link", At: evening})
		if err := e.RecordOnline("first", c.said, evening.Add(c.after)); err != nil {
			t.Fatal(name, err)
		}
		e.AddOnline(OnlineGame{Game: board, ID: "second", At: evening.Add(c.after)})
		if g, ok := e.OnlineGame(board); !ok || (g.ID == "first") != c.stays {
			t.Errorf("%s: game %s, %t", name, g.ID, ok)
		}
		if r := e.ResultOf(board); c.said.Outcome != "" && (r.Outcome != c.said.Outcome || r.White != "Anna") {
			t.Errorf("%s: the result of the pairing is %+v", name, r)
		}
		if c.stays {
			continue
		}
		if err := e.RecordOnline("second", OnlineResult{Begun: true, Ended: true, Outcome: Drawn}, evening.Add(c.after)); err != nil {
			t.Fatal(name, err)
		}
		if g, ok := e.OnlineGame(board); !ok || g.ID != "second" {
			t.Errorf("%s: after the second game: game %s, %t", name, g.ID, ok)
		}
	}
}

// Names that somebody typed for a board stay when lichess tells the accounts, and the accounts are
// those players for the evening.
func TestTypedNamesOfGamesOnLichess(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 5, Boards: 1, Games: 1})
	for i, c := range []struct{ typed, accounts, want [2]string }{
		{[2]string{"Carl", "Dora"}, [2]string{"Carl9", "Dora9"}, [2]string{"Carl", "Dora"}},
		{[2]string{}, [2]string{"Dora9", "Carl9"}, [2]string{"Dora", "Carl"}}, // known from before
		{[2]string{"Carl", "Dora"}, [2]string{"Dora9", "Carl9"}, [2]string{"Dora", "Carl"}},
		{[2]string{"Carl", ""}, [2]string{"Carl9", "Eva9"}, [2]string{"Carl", "Eva9"}},
		{[2]string{"Eva9", "Carl"}, [2]string{"Carl9", "Eva9"}, [2]string{"Carl", "Eva9"}},
	} {
		play(t, e, zero)
		game := GameRef{i, 1, 1}
		if c.typed != [2]string{} {
			if _, err := e.AddResults(by("ann"), []Result{{Game: game, White: c.typed[0], Black: c.typed[1], Outcome: Unknown}}); err != nil {
				t.Fatal(err)
			}
		}
		id := strconv.Itoa(i)
		e.AddOnline(OnlineGame{Game: game, ID: id, ByLot: "https://l/" + id, At: evening})
		if err := e.RecordOnline(id, OnlineResult{White: c.accounts[0], Black: c.accounts[1], Begun: true, Ended: true, Outcome: WhiteWins}, evening); err != nil {
			t.Fatal(err)
		}
		if r := e.ResultOf(game); [2]string{r.White, r.Black} != c.want || r.Outcome != WhiteWins || r.Link != "https://l/"+id {
			t.Errorf("typed %q, played by %q: %+v", c.typed, c.accounts, r)
		}
	}
	if got := shortTable(e); got != "1 Carl 6/5/0, 2 Dora 4/3/0, 3 Eva9 0/2/0" {
		t.Error(got)
	}
	if accounts, ok := e.Accounts(GameRef{0, 1, 1}); !ok || accounts != [2]string{"Carl9", "Dora9"} {
		t.Error(accounts, ok)
	}
}

// A game that was opened with the position before a redraw does not count.
func TestGameOfAnEarlierPosition(t *testing.T) {
	e, board := drawnEvening(t, true), GameRef{Draw: 0, Board: 1, Game: 1}
	changes := len(e.Changes)
	if _, err := e.AnswerRedraw(by("ann"), 1, 1, "", zero); err != nil {
		t.Fatal(err)
	}
	e.AddOnline(OnlineGame{Game: board, ID: "early", At: evening, Changes: changes})
	if err := e.RecordOnline("early", OnlineResult{Begun: true, Ended: true, Outcome: WhiteWins}, evening); err != nil || len(e.Results) > 0 {
		t.Error(e.Results, err)
	}
	if g, ok := e.OnlineGame(board); ok {
		t.Error(g)
	}
}

// A game of a round that is void does not count.
func TestGameOfAVoidRound(t *testing.T) {
	e, board := drawnEvening(t, true), GameRef{Draw: 0, Board: 1, Game: 1}
	e.AddOnline(OnlineGame{Game: board, ID: "one", At: evening})
	if _, ok := e.OnlineGame(board); !ok {
		t.Fatal("the game does not count")
	}
	e.Draws[0].Void = &Void{}
	if g, ok := e.OnlineGame(board); ok {
		t.Error(g)
	}
	if err := e.RecordOnline("one", OnlineResult{Begun: true, Ended: true, Outcome: WhiteWins}, evening); err != nil || len(e.Results) > 0 {
		t.Error(e.Results, err)
	}
}

// Names of lichess's have no control characters, and a name that nobody can see is none.
func TestStrangeNamesOfPlayers(t *testing.T) {
	e := drawnEvening(t, true)
	e.AddOnline(OnlineGame{Game: GameRef{Draw: 0, Board: 1, Game: 1}, ID: "one", At: evening, ByLot: "link"})
	said := OnlineResult{White: "A\x00nna\x1b", Black: "\u200b\u3164", Begun: true, Ended: true, Outcome: WhiteWins}
	if err := e.RecordOnline("one", said, evening); err != nil || len(e.Results) != 1 || e.Results[0].White != "Anna" || e.Results[0].Black != "" || e.Online[0].Players != [2]string{} {
		t.Errorf("%v, %+v, %+v", err, e.Results, e.Online)
	}
}

// When the log of results is full, lichess is not asked again.
func TestResultWithoutRoom(t *testing.T) {
	e := drawnEvening(t, true)
	e.AddOnline(OnlineGame{Game: GameRef{Draw: 0, Board: 1, Game: 1}, ID: "one", At: evening})
	e.Results = make([]Result, MostResults)
	if err := e.RecordOnline("one", OnlineResult{Begun: true, Ended: true, Outcome: WhiteWins}, evening); err != nil || len(e.Results) != MostResults || !e.Online[0].AskAt.IsZero() {
		t.Error(err, len(e.Results), e.Online)
	}
}

// A result between two players who were given one name is asked for again at the usual pauses: a
// corrected rename brings the result. The evening's end ends that.
func TestResultOfOnePlayer(t *testing.T) {
	board := GameRef{Draw: 0, Board: 1, Game: 1}
	said := OnlineResult{White: "Anna", Black: "Ben", Begun: true, Ended: true, Outcome: WhiteWins}
	e := drawnEvening(t, true)
	e.AddOnline(OnlineGame{Game: board, ID: "one", At: evening, ByLot: "link"})
	e.Changes = append(e.Changes, Change{Was: e.Rules, Joined: -1, Rename: &Rename{"Anna", "Ben"}})
	now := evening.Add(10 * time.Hour)
	if err := e.RecordOnline("one", said, now); err != nil || len(e.Results) > 0 || e.Online[0].AskAt.Sub(now) != time.Hour {
		t.Errorf("%v, %+v, %+v", err, e.Results, e.Online)
	}
	closed := *e
	closed.Online, closed.ClosedAt = slices.Clone(e.Online), evening
	if err := closed.RecordOnline("one", said, evening.AddDate(0, 0, 15)); err != nil || !closed.Online[0].AskAt.IsZero() {
		t.Errorf("long after the evening: %v, %+v", err, closed.Online)
	}
	e.Changes[len(e.Changes)-1].Rename = &Rename{"Anna", "Anna K."}
	if err := e.RecordOnline("one", said, now); err != nil || len(e.Results) != 1 || !e.Online[0].AskAt.IsZero() {
		t.Errorf("after the correction: %v, %+v, %+v", err, e.Results, e.Online)
	}
}

// Lichess is asked often while a game may end any minute, and seldom afterwards. Two weeks after
// the evening nobody asks any more.
func TestWhenLichessIsAsked(t *testing.T) {
	board := GameRef{Draw: 0, Board: 1, Game: 1}
	begun := OnlineResult{Begun: true}
	for _, c := range []struct {
		days  bool
		after time.Duration // since the game was opened
		pause time.Duration
	}{
		{false, 2 * time.Minute, 2 * time.Minute},
		{false, 2 * time.Hour, 2 * time.Minute},
		{false, 10 * time.Hour, time.Hour},
		{false, 30 * time.Hour, 3 * time.Hour},
		{false, 100 * time.Hour, 6 * time.Hour},
		{true, time.Minute, 3 * time.Hour},
		{true, 100 * time.Hour, 3 * time.Hour},
	} {
		e := drawnEvening(t, true)
		e.AddOnline(OnlineGame{Game: board, ID: "one", Days: c.days, At: evening})
		now := evening.Add(c.after)
		if err := e.RecordOnline("one", begun, now); err != nil || e.Online[0].AskAt.Sub(now) != c.pause {
			t.Errorf("days %t, after %v: %v, asked again after %v, want %v", c.days, c.after, err, e.Online[0].AskAt.Sub(now), c.pause)
		}
	}
	for _, c := range []struct {
		name  string
		days  bool
		said  OnlineResult
		after time.Duration
		asked bool
	}{
		{"unread", false, OnlineResult{Unread: true}, 35 * time.Hour, true},
		{"unread for long", false, OnlineResult{Unread: true}, 37 * time.Hour, false},
		{"a new status", false, OnlineResult{Unread: true, Begun: true}, 35 * time.Hour, true},
		{"a new status for long", false, OnlineResult{Unread: true, Begun: true}, 37 * time.Hour, false},
		{"unread, days for a move", true, OnlineResult{Unread: true}, 50 * 24 * time.Hour, true},
		{"under way for long", true, begun, 179 * 24 * time.Hour, true},
		{"under way for ever", true, begun, 181 * 24 * time.Hour, false},
		{"unread for ever", true, OnlineResult{Unread: true}, 181 * 24 * time.Hour, false},
	} {
		e := drawnEvening(t, true)
		e.AddOnline(OnlineGame{Game: board, ID: "one", Days: c.days, At: evening})
		if err := e.RecordOnline("one", c.said, evening.Add(c.after)); err != nil || e.Online[0].AskAt.IsZero() == c.asked {
			t.Errorf("%s: %v, asked again at %v", c.name, err, e.Online[0].AskAt)
		}
	}
	for days, asked := range map[int]bool{1: true, 13: true, 15: false} {
		e := drawnEvening(t, true)
		e.AddOnline(OnlineGame{Game: board, ID: "one", At: evening})
		e.ClosedAt = evening
		if err := e.RecordOnline("one", begun, evening.AddDate(0, 0, days)); err != nil || e.Online[0].AskAt.IsZero() == asked {
			t.Errorf("%d days after the evening: %v, asked again at %v", days, err, e.Online[0].AskAt)
		}
	}
}
