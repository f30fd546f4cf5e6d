package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/testrun"
)

// However often the engine looks, each day is posted once, also when clocks change.
func TestEveryDayOnce(t *testing.T) {
	fx := newFixture(t, "2026-03-27T12:00:00Z")
	fx.subscribe(t, "club", "02:30", "Europe/Berlin") // skipped on 29 March
	step := testrun.Choose(time.Hour, 5*time.Minute)
	for range 4 * 24 * time.Hour / step {
		fx.forward(step)
		fx.tick(t)
	}
	fx.expect(t, "club", "2026-03-28 posted", "2026-03-29 posted", "2026-03-30 posted", "2026-03-31 posted")
	var at []string
	for _, d := range fx.channels.deliveries {
		at = append(at, d.Post.DueAt.UTC().Format("02 15:04"))
		if d.Missed != 0 {
			t.Errorf("%v: %d missed", d.Post.Date, d.Missed)
		}
	}
	if want := []string{"28 01:30", "29 01:00", "30 00:30", "31 00:30"}; !slices.Equal(at, want) {
		t.Errorf("posted at %v, want %v", at, want)
	}
}

// After days on which the bot did not run, only the newest day is posted, and only within
// the catch-up time. The next post says how many are missing.
func TestMissedDays(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	fx.set(t, "2026-11-23T20:00:00Z")
	fx.tick(t)
	fx.expect(t, "club", "2026-11-20 missed", "2026-11-21 missed", "2026-11-22 missed", "2026-11-23 posted")
	fx.set(t, "2026-11-25T01:00:00Z") // too late for the 24th
	fx.tick(t)
	fx.set(t, "2026-11-25T18:00:10Z")
	fx.tick(t)
	fx.expect(t, "club", "2026-11-20 missed", "2026-11-21 missed", "2026-11-22 missed", "2026-11-23 posted", "2026-11-24 missed", "2026-11-25 posted")
	posts, err := dailyrows.Of(fx.store).Posts(t.Context(), "club", 2)
	if err != nil || posts[1].Trouble != outbox.NotRunning || posts[1].Attempts != 1 {
		t.Errorf("the post of the 24th: %+v, %v", posts[1], err)
	}
	var missed []int
	for _, d := range fx.channels.deliveries {
		missed = append(missed, d.Missed)
	}
	if !slices.Equal(missed, []int{3, 1}) {
		t.Errorf("the posts say %v days are missing, want 3 and 1", missed)
	}
}

// An attempt that may have arrived is repeated with its nonce for a minute. After that
// the engine looks for its message first.
func TestLostAnswers(t *testing.T) {
	lost := errors.New("connection reset")
	for name, c := range map[string]struct {
		arrived, unreadable bool
		later               time.Duration
		want                string
		messages, sends     int
	}{
		"arrived, soon":       {true, false, 20 * time.Second, "posted", 1, 2},
		"arrived, later":      {true, false, 2 * time.Minute, "posted", 1, 1},
		"not arrived, soon":   {false, false, 20 * time.Second, "posted", 1, 2},
		"not arrived, later":  {false, false, 2 * time.Minute, "posted", 1, 2},
		"nobody knows, later": {true, true, 2 * time.Minute, "unknown", 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			fx := newFixture(t, "2026-11-20T12:00:00Z")
			fx.subscribe(t, "club", "18:00", "UTC")
			fx.set(t, "2026-11-20T18:00:05Z")
			if c.arrived {
				fx.channels.after = lost
			} else {
				fx.channels.before = lost
			}
			fx.tick(t)
			fx.expect(t, "club", "2026-11-20 open")
			fx.channels.before, fx.channels.after = nil, nil
			fx.channels.unreadable = c.unreadable
			fx.channels.forgetful = c.later > time.Minute // Discord forgets nonces
			fx.forward(c.later)
			fx.tick(t)
			fx.expect(t, "club", "2026-11-20 "+c.want)
			if got := len(fx.channels.messages); got != c.messages || fx.channels.sends != c.sends {
				t.Errorf("%d messages by %d sends, want %d by %d", got, fx.channels.sends, c.messages, c.sends)
			}
		})
	}
}

