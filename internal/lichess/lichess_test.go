package lichess_test

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"chess960bot/internal/chess960"
	"chess960bot/internal/lichess"
	"chess960bot/internal/lichesstest"
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

func clientOf(t *testing.T, address string, now *time.Time) *lichess.Client {
	t.Helper()
	base, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return lichess.New(lichess.Options{URL: base, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return *now }})
}

var blitz = lichess.Challenge{Position: chess960.MustParsePosition("BRQNKBRN"), Time: lichess.TimeControl{Limit: 300, Increment: 3}, Name: "SP-594, Thursday 960, round 2"}

func TestRequest(t *testing.T) {
	server, client, _ := start(t)
	game, err := client.Open(t.Context(), "guild", blitz)
	if want := (lichess.Game{ByLot: server.URL() + "/game0001", White: server.URL() + "/game0001?color=white", Black: server.URL() + "/game0001?color=black"}); err != nil || game != want {
		t.Errorf("%+v, %v", game, err)
	}
	days := blitz
	days.Time, days.Name = lichess.TimeControl{Days: 3}, strings.Repeat("ä", 250)
	if _, err := client.Open(t.Context(), "guild", days); err != nil {
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
	for sp, p := range chess960.All() {
		*now = now.Add(time.Minute)
		if _, err := client.Open(t.Context(), "guild", lichess.Challenge{Position: p, Time: times[sp%len(times)], Name: "x"}); err != nil {
			t.Fatalf("SP %d, %v: %v", sp, times[sp%len(times)], err)
		}
	}
	if n := len(server.Forms()); n != chess960.Count {
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
		if game, err := client.Open(ctx, "guild", blitz); !errors.Is(err, want) {
			t.Errorf("fault %d: %+v, %v, want %v", fault, game, err, want)
		}
		cancel()
		server.Fail(lichesstest.None)
		if _, err := client.Open(t.Context(), "guild", blitz); err != nil {
			t.Errorf("after fault %d: %v", fault, err)
		}
	}
	now := time.Now()
	for _, address := range []string{"http://lichess.invalid", "http://127.0.0.1:1"} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		if _, err := clientOf(t, address, &now).Open(ctx, "guild", blitz); !errors.Is(err, lichess.ErrUnavailable) {
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
		_, err := client.Open(t.Context(), "guild", blitz)
		if wait, ok := errors.AsType[*lichess.WaitError](err); !ok || !wait.Until.Equal(until) || wait.Server {
			t.Errorf("%v, want a pause until %v", err, until)
		}
	}
	if n := len(server.Forms()); n != 1 {
		t.Errorf("%d requests, want 1", n)
	}
	server.Fail(lichesstest.None)
	*now = until
	if _, err := client.Open(t.Context(), "guild", blitz); err != nil {
		t.Error(err)
	}
}

func TestLimits(t *testing.T) {
	server, client, now := start(t)
	open := func(guild string) error {
		_, err := client.Open(t.Context(), guild, blitz)
		return err
	}
	begin := *now
	for range 10 {
		if err := open("1"); err != nil {
			t.Fatal(err)
		}
		*now = now.Add(time.Second)
	}
	if wait, ok := errors.AsType[*lichess.WaitError](open("1")); !ok || !wait.Server || !wait.Until.Equal(begin.Add(time.Minute)) {
		t.Errorf("the eleventh game in a minute: %v", wait)
	}
	if err := open("2"); err != nil {
		t.Errorf("another server: %v", err)
	}
	*now = begin.Add(time.Minute)
	if err := open("1"); err != nil {
		t.Errorf("after a minute: %v", err)
	}
	for n := range 480 - 12 {
		if err := open("many" + string(rune('A'+n/10))); err != nil {
			t.Fatal(n, err)
		}
	}
	if wait, ok := errors.AsType[*lichess.WaitError](open("3")); !ok || wait.Server || !wait.Until.Equal(begin.Add(10*time.Minute)) {
		t.Errorf("the 481st game in ten minutes: %v", wait)
	}
	if n := len(server.Forms()); n != 480 {
		t.Errorf("%d requests", n)
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
			if _, err := client.Open(t.Context(), "guild", blitz); err != nil {
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
			_, err := client.Open(ctx, "guild", blitz)
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
