package evening

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"chess960bot/internal/outbox"
)

// listed returns an evening whose server event begins an hour after it was opened, with its first post sent.
func listed(t *testing.T) *Event {
	t.Helper()
	e := newEvent(Rules{Name: "Thursday", Rounds: 3, Boards: 2, Games: 1})
	e.Guild = "7"
	if err := e.WantServerEvent(after(0), ServerWish{Starts: evening.Add(time.Hour)}, "club"); err != nil {
		t.Fatal(err)
	}
	return e
}

func TestWantServerEvent(t *testing.T) {
	at := func(d time.Duration) time.Time { return evening.Add(d) }
	for name, c := range map[string]struct {
		before       func(e *Event)
		wish         ServerWish
		asked        time.Duration // after the evening was opened
		starts, ends time.Duration
		place        string
		want         error
	}{
		"new":                    {wish: ServerWish{Starts: at(time.Hour)}, starts: time.Hour, ends: 4 * time.Hour, place: "club"},
		"new with all":           {wish: ServerWish{at(time.Hour), at(2 * time.Hour), "Pub"}, starts: time.Hour, ends: 2 * time.Hour, place: "Pub"},
		"without a start":        {wish: ServerWish{Place: "Pub"}, want: ErrNoStart},
		"in the past":            {wish: ServerWish{Starts: at(time.Hour)}, asked: time.Hour, want: ErrPast},
		"ends first":             {wish: ServerWish{Starts: at(time.Hour), Ends: at(time.Hour)}, want: ErrEndsFirst},
		"closed":                 {before: func(e *Event) { e.Close(by("ann")) }, wish: ServerWish{Starts: at(time.Hour)}, want: ErrClosed},
		"moved keeps its length": {before: want(at(time.Hour), at(3*time.Hour)), wish: ServerWish{Starts: at(5 * time.Hour)}, starts: 5 * time.Hour, ends: 7 * time.Hour, place: "club"},
		"longer":                 {before: want(at(time.Hour), at(3*time.Hour)), wish: ServerWish{Ends: at(6 * time.Hour)}, asked: 2 * time.Hour, starts: time.Hour, ends: 6 * time.Hour, place: "club"},
		"another place later":    {before: want(at(time.Hour), at(3*time.Hour)), wish: ServerWish{Place: "Pub"}, asked: 2 * time.Hour, starts: time.Hour, ends: 3 * time.Hour, place: "Pub"},
		"moved after the start":  {before: want(at(time.Hour), at(3*time.Hour)), wish: ServerWish{Starts: at(5 * time.Hour)}, asked: 2 * time.Hour, want: ErrStarted},
		"over already":           {before: want(at(time.Hour), at(3*time.Hour)), wish: ServerWish{Place: "Pub"}, asked: 3 * time.Hour, want: ErrEndsFirst},
	} {
		e := newEvent(Rules{Name: "x", Rounds: 3, Boards: 2, Games: 1})
		if c.before != nil {
			c.before(e)
		}
		err := e.WantServerEvent(after(c.asked), c.wish, "club")
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if s := e.Server; err == nil && (!s.Starts.Equal(at(c.starts)) || !s.Ends.Equal(at(c.ends)) || s.Place != c.place || s.Made != 1 || s.Last != 1) {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// want returns a change that puts an evening into the server's list.
func want(starts, ends time.Time) func(*Event) {
	return func(e *Event) { e.WantServerEvent(after(0), ServerWish{Starts: starts, Ends: ends}, "club") }
}

// What a server's event shows follows the evening with a post each, and a round behind its end moves the end.
func TestFollowServer(t *testing.T) {
	e := listed(t)
	update := func(what string, change func() error) {
		t.Helper()
		previous := *e
		if err := change(); err != nil {
			t.Fatal(what, err)
		}
		e.FollowServer(&previous)
	}
	wantPosts := func(what string, numbers ...int) {
		t.Helper()
		var got []int
		for _, p := range e.serverPosts() {
			got = append(got, p.Number)
		}
		if !slices.Equal(got, numbers) {
			t.Errorf("%s: posts %v, want %v", what, got, numbers)
		}
	}
	wantPosts("new", 1)
	update("nothing", func() error { return nil })
	wantPosts("nothing", 1)
	update("another name", func() error {
		_, err := e.AnswerChange(after(time.Minute), Rules{Name: "Friday", Rounds: 3, Boards: 2, Games: 1}, zero)
		return err
	})
	wantPosts("another name", 1, 2)
	update("a round", func() error { _, err := e.Draw(after(time.Hour), zero); return err })
	wantPosts("a round", 1, 3)
	if e.Server.Name != "Thursday" || !e.Server.LastAt.Equal(evening.Add(time.Hour)) || !e.Server.Ends.Equal(evening.Add(4*time.Hour)) {
		t.Errorf("%+v", e.Server)
	}
	update("a plan", func() error { return e.PlanDraw(after(2*time.Hour), evening.Add(5*time.Hour+time.Minute)) })
	if wantPosts("a plan", 1, 4); !e.Server.Ends.Equal(evening.Add(6 * time.Hour)) {
		t.Errorf("%+v", e.Server)
	}
	update("the end", func() error { return e.Close(after(3 * time.Hour)) })
	if wantPosts("the end", 5); e.Server.State != ServerEnding {
		t.Errorf("%+v", e.Server)
	}
	update("opened again", func() error { return e.reopen(after(3 * time.Hour)) })
	wantPosts("opened again", 5)
	update("a new one", func() error {
		return e.WantServerEvent(after(3*time.Hour), ServerWish{Starts: evening.Add(9 * time.Hour)}, "club")
	})
	if wantPosts("a new one", 6); e.Server.Name != "Friday" {
		t.Errorf("%+v", e.Server)
	}
}

// The same weekday and time of the next week is meant by the clock on the wall, over a change of clocks too.
func TestNextWeek(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ starts, now, want string }{
		{"2026-10-22 19:30", "2026-10-22 23:00", "2026-10-29 19:30"}, // the clocks went back on the 25th
		{"2027-03-25 19:30", "2027-03-26 10:00", "2027-04-01 19:30"}, // and forward on the 28th
		{"2026-10-22 19:30", "2026-11-12 19:30", "2026-11-19 19:30"}, // three weeks later, at the start itself
		{"2026-12-24 19:30", "2026-12-20 10:00", "2026-12-31 19:30"}, // before the start
	} {
		at := func(s string) time.Time {
			at, err := time.ParseInLocation("2006-01-02 15:04", s, berlin)
			if err != nil {
				t.Fatal(err)
			}
			return at
		}
		e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 1, Games: 1})
		e.Server = &ServerEvent{State: ServerOver, Starts: at(c.starts).UTC(), Ends: at(c.starts).Add(2 * time.Hour).UTC(), Place: "Pub", Made: 1, Last: 4}
		next := e.NextWeek(at(c.now))
		if !next.Starts.Equal(at(c.want)) || !next.Ends.Equal(at(c.want).Add(2*time.Hour)) || next.Place != "Pub" || next.State != ServerOffered || next.Made != 0 {
			t.Errorf("after %s at %s: %+v", c.starts, c.now, next)
		}
	}
	if e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 1, Games: 1}); e.NextWeek(evening) != nil {
		t.Error("an evening without a server event suggests one")
	}
}