// A sent post is recorded as soon as the store can be written again. If the engine gives
// up before, the next attempt finds the message.
func TestRecordFails(t *testing.T) {
	for name, c := range map[string]struct{ failures, finds int }{
		"for a moment": {4, 0},
		"for long":     {1000, 1},
	} {
		t.Run(name, func(t *testing.T) {
			fx := newFixture(t, "2026-11-20T12:00:00Z")
			fx.subscribe(t, "club", "18:00", "UTC")
			full := &fullStore{Store: fx.store, failures: c.failures}
			fx.Store, fx.Timing.Deadline = full, 300*time.Millisecond
			fx.set(t, "2026-11-20T18:00:05Z")
			if err := fx.Tick(t.Context()); (err != nil) != (c.finds > 0) {
				t.Errorf("the attempt returned %v", err)
			}
			if full.tries < 5 || full.tries > 20 {
				t.Errorf("%d tries to record", full.tries)
			}
			full.failures = 0
			fx.forward(2 * time.Minute)
			fx.tick(t)
			fx.expect(t, "club", "2026-11-20 posted")
			if fx.channels.sends != 1 || fx.channels.finds != c.finds {
				t.Errorf("%d sends, %d looks", fx.channels.sends, fx.channels.finds)
			}
		})
	}
}

// A fullStore fails to record for the first tries.
type fullStore struct {
	outbox.Store
	tries, failures int
}

func (s *fullStore) Record(ctx context.Context, holder string, p outbox.Post) (bool, error) {
	if s.tries++; s.tries <= s.failures {
		return false, errors.New("database or disk is full")
	}
	return s.Store.Record(ctx, holder, p)
}

// If the holder of a post dies, the engine that claims the post again looks for its message
// first.
func TestHolderDies(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	fx.set(t, "2026-11-20T18:00:05Z")
	ctx, cancel := context.WithCancel(t.Context())
	fx.channels.after = context.Canceled // posted, and then the process dies
	cancel()
	fx.Tick(ctx)
	fx.tick(t)
	if _, ok, err := fx.store.Claim(t.Context(), fx.clock(), "another", time.Minute); err != nil || ok {
		t.Errorf("a post under lease can be claimed: %v", err)
	}
	fx.channels.after = nil
	fx.channels.forgetful = true
	fx.forward(3 * time.Minute)
	if err := fx.engine("another").Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
	fx.expect(t, "club", "2026-11-20 posted")
	if len(fx.channels.messages) != 1 || fx.channels.finds != 1 {
		t.Errorf("%d messages, %d looks", len(fx.channels.messages), fx.channels.finds)
	}
}

func TestRefusals(t *testing.T) {
	refuse := func(kind outbox.Trouble) error {
		return &outbox.Refusal{Trouble: kind, Reason: "no", RetryAfter: 10 * time.Minute, Err: errors.New("no")}
	}
	due := func(t *testing.T, kind outbox.Trouble) *fixture {
		fx := newFixture(t, "2026-11-20T12:00:00Z")
		fx.subscribe(t, "club", "18:00", "UTC")
		fx.set(t, "2026-11-20T18:00:05Z")
		fx.channels.before = refuse(kind)
		fx.Tick(t.Context())
		return fx
	}
	t.Run("limited", func(t *testing.T) {
		fx := due(t, outbox.Limited)
		fx.channels.before = nil
		fx.forward(9 * time.Minute)
		fx.tick(t)
		fx.expect(t, "club", "2026-11-20 open")
		fx.forward(2 * time.Minute)
		fx.tick(t)
		fx.expect(t, "club", "2026-11-20 posted")
	})
	t.Run("forbidden, then allowed", func(t *testing.T) {
		fx := due(t, outbox.Forbidden)
		if s := fx.sub(t, "club"); s.Reason != "no" || s.FailingSince.IsZero() || s.Status != schedule.Active {
			t.Errorf("%+v", s)
		}
		fx.channels.before = nil
		fx.forward(time.Hour)
		fx.tick(t)
		fx.expect(t, "club", "2026-11-20 posted")
		if s := fx.sub(t, "club"); s.Reason != "" || !s.FailingSince.IsZero() {
			t.Errorf("%+v", s)
		}
	})
	t.Run("forbidden until it is given up", func(t *testing.T) {
		fx := due(t, outbox.Forbidden)
		for range 7 * 60 / 15 {
			fx.forward(15 * time.Minute)
			fx.tick(t)
		}
		fx.expect(t, "club", "2026-11-20 failed")
		if n := fx.channels.sends; n != 8 { // after 15 and 30 minutes, then every hour
			t.Errorf("tried %d times, want 8: thousands of such channels would get the bot banned", n)
		}
	})
	t.Run("forbidden for a week", func(t *testing.T) {
		fx := due(t, outbox.Forbidden)
		fx.passDays(t, 8)
		if s := fx.sub(t, "club"); s.Status != schedule.Disabled || len(fx.channels.told) != 1 {
			t.Errorf("%+v, told %q", s, fx.channels.told)
		}
		if n := len(fx.posts(t, "club")); n != 7 && n != 8 {
			t.Errorf("%d posts", n)
		}
	})
	t.Run("gone, set by somebody who was forgotten", func(t *testing.T) {
		fx := due(t, outbox.Gone)
		if err := dailyrows.Of(fx.store).Update(t.Context(), "club", func(s *schedule.Sub) { s.SetBy = "" }); err != nil {
			t.Fatal(err)
		}
		fx.forward(20 * time.Minute)
		fx.tick(t)
		if s := fx.sub(t, "club"); s.Status != schedule.Disabled || len(fx.channels.told) != 0 {
			t.Errorf("%+v, told %q", s, fx.channels.told)
		}
	})
	t.Run("gone", func(t *testing.T) {
		fx := due(t, outbox.Gone)
		if s := fx.sub(t, "club"); s.Status != schedule.Active {
			t.Errorf("disabled without a second look: %+v", s)
		}
		fx.forward(20 * time.Minute)
		fx.tick(t)
		if s := fx.sub(t, "club"); s.Status != schedule.Disabled || len(fx.channels.told) != 1 {
			t.Errorf("%+v, told %q", s, fx.channels.told)
		}
		fx.expect(t, "club", "2026-11-20 failed")
	})
	t.Run("invalid", func(t *testing.T) {
		fx := due(t, outbox.Invalid)
		fx.expect(t, "club", "2026-11-20 failed")
	})
	t.Run("rejected", func(t *testing.T) {
		fx := due(t, outbox.Rejected)
		fx.forward(time.Minute)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if err := fx.Run(ctx); err == nil || ctx.Err() != nil {
			t.Errorf("Run returned %v", err)
		}
	})
}

