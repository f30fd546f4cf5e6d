package lichess_test

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/club/events"
	"chess960bot/internal/service/lichess"
	"chess960bot/internal/workshop/lichesstest"
)

// Every way in which a game goes on or ends, and what the bot makes of it.
var ways = map[string]struct {
	played lichesstest.Played
	want   events.OnlineResult
}{
	"white mates":      {lichesstest.Played{Status: "mate", Winner: "white", White: "Anna", Black: "Ben"}, events.OnlineResult{White: "Anna", Black: "Ben", Outcome: events.WhiteWins, Ended: true}},
	"black resigned":   {lichesstest.Played{Status: "resign", Winner: "white", White: "", Black: ""}, events.OnlineResult{Outcome: events.WhiteWins, Ended: true}},
	"time over":        {lichesstest.Played{Status: "outoftime", Winner: "black", White: "Anna", Black: ""}, events.OnlineResult{White: "Anna", Outcome: events.BlackWins, Ended: true}},
	"no material":      {lichesstest.Played{Status: "outoftime", Winner: "", White: "Anna", Black: ""}, events.OnlineResult{White: "Anna", Outcome: events.Drawn, Ended: true}},
	"left":             {lichesstest.Played{Status: "timeout", Winner: "black", White: "", Black: ""}, events.OnlineResult{Outcome: events.BlackWins, Ended: true}},
	"draw":             {lichesstest.Played{Status: "draw", Winner: "", White: "", Black: "Ben"}, events.OnlineResult{Black: "Ben", Outcome: events.Drawn, Ended: true}},
	"stalemate":        {lichesstest.Played{Status: "stalemate", Winner: "", White: "", Black: ""}, events.OnlineResult{Outcome: events.Drawn, Ended: true}},
	"created":          {lichesstest.Played{Status: "created", Winner: "", White: "", Black: ""}, events.OnlineResult{}},
	"under way":        {lichesstest.Played{Status: "started", Winner: "", White: "Anna", Black: "Ben"}, events.OnlineResult{White: "Anna", Black: "Ben"}},
	"aborted":          {lichesstest.Played{Status: "aborted", Winner: "white", White: "Anna", Black: "Ben"}, events.OnlineResult{White: "Anna", Black: "Ben", Ended: true}},
	"never started":    {lichesstest.Played{Status: "noStart", Winner: "white", White: "Anna", Black: "Ben"}, events.OnlineResult{White: "Anna", Black: "Ben", Ended: true}},
	"unknown":          {lichesstest.Played{Status: "unknownFinish", Winner: "", White: "", Black: ""}, events.OnlineResult{Ended: true}},
	"a very long name": {lichesstest.Played{Status: "mate", Winner: "white", White: strings.Repeat("ä", 100)}, events.OnlineResult{White: strings.Repeat("ä", 40), Outcome: events.WhiteWins, Ended: true}},
}

