package daily_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"chess960bot/internal/daily"
)

// inBubble plays a scene in a bubble's time, whose clock starts at midnight UTC
// 2000-01-01: the engine has that clock, and one token to begin with.
func inBubble(t *testing.T, pace int, play func(t *testing.T, th *theatre)) {
	synctest.Test(t, func(t *testing.T) {
		th := newTheatre(t, "2000-01-01T00:00:00Z")
		th.pace = pace
		th.Engine = th.engine("holder")
		th.Now = time.Now
		play(t, th)
	})
}

// lost makes a channel's post one whose answer was lost three minutes ago.
func (th *theatre) lost(t *testing.T, arrived bool) {
	t.Helper()
	th.subscribe(t, "club", "00:01", "UTC")
	time.Sleep(time.Minute)
	err := errors.New("connection reset")
	if arrived {
		th.channels.after = err
	} else {
		th.channels.before = err
	}
	th.tick(t)
	th.channels.before, th.channels.after, th.channels.forgetful = nil, nil, true
	time.Sleep(3 * time.Minute)
}

// Each page of a look, the post after it and the thread on that take a token.
func TestAllRequestsKeepThePace(t *testing.T) {
	inBubble(t, 2, func(t *testing.T, th *theatre) {
		th.lost(t, false)
		if err := th.store.Change(t.Context(), "club", func(s *daily.Sub) { s.Thread = true }); err != nil {
			t.Fatal(err)
		}
		th.channels.busy = 19
		start := time.Now()
		th.tick(t)
		th.expect(t, "club", "2000-01-01 posted")
		if th.channels.sends != 2 || th.channels.threads != 1 || len(th.channels.pages) != 20 {
			t.Errorf("%d sends, %d threads, %d pages", th.channels.sends, th.channels.threads, len(th.channels.pages))
		}
		// The send's token is the one that was there already; the last is Tick's,
		// to look for another post.
		if took := time.Since(start); took != 22*time.Second/2 {
			t.Errorf("took %v for 23 tokens, 2 a second", took)
		}
	})
}

// A limit in the middle of a look is waited out, and the look goes on from there.
func TestLimitDuringALook(t *testing.T) {
	for name, c := range map[string]struct {
		failure error
		pages   string
		want    string
	}{
		"short":     {&daily.Refusal{Kind: daily.Limited, RetryAfter: 5 * time.Second, Err: errors.New("slow down")}, ",1,2,2,3", "posted"},
		"for all":   {&daily.Refusal{Kind: daily.Limited, RetryAfter: 5 * time.Second, Global: true, Err: errors.New("slow down")}, ",1,2,2,3", "posted"},
		"for long":  {&daily.Refusal{Kind: daily.Limited, RetryAfter: time.Hour, Err: errors.New("slow down")}, ",1,2", "open"},
		"forbidden": {&daily.Refusal{Kind: daily.Forbidden, Err: errors.New("no")}, ",1,2", "open"},
		"lost":      {errors.New("connection reset"), ",1,2,2,3", "posted"},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 1000, func(t *testing.T, th *theatre) {
				th.lost(t, true)
				th.channels.busy = 3
				th.channels.reading = func(page int) error {
					if page == 3 {
						return c.failure
					}
					return nil
				}
				start := time.Now()
				th.tick(t)
				th.expect(t, "club", "2000-01-01 "+c.want)
				if took := time.Since(start); took > 6*time.Second {
					t.Errorf("took %v", took)
				}
				if pages := strings.Join(th.channels.pages, ","); pages != c.pages || th.channels.sends != 1 {
					t.Errorf("pages %q, want %q; %d sends", pages, c.pages, th.channels.sends)
				}
			})
		})
	}
}

// A look that fails time and again is not repeated at once, not even when the
// post has expired.
func TestLookFailsBeyondTheEnd(t *testing.T) {
	inBubble(t, 1000, func(t *testing.T, th *theatre) {
		th.lost(t, true)
		th.channels.reading = func(int) error { return errors.New("connection reset") }
		time.Sleep(7 * time.Hour)
		th.tick(t)
		th.tick(t)
		if th.channels.finds != 3 {
			t.Errorf("%d tries of a page", th.channels.finds)
		}
		th.channels.reading = nil
		time.Sleep(10 * time.Minute)
		th.tick(t)
		th.expect(t, "club", "2000-01-01 posted")
	})
}