// A refusal does not affect a subscription that replaced the refused one during the
// attempt.
func TestSetAgainDuringAnAttempt(t *testing.T) {
	for kind, times := range map[outbox.Trouble]int{outbox.Forbidden: 1, outbox.Gone: 2} {
		fx := newFixture(t, "2026-11-20T12:00:00Z")
		fx.subscribe(t, "club", "18:00", "UTC")
		fx.channels.before = &outbox.Refusal{Trouble: kind, Reason: "no", Err: errors.New("no")}
		fx.set(t, "2026-11-20T18:00:05Z")
		for range times - 1 { // up to the last time before it is disabled
			fx.tick(t)
			fx.forward(time.Hour)
		}
		previous := fx.sub(t, "club")
		fx.channels.during = func() {
			fx.subscribe(t, "club", "19:00", "UTC")
			if err := dailyrows.Of(fx.store).Update(t.Context(), "club", func(s *schedule.Sub) { s.SetAt = fx.clock() }); err != nil {
				t.Error(err)
			}
		}
		fx.tick(t)
		if s := fx.sub(t, "club"); s.Status != schedule.Active || s.Reason != "" || !s.FailingSince.IsZero() || s.Minute == previous.Minute || len(fx.channels.told) != 0 {
			t.Errorf("%v: %+v, told %q", kind, s, fx.channels.told)
		}
	}
}

func TestPausedAndRemoved(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "paused", "18:00", "UTC")
	fx.subscribe(t, "removed", "18:00", "UTC")
	fx.channels.before = &outbox.Refusal{Trouble: outbox.Limited, RetryAfter: time.Minute, Err: errors.New("no")}
	if err := dailyrows.Of(fx.store).Update(t.Context(), "paused", func(s *schedule.Sub) { s.Status = schedule.Paused }); err != nil {
		t.Fatal(err)
	}
	fx.set(t, "2026-11-20T18:00:05Z")
	fx.tick(t)
	fx.expect(t, "paused")
	fx.expect(t, "removed", "2026-11-20 open")
	if err := dailyrows.Of(fx.store).Remove(t.Context(), "removed", fx.clock()); err != nil {
		t.Fatal(err)
	}
	fx.channels.before = nil
	fx.forward(time.Hour)
	fx.tick(t)
	fx.expect(t, "removed")
	if len(fx.channels.messages) != 0 {
		t.Errorf("%d messages", len(fx.channels.messages))
	}
}

