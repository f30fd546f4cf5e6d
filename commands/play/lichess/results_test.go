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

	"chess960bot/commands/play/lichess"
	"chess960bot/internal/online"
	"chess960bot/internal/workshop/lichesstest"
)

// Every way in which a game goes on or ends, and what the bot makes of it.
var ways = map[string]struct {
	played lichesstest.Played
	want   online.Result
}{
	"white mates":      {lichesstest.Played{Status: "mate", Winner: "white", White: "Anna", Black: "Ben"}, online.Result{White: "Anna", Black: "Ben", Outcome: "1-0", Ended: true}},
	"black resigned":   {lichesstest.Played{Status: "resign", Winner: "white", White: "", Black: ""}, online.Result{Outcome: "1-0", Ended: true}},
	"time over":        {lichesstest.Played{Status: "outoftime", Winner: "black", White: "Anna", Black: ""}, online.Result{White: "Anna", Outcome: "0-1", Ended: true}},
	"no material":      {lichesstest.Played{Status: "outoftime", Winner: "", White: "Anna", Black: ""}, online.Result{White: "Anna", Outcome: "½-½", Ended: true}},
	"left":             {lichesstest.Played{Status: "timeout", Winner: "black", White: "", Black: ""}, online.Result{Outcome: "0-1", Ended: true}},
	"draw":             {lichesstest.Played{Status: "draw", Winner: "", White: "", Black: "Ben"}, online.Result{Black: "Ben", Outcome: "½-½", Ended: true}},
	"stalemate":        {lichesstest.Played{Status: "stalemate", Winner: "", White: "", Black: ""}, online.Result{Outcome: "½-½", Ended: true}},
	"created":          {lichesstest.Played{Status: "created", Winner: "", White: "", Black: ""}, online.Result{}},
	"under way":        {lichesstest.Played{Status: "started", Winner: "", White: "Anna", Black: "Ben"}, online.Result{White: "Anna", Black: "Ben"}},
	"aborted":          {lichesstest.Played{Status: "aborted", Winner: "white", White: "Anna", Black: "Ben"}, online.Result{White: "Anna", Black: "Ben", Ended: true}},
	"never started":    {lichesstest.Played{Status: "noStart", Winner: "white", White: "Anna", Black: "Ben"}, online.Result{White: "Anna", Black: "Ben", Ended: true}},
	"mate by nobody":   {lichesstest.Played{Status: "mate"}, online.Result{Ended: true}},
	"a new end":        {lichesstest.Played{Status: "newStatus", Winner: "black"}, online.Result{Outcome: "0-1", Ended: true}},
	"a new status":     {lichesstest.Played{Status: "newStatus"}, online.Result{Unread: true}},
	"unknown":          {lichesstest.Played{Status: "unknownFinish", Winner: "", White: "", Black: ""}, online.Result{Ended: true}},
	"a very long name": {lichesstest.Played{Status: "mate", Winner: "white", White: strings.Repeat("ä", 100)}, online.Result{White: strings.Repeat("ä", 100), Outcome: "1-0", Ended: true}},
}

func TestResults(t *testing.T) {
	server, client, _ := start(t)
	for name, way := range ways {
		server.Play("game0001", way.played)
		got, err := client.Results(t.Context(), []string{"game0001", "game0002"})
		way.want.Begun = true
		if err != nil || !maps.Equal(got, map[string]online.Result{"game0001": way.want}) {
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
	if got, err := client.Results(t.Context(), []string{"game0001"}); err != nil || !maps.Equal(got, map[string]online.Result{"game0001": {Unread: true}}) {
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
			want := map[string]online.Result{
				"game0001": {Begun: true, Ended: true, Outcome: "1-0"}, "game0002": {Unread: true},
				"game0003": {Begun: true, Ended: true, Outcome: "½-½"}, "game0004": {Unread: true},
			}
			if err != nil || !maps.Equal(got, want) {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
		}
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

// Moves come newest first, and are matched by id. Those that are too long or no moves are left out.
func TestMoves(t *testing.T) {
	server, client, _ := start(t)
	const moves = "e4 c5 Nf3 O-O exd6+ Qa1xb2 R1e2 bxc8=Q# O-O-O"
	long := strings.Repeat("Nf3 ", 8<<10) // 32 KB
	for id, text := range map[string]string{
		"game0001": moves, "game0002": long, "game0003": long + "e4", "game0004": "e4 e5 2. Nf3", "game0005": "e4 } [Event \"x\"]", "game0006": "",
	} {
		server.Play(id, lichesstest.Played{Status: "mate", Winner: "white", Moves: text})
	}
	ids := []string{"game0004", "game0001", "game0006", "game0003", "game0005", "game0002", "game0009", "no id"}
	got, err := client.Moves(t.Context(), ids)
	want := map[string]string{"game0001": moves, "game0002": long, "game0003": "", "game0004": "", "game0005": "", "game0006": ""}
	if err != nil || !maps.Equal(got, want) {
		for id, text := range got {
			if text != want[id] {
				t.Errorf("%s has the moves %.60q, want %.60q", id, text, want[id])
			}
		}
		t.Errorf("%d games, %v", len(got), err)
	}
	server.Fail(lichesstest.HungUp)
	if got, err := client.Moves(t.Context(), ids); len(got) > 0 || !errors.Is(err, lichess.ErrUnavailable) {
		t.Errorf("%v, %v", got, err)
	}
}
