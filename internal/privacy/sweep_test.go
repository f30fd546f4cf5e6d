package privacy_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/privacy"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// A club is a store with some servers, and Discord's answers about them.
type club struct {
	privacy.Store
	known     map[string]privacy.KnownServer
	members   []string // servers that the bot is in, in the order of their ids
	unlisted  string   // one of them that is missing in Discord's list
	failures  map[string]error
	asked     []string // servers that Discord was asked about alone
	lists     int      // pages of servers that Discord was asked for
	forgotten []string
}

func (c *club) Servers(context.Context) ([]privacy.KnownServer, error) {
	return slices.SortedFunc(maps.Values(c.known), func(a, b privacy.KnownServer) int { return strings.Compare(a.Guild, b.Guild) }), nil
}

func (c *club) NoteServer(_ context.Context, guild string, leftAt time.Time) error {
	c.known[guild] = privacy.KnownServer{Guild: guild, Joined: true, LeftAt: leftAt}
	return c.failures["note "+guild]
}

func (c *club) ForgetServer(_ context.Context, guild string) ([]privacy.Deleted, error) {
	c.forgotten = append(c.forgotten, guild)
	delete(c.known, guild)
	return []privacy.Deleted{{Of: "dailyPosts", Rows: 1}, {Of: "events", Rows: 2}}, nil
}

// ReserveSlots implements [outbox.Slots]: requests never wait.
func (*club) ReserveSlots(context.Context, string, int, time.Duration) (wait, limit time.Duration, err error) {
	return 0, 0, nil
}

// ClaimSlot implements [outbox.Slots].
func (*club) ClaimSlot(context.Context, string, time.Duration) (wait time.Duration, err error) {
	return 0, nil
}

// LimitSlots implements [outbox.Slots].
func (*club) LimitSlots(context.Context, string, time.Duration) error { return nil }

// discord answers for a club.
type discord struct{ *club }

func (d discord) Memberships(_ context.Context, after string) ([]string, error) {
	const page = 2
	d.lists++
	later := slices.DeleteFunc(slices.Clone(d.members), func(guild string) bool { return guild <= after || guild == d.unlisted })
	return later[:min(len(later), page)], d.failures["list after "+after]
}

func (d discord) IsMember(_ context.Context, guild string) (bool, error) {
	d.asked = append(d.asked, guild)
	return slices.Contains(d.members, guild), d.failures[guild]
}

// newClub has servers with data. Those in a text are servers that the bot was a member of.
func newClub(joined string, others ...string) *club {
	c := &club{known: map[string]privacy.KnownServer{}, failures: map[string]error{}}
	for _, guild := range append(strings.Fields(joined), others...) {
		c.known[guild] = privacy.KnownServer{Guild: guild, Joined: strings.Contains(joined, guild)}
	}
	return c
}

// sweepOf returns a sweep over the servers of a club, and its log.
func sweepOf(t *testing.T, c *club) (sweep func(at time.Time) error, log *bytes.Buffer) {
	t.Helper()
	out := new(bytes.Buffer)
	logger := slog.New(slog.NewTextHandler(out, nil))
	timing := outbox.StandardTiming()
	timing.Pace = 10_000
	s := &privacy.Sweep{Store: c, Servers: discord{c}, Pace: outbox.NewPace(timing, c, logger), Log: logger}
	return func(at time.Time) error { return s.Run(t.Context(), at) }, out
}

// days sweeps every hour for some days.
func days(t *testing.T, sweep func(at time.Time) error, from, to int) {
	t.Helper()
	for at := now.AddDate(0, 0, from); at.Before(now.AddDate(0, 0, to)); at = at.Add(time.Hour) {
		if err := sweep(at); err != nil {
			t.Fatal(err)
		}
	}
}

