package daily_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"chess960bot/internal/daily"
)

func TestEveryDayOnce(t *testing.T) {
	if os.Getenv("CI") == "" {
		t.Skip("in CI only: months of posts")
	}
	th := newTheatre(t, "2026-03-27T12:00:00Z")
	th.subscribe(t, "club", "02:30", "Europe/Berlin") // skipped on 29 March
	for range 4 * 24 * 12 {
		th.forward(5 * time.Minute)
		th.tick(t)
	}
	th.expect(t, "club", "2026-03-28 posted", "2026-03-29 posted", "2026-03-30 posted", "2026-03-31 posted")
	var at []string
	for _, d := range th.channels.deliveries {
		at = append(at, d.Post.DueAt.UTC().Format("02 15:04"))
		if d.Post.SP != daily.PositionOf(d.Post.Date).SP() || d.Missed != 0 {
			t.Errorf("%v: SP-%d, %d missed", d.Post.Date, d.Post.SP, d.Missed)
		}
	}
	if want := []string{"28 01:30", "29 01:00", "30 00:30", "31 00:30"}; !slices.Equal(at, want) {
		t.Errorf("posted at %v, want %v", at, want)
	}
}

// Of the days that nobody was there for only the newest is posted, and only in
// time; the next post says how many are missing.
func TestMissedDays(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	th.subscribe(t, "club", "18:00", "UTC")
	th.set(t, "2026-11-23T20:00:00Z")
	th.tick(t)
	th.expect(t, "club", "2026-11-20 missed", "2026-11-21 missed", "2026-11-22 missed", "2026-11-23 posted")
	th.set(t, "2026-11-25T01:00:00Z") // too late for the 24th
	th.tick(t)
	th.set(t, "2026-11-25T18:00:10Z")
	th.tick(t)
	th.expect(t, "club", "2026-11-20 missed", "2026-11-21 missed", "2026-11-22 missed", "2026-11-23 posted", "2026-11-24 missed", "2026-11-25 posted")
	posts, err := th.store.Posts(t.Context(), "club", 2)
	if err != nil || posts[1].Trouble != daily.NotRunning || posts[1].Attempts != 0 {
		t.Errorf("the post of the 24th: %+v, %v", posts[1], err)
	}
	var missed []int
	for _, d := range th.channels.deliveries {
		missed = append(missed, d.Missed)
	}
	if !slices.Equal(missed, []int{3, 1}) {
		t.Errorf("the posts say %v days are missing, want 3 and 1", missed)
	}
}

// What may have arrived is repeated with its nonce for a minute, and after that
// looked for.
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
			th := newTheatre(t, "2026-11-20T12:00:00Z")
			th.subscribe(t, "club", "18:00", "UTC")
			th.set(t, "2026-11-20T18:00:05Z")
			if c.arrived {
				th.channels.after = lost
			} else {
				th.channels.before = lost
			}
			th.tick(t)
			th.expect(t, "club", "2026-11-20 open")
			th.channels.before, th.channels.after = nil, nil
			th.channels.unreadable = c.unreadable
			th.channels.forgetful = c.later > time.Minute // Discord forgets nonces
			th.forward(c.later)
			th.tick(t)
			th.expect(t, "club", "2026-11-20 "+c.want)
			if got := len(th.channels.messages); got != c.messages || th.channels.sends != c.sends {
				t.Errorf("%d messages by %d sends, want %d by %d", got, th.channels.sends, c.messages, c.sends)
			}
		})
	}
}