// While Discord limits all requests none is made, whatever it is for.
func TestLimitForAll(t *testing.T) {
	for name, c := range map[string]struct {
		global    bool
		meanwhile int // sends before the limit is over
	}{
		"of one channel": {false, 3},
		"of all":         {true, 1},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 1, func(t *testing.T, th *theatre) {
				for i := range 3 {
					th.subscribe(t, fmt.Sprint("club ", i), "00:01", "UTC")
				}
				var sent []time.Time
				th.channels.before = &daily.Refusal{Kind: daily.Limited, RetryAfter: 30 * time.Second, Global: c.global, Err: errors.New("slow down")}
				th.channels.during = func() {
					if sent = append(sent, time.Now()); len(sent) == 2 {
						th.channels.before = nil
					}
				}
				ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
				defer cancel()
				if err := th.Run(ctx); err != nil {
					t.Error(err)
				}
				attempts := 0
				for i := range 3 {
					posts, err := th.store.Posts(context.Background(), fmt.Sprint("club ", i), 1)
					if err != nil {
						t.Fatal(err)
					}
					attempts += posts[0].Attempts
				}
				over := sent[0].Add(30 * time.Second)
				meanwhile := slices.IndexFunc(sent, func(at time.Time) bool { return !at.Before(over) })
				if meanwhile != c.meanwhile || len(sent) != 4 || attempts != 4 {
					t.Errorf("%d of %d posts sent meanwhile, want %d of 4: %v; %d attempts", meanwhile, len(sent), c.meanwhile, sent, attempts)
				}
			})
		})
	}
}

// A post that was claimed before the limit is not sent during it.
func TestLimitForAllBetweenClaimAndSend(t *testing.T) {
	inBubble(t, 8, func(t *testing.T, th *theatre) {
		th.Store = slowStore{th.store, "club 1"}
		th.subscribe(t, "club 0", "00:01", "UTC")
		th.subscribe(t, "club 1", "00:01", "UTC")
		var sent []time.Time
		th.channels.before = &daily.Refusal{Kind: daily.Limited, RetryAfter: 40 * time.Second, Global: true, Err: errors.New("slow down")}
		th.channels.during = func() {
			if sent = append(sent, time.Now()); len(sent) == 2 {
				th.channels.before = nil
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		defer cancel()
		if err := th.Run(ctx); err != nil {
			t.Error(err)
		}
		if len(sent) != 3 || sent[1].Sub(sent[0]) < 40*time.Second {
			t.Errorf("sent at %v", sent)
		}
		th.expect(t, "club 1", "2000-01-01 posted")
	})
}

// A slowStore takes a second to read the posts of a channel.
type slowStore struct {
	daily.Store
	channel string
}

func (s slowStore) Posts(ctx context.Context, channel string, limit int) ([]daily.Post, error) {
	if channel == s.channel {
		time.Sleep(time.Second)
	}
	return s.Store.Posts(ctx, channel, limit)
}

// A thread that could not be opened for a reason that may pass is tried twice
// more.
func TestThreadIsTriedAgain(t *testing.T) {
	limited := &daily.Refusal{Kind: daily.Limited, RetryAfter: 2 * time.Second, Err: errors.New("slow down")}
	for name, c := range map[string]struct {
		failures []error
		tries    int
	}{
		"once":      {[]error{errors.New("bad gateway")}, 2},
		"twice":     {[]error{limited, context.DeadlineExceeded}, 3},
		"always":    {slices.Repeat([]error{errors.New("bad gateway")}, 9), 3},
		"for long":  {[]error{&daily.Refusal{Kind: daily.Limited, RetryAfter: time.Minute, Err: errors.New("slow down")}}, 1},
		"forbidden": {[]error{&daily.Refusal{Kind: daily.Forbidden, Err: errors.New("no")}}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 1000, func(t *testing.T, th *theatre) {
				th.subscribe(t, "club", "00:01", "UTC")
				if err := th.store.Change(t.Context(), "club", func(s *daily.Sub) { s.Thread = true }); err != nil {
					t.Fatal(err)
				}
				th.channels.threading = func(thread int) error { return append(c.failures, nil)[thread-1] }
				time.Sleep(time.Minute)
				start := time.Now()
				th.tick(t)
				th.expect(t, "club", "2000-01-01 posted")
				if th.channels.threads != c.tries || time.Since(start) > 6*time.Second {
					t.Errorf("%d tries in %v, want %d", th.channels.threads, time.Since(start), c.tries)
				}
			})
		})
	}
}