// If a channel is paused after an attempt that may have arrived, the engine looks for the
// message and does not send again.
func TestPausedMeanwhile(t *testing.T) {
	for name, arrived := range map[string]bool{"arrived": true, "not arrived": false} {
		t.Run(name, func(t *testing.T) {
			fx := newFixture(t, "2026-11-20T12:00:00Z")
			fx.subscribe(t, "club", "18:00", "UTC")
			fx.set(t, "2026-11-20T18:00:05Z")
			lost := errors.New("connection reset")
			want := "2026-11-20 missed"
			if arrived {
				fx.channels.after, want = lost, "2026-11-20 posted"
			} else {
				fx.channels.before = lost
			}
			fx.tick(t)
			if err := dailyrows.Of(fx.store).Update(t.Context(), "club", func(s *schedule.Sub) { s.Status = schedule.Paused }); err != nil {
				t.Fatal(err)
			}
			fx.channels.before, fx.channels.after = nil, nil
			fx.forward(20 * time.Second)
			fx.tick(t)
			fx.expect(t, "club", want)
			if fx.channels.sends != 1 {
				t.Errorf("%d sends", fx.channels.sends)
			}
		})
	}
}

// A post that nobody wants any more, and that nobody has tried, is not looked for.
func TestUnwantedPostIsNotLookedFor(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	kind := unwanted{fx.dailies}
	fx.Engine = outbox.New(outbox.Options{
		Store: fx.store, Channels: fx.channels, Kinds: []outbox.Kind{kind}, Pace: fx.Pace, Log: fx.Log, Holder: "holder", Now: fx.clock, Timing: fx.Timing, Settled: fx.Settled,
	})
	fx.set(t, "2026-11-20T18:00:05Z")
	fx.tick(t)
	fx.expect(t, "club", "2026-11-20 missed")
	if fx.channels.sends != 0 || fx.channels.finds != 0 {
		t.Errorf("%d sends, %d looks", fx.channels.sends, fx.channels.finds)
	}
}

// unwanted is a kind of which nobody wants the posts.
type unwanted struct{ *schedule.Posts }

func (k unwanted) Prepare(ctx context.Context, p outbox.Post, now time.Time) (*outbox.Delivery, error) {
	d, err := k.Posts.Prepare(ctx, p, now)
	if err == nil {
		d.Unwanted = true
	}
	return d, err
}

// Many engines on one store share the work, and no post is sent twice.
func TestEnginesShareTheWork(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	const n = 60
	for i := range n {
		fx.subscribe(t, fmt.Sprintf("club %03d", i), "18:00", "UTC")
	}
	fx.set(t, "2026-11-20T18:05:00Z")
	fx.channels.forgetful = true // so that each Send makes a message
	var engines sync.WaitGroup
	for i := range 4 {
		engine := fx.engine(fmt.Sprint("holder ", i))
		engines.Go(func() {
			if err := engine.Tick(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	engines.Wait()
	if fx.channels.sends != n || len(fx.channels.messages) != n {
		t.Errorf("%d sends, %d messages for %d channels", fx.channels.sends, len(fx.channels.messages), n)
	}
}

// Many channels that are due at the same time are spread out. A channel has the same delay
// every day.
func TestCrowdsAreSpread(t *testing.T) {
	synctest.Test(t, testCrowdsAreSpread)
}

func testCrowdsAreSpread(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	const n, pace = 60, 30
	fx.pace = pace
	fx.Engine = fx.engine("holder")
	for i := range n {
		fx.subscribe(t, fmt.Sprint("club ", i), "18:00", "UTC")
	}
	offsets := map[string]time.Duration{}
	for _, day := range []string{"2026-11-20", "2026-11-21"} {
		fx.channels.deliveries = nil
		fx.set(t, day+"T18:00:00Z")
		fx.tick(t)
		first := len(fx.channels.deliveries)
		fx.forward(time.Minute)
		fx.tick(t)
		if len(fx.channels.deliveries) != n || first > n/2 {
			t.Errorf("%s: %d at once, %d in all", day, first, len(fx.channels.deliveries))
		}
		for _, d := range fx.channels.deliveries {
			offset := time.Duration(d.Post.DueAt.Second())*time.Second + time.Duration(d.Post.DueAt.Nanosecond())
			if previous, ok := offsets[d.Post.Channel]; ok && previous != offset || offset > n*time.Second/pace {
				t.Fatalf("%s: %v after the hour, was %v", d.Post.Channel, offset, previous)
			}
			offsets[d.Post.Channel] = offset
		}
	}
}

// When the engine starts, it computes the due times again, because the rules of time zones
// may have changed.
func TestRulesOfZonesChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fx := newFixture(t, "2026-11-20T12:00:00Z")
		fx.subscribe(t, "club", "18:00", "Europe/Berlin")
		wrong := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
		if err := dailyrows.Of(fx.store).Update(t.Context(), "club", func(s *schedule.Sub) { s.NextAt = wrong }); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := fx.Run(ctx); err != nil {
			t.Fatal(err)
		}
		if s := fx.sub(t, "club"); !s.NextAt.Equal(time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC)) {
			t.Errorf("next at %v", s.NextAt)
		}
	})
}
