package event_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"chess960bot/commands/event"
	"chess960bot/commands/event/evening"
	"chess960bot/commands/feature"
	"chess960bot/commands/play"
	"chess960bot/commands/play/lichess"
	"chess960bot/internal/online"
	"chess960bot/internal/workshop/lichesstest"
)

// start starts a stand-in for lichess until the test ends.
func start(t *testing.T) (*lichesstest.Server, online.Games) {
	t.Helper()
	server, err := lichesstest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server, gamesAt(t, server.URL())
}

func gamesAt(t *testing.T, address string) online.Games {
	t.Helper()
	base, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return play.On(base, nil, feature.Tools{Log: slog.New(slog.DiscardHandler), Now: time.Now})
}

// A oneEvent is a store with one event.
type oneEvent struct {
	evening.Store
	event *evening.Event
	moves map[int]keptMoves // by index in Event.Online
}

func (s oneEvent) DueGames(_ context.Context, now, until time.Time, _ int) (due []evening.DueGame, err error) {
	for i := range s.event.Online {
		if g := &s.event.Online[i]; !g.AskAt.IsZero() && !g.AskAt.After(now) {
			g.AskAt = until
			due = append(due, evening.DueGame{Channel: s.event.Channel, Event: s.event.ID, ID: g.ID})
		}
	}
	return due, nil
}

func (s oneEvent) UpdateEvent(_ context.Context, _ evening.Ref, update func(*evening.Event) error) (*evening.Event, error) {
	return s.event, update(s.event)
}

func (s oneEvent) DueMoves(_ context.Context, now, until time.Time, _ int) (due []evening.DueGame, err error) {
	for i, g := range s.event.Online {
		if at, kept := s.moves[i]; s.event.HasEnded(g) && (!kept || at.due.Before(now)) {
			s.moves[i] = keptMoves{due: until}
			due = append(due, evening.DueGame{Event: s.event.ID, Index: i, ID: g.ID})
		}
	}
	return due, nil
}

func (s oneEvent) KeepMoves(_ context.Context, g evening.DueGame, moves string) error {
	s.moves[g.Index] = keptMoves{moves, time.Unix(1<<40, 0)}
	return nil
}

// keptMoves are the moves of a game, or when they are due.
type keptMoves struct {
	moves string
	due   time.Time
}

// A refusingStore is a store of one event that cannot write the first change.
type refusingStore struct {
	oneEvent
	refused *bool
}

func (s refusingStore) UpdateEvent(ctx context.Context, ref evening.Ref, update func(*evening.Event) error) (*evening.Event, error) {
	if !*s.refused {
		*s.refused = true
		return nil, errors.New("the database is busy")
	}
	return s.oneEvent.UpdateEvent(ctx, ref, update)
}

// A result that the database does not take costs no game after it its answer, not even the answer
// that nobody has begun.
func TestFollowAfterAFailedWrite(t *testing.T) {
	server, client := start(t)
	now := time.Date(2026, 11, 19, 19, 0, 0, 0, time.UTC)
	e := drawnEvent(t, now)
	e.AddOnline(onlineGame(1, "game0001", now))
	e.AddOnline(onlineGame(2, "game0002", now))
	server.Play("game0001", lichesstest.Played{Status: "mate", Winner: "black"})
	now = now.Add(evening.JoinTime + time.Hour)
	follower := event.Follower{Games: client, Store: refusingStore{oneEvent{event: e}, new(bool)}, Now: func() time.Time { return now }}
	if err := follower.Follow(t.Context()); err == nil {
		t.Error("the failed write is not told")
	}
	if e.Online[0].AskAt.IsZero() || !e.Online[1].AskAt.IsZero() {
		t.Errorf("asked again: %+v", e.Online)
	}
}

// drawnEvent returns an event whose first round was drawn.
func drawnEvent(t testing.TB, now time.Time) *evening.Event {
	t.Helper()
	e := &evening.Event{ID: "e", Channel: "c", Guild: "g", OpenedBy: "ann", OpenedAt: now, Rules: evening.Rules{Name: "x", Rounds: 2, Boards: 5, Games: 1}}
	if _, err := e.Draw(evening.Asker{User: "ann", At: now}, func(int) (int, error) { return 0, nil }); err != nil {
		t.Fatal(err)
	}
	return e
}

func onlineGame(board int, id string, now time.Time) evening.OnlineGame {
	return evening.OnlineGame{Game: evening.GameRef{Draw: 0, Board: board, Game: 1}, ID: id, ByLot: "https://lichess.org/one", At: now}
}

