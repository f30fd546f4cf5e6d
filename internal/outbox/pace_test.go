package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
)

// inBubble runs a test in a synctest bubble. The engine uses its clock, which starts at
// midnight UTC on 2000-01-01.
func inBubble(t *testing.T, pace int, play func(t *testing.T, fx *fixture)) {
	synctest.Test(t, func(t *testing.T) {
		fx := newFixture(t, "2000-01-01T00:00:00Z")
		fx.pace = pace
		fx.Engine = fx.engine("holder")
		fx.Now = time.Now
		play(t, fx)
	})
}

// lost gives a channel a post, and loses Discord's answer. The attempt was three minutes
// ago.
func (fx *fixture) lost(t *testing.T, arrived bool) {
	t.Helper()
	fx.subscribe(t, "club", "00:01", "UTC")
	time.Sleep(time.Minute)
	err := errors.New("connection reset")
	if arrived {
		fx.channels.after = err
	} else {
		fx.channels.before = err
	}
	fx.tick(t)
	fx.channels.before, fx.channels.after, fx.channels.forgetful = nil, nil, true
	time.Sleep(3 * time.Minute)
}

// Each page of a look, the post and its thread need one slot each. A claim needs none.
func TestAllRequestsKeepThePace(t *testing.T) {
	inBubble(t, 2, func(t *testing.T, fx *fixture) {
		fx.lost(t, false)
		if err := dailyrows.Of(fx.store).Update(t.Context(), "club", func(s *schedule.Sub) { s.Thread = true }); err != nil {
			t.Fatal(err)
		}
		fx.channels.busy = 19
		start := time.Now()
		fx.tick(t)
		fx.expect(t, "club", "2000-01-01 posted")
		if fx.channels.sends != 2 || fx.channels.threads != 1 || len(fx.channels.pages) != 20 {
			t.Errorf("%d sends, %d threads, %d pages", fx.channels.sends, fx.channels.threads, len(fx.channels.pages))
		}
		if took := time.Since(start); took != 21*time.Second/2 { // after the first
			t.Errorf("took %v for 22 requests, 2 a second", took)
		}
	})
}

// After a limit in the middle of a look, the engine waits and continues from that page.
func TestLimitDuringALook(t *testing.T) {
	for name, c := range map[string]struct {
		failure error
		pages   string
		want    string
	}{
		"short":     {&outbox.Refusal{Trouble: outbox.Limited, RetryAfter: 5 * time.Second, Err: errors.New("slow down")}, ",1,2,2,3", "posted"},
		"for all":   {&outbox.Refusal{Trouble: outbox.Limited, RetryAfter: 5 * time.Second, Global: true, Err: errors.New("slow down")}, ",1,2,2,3", "posted"},
		"for long":  {&outbox.Refusal{Trouble: outbox.Limited, RetryAfter: time.Hour, Err: errors.New("slow down")}, ",1,2", "open"},
		"forbidden": {&outbox.Refusal{Trouble: outbox.Forbidden, Reason: "no", Err: errors.New("no")}, ",1,2", "open"},
		"lost":      {errors.New("connection reset"), ",1,2,2,3", "posted"},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 1000, func(t *testing.T, fx *fixture) {
				fx.lost(t, true)
				fx.channels.busy = 3
				fx.channels.reading = func(page int) error {
					if page == 3 {
						return c.failure
					}
					return nil
				}
				start := time.Now()
				fx.tick(t)
				fx.expect(t, "club", "2000-01-01 "+c.want)
				if took := time.Since(start); took > 6*time.Second {
					t.Errorf("took %v", took)
				}
				if pages := strings.Join(fx.channels.pages, ","); pages != c.pages || fx.channels.sends != 1 {
					t.Errorf("pages %q, want %q; %d sends", pages, c.pages, fx.channels.sends)
				}
			})
		})
	}
}

// A look that fails repeatedly is not retried at once, not even after the post has
// expired.
func TestLookFailsBeyondTheEnd(t *testing.T) {
	inBubble(t, 1000, func(t *testing.T, fx *fixture) {
		fx.lost(t, true)
		fx.channels.reading = func(int) error { return errors.New("connection reset") }
		time.Sleep(7 * time.Hour)
		fx.tick(t)
		fx.tick(t)
		if fx.channels.finds != 3 {
			t.Errorf("%d tries of a page", fx.channels.finds)
		}
		fx.channels.reading = nil
		time.Sleep(10 * time.Minute)
		fx.tick(t)
		fx.expect(t, "club", "2000-01-01 posted")
	})
}