// A post makes, changes or ends the event only while that is wanted, and only the post that makes one looks for it.
func TestServerEventPrepare(t *testing.T) {
	for name, c := range map[string]struct {
		change   func(e *Event)
		number   int
		made     string // the id, according to the first post
		unwanted bool
		id       string
	}{
		"makes":                 {number: 1},
		"changes":               {change: func(e *Event) { e.Server.Last = 2 }, number: 2, made: "77", id: "77"},
		"an older change":       {change: func(e *Event) { e.Server.Last = 3 }, number: 2, made: "77", unwanted: true},
		"never made":            {change: func(e *Event) { e.Server.Last = 2 }, number: 2, unwanted: true},
		"ends":                  {change: func(e *Event) { e.Server.Last, e.Server.State = 2, ServerEnding }, number: 2, made: "77", id: "77"},
		"sought after the end":  {change: func(e *Event) { e.Server.Last, e.Server.State = 2, ServerEnding }, number: 1},
		"refused":               {change: func(e *Event) { e.Server.State = ServerRefused }, number: 1, unwanted: true},
		"over":                  {change: func(e *Event) { e.Server.Last, e.Server.State = 2, ServerOver }, number: 2, made: "77", unwanted: true},
		"only offered":          {change: func(e *Event) { e.Server.State = ServerOffered }, number: 1, unwanted: true},
		"of an earlier attempt": {change: func(e *Event) { e.Server.Made, e.Server.Last = 4, 4 }, number: 1, unwanted: true},
		"no server event":       {change: func(e *Event) { e.Server = nil }, number: 1, unwanted: true},
	} {
		e := listed(t)
		if c.change != nil {
			c.change(e)
		}
		kept := &lateStore{oneEvent: oneEvent{event: e}, post: outbox.Post{MessageID: c.made}}
		id, composed := "", false
		k := ServerEvents(kept, func(_ *Event, of string, _ bool, _ func(context.Context) error) (outbox.Message, error) {
			id, composed = of, true
			return nil, nil
		})
		d, err := k.Prepare(t.Context(), outbox.Post{Kind: ServerEventKind, Subject: e.ID, Channel: e.Channel, Number: c.number}, evening)
		if err != nil || d.Unwanted != c.unwanted {
			t.Errorf("%s: %+v, %v", name, d, err)
			continue
		}
		if d.Unwanted {
			continue
		}
		if _, err := d.Compose(t.Context()); err != nil || !composed || id != c.id {
			t.Errorf("%s: the id %q, %v", name, id, err)
		}
	}
}
