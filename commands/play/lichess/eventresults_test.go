package lichess_test

import (
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/event/evening"
	"chess960bot/commands/play/lichess"
	"chess960bot/internal/workshop/lichesstest"
)

// Every way in which a game goes on or ends, and what the bot makes of it.
var ways = map[string]struct {
	played lichesstest.Played
	want   evening.OnlineResult
}{
	"white mates":      {lichesstest.Played{Status: "mate", Winner: "white", White: "Anna", Black: "Ben"}, evening.OnlineResult{White: "Anna", Black: "Ben", Outcome: evening.WhiteWins, Ended: true}},
	"black resigned":   {lichesstest.Played{Status: "resign", Winner: "white", White: "", Black: ""}, evening.OnlineResult{Outcome: evening.WhiteWins, Ended: true}},
	"time over":        {lichesstest.Played{Status: "outoftime", Winner: "black", White: "Anna", Black: ""}, evening.OnlineResult{White: "Anna", Outcome: evening.BlackWins, Ended: true}},
	"no material":      {lichesstest.Played{Status: "outoftime", Winner: "", White: "Anna", Black: ""}, evening.OnlineResult{White: "Anna", Outcome: evening.Drawn, Ended: true}},
	"left":             {lichesstest.Played{Status: "timeout", Winner: "black", White: "", Black: ""}, evening.OnlineResult{Outcome: evening.BlackWins, Ended: true}},
	"draw":             {lichesstest.Played{Status: "draw", Winner: "", White: "", Black: "Ben"}, evening.OnlineResult{Black: "Ben", Outcome: evening.Drawn, Ended: true}},
	"stalemate":        {lichesstest.Played{Status: "stalemate", Winner: "", White: "", Black: ""}, evening.OnlineResult{Outcome: evening.Drawn, Ended: true}},
	"created":          {lichesstest.Played{Status: "created", Winner: "", White: "", Black: ""}, evening.OnlineResult{}},
	"under way":        {lichesstest.Played{Status: "started", Winner: "", White: "Anna", Black: "Ben"}, evening.OnlineResult{White: "Anna", Black: "Ben"}},
	"aborted":          {lichesstest.Played{Status: "aborted", Winner: "white", White: "Anna", Black: "Ben"}, evening.OnlineResult{White: "Anna", Black: "Ben", Ended: true}},
	"never started":    {lichesstest.Played{Status: "noStart", Winner: "white", White: "Anna", Black: "Ben"}, evening.OnlineResult{White: "Anna", Black: "Ben", Ended: true}},
	"mate by nobody":   {lichesstest.Played{Status: "mate"}, evening.OnlineResult{Ended: true}},
	"a new end":        {lichesstest.Played{Status: "newStatus", Winner: "black"}, evening.OnlineResult{Outcome: evening.BlackWins, Ended: true}},
	"a new status":     {lichesstest.Played{Status: "newStatus"}, evening.OnlineResult{Unread: true}},
	"unknown":          {lichesstest.Played{Status: "unknownFinish", Winner: "", White: "", Black: ""}, evening.OnlineResult{Ended: true}},
	"a very long name": {lichesstest.Played{Status: "mate", Winner: "white", White: strings.Repeat("ä", 100)}, evening.OnlineResult{White: strings.Repeat("ä", 40), Outcome: evening.WhiteWins, Ended: true}},
}

