package outbox_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/voice"
	"chess960bot/internal/when"
	"chess960bot/internal/workshop/storetest"
)

// A fixture is an engine with a real store, a clock that tests can set, and channels that
// tests control.
type fixture struct {
	*outbox.Engine
	store    *store.Store
	dailies  *schedule.Posts // of the last engine
	channels *channels
	pace     int
	settled  []outbox.Certainty

	mu  sync.Mutex
	now time.Time
}

func newFixture(t *testing.T, start string) *fixture {
	t.Helper()
	kept := storetest.Open(t, storetest.SQLite(t))
	fx := &fixture{store: kept, channels: &channels{messages: map[string]*message{}}, pace: 1000}
	fx.set(t, start)
	fx.Engine = fx.engine("holder")
	return fx
}

// kindsOfFeatures are further kinds of posts.
var kindsOfFeatures []func(*fixture) outbox.Kind

// engine makes an engine for daily posts and seals.
func (fx *fixture) engine(holder string) *outbox.Engine {
	timing := outbox.StandardTiming()
	timing.Pace = fx.pace
	return fx.engineWith(holder, timing, fx.clock)
}

func (fx *fixture) engineWith(holder string, timing outbox.Timing, clock func() time.Time) *outbox.Engine {
	log := slog.New(slog.DiscardHandler)
	pace := outbox.NewPace(timing, fx.store, log)
	fx.dailies = &schedule.Posts{
		Store: dailyrows.Of(fx.store), Channels: fx.channels, Pace: pace, Log: log, Timing: timing, CatchUp: schedule.StandardCatchUp,
		Compose: func(d schedule.Delivery) (outbox.Message, error) { return d, nil },
	}
	troubles := &schedule.Troubles{
		Store:   dailyrows.Of(fx.store),
		Compose: func(s schedule.Sub) (outbox.Message, error) { return s.Channel + ": " + s.Reason, nil },
		CheckID: func(s schedule.Sub) string { return "check " + s.Channel },
	}
	kinds := []outbox.Kind{fx.dailies, troubles}
	for _, of := range kindsOfFeatures {
		kinds = append(kinds, of(fx))
	}
	return outbox.New(outbox.Options{
		Store: fx.store, Channels: fx.channels, Kinds: kinds, Pace: pace, Log: log,
		Holder: holder, Now: clock, Timing: timing,
		Settled: func(how outbox.Certainty) { // of several engines
			fx.mu.Lock()
			defer fx.mu.Unlock()
			fx.settled = append(fx.settled, how)
		},
	})
}

// shortenRetries lets looks try again after milliseconds, because they wait in real time.
func (fx *fixture) shortenRetries() {
	timing := outbox.StandardTiming()
	timing.Pace, timing.Deadline = fx.pace, 300*time.Millisecond
	fx.Pace = outbox.NewPace(timing, fx.store, fx.Log)
}

func (fx *fixture) clock() time.Time {
	fx.mu.Lock()
	defer fx.mu.Unlock()
	return fx.now
}

func (fx *fixture) set(t *testing.T, at string) {
	t.Helper()
	now, err := time.Parse(time.RFC3339, at)
	if err != nil {
		t.Fatal(err)
	}
	fx.mu.Lock()
	defer fx.mu.Unlock()
	fx.now = now
}

func (fx *fixture) forward(d time.Duration) {
	fx.mu.Lock()
	defer fx.mu.Unlock()
	fx.now = fx.now.Add(d)
}

// subscribe gives a channel a daily post from now on.
func (fx *fixture) subscribe(t *testing.T, channel, clock, zone string) {
	t.Helper()
	minute, err := when.ParseMinute(clock)
	if err != nil {
		t.Fatal(err)
	}
	location, err := when.LoadZone(zone)
	if err != nil {
		t.Fatal(err)
	}
	s := schedule.Sub{Channel: channel, Guild: "guild " + channel, Minute: minute, Zone: zone, Status: schedule.Active, SetBy: "anna"}
	s.NextDate, s.NextAt = schedule.Next(fx.clock(), minute, location, when.EveryDay)
	if err := dailyrows.Of(fx.store).Save(t.Context(), s); err != nil {
		t.Fatal(err)
	}
}