// The data of a server that removes the bot are deleted 30 days later, and not if the bot
// came back in time. Servers that never invited the bot are left alone.
func TestServersThatRemovedTheBotAreForgotten(t *testing.T) {
	c := newClub("1 2 3 4 5", "6 never invited")
	c.members = []string{"1", "2", "3", "7 without data"}
	sweep, log := sweepOf(t, c)
	days(t, sweep, 0, 10)
	c.members = []string{"1", "3", "4"} // 2 goes, 4 comes back, 5 stays away
	days(t, sweep, 10, 30)
	if c.forgotten != nil {
		t.Errorf("forgot %q too early", c.forgotten)
	}
	days(t, sweep, 30, 31)
	if want := []string{"5"}; !slices.Equal(c.forgotten, want) {
		t.Errorf("forgot %q, want %q", c.forgotten, want)
	}
	days(t, sweep, 31, 60)
	if want := []string{"5", "2"}; !slices.Equal(c.forgotten, want) || !slices.Equal(c.asked, want) {
		t.Errorf("forgot %q and asked about %q, want %q", c.forgotten, c.asked, want)
	}
	if n := strings.Count(log.String(), "deleted the data of a server that removed the bot"); n != 2 || !strings.Contains(log.String(), "server=5 rows.dailyPosts=1 rows.events=2") ||
		strings.Count(log.String(), "a server has removed the bot; its data will be deleted") != 3 {
		t.Errorf("the log says\n%s", log)
	}
	if _, kept := c.known["6 never invited"]; !kept || len(c.known) != 4 {
		t.Errorf("kept %v", c.known)
	}
}

// Discord is asked for a list once a day: its pages, and an empty one.
func TestSweepsAreRare(t *testing.T) {
	c := newClub("1 2 3")
	c.members = []string{"1", "2", "3"}
	sweep, _ := sweepOf(t, c)
	days(t, sweep, 0, 2)
	if c.lists != 2*3 || c.asked != nil {
		t.Errorf("asked for %d lists, and about %q", c.lists, c.asked)
	}
}

// A server that was noted as left is not forgotten without a last question: Discord's list
// may be wrong, and Discord may not answer.
func TestServersAreAskedAboutLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClub("1")
		c.members, c.unlisted = []string{"1"}, "1"
		sweep, _ := sweepOf(t, c)
		days(t, sweep, 0, 32)
		if len(c.asked) != 1 || c.forgotten != nil {
			t.Errorf("asked about %q, forgot %q", c.asked, c.forgotten)
		}

		c = newClub("1")
		sweep, _ = sweepOf(t, c)
		days(t, sweep, 0, 30)
		c.failures["1"] = errors.New("503")
		if err := sweep(now.AddDate(0, 0, 30)); err == nil || c.forgotten != nil {
			t.Errorf("%v, forgot %q", err, c.forgotten)
		}
		c.failures["1"] = nil
		days(t, sweep, 31, 33)
		if len(c.asked) < 2 || len(c.forgotten) != 1 {
			t.Errorf("asked about %q, forgot %q", c.asked, c.forgotten)
		}
	})
}

// After a failure Discord is left alone for ten minutes.
func TestSweepWaitsAfterAFailure(t *testing.T) {
	c := newClub("1")
	c.failures["list after "] = &outbox.Refusal{Trouble: outbox.Forbidden, Err: errors.New("403")}
	sweep, _ := sweepOf(t, c)
	if err := sweep(now); err == nil || c.lists != 1 {
		t.Fatalf("%v, asked for %d lists", err, c.lists)
	}
	if err := sweep(now.Add(10*time.Minute - 1)); err != nil || c.lists != 1 {
		t.Errorf("%v, asked again within ten minutes", err)
	}
	if err := sweep(now.Add(10 * time.Minute)); err == nil || c.lists != 2 {
		t.Errorf("%v, not asked again after ten minutes", err)
	}
}

// A large bot is swept in steps. A failure in the middle of the list does not make servers
// look as if they had removed the bot.
func TestSweepThroughManyServers(t *testing.T) {
	c := newClub("")
	for i := range 500 {
		guild := fmt.Sprintf("%03d", i)
		c.known[guild] = privacy.KnownServer{Guild: guild, Joined: true}
		if i%2 == 0 {
			c.members = append(c.members, guild)
		}
	}
	c.failures["list after 102"] = &outbox.Refusal{Trouble: outbox.Forbidden, Err: errors.New("403")}
	sweep, _ := sweepOf(t, c)
	var err error
	for range 100 {
		err = errors.Join(err, sweep(now))
	}
	if err == nil {
		t.Error("no failure")
	}
	c.failures = nil
	for at := now; at.Before(now.Add(time.Hour)); at = at.Add(10 * time.Second) {
		if err := sweep(at); err != nil {
			t.Fatal(err)
		}
	}
	for guild, known := range c.known {
		if left := !known.LeftAt.IsZero(); left == slices.Contains(c.members, guild) {
			t.Errorf("server %s: left %v", guild, known.LeftAt)
		}
	}
}