// A request that gives up leaves its slot. Once the slot has passed, nobody uses it: other
// processes have the slots of now.
func TestPassedSlotsAreNotUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slots := &slowSlots{}
		pace := outbox.NewPace(outbox.StandardTiming(), slots, slog.New(slog.DiscardHandler))
		impatient, cancel := context.WithTimeout(t.Context(), 3*time.Second/2)
		defer cancel()
		var requests sync.WaitGroup
		requests.Go(func() { pace.Wait(t.Context()) }) // reserves one slot in the first second
		synctest.Wait()
		requests.Go(func() { pace.Wait(t.Context()) }) // reserves for both in the next second
		synctest.Wait()
		requests.Go(func() { pace.Wait(impatient) }) // gives up before that
		requests.Wait()
		time.Sleep(200 * time.Millisecond)
		earlier := slots.reservations
		if err := pace.Wait(t.Context()); err != nil || slots.reservations != earlier+1 {
			t.Errorf("%v, used a slot that had passed", err)
		}
	})
}

// slowSlots take a second for each reservation, and have a slot at once then.
type slowSlots struct {
	outbox.Slots
	reservations int
}

func (s *slowSlots) ReserveSlots(context.Context, string, int, time.Duration) (wait, limit time.Duration, err error) {
	time.Sleep(time.Second)
	s.reservations++
	return 0, 0, nil
}

// While the slots of all processes cannot be reserved, a process keeps a quarter of the pace,
// and says so. Later it shares them again.
func TestPaceWithoutSharedSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slots := &hangingSlots{err: errors.New("the row is locked")}
		timing := outbox.StandardTiming()
		pace := outbox.NewPace(timing, slots, slog.New(slog.DiscardHandler))
		count := func(seconds int) (requests int) {
			for start := time.Now(); time.Since(start) < time.Duration(seconds)*time.Second; requests++ {
				if err := pace.Wait(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			return requests
		}
		if n := count(110); n < 1000 || n > 110*timing.Pace/4+1 || slots.asked != 10 {
			t.Errorf("%d requests in 110 s; asked for shared slots %d times", n, slots.asked)
		}
		time.Sleep(time.Minute) // the share of this minute is lost
		pace.Wait(t.Context())
		first := time.Now()
		pace.Wait(t.Context())
		if apart := time.Since(first); apart < 4*(time.Second/time.Duration(timing.Pace)) {
			t.Errorf("after a minute without requests two are %v apart", apart)
		}
		if err := pace.Check(t.Context()); !errors.Is(err, slots.err) {
			t.Errorf("the check says %v", err)
		}
		slots.err = nil
		if err := pace.Check(t.Context()); err != nil {
			t.Error(err)
		}
		count(10)
		if n := count(10); n < 10*timing.Pace || n > 11*timing.Pace {
			t.Errorf("%d requests in 10 s", n)
		}
	})
}

// hangingSlots fail after a second, or have the next slot at once.
type hangingSlots struct {
	outbox.Slots
	err   error
	asked int
}

func (s *hangingSlots) ReserveSlots(_ context.Context, _ string, _ int, apart time.Duration) (wait, limit time.Duration, err error) {
	s.asked++
	if s.err != nil {
		time.Sleep(time.Second)
	}
	return apart, 0, s.err
}

// A limit of all requests holds for every process that shares the slots, also for one that
// Discord has not told.
func TestLimitForAllProcesses(t *testing.T) {
	inBubble(t, 40, func(t *testing.T, fx *fixture) {
		const limit = 30 * time.Second
		soon, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		fx.Pace.Retry(soon, func(context.Context) error {
			return &outbox.Refusal{Trouble: outbox.Limited, RetryAfter: limit, Global: true, Err: errors.New("slow down")}
		})
		start := time.Now()
		other := outbox.NewPace(fx.Timing, fx.store, fx.Log)
		if err := other.Wait(t.Context()); err != nil || time.Since(start) < limit {
			t.Errorf("another process waited %v of %v, %v", time.Since(start), limit, err)
		}
	})
}