func (fx *fixture) tick(t *testing.T) {
	t.Helper()
	if err := fx.Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// posts returns a channel's posts, oldest first, such as "2026-03-28 posted".
func (fx *fixture) posts(t *testing.T, channel string) []string {
	t.Helper()
	posts, err := dailyrows.Of(fx.store).Posts(t.Context(), channel, 100)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, p := range slices.Backward(posts) {
		list = append(list, fmt.Sprintf("%v %s", p.Date, p.State))
	}
	return list
}

func (fx *fixture) expect(t *testing.T, channel string, want ...string) {
	t.Helper()
	if got := fx.posts(t, channel); !slices.Equal(got, want) {
		t.Errorf("posts of %s: %q, want %q", channel, got, want)
	}
}

func (fx *fixture) sub(t *testing.T, channel string) schedule.Sub {
	t.Helper()
	s, err := dailyrows.Of(fx.store).Sub(t.Context(), channel)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// channels are Discord's, with its nonces.
type channels struct {
	mu         sync.Mutex
	messages   map[string]*message // by nonce
	sends      int
	finds      int
	pages      []string // asked for; the first is ""
	deliveries []schedule.Delivery
	threads    int
	told       []string // direct messages: the person, and the text

	during     func()                    // is called while a request is under way
	refuse     func(p outbox.Post) error // is asked before a post is sent
	before     error                     // returned by Send, which then posts nothing
	after      error                     // returned by Send although it has posted
	closed     error                     // returned for a direct message, which arrives unless it is a refusal
	turnedAway int                       // direct messages that were refused
	missing    int64                     // permissions
	forgetful  bool                      // nonces are forgotten
	unreadable bool
	busy       int                    // pages of other messages before ours
	reading    func(page int) error   // is asked before a page is read, counted from 1
	threading  func(thread int) error // is asked before a thread is opened
}

type message struct {
	id   string
	post outbox.Post
	body outbox.Message
}

func (c *channels) Send(_ context.Context, p outbox.Post, body outbox.Message) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.Person != "" {
		return c.tell(p, body)
	}
	c.sends++
	if c.during != nil {
		c.during()
	}
	if c.refuse != nil {
		if err := c.refuse(p); err != nil {
			return "", err
		}
	}
	if c.before != nil {
		return "", c.before
	}
	nonce := p.Nonce("application")
	if c.forgetful {
		nonce += strconv.Itoa(c.sends)
	}
	m, ok := c.messages[nonce]
	if !ok {
		m = &message{id: fmt.Sprint("message ", len(c.messages)+1), post: p, body: body}
		c.messages[nonce] = m
		if d, ok := body.(schedule.Delivery); ok {
			c.deliveries = append(c.deliveries, d)
		}
	}
	return m.id, c.after
}

// tell sends a direct message.
func (c *channels) tell(p outbox.Post, body outbox.Message) (string, error) {
	if outbox.IsRefusal(c.closed, outbox.Forbidden) {
		c.turnedAway++
		return "", c.closed
	}
	nonce := p.Nonce("application")
	if c.forgetful {
		nonce += strconv.Itoa(len(c.told))
	}
	if _, sent := c.messages[nonce]; !sent {
		c.messages[nonce] = &message{id: "direct message", post: p, body: body}
		c.told = append(c.told, fmt.Sprint(p.Person, ", ", body))
	}
	return "direct message", c.closed
}

func (c *channels) Find(_ context.Context, p outbox.Post, _, before string) (outbox.Page, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if before == "" {
		c.finds++
	}
	c.pages = append(c.pages, before)
	if c.reading != nil {
		if err := c.reading(len(c.pages)); err != nil {
			return outbox.Page{}, err
		}
	}
	if page, _ := strconv.Atoi(before); page < c.busy {
		return outbox.Page{Next: strconv.Itoa(page + 1)}, nil
	}
	for _, m := range c.messages {
		if m.post.Kind == p.Kind && m.post.Subject == p.Subject && m.post.Number == p.Number && !c.unreadable {
			return outbox.Page{Message: m.id}, nil
		}
	}
	return outbox.Page{Empty: c.unreadable}, nil
}

func (c *channels) OpenThread(context.Context, outbox.Post, string, voice.Sentence) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.threads++
	if c.threading != nil {
		return c.threading(c.threads)
	}
	return nil
}

func (c *channels) Missing(context.Context, string, outbox.Retry) (int64, error) {
	return c.missing, nil
}
