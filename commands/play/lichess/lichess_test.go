package lichess_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"chess960bot/commands/play/lichess"
	"chess960bot/internal/chess960"
	"chess960bot/internal/online"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/lichesstest"
	"chess960bot/internal/workshop/testrun"
)

// start starts a stand-in, and a client with a clock that the test sets. The client must not
// break lichess's rules.
func start(t *testing.T) (*lichesstest.Server, *lichess.Client, *time.Time) {
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
	now := time.Unix(1_790_000_000, 0)
	return server, clientOf(t, server.URL(), &now), &now
}

func clientOf(t testing.TB, address string, now *time.Time) *lichess.Client {
	t.Helper()
	base, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return clientWith(base, now, &lichesstest.Slots{Now: func() time.Time { return *now }})
}

// clientWith returns the client of a process that shares slots.
func clientWith(base *url.URL, now *time.Time, slots outbox.Slots) *lichess.Client {
	return lichess.New(lichess.Options{URL: base, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return *now }, Slots: slots})
}

// asker is somebody who asks for games.
var asker = lichess.Asker{Person: "person", Server: "guild"}

var blitz = online.Challenge{Position: chess960.MustParsePosition("BRQNKBRN"), Time: online.Time{Text: "5+3"}, Name: "SP-594, Thursday 960, round 2"}

func TestRequest(t *testing.T) {
	server, client, _ := start(t)
	game, err := client.Open(t.Context(), asker, blitz)
	if want := (online.Game{ID: "game0001", ByLot: server.URL() + "/game0001", White: server.URL() + "/game0001?color=white", Black: server.URL() + "/game0001?color=black"}); err != nil || game != want {
		t.Errorf("%+v, %v", game, err)
	}
	days := blitz
	days.Time, days.Name = online.Time{Text: "3d"}, strings.Repeat("ä", 250)
	if _, err := client.Open(t.Context(), asker, days); err != nil {
		t.Error(err)
	}
	const fen = "variant=chess960"
	for i, want := range []string{
		"clock.increment=3&clock.limit=300&fen=brqnkbrn%2Fpppppppp%2F8%2F8%2F8%2F8%2FPPPPPPPP%2FBRQNKBRN+w+KQkq+-+0+1&name=SP-594%2C+Thursday+960%2C+round+2&rated=false&" + fen,
		"days=3&fen=brqnkbrn%2Fpppppppp%2F8%2F8%2F8%2F8%2FPPPPPPPP%2FBRQNKBRN+w+KQkq+-+0+1&name=" + url.QueryEscape(strings.Repeat("ä", 200)) + "&rated=false&" + fen,
	} {
		if got := server.Forms()[i].Encode(); got != want {
			t.Errorf("the request is\n%s\nwant\n%s", got, want)
		}
	}
}

// lichess accepts every position and every time control that the client can send.
func TestEveryPositionAndTimeControl(t *testing.T) {
	server, client, now := start(t)
	times := everyTimeControl()
	step := testrun.Choose(5, 1) // a fifth of the positions has every time control once
	for sp, p := range chess960.All() {
		if sp%step != 0 {
			continue
		}
		*now = now.Add(time.Minute)
		tc := times[sp/step%len(times)]
		if _, err := client.Open(t.Context(), asker, online.Challenge{Position: p, Time: online.Time{Text: tc.String()}, Name: "x"}); err != nil {
			t.Fatalf("SP %d, %v: %v", sp, tc, err)
		}
	}
	if n := len(server.Forms()); n != chess960.Count/step {
		t.Errorf("%d requests", n)
	}
}

// everyTimeControl returns all clocks with some increments, and all days.
func everyTimeControl() []lichess.TimeControl {
	times := []lichess.TimeControl{{Increment: 1}, {Limit: 15}, {Limit: 30}, {Limit: 45}, {Limit: 60}, {Limit: 90, Increment: 60}}
	for minutes := 2; minutes <= 180; minutes++ {
		times = append(times, lichess.TimeControl{Limit: 60 * minutes, Increment: minutes % 61})
	}
	for _, days := range []int{1, 2, 3, 5, 7, 10, 14} {
		times = append(times, lichess.TimeControl{Days: days})
	}
	return times
}