// What was posted is recorded as soon as the store can be written again, and
// otherwise found by a look.
func TestRecordFails(t *testing.T) {
	for name, c := range map[string]struct{ failures, finds int }{
		"for a moment": {4, 0},
		"for long":     {1000, 1},
	} {
		t.Run(name, func(t *testing.T) {
			th := newTheatre(t, "2026-11-20T12:00:00Z")
			th.subscribe(t, "club", "18:00", "UTC")
			full := &fullStore{Store: th.store, failures: c.failures}
			th.Store, th.Timing.Deadline = full, 300*time.Millisecond
			th.set(t, "2026-11-20T18:00:05Z")
			if err := th.Tick(t.Context()); (err != nil) != (c.finds > 0) {
				t.Errorf("the attempt returned %v", err)
			}
			if full.tries < 5 || full.tries > 20 {
				t.Errorf("%d tries to record", full.tries)
			}
			full.failures = 0
			th.forward(2 * time.Minute)
			th.tick(t)
			th.expect(t, "club", "2026-11-20 posted")
			if th.channels.sends != 1 || th.channels.finds != c.finds {
				t.Errorf("%d sends, %d looks", th.channels.sends, th.channels.finds)
			}
		})
	}
}

// A fullStore cannot record anything for some tries.
type fullStore struct {
	daily.Store
	tries, failures int
}

func (s *fullStore) Record(ctx context.Context, holder string, p daily.Post) (bool, error) {
	if s.tries++; s.tries <= s.failures {
		return false, errors.New("database or disk is full")
	}
	return s.Store.Record(ctx, holder, p)
}

// Whoever takes over a post whose holder died looks for it first.
func TestHolderDies(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	th.subscribe(t, "club", "18:00", "UTC")
	th.set(t, "2026-11-20T18:00:05Z")
	ctx, cancel := context.WithCancel(t.Context())
	th.channels.after = context.Canceled // posted, and then the process is gone
	cancel()
	th.Tick(ctx)
	th.tick(t)
	if _, ok, err := th.store.Claim(t.Context(), th.clock(), "another", time.Minute); err != nil || ok {
		t.Errorf("a post under lease can be claimed: %v", err)
	}
	th.channels.after = nil
	th.channels.forgetful = true
	th.forward(3 * time.Minute)
	if err := th.engine("another").Tick(t.Context()); err != nil {
		t.Fatal(err)
	}
	th.expect(t, "club", "2026-11-20 posted")
	if len(th.channels.messages) != 1 || th.channels.finds != 1 {
		t.Errorf("%d messages, %d looks", len(th.channels.messages), th.channels.finds)
	}
}