// While Discord limits all requests, the engine makes no request of any kind.
func TestLimitForAll(t *testing.T) {
	for name, c := range map[string]struct {
		global    bool
		meanwhile int // sends before the limit is over
	}{
		"of one channel": {false, 3},
		"of all":         {true, 1},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 1, func(t *testing.T, fx *fixture) {
				for i := range 3 {
					fx.subscribe(t, fmt.Sprint("club ", i), "00:01", "UTC")
				}
				var sent []time.Time
				fx.channels.before = &outbox.Refusal{Trouble: outbox.Limited, RetryAfter: 30 * time.Second, Global: c.global, Err: errors.New("slow down")}
				fx.channels.during = func() {
					if sent = append(sent, time.Now()); len(sent) == 2 {
						fx.channels.before = nil
					}
				}
				ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
				defer cancel()
				if err := fx.Run(ctx); err != nil {
					t.Error(err)
				}
				attempts := 0
				for i := range 3 {
					posts, err := dailyrows.Of(fx.store).Posts(context.Background(), fmt.Sprint("club ", i), 1)
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
	inBubble(t, 8, func(t *testing.T, fx *fixture) {
		fx.dailies.Store = slowStore{dailyrows.Of(fx.store), "club 1"}
		fx.subscribe(t, "club 0", "00:01", "UTC")
		fx.subscribe(t, "club 1", "00:01", "UTC")
		var sent []time.Time
		fx.channels.before = &outbox.Refusal{Trouble: outbox.Limited, RetryAfter: 40 * time.Second, Global: true, Err: errors.New("slow down")}
		fx.channels.during = func() {
			if sent = append(sent, time.Now()); len(sent) == 2 {
				fx.channels.before = nil
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		defer cancel()
		if err := fx.Run(ctx); err != nil {
			t.Error(err)
		}
		if len(sent) != 3 || sent[1].Sub(sent[0]) < 40*time.Second {
			t.Errorf("sent at %v", sent)
		}
		fx.expect(t, "club 1", "2000-01-01 posted")
	})
}

// A slowStore takes a second to read the posts of a channel.
type slowStore struct {
	schedule.Store
	channel string
}

func (s slowStore) Posts(ctx context.Context, channel string, limit int) ([]schedule.Post, error) {
	if channel == s.channel {
		time.Sleep(time.Second)
	}
	return s.Store.Posts(ctx, channel, limit)
}

// After a temporary failure, opening a thread is tried twice more.
func TestThreadIsTriedAgain(t *testing.T) {
	limited := &outbox.Refusal{Trouble: outbox.Limited, RetryAfter: 2 * time.Second, Err: errors.New("slow down")}
	for name, c := range map[string]struct {
		failures []error
		tries    int
	}{
		"once":      {[]error{errors.New("bad gateway")}, 2},
		"twice":     {[]error{limited, context.DeadlineExceeded}, 3},
		"always":    {slices.Repeat([]error{errors.New("bad gateway")}, 9), 3},
		"for long":  {[]error{&outbox.Refusal{Trouble: outbox.Limited, RetryAfter: time.Minute, Err: errors.New("slow down")}}, 1},
		"forbidden": {[]error{&outbox.Refusal{Trouble: outbox.Forbidden, Reason: "no", Err: errors.New("no")}}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 1000, func(t *testing.T, fx *fixture) {
				fx.subscribe(t, "club", "00:01", "UTC")
				if err := dailyrows.Of(fx.store).Update(t.Context(), "club", func(s *schedule.Sub) { s.Thread = true }); err != nil {
					t.Fatal(err)
				}
				fx.channels.threading = func(thread int) error { return append(c.failures, nil)[thread-1] }
				time.Sleep(time.Minute)
				start := time.Now()
				fx.tick(t)
				fx.expect(t, "club", "2000-01-01 posted")
				if fx.channels.threads != c.tries || time.Since(start) > 6*time.Second {
					t.Errorf("%d tries in %v, want %d", fx.channels.threads, time.Since(start), c.tries)
				}
			})
		})
	}
}