func TestResults(t *testing.T) {
	server, client, _ := start(t)
	for name, way := range ways {
		server.Play("game0001", way.played)
		got, err := client.Results(t.Context(), []string{"game0001", "game0002"})
		way.want.Begun = true
		if err != nil || !maps.Equal(got, map[string]evening.OnlineResult{"game0001": way.want}) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for fault, want := range map[lichesstest.Fault]error{
		lichesstest.Broken: lichess.ErrUnavailable, lichesstest.Moved: lichess.ErrUnavailable,
		lichesstest.HungUp: lichess.ErrUnavailable, lichesstest.Refusing: lichess.ErrUnavailable,
	} {
		server.Fail(fault)
		if got, err := client.Results(t.Context(), []string{"game0001"}); len(got) > 0 || !errors.Is(err, want) {
			t.Errorf("%v: %v, %v", fault, got, err)
		}
	}
	server.Fail(lichesstest.HTML)
	if got, err := client.Results(t.Context(), []string{"game0001"}); err != nil || !maps.Equal(got, map[string]evening.OnlineResult{"game0001": {Unread: true}}) {
		t.Errorf("a page: %v, %v", got, err)
	}
	server.Fail(lichesstest.TooMany)
	if _, err := client.Results(t.Context(), []string{"game0001"}); err == nil {
		t.Error("no pause")
	}
	server.Fail(lichesstest.None)
	if got, err := client.Results(t.Context(), []string{"game0001"}); err == nil {
		t.Errorf("%v during the pause", got)
	}
	if broken := server.Broken(); len(broken) > 0 {
		t.Errorf("lichess would refuse: %q", broken)
	}
}

// garbage lists lines about the game game0002 that cannot be read, or about no game at all.
var garbage = map[string]string{
	"no JSON":              `<html>`,
	"half a line":          `{"id":"game0002","status":"mate","winner":"wh`,
	"a number as status":   `{"id":"game0002","status":30,"winner":"white"}`,
	"an object as winner":  `{"id":"game0002","status":"mate","winner":{}}`,
	"a list of players":    `{"id":"game0002","status":"mate","winner":"white","players":[]}`,
	"no id":                `{"status":"mate","winner":"white"}`,
	"ids with commas":      `{"id":"game0001,game0002","status":"mate","winner":"white"}`,
	"null":                 `null`,
	"control characters":   "\x00\x1b[2J\xff",
	"more than 64 KB":      `{"id":"game0002","status":"mate","winner":"white","x":"` + strings.Repeat("x", 70_000) + `"}`,
	"a megabyte of spaces": strings.Repeat(" ", 1<<20) + `{"id":"game0002","status":"mate","winner":"white"}`,
	"nested deeply":        strings.Repeat("[", 60_000),
}

// A line that cannot be read costs no other game its result, wherever the line stands.
func TestGarbageBetweenResults(t *testing.T) {
	const first = `{"id":"game0001","status":"mate","winner":"white"}`
	const last = `{"id":"game0003","status":"draw"}`
	ids := []string{"game0003", "game0002", "game0001", "game0004", "game0001", "", "a,b", "game 005"}
	for name, line := range garbage {
		for _, end := range []string{"", "\n"} {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if body, _ := io.ReadAll(r.Body); string(body) != "game0001,game0002,game0003,game0004" {
					t.Errorf("asked for %s", body)
				}
				io.WriteString(w, first+"\n"+line+"\r\n\n"+last+end)
			}))
			now := time.Unix(1_790_000_000, 0)
			got, err := clientOf(t, server.URL, &now).Results(t.Context(), ids)
			server.Close()
			want := map[string]evening.OnlineResult{
				"game0001": {Begun: true, Ended: true, Outcome: evening.WhiteWins}, "game0002": {Unread: true},
				"game0003": {Begun: true, Ended: true, Outcome: evening.Drawn}, "game0004": {Unread: true},
			}
			if err != nil || !maps.Equal(got, want) {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
		}
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
	client, e := clientOf(t, server.URL, &now), drawnEvent(t, now)
	e.AddOnline(onlineGame(1, "game0001", now))
	e.AddOnline(onlineGame(2, "game0002", now))
	now = now.Add(10 * time.Minute)
	follower := lichess.Follower{Client: client, Store: oneEvent{event: e}, Now: func() time.Time { return now }}
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
	server, client, _ := start(t)
	now := time.Date(2026, 11, 19, 19, 0, 0, 0, time.UTC)
	e := drawnEvent(t, now)
	for board, id := range []string{"game0001", "game0001", "game0001", "", "a,b"} {
		e.AddOnline(onlineGame(board+1, id, now))
	}
	server.Play("game0001", lichesstest.Played{Status: "mate", Winner: "black"})
	follower := lichess.Follower{Client: client, Store: oneEvent{event: e}, Now: func() time.Time { return now }}
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

// A pause that lichess asks one process for is a pause of the results of all others too. Without a
// database, results are asked for.
func TestResultsWaitForPausesOfOthers(t *testing.T) {
	server, _, now := start(t)
	base, err := url.Parse(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	slots := &lichesstest.Slots{Now: func() time.Time { return *now }}
	first, second := clientWith(base, now, slots), clientWith(base, now, slots)
	server.Fail(lichesstest.TooMany)
	if _, err := first.Results(t.Context(), []string{"game0001"}); err == nil {
		t.Fatal("no pause")
	}
	server.Fail(lichesstest.None)
	if _, err := second.Results(t.Context(), []string{"game0001"}); !errors.Is(err, lichess.ErrNotNow) {
		t.Errorf("another process during the pause: %v", err)
	}
	if _, err := clientWith(base, now, brokenSlots{}).Results(t.Context(), []string{"game0001"}); err != nil {
		t.Errorf("without a database: %v", err)
	}
	*now = now.Add(time.Minute)
	if _, err := second.Results(t.Context(), []string{"game0001"}); err != nil {
		t.Errorf("after the pause: %v", err)
	}
}

// A person who opens a game does not wait for results.
func TestResultsGiveWay(t *testing.T) {
	server, client, _ := start(t)
	server.Fail(lichesstest.Silent)
	ended := make(chan error)
	go func() {
		_, err := client.Results(context.Background(), []string{"game0001"})
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

// Results are not asked for while a person's request is about to begin.
func TestResultsWaitForPeople(t *testing.T) {
	_, client, _ := start(t)
	client.Announce()
	if got, err := client.Results(t.Context(), []string{"game0001"}); !errors.Is(err, lichess.ErrNotNow) {
		t.Errorf("%v, %v", got, err)
	}
}

// A request over HTTP/2 that gave way to a person's ends with an error that does not say so.
func TestResultsGiveWayOverHTTP2(t *testing.T) {
	_, client, _ := start(t)
	client.Through(roundTripper(func(r *http.Request) (*http.Response, error) {
		if !strings.HasSuffix(r.URL.Path, "/_ids") {
			return nil, errors.New("no network")
		}
		go client.Open(context.Background(), asker, blitz)
		<-r.Context().Done()
		return nil, r.Context().Err()
	}))
	if got, err := client.Results(t.Context(), []string{"game0001"}); !errors.Is(err, lichess.ErrNotNow) {
		t.Errorf("%v, %v", got, err)
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (r roundTripper) RoundTrip(q *http.Request) (*http.Response, error) { return r(q) }

// A oneEvent is a store with one event.
type oneEvent struct {
	evening.Store
	event *evening.Event
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
	server, client, _ := start(t)
	now := time.Date(2026, 11, 19, 19, 0, 0, 0, time.UTC)
	e := drawnEvent(t, now)
	e.AddOnline(onlineGame(1, "game0001", now))
	e.AddOnline(onlineGame(2, "game0002", now))
	server.Play("game0001", lichesstest.Played{Status: "mate", Winner: "black"})
	now = now.Add(evening.JoinTime + time.Hour)
	follower := lichess.Follower{Client: client, Store: refusingStore{oneEvent{event: e}, new(bool)}, Now: func() time.Time { return now }}
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
	server, client, _ := start(t)
	now := time.Date(2026, 11, 19, 19, 0, 0, 0, time.UTC)
	e := drawnEvent(t, now)
	e.AddOnline(onlineGame(1, "game0001", now))
	e.AddOnline(onlineGame(2, "game0002", now))
	follower := lichess.Follower{Client: client, Store: oneEvent{event: e}, Now: func() time.Time { return now }}
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

// An evening follows a game as long as lichess lets people join.
func TestGamesWaitAsLongAsEvenings(t *testing.T) {
	if lichess.Lifetime != evening.JoinTime {
		t.Errorf("games wait %v, and evenings %v", lichess.Lifetime, evening.JoinTime)
	}
}
