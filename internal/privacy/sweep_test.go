package privacy_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/privacy"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// A club has silent servers, and the answers of Discord about them.
type club struct {
	privacy.Store
	silent    []string
	since     time.Time
	members   map[string]bool  // servers that the bot is still in
	failures  map[string]error // of Discord
	asked     []string
	forgotten []string
}

func (c *club) SilentServers(_ context.Context, since time.Time, after string, most int) ([]string, error) {
	c.since = since
	later := slices.DeleteFunc(slices.Clone(c.silent), func(guild string) bool { return guild <= after })
	return later[:min(len(later), most)], nil
}

func (c *club) ForgetServer(_ context.Context, guild string) (privacy.Server, error) {
	c.forgotten = append(c.forgotten, guild)
	c.silent = slices.DeleteFunc(c.silent, func(other string) bool { return other == guild })
	return privacy.Server{Subs: 1, Events: 2}, nil
}

func (c *club) IsMember(_ context.Context, guild string) (bool, error) {
	c.asked = append(c.asked, guild)
	return c.members[guild], c.failures[guild]
}

func (c *club) ReserveSlots(context.Context, string, int, time.Duration) (wait, limit time.Duration, err error) {
	return 0, 0, nil
}

func (c *club) LimitSlots(context.Context, string, time.Duration) error { return nil }

// sweepOf returns a sweep over the servers of a club, and its log.
func sweepOf(c *club) (*privacy.Sweep, *bytes.Buffer) {
	out := new(bytes.Buffer)
	log := slog.New(slog.NewTextHandler(out, nil))
	return &privacy.Sweep{Store: c, Servers: c, Pace: outbox.NewPace(outbox.StandardTiming(), c, log), Log: log}, out
}

// Only servers that the bot is no longer in are forgotten, 30 days after the first refusal.
func TestServersThatRemovedTheBotAreForgotten(t *testing.T) {
	c := &club{silent: []string{"1", "2", "3"}, members: map[string]bool{"2": true}}
	sweep, log := sweepOf(c)
	if err := sweep.Run(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	if want := now.AddDate(0, 0, -30); !c.since.Equal(want) {
		t.Errorf("asked for servers that are silent since %v, want %v", c.since, want)
	}
	if want := []string{"1", "3"}; !slices.Equal(c.forgotten, want) {
		t.Errorf("forgot %q, want %q", c.forgotten, want)
	}
	if n := strings.Count(log.String(), "deleted the data of a server that removed the bot"); n != 2 || !strings.Contains(log.String(), "server=1 daily_posts=1 events=2") {
		t.Errorf("the log says\n%s", log)
	}
}

// A server that the bot is still in is asked about once a day.
func TestSweepsAreRare(t *testing.T) {
	c := &club{silent: []string{"1"}, members: map[string]bool{"1": true}}
	sweep, _ := sweepOf(c)
	for at := now; at.Before(now.Add(48 * time.Hour)); at = at.Add(time.Hour) {
		if err := sweep.Run(t.Context(), at); err != nil {
			t.Fatal(err)
		}
	}
	if len(c.asked) != 2 || c.forgotten != nil {
		t.Errorf("asked about %q, forgot %q", c.asked, c.forgotten)
	}
}

// A sweep goes through all servers, some at a time.
func TestSweepThroughManyServers(t *testing.T) {
	c := &club{members: map[string]bool{}}
	for i := range 50 {
		c.silent = append(c.silent, fmt.Sprintf("%02d", i))
		c.members[c.silent[i]] = i%2 == 0
	}
	sweep, _ := sweepOf(c)
	for range 3 {
		if err := sweep.Run(t.Context(), now); err != nil {
			t.Fatal(err)
		}
	}
	if len(c.asked) != 50 || len(c.forgotten) != 25 {
		t.Errorf("asked about %d, forgot %d", len(c.asked), len(c.forgotten))
	}
}

// If Discord cannot say whether the bot is in a server, its data stay. The sweep goes on
// with the next server after a pause.
func TestSweepAfterAFailure(t *testing.T) {
	broken := &outbox.Refusal{Trouble: outbox.Forbidden, Err: errors.New("403")}
	c := &club{silent: []string{"1", "2"}, failures: map[string]error{"1": broken}}
	sweep, _ := sweepOf(c)
	if err := sweep.Run(t.Context(), now); !errors.Is(err, broken) || c.forgotten != nil {
		t.Errorf("%v, forgot %q", err, c.forgotten)
	}
	for _, later := range []time.Duration{9 * time.Minute, 10 * time.Minute} {
		if err := sweep.Run(t.Context(), now.Add(later)); err != nil {
			t.Fatal(err)
		}
		if gone := len(c.forgotten) == 1; gone != (later == 10*time.Minute) {
			t.Errorf("after %v: forgot %q", later, c.forgotten)
		}
	}
	if want := []string{"1", "2"}; !slices.Equal(c.asked, want) {
		t.Errorf("asked about %q, want %q", c.asked, want)
	}
}