func TestFaults(t *testing.T) {
	for fault, want := range map[lichesstest.Fault]error{
		lichesstest.Refusing: lichess.ErrRefused,
		lichesstest.Broken:   lichess.ErrUnavailable,
		lichesstest.Moved:    lichess.ErrUnavailable,
		lichesstest.Silent:   lichess.ErrUnavailable,
		lichesstest.HungUp:   lichess.ErrUnavailable,
		lichesstest.HTML:     lichess.ErrStrange,
		lichesstest.Empty:    lichess.ErrStrange,
		lichesstest.Script:   lichess.ErrStrange,
	} {
		server, client, _ := start(t)
		server.Fail(fault)
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		if game, err := client.Open(ctx, asker, blitz); !errors.Is(err, want) {
			t.Errorf("fault %d: %+v, %v, want %v", fault, game, err, want)
		}
		cancel()
		server.Fail(lichesstest.None)
		if _, err := client.Open(t.Context(), asker, blitz); err != nil {
			t.Errorf("after fault %d: %v", fault, err)
		}
	}
	now := time.Now()
	for _, address := range []string{"http://lichess.invalid", "http://127.0.0.1:1"} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		if _, err := clientOf(t, address, &now).Open(ctx, asker, blitz); !errors.Is(err, lichess.ErrUnavailable) {
			t.Errorf("%s: %v", address, err)
		}
		cancel()
	}
}

// After a 429 there is no request for a minute.
func TestPause(t *testing.T) {
	server, client, now := start(t)
	until := now.Add(time.Minute)
	server.Fail(lichesstest.TooMany)
	for range 3 {
		_, err := client.Open(t.Context(), asker, blitz)
		if wait, ok := errors.AsType[*lichess.WaitError](err); !ok || !wait.Until.Equal(until) || wait.Of != lichess.OfLichess {
			t.Errorf("%v, want a pause until %v", err, until)
		}
	}
	if n := len(server.Forms()); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
	server.Fail(lichesstest.None)
	*now = until
	if _, err := client.Open(t.Context(), asker, blitz); err != nil {
		t.Error(err)
	}
}

// wantWait compares whose limit keeps a game from being opened, and until when.
func wantWait(t *testing.T, name string, err error, of lichess.Limit, until time.Time) {
	t.Helper()
	if wait, ok := errors.AsType[*lichess.WaitError](err); !ok || wait.Of != of || !wait.Until.Equal(until) {
		t.Errorf("%s: %+v, want limit %v until %v", name, err, of, until)
	}
}

func TestLimits(t *testing.T) {
	_, client, now := start(t)
	open := func(person, guild string) error {
		_, err := client.Open(t.Context(), lichess.Asker{Person: person, Server: guild}, blitz)
		return err
	}
	begin := *now
	for n := range 10 {
		if err := open(strconv.Itoa(n), "1"); err != nil {
			t.Fatal(err)
		}
		*now = now.Add(time.Second)
	}
	wantWait(t, "the eleventh game in a minute", open("10", "1"), lichess.OfServer, begin.Add(time.Minute))
	if err := open("2", "2"); err != nil {
		t.Errorf("another server: %v", err)
	}
	*now = begin.Add(time.Minute)
	if err := open("1", "1"); err != nil {
		t.Errorf("after a minute: %v", err)
	}
	wantWait(t, "another game then", open("2", "1"), lichess.OfServer, begin.Add(time.Minute+time.Second))
}