func TestResults(t *testing.T) {
	server, client, _ := start(t)
	for name, way := range ways {
		server.Play("game", way.played)
		got, err := client.Results(t.Context(), []string{"game", "unknown"})
		way.want.Begun = true
		if err != nil || !maps.Equal(got, map[string]events.OnlineResult{"game": way.want}) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for fault, want := range map[lichesstest.Fault]error{
		lichesstest.Broken: lichess.ErrUnavailable, lichesstest.HTML: lichess.ErrStrange, lichesstest.Moved: lichess.ErrUnavailable,
		lichesstest.HungUp: lichess.ErrUnavailable, lichesstest.Refusing: lichess.ErrUnavailable,
	} {
		server.Fail(fault)
		if got, err := client.Results(t.Context(), []string{"game"}); len(got) > 0 || !errors.Is(err, want) {
			t.Errorf("%v: %v, %v", fault, got, err)
		}
	}
	server.Fail(lichesstest.TooMany)
	if _, err := client.Results(t.Context(), []string{"game"}); err == nil {
		t.Error("no pause")
	}
	server.Fail(lichesstest.None)
	if got, err := client.Results(t.Context(), []string{"game"}); err == nil {
		t.Errorf("%v during the pause", got)
	}
	if broken := server.Broken(); len(broken) > 0 {
		t.Errorf("lichess would refuse: %q", broken)
	}
}

// A person who opens a game does not wait for results.
func TestResultsGiveWay(t *testing.T) {
	server, client, _ := start(t)
	server.Fail(lichesstest.Silent)
	ended := make(chan error)
	go func() {
		_, err := client.Results(context.Background(), []string{"game"})
		ended <- err
	}()
	for client.Idle() {
		time.Sleep(time.Millisecond)
	}
	server.Fail(lichesstest.None)
	if _, err := client.Open(t.Context(), asker, blitz); err != nil {
		t.Error(err)
	}
	if err := <-ended; !errors.Is(err, lichess.ErrNotNow) { // nobody need hear of it
		t.Error(err)
	}
}

// A oneEvent is a store with one event.
type oneEvent struct {
	events.Store
	event *events.Event
}

func (s oneEvent) DueGames(_ context.Context, now, until time.Time, _ int) (due []events.DueGame, err error) {
	for i := range s.event.Online {
		if g := &s.event.Online[i]; !g.AskAt.IsZero() && !g.AskAt.After(now) {
			g.AskAt = until
			due = append(due, events.DueGame{Channel: s.event.Channel, Event: s.event.ID, ID: g.ID})
		}
	}
	return due, nil
}

func (s oneEvent) UpdateEvent(_ context.Context, _ events.Ref, update func(*events.Event) error) (*events.Event, error) {
	return s.event, update(s.event)
}

// Results come by themselves, once, and lichess is not asked about games that have ended.
func TestFollow(t *testing.T) {
	server, client, _ := start(t)
	now := time.Date(2026, 11, 19, 19, 0, 0, 0, time.UTC)
	e := &events.Event{ID: "e", Channel: "c", Guild: "g", OpenedBy: "ann", OpenedAt: now, Rules: events.Rules{Name: "x", Rounds: 2, Boards: 2, Games: 1}}
	if _, err := e.Draw(events.Asker{User: "ann", At: now}, func(int) (int, error) { return 0, nil }); err != nil {
		t.Fatal(err)
	}
	for board := 1; board <= 2; board++ {
		e.AddOnline(events.OnlineGame{Game: events.GameRef{Draw: 0, Board: board, Game: 1}, ID: []string{"one", "two"}[board-1], ByLot: "https://lichess.org/one", At: now})
	}
	follower := lichess.Follower{Client: client, Store: oneEvent{event: e}, Now: func() time.Time { return now }}
	follow := func() *events.Event {
		t.Helper()
		now = now.Add(10 * time.Minute)
		if err := follower.Follow(t.Context()); err != nil {
			t.Fatal(err)
		}
		return e
	}
	server.Fail(lichesstest.Broken)
	now = now.Add(10 * time.Minute)
	if err := follower.Follow(t.Context()); err == nil || e.Online[0].AskAt.Sub(now) != 5*time.Minute {
		t.Errorf("%v; a game that a process asks for is due for others at %v", err, e.Online[0].AskAt)
	}
	server.Fail(lichesstest.None)
	if e := follow(); len(e.Results) != 0 {
		t.Errorf("nobody has begun: %v", e.Results)
	}
	server.Play("one", lichesstest.Played{Status: "mate", Winner: "black", White: "Anna", Black: "Ben"})
	server.Play("two", lichesstest.Played{Status: "started"})
	if e := follow(); len(e.Results) != 1 || e.Results[0].Outcome != events.BlackWins || e.Results[0].Link == "" || !e.Online[0].AskAt.IsZero() || e.Online[1].AskAt.IsZero() {
		t.Errorf("after the first game: %+v %+v", e.Results, e.Online)
	}
	server.Play("one", lichesstest.Played{Status: "mate", Winner: "white"}) // nobody asks
	server.Play("two", lichesstest.Played{Status: "draw"})
	if e := follow(); len(e.Results) != 2 || e.Results[1].Outcome != events.Drawn {
		t.Errorf("after both: %+v", e.Results)
	}
	server.Fail(lichesstest.Broken)
	if e := follow(); len(e.Results) != 2 {
		t.Errorf("at the end: %+v", e.Results)
	}
}