func TestRefusals(t *testing.T) {
	refuse := func(kind daily.Trouble) error {
		return &daily.Refusal{Kind: kind, RetryAfter: 10 * time.Minute, Err: errors.New("no")}
	}
	due := func(t *testing.T, kind daily.Trouble) *theatre {
		th := newTheatre(t, "2026-11-20T12:00:00Z")
		th.subscribe(t, "club", "18:00", "UTC")
		th.set(t, "2026-11-20T18:00:05Z")
		th.channels.before = refuse(kind)
		th.Tick(t.Context())
		return th
	}
	t.Run("limited", func(t *testing.T) {
		th := due(t, daily.Limited)
		th.channels.before = nil
		th.forward(9 * time.Minute)
		th.tick(t)
		th.expect(t, "club", "2026-11-20 open")
		th.forward(2 * time.Minute)
		th.tick(t)
		th.expect(t, "club", "2026-11-20 posted")
	})
	t.Run("forbidden, then allowed", func(t *testing.T) {
		th := due(t, daily.Forbidden)
		if s := th.sub(t, "club"); s.Reason != "no" || s.FailingSince.IsZero() || s.Status != daily.Active {
			t.Errorf("%+v", s)
		}
		th.channels.before = nil
		th.forward(time.Hour)
		th.tick(t)
		th.expect(t, "club", "2026-11-20 posted")
		if s := th.sub(t, "club"); s.Reason != "" || !s.FailingSince.IsZero() {
			t.Errorf("%+v", s)
		}
	})
	t.Run("forbidden until it is given up", func(t *testing.T) {
		th := due(t, daily.Forbidden)
		for range 7 * 60 {
			th.forward(time.Minute)
			th.tick(t)
		}
		th.expect(t, "club", "2026-11-20 failed")
		if n := th.channels.sends; n != 8 { // after 15 and 30 minutes, then every hour
			t.Errorf("tried %d times, want 8: thousands of such channels would get the bot banned", n)
		}
	})
	t.Run("forbidden for a week", func(t *testing.T) {
		th := due(t, daily.Forbidden)
		for range 8 * 24 * 2 {
			th.forward(30 * time.Minute)
			th.tick(t)
		}
		if s := th.sub(t, "club"); s.Status != daily.Disabled || len(th.channels.told) != 1 {
			t.Errorf("%+v, told %q", s, th.channels.told)
		}
		if n := len(th.posts(t, "club")); n != 7 && n != 8 {
			t.Errorf("%d posts", n)
		}
	})
	t.Run("gone", func(t *testing.T) {
		th := due(t, daily.Gone)
		if s := th.sub(t, "club"); s.Status != daily.Active {
			t.Errorf("disabled without a second look: %+v", s)
		}
		th.forward(20 * time.Minute)
		th.tick(t)
		if s := th.sub(t, "club"); s.Status != daily.Disabled || len(th.channels.told) != 1 {
			t.Errorf("%+v, told %q", s, th.channels.told)
		}
		th.expect(t, "club", "2026-11-20 failed")
	})
	t.Run("invalid", func(t *testing.T) {
		th := due(t, daily.Invalid)
		th.expect(t, "club", "2026-11-20 failed")
	})
	t.Run("rejected", func(t *testing.T) {
		th := due(t, daily.Rejected)
		th.forward(time.Minute)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if err := th.Run(ctx); err == nil || ctx.Err() != nil {
			t.Errorf("Run returned %v", err)
		}
	})
}

// What Discord refuses a subscription says nothing of the one that replaced it
// meanwhile.
func TestSetAnewDuringAnAttempt(t *testing.T) {
	for kind, times := range map[daily.Trouble]int{daily.Forbidden: 1, daily.Gone: 2} {
		th := newTheatre(t, "2026-11-20T12:00:00Z")
		th.subscribe(t, "club", "18:00", "UTC")
		th.channels.before = &daily.Refusal{Kind: kind, Err: errors.New("no")}
		th.set(t, "2026-11-20T18:00:05Z")
		for range times - 1 { // up to the last time before it is disabled
			th.tick(t)
			th.forward(time.Hour)
		}
		before := th.sub(t, "club")
		th.channels.during = func() {
			th.subscribe(t, "club", "19:00", "UTC")
			if err := th.store.Change(t.Context(), "club", func(s *daily.Sub) { s.SetAt = th.clock() }); err != nil {
				t.Error(err)
			}
		}
		th.tick(t)
		if s := th.sub(t, "club"); s.Status != daily.Active || s.Reason != "" || !s.FailingSince.IsZero() || s.Minute == before.Minute || len(th.channels.told) != 0 {
			t.Errorf("%v: %+v, told %q", kind, s, th.channels.told)
		}
	}
}

func TestPausedAndRemoved(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	th.subscribe(t, "paused", "18:00", "UTC")
	th.subscribe(t, "removed", "18:00", "UTC")
	th.channels.before = &daily.Refusal{Kind: daily.Limited, RetryAfter: time.Minute, Err: errors.New("no")}
	if err := th.store.Change(t.Context(), "paused", func(s *daily.Sub) { s.Status = daily.Paused }); err != nil {
		t.Fatal(err)
	}
	th.set(t, "2026-11-20T18:00:05Z")
	th.tick(t)
	th.expect(t, "paused")
	th.expect(t, "removed", "2026-11-20 open")
	if err := th.store.Remove(t.Context(), "removed"); err != nil {
		t.Fatal(err)
	}
	th.channels.before = nil
	th.forward(time.Hour)
	th.tick(t)
	th.expect(t, "removed")
	if len(th.channels.messages) != 0 {
		t.Errorf("%d messages", len(th.channels.messages))
	}
}