// If the database cannot say how many games the processes have opened, lichess itself refuses.
func TestGamesWithoutDatabase(t *testing.T) {
	server, _, now := start(t)
	base, err := url.Parse(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := clientWith(base, now, brokenSlots{}).Open(t.Context(), asker, blitz); err != nil {
		t.Error(err)
	}
}

// brokenSlots cannot be reserved.
type brokenSlots struct{ outbox.Slots }

func (brokenSlots) ReserveSlots(context.Context, string, int, time.Duration) (ahead, paused time.Duration, err error) {
	return time.Hour, time.Hour, errors.New("the database is gone")
}

// Two processes at one address open 240 games at once, and 480 in ten minutes. A pause that
// lichess asks one of them for is a pause of both.
func TestProcessesShareTheLimit(t *testing.T) {
	server, _, now := start(t)
	base, err := url.Parse(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	slots := &lichesstest.Slots{Now: func() time.Time { return *now }}
	processes := []*lichess.Client{clientWith(base, now, slots), clientWith(base, now, slots)}
	begin, opened := *now, 0
	open := func() error {
		_, err := processes[opened%2].Open(t.Context(), lichess.Asker{Person: strconv.Itoa(opened), Server: strconv.Itoa(opened)}, blitz)
		if err == nil {
			opened++
		}
		return err
	}
	for now.Before(begin.Add(10 * time.Minute)) {
		for opened <= 480 && open() == nil {
		}
		if now.Equal(begin) && opened != 240 {
			t.Fatalf("%d games were opened at once, want 240", opened)
		}
		*now = now.Add(time.Second)
	}
	if opened != 479 && opened != 480 {
		t.Errorf("%d games in ten minutes, want 480", opened)
	}
	*now = now.Add(time.Minute)
	server.Fail(lichesstest.TooMany)
	begin = *now
	for range 2 {
		wantWait(t, "after a 429", open(), lichess.OfLichess, begin.Add(time.Minute))
		processes[0], processes[1] = processes[1], processes[0]
	}
	if n := len(server.Forms()); n != opened+1 {
		t.Errorf("%d requests for %d games and a pause", n, opened)
	}
}

// One person who presses once a second, in twelve servers, leaves most games to others.
func TestOnePersonLeavesGames(t *testing.T) {
	server, client, now := start(t)
	begin, most := *now, 60
	refused := 0
	for second := range 600 {
		_, err := client.Open(t.Context(), lichess.Asker{Person: "1", Server: strconv.Itoa(second % 12)}, blitz)
		if second == most {
			wantWait(t, "the 61st game of a person", err, lichess.OfPerson, begin.Add(10*time.Minute))
		}
		if err != nil {
			refused++
		}
		if _, err := client.Open(t.Context(), lichess.Asker{Person: strconv.Itoa(2 + second), Server: "of " + strconv.Itoa(second/2)}, blitz); err != nil && second < 240 {
			t.Fatalf("somebody else in second %d: %v", second, err)
		}
		*now = now.Add(time.Second)
	}
	t.Logf("one person got %d of 480 games in ten minutes, others %d", 600-refused, len(server.Forms())-600+refused)
	if most := 480; refused < 600-60 || len(server.Forms()) > most || len(server.Forms()) < most-1 {
		t.Errorf("%d refused, %d opened in all", refused, len(server.Forms()))
	}
}

// Requests are made one after another. If lichess is silent, few wait, and the others are
// told at once.
func TestTurns(t *testing.T) {
	server, client, _ := start(t)
	server.Delay(5 * time.Millisecond)
	var all sync.WaitGroup
	for range 7 {
		all.Go(func() {
			if _, err := client.Open(t.Context(), asker, blitz); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	server.Fail(lichesstest.Silent)
	ctx, cancel := context.WithCancel(t.Context())
	errs := make(chan error, 100)
	for range 100 {
		all.Go(func() {
			_, err := client.Open(ctx, asker, blitz)
			errs <- err
		})
	}
	for range 93 {
		if err := <-errs; !errors.Is(err, lichess.ErrBusy) {
			t.Error(err)
		}
	}
	cancel()
	all.Wait()
	for range 7 {
		if err := <-errs; !errors.Is(err, lichess.ErrBusy) && !errors.Is(err, lichess.ErrUnavailable) {
			t.Error(err)
		}
	}
}

// The id of a game is what results are asked for by, so a game without one is none.
func TestStrangeIDsOfGames(t *testing.T) {
	for id, want := range map[string]error{
		"game0001": nil, "abcdEFGH1234": nil,
		"": lichess.ErrStrange, "game": lichess.ErrStrange, "game0001,game0002": lichess.ErrStrange, "game 001": lichess.ErrStrange,
		"gameéééé": lichess.ErrStrange, "../../ab": lichess.ErrStrange, strings.Repeat("a", 13): lichess.ErrStrange, "game0001\n": lichess.ErrStrange,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			link := "https://lichess.org/game0001"
			json.NewEncoder(w).Encode(map[string]string{"id": id, "url": link, "urlWhite": link, "urlBlack": link})
		}))
		now := time.Unix(1_790_000_000, 0)
		if _, err := clientOf(t, server.URL, &now).Open(t.Context(), asker, blitz); !errors.Is(err, want) {
			t.Errorf("%q: %v", id, err)
		}
		server.Close()
	}
}