// Results come by themselves, once, and lichess is not asked about games that have ended.
func TestFollow(t *testing.T) {
	server, client := start(t)
	now := time.Date(2026, 11, 19, 19, 0, 0, 0, time.UTC)
	e := drawnEvent(t, now)
	e.AddOnline(onlineGame(1, "game0001", now))
	e.AddOnline(onlineGame(2, "game0002", now))
	follower := event.Follower{Games: client, Store: oneEvent{event: e}, Now: func() time.Time { return now }}
	follow := func() *evening.Event {
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
	server.Play("game0001", lichesstest.Played{Status: "mate", Winner: "black", White: "Anna", Black: "Ben"})
	server.Play("game0002", lichesstest.Played{Status: "started"})
	if e := follow(); len(e.Results) != 1 || e.Results[0].Outcome != evening.BlackWins || e.Results[0].Link == "" || !e.Online[0].AskAt.IsZero() || e.Online[1].AskAt.IsZero() {
		t.Errorf("after the first game: %+v %+v", e.Results, e.Online)
	}
	server.Play("game0001", lichesstest.Played{Status: "mate", Winner: "white"}) // nobody asks
	server.Play("game0002", lichesstest.Played{Status: "draw"})
	if e := follow(); len(e.Results) != 2 || e.Results[1].Outcome != evening.Drawn {
		t.Errorf("after both: %+v", e.Results)
	}
	server.Fail(lichesstest.Broken)
	if e := follow(); len(e.Results) != 2 {
		t.Errorf("at the end: %+v", e.Results)
	}
}

// What comes before an answer is cut off counts. The other games are asked for again.
func TestResultsThatAreCutOff(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, `{"id":"game0001","status":"mate","winner":"white"}`+"\n"+`{"id":"game0002","sta`)
	}))
	defer server.Close()
	now := time.Date(2026, 11, 19, 19, 0, 0, 0, time.UTC)
	client, e := gamesAt(t, server.URL), drawnEvent(t, now)
	e.AddOnline(onlineGame(1, "game0001", now))
	e.AddOnline(onlineGame(2, "game0002", now))
	now = now.Add(10 * time.Minute)
	follower := event.Follower{Games: client, Store: oneEvent{event: e}, Now: func() time.Time { return now }}
	if err := follower.Follow(t.Context()); !errors.Is(err, lichess.ErrUnavailable) {
		t.Error(err)
	}
	if len(e.Results) != 1 || !e.Online[0].AskAt.IsZero() || e.Online[1].AskAt.Sub(now) != 5*time.Minute {
		t.Errorf("%+v %+v", e.Results, e.Online)
	}
}

// Games with ids that cannot be asked for are asked for no more once nobody can join them, and games
// with the same id all get its result.
func TestStrangeIDs(t *testing.T) {
	server, client := start(t)
	now := time.Date(2026, 11, 19, 19, 0, 0, 0, time.UTC)
	e := drawnEvent(t, now)
	for board, id := range []string{"game0001", "game0001", "game0001", "", "a,b"} {
		e.AddOnline(onlineGame(board+1, id, now))
	}
	server.Play("game0001", lichesstest.Played{Status: "mate", Winner: "black"})
	follower := event.Follower{Games: client, Store: oneEvent{event: e}, Now: func() time.Time { return now }}
	for range 10 {
		now = now.Add(5 * time.Hour)
		if err := follower.Follow(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for _, g := range e.Online {
		if !g.AskAt.IsZero() {
			t.Errorf("%q is asked for at %v", g.ID, g.AskAt)
		}
	}
	if len(e.Results) != 3 {
		t.Errorf("%+v", e.Results)
	}
}

// The moves of a game are asked for once it has ended. A lichess that fails then has cost no result, and is asked
// again; a game that it does not have is not.
func TestFollowMoves(t *testing.T) {
	server, client := start(t)
	now := time.Date(2026, 11, 19, 19, 0, 0, 0, time.UTC)
	e := drawnEvent(t, now)
	for board := 1; board <= 3; board++ {
		g := onlineGame(board, fmt.Sprintf("game000%d", board), now)
		g.ByLot += g.ID
		e.AddOnline(g)
	}
	store := oneEvent{event: e, moves: map[int]keptMoves{}}
	follower := event.Follower{Games: client, Store: store, Now: func() time.Time { return now }}
	server.Play("game0001", lichesstest.Played{Status: "mate", Winner: "black", Moves: "f3 e5 g4 Qh4#"})
	server.Play("game0002", lichesstest.Played{Status: "started", Moves: "e4"})
	server.Play("game0003", lichesstest.Played{Status: "aborted"})
	now = now.Add(10 * time.Minute)
	if err := follower.Follow(t.Context()); err != nil || len(e.Results) != 1 {
		t.Fatal(err, e.Results)
	}
	server.Fail(lichesstest.Broken)
	if err := follower.FollowMoves(t.Context()); err == nil || len(store.moves) != 1 || store.moves[0].moves != "" {
		t.Errorf("%v: %v", err, store.moves)
	}
	server.Fail(lichesstest.None)
	now = now.Add(10 * time.Minute)
	if err := follower.FollowMoves(t.Context()); err != nil || len(store.moves) != 1 || store.moves[0].moves != "f3 e5 g4 Qh4#" {
		t.Errorf("%v: %v", err, store.moves)
	}
	server.Fail(lichesstest.Broken) // nobody asks
	if err := follower.FollowMoves(t.Context()); err != nil {
		t.Error(err)
	}
	gone, _ := start(t) // knows no game
	follower.Games = gamesAt(t, gone.URL())
	store.moves[0] = keptMoves{due: now.Add(-time.Minute)}
	if err := follower.FollowMoves(t.Context()); err != nil || store.moves[0].due.Before(now.Add(time.Hour)) {
		t.Errorf("%v: %v", err, store.moves)
	}
}

// An evening follows a game as long as lichess lets people join.
func TestGamesWaitAsLongAsEvenings(t *testing.T) {
	if online.Lifetime != evening.JoinTime {
		t.Errorf("games wait %v, and evenings %v", online.Lifetime, evening.JoinTime)
	}
}