// A post that was tried before its channel was paused is looked for, and not sent
// again.
func TestPausedMeanwhile(t *testing.T) {
	for name, arrived := range map[string]bool{"arrived": true, "not arrived": false} {
		t.Run(name, func(t *testing.T) {
			th := newTheatre(t, "2026-11-20T12:00:00Z")
			th.subscribe(t, "club", "18:00", "UTC")
			th.set(t, "2026-11-20T18:00:05Z")
			lost := errors.New("connection reset")
			want := "2026-11-20 missed"
			if arrived {
				th.channels.after, want = lost, "2026-11-20 posted"
			} else {
				th.channels.before = lost
			}
			th.tick(t)
			if err := th.store.Change(t.Context(), "club", func(s *daily.Sub) { s.Status = daily.Paused }); err != nil {
				t.Fatal(err)
			}
			th.channels.before, th.channels.after = nil, nil
			th.forward(20 * time.Second)
			th.tick(t)
			th.expect(t, "club", want)
			if th.channels.sends != 1 {
				t.Errorf("%d sends", th.channels.sends)
			}
		})
	}
}

// Many engines on one store share the work, and no post is sent twice.
func TestEnginesShareTheWork(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	const n = 120
	for i := range n {
		th.subscribe(t, fmt.Sprintf("club %03d", i), "18:00", "UTC")
	}
	th.set(t, "2026-11-20T18:05:00Z")
	th.channels.forgetful = true // each send would be a message
	var engines sync.WaitGroup
	for i := range 4 {
		engines.Go(func() {
			if err := th.engine(fmt.Sprint("holder ", i)).Tick(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	engines.Wait()
	if th.channels.sends != n || len(th.channels.messages) != n {
		t.Errorf("%d sends, %d messages for %d channels", th.channels.sends, len(th.channels.messages), n)
	}
}

// A crowd due at one time is spread out, each channel by the same span every day.
func TestCrowdsAreSpread(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	const n, pace = 120, 60
	th.pace = pace
	th.Engine = th.engine("holder")
	for i := range n {
		th.subscribe(t, fmt.Sprint("club ", i), "18:00", "UTC")
	}
	offsets := map[string]time.Duration{}
	for _, day := range []string{"2026-11-20", "2026-11-21"} {
		th.channels.deliveries = nil
		th.set(t, day+"T18:00:00Z")
		th.tick(t)
		first := len(th.channels.deliveries)
		th.forward(time.Minute)
		th.tick(t)
		if len(th.channels.deliveries) != n || first > n/2 {
			t.Errorf("%s: %d at once, %d in all", day, first, len(th.channels.deliveries))
		}
		for _, d := range th.channels.deliveries {
			offset := time.Duration(d.Post.DueAt.Second())*time.Second + time.Duration(d.Post.DueAt.Nanosecond())
			if before, ok := offsets[d.Post.Channel]; ok && before != offset || offset > n*time.Second/pace {
				t.Fatalf("%s: %v after the hour, was %v", d.Post.Channel, offset, before)
			}
			offsets[d.Post.Channel] = offset
		}
	}
}

// When the engine starts it works out anew when posts are due, as the zones'
// rules may have changed.
func TestRulesOfZonesChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		th := newTheatre(t, "2026-11-20T12:00:00Z")
		th.subscribe(t, "club", "18:00", "Europe/Berlin")
		wrong := time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)
		if err := th.store.Change(t.Context(), "club", func(s *daily.Sub) { s.NextAt = wrong }); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := th.Run(ctx); err != nil {
			t.Fatal(err)
		}
		if s := th.sub(t, "club"); !s.NextAt.Equal(time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC)) {
			t.Errorf("next at %v", s.NextAt)
		}
	})
}
