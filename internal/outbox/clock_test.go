package outbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/workshop/testrun"
)

// If the clock was put back since an attempt, the age of the attempt is unknown: the
// engine looks for its message first.
func TestClockPutBackDuringAnAttempt(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	fx.set(t, "2026-11-20T18:00:40Z")
	fx.channels.after, fx.channels.forgetful = errors.New("connection reset"), true
	fx.channels.during = func() { fx.set(t, "2026-11-20T18:00:10Z") }
	fx.tick(t)
	fx.channels.after, fx.channels.during = nil, nil
	fx.forward(20 * time.Second)
	fx.tick(t)
	fx.expect(t, "club", "2026-11-20 posted")
	if fx.channels.sends != 1 || fx.channels.finds != 1 {
		t.Errorf("%d sends, %d looks", fx.channels.sends, fx.channels.finds)
	}
}

// A clock that goes back causes no second post. A clock that jumps ahead causes no early
// post.
func TestClockJumps(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	for _, at := range []string{"2026-11-20T18:00:05Z", "2026-11-20T12:00:00Z", "2026-11-20T18:00:06Z", "2026-11-21T17:59:00Z", "2026-11-21T18:01:00Z", "2026-11-20T18:00:00Z"} {
		fx.set(t, at)
		fx.tick(t)
	}
	fx.expect(t, "club", "2026-11-20 posted", "2026-11-21 posted")
	if fx.channels.sends != 2 {
		t.Errorf("%d sends", fx.channels.sends)
	}
}

// If the clock jumps far ahead and back, the dates that it skipped are still posted, each
// once.
func TestClockJumpsFarAheadAndBack(t *testing.T) {
	for name, c := range map[string]struct {
		leap   string
		missed []int // numbers of missed days that the posts mention
	}{
		"for three days":      {"2026-11-23T12:00:00Z", []int{0, 0, 0, 0}},
		"for a year":          {"2027-11-20T12:00:00Z", []int{0, 0, 0, 0}},
		"and posts meanwhile": {"2026-11-22T18:30:00Z", []int{2, 0, 0, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			fx := newFixture(t, "2026-11-20T12:00:00Z")
			fx.subscribe(t, "club", "18:00", "UTC")
			fx.set(t, c.leap)
			fx.tick(t)
			fx.set(t, "2026-11-20T12:01:00Z")
			fx.tick(t)
			if s := fx.sub(t, "club"); s.NextDate.String() != "2026-11-20" || !s.NextAt.Equal(time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)) {
				t.Errorf("next on %v at %v", s.NextDate, s.NextAt)
			}
			hours := testrun.Choose(3, 1)
			for range 4 * 24 / hours {
				fx.forward(time.Duration(hours) * time.Hour)
				fx.tick(t)
			}
			want := []string{"2026-11-20 posted", "2026-11-21 posted", "2026-11-22 posted", "2026-11-23 posted"}
			if got := fx.posts(t, "club")[:4]; !slices.Equal(got, want) {
				t.Errorf("posts: %q, want %q", got, want)
			}
			if fx.channels.sends != 4 || len(fx.channels.messages) != 4 {
				t.Errorf("%d sends, %d messages", fx.channels.sends, len(fx.channels.messages))
			}
			var missed []int
			for _, d := range fx.channels.deliveries {
				missed = append(missed, d.Missed)
			}
			if !slices.Equal(missed, c.missed) {
				t.Errorf("the posts say that %v are missing, want %v", missed, c.missed)
			}
		})
	}
}

// A recordingStore calls a function before it records a post.
type recordingStore struct {
	outbox.Store
	meanwhile func()
}

func (s recordingStore) Record(ctx context.Context, holder string, p outbox.Post) (bool, error) {
	s.meanwhile()
	return s.Store.Record(ctx, holder, p)
}

// If the clock jumps ahead during an attempt and back, the next attempt does not wait for
// the wrong time.
func TestClockJumpsDuringAnAttempt(t *testing.T) {
	for name, failure := range map[string]error{
		"limited":   &outbox.Refusal{Trouble: outbox.Limited, RetryAfter: time.Second, Err: errors.New("slow down")},
		"forbidden": &outbox.Refusal{Trouble: outbox.Forbidden, Reason: "no", Err: errors.New("no")},
		"lost":      errors.New("connection reset"),
	} {
		t.Run(name, func(t *testing.T) {
			fx := newFixture(t, "2026-11-20T12:00:00Z")
			fx.subscribe(t, "club", "18:00", "UTC")
			fx.set(t, "2026-11-20T18:00:00Z")
			fx.channels.before = failure
			fx.channels.during = func() { fx.set(t, "2027-11-20T18:00:00Z") }
			fx.Store = recordingStore{fx.store, func() { fx.set(t, "2026-11-20T18:00:01Z") }}
			fx.tick(t)
			fx.Store, fx.channels.before, fx.channels.during = fx.store, nil, nil
			fx.set(t, "2026-11-20T18:20:00Z")
			fx.tick(t)
			fx.expect(t, "club", "2026-11-20 posted")
		})
	}
}

// A clock that runs ahead for a moment makes no channel miss a day, however far ahead it
// runs. What was posted meanwhile stays posted.
func TestClockAheadByHours(t *testing.T) {
	for _, hours := range testrun.Choose([]int{70}, []int{3, 8, 14, 24, 30, 48, 60, 70, 74, 76, 100, 200}) {
		fx := newFixture(t, "2026-11-20T12:00:00Z")
		var channels []string
		for i := range 6 {
			channel := fmt.Sprint("club ", i)
			fx.subscribe(t, channel, fmt.Sprintf("%02d:30", 4*i), "UTC")
			channels = append(channels, channel)
		}
		fx.forward(time.Duration(hours) * time.Hour)
		fx.tick(t)
		fx.forward(-time.Duration(hours) * time.Hour)
		step := testrun.Choose(2, 1)
		for range (hours + 48) / step {
			fx.tick(t)
			fx.forward(time.Duration(step) * time.Hour)
		}
		days := hours/24 + 2
		for _, channel := range channels {
			posts := fx.posts(t, channel)
			if len(posts) < days || slices.ContainsFunc(posts, func(p string) bool { return !strings.HasSuffix(p, " posted") }) {
				t.Errorf("%d hours ahead: %s has %q", hours, channel, posts)
			}
		}
	}
}

// If the clock jumps ahead, and later so far ahead that what it posted the first time is
// pruned, every date is posted once, or has a record.
func TestClockJumpsFurtherAhead(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	clubs, days := testrun.Choose(4, 24), testrun.Choose(6, 12)
	for i := range clubs {
		fx.subscribe(t, fmt.Sprint("club ", i), fmt.Sprintf("%02d:30", i*24/clubs), "UTC")
	}
	upkeep := func() {
		fx.tick(t)
		if _, err := fx.store.Prune(t.Context(), fx.clock().Add(-outbox.KeptFor)); err != nil {
			t.Fatal(err)
		}
	}
	for _, ahead := range []time.Duration{10, 5000, 10_000} { // days
		fx.forward(ahead * 24 * time.Hour)
		upkeep()
		fx.forward(-ahead * 24 * time.Hour)
		upkeep()
	}
	for range days * clubs {
		fx.forward(24 * time.Hour / time.Duration(clubs))
		upkeep()
	}
	sent := map[string]int{}
	for _, d := range fx.channels.deliveries {
		sent[d.Sub.Channel+" "+d.Post.Date.String()]++
	}
	for i := range clubs {
		channel := fmt.Sprint("club ", i)
		posts := fx.posts(t, channel)
		for day := 1; day < days; day++ {
			date := time.Date(2026, 11, 20+day, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
			if sent[channel+" "+date] > 1 || !slices.ContainsFunc(posts, func(p string) bool { return strings.HasPrefix(p, date) }) {
				t.Errorf("%s, %s: sent %d times, records %q", channel, date, sent[channel+" "+date], posts)
			}
		}
	}
	if least := (days - 2) * clubs; len(sent) < least {
		t.Errorf("%d posts were sent, want at least %d", len(sent), least)
	}
}

// Posts that were missed only because the clock ran ahead do not hide days that are
// missed later.
func TestMissedAfterAClockJump(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	for _, at := range []string{"2027-11-20T12:00:00Z", "2026-11-20T12:01:00Z", "2026-11-20T18:00:05Z", "2026-11-23T18:00:05Z"} {
		fx.set(t, at)
		fx.tick(t)
	}
	fx.expect(t, "club", "2026-11-20 posted", "2026-11-21 missed", "2026-11-22 missed", "2026-11-23 posted")
	if last := fx.channels.deliveries[len(fx.channels.deliveries)-1]; last.Missed != 2 {
		t.Errorf("the post says that %d are missing", last.Missed)
	}
}

// A clock that starts in the past, and is then corrected, moves no subscription and
// causes no posts for the past.
func TestClockStartsInThePast(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	if err := dailyrows.Of(fx.store).Update(t.Context(), "club", func(s *schedule.Sub) { s.SetAt = fx.clock() }); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{"1970-01-01T00:00:05Z", "2026-11-01T12:00:00Z", "2026-11-20T18:00:05Z", "2026-11-21T18:00:05Z"} {
		fx.set(t, at)
		fx.tick(t)
	}
	fx.expect(t, "club", "2026-11-20 posted", "2026-11-21 posted")
	if fx.channels.sends != 2 {
		t.Errorf("%d sends", fx.channels.sends)
	}
}

// A pausingStore calls a function before it reads posts, which the engine does just before
// it sends a post.
type pausingStore struct {
	schedule.Store
	meanwhile func()
}

func (s pausingStore) Posts(ctx context.Context, channel string, limit int) ([]schedule.Post, error) {
	s.meanwhile()
	return s.Store.Posts(ctx, channel, limit)
}

// If the database is so slow that Discord may have forgotten the nonce, the engine looks
// for the post before it sends again.
func TestSlowDatabaseOutlastsTheNonce(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	fx.set(t, "2026-11-20T18:00:00Z")
	fx.channels.after, fx.channels.forgetful = errors.New("connection reset"), true
	fx.tick(t)
	fx.channels.after = nil
	fx.forward(25 * time.Second)
	fx.dailies.Store = pausingStore{dailyrows.Of(fx.store), func() { fx.forward(65 * time.Second) }}
	if err := fx.Tick(t.Context()); err == nil {
		t.Error("sent again 90 s after the first attempt, or returned no error")
	}
	fx.forward(90 * time.Second)
	fx.tick(t)
	fx.expect(t, "club", "2026-11-20 posted")
	if len(fx.channels.messages) != 1 || fx.channels.finds != 1 {
		t.Errorf("%d messages, %d looks", len(fx.channels.messages), fx.channels.finds)
	}
}

// A machine that was suspended between claim and send has lost its lease when it wakes,
// even if its monotonic clock stood still.
func TestMachineSleepsBeforeASend(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	fx.set(t, "2026-11-20T18:00:00Z")
	fx.channels.forgetful = true
	asleep := false
	fx.dailies.Store = pausingStore{dailyrows.Of(fx.store), func() {
		if asleep {
			return
		}
		asleep = true
		fx.forward(5 * time.Minute)
		if err := fx.engine("other").Tick(t.Context()); err != nil {
			t.Error(err)
		}
	}}
	if err := fx.Tick(t.Context()); err == nil {
		t.Error("sent after another engine had claimed the post, or returned no error")
	}
	fx.expect(t, "club", "2026-11-20 posted")
	if len(fx.channels.messages) != 1 {
		t.Errorf("%d messages", len(fx.channels.messages))
	}
}

// An attempt is repeated with its nonce alone within the time of a lease. Then the engine looks.
func TestRetriesNeedNoLook(t *testing.T) {
	for age, looks := range map[time.Duration]int{30*time.Second - time.Millisecond: 0, 30 * time.Second: 1} {
		fx := newFixture(t, "2026-11-20T17:59:00Z")
		fx.subscribe(t, "club", "18:00", "UTC")
		fx.forward(time.Minute)
		fx.channels.after = errors.New("502")
		fx.tick(t)
		fx.channels.after = nil
		fx.forward(age)
		fx.tick(t)
		fx.expect(t, "club", "2026-11-20 posted")
		if fx.channels.finds != looks || len(fx.channels.messages) != 1 {
			t.Errorf("after %v: %d looks, %d messages", age, fx.channels.finds, len(fx.channels.messages))
		}
	}
}

// A look for a post goes back to the first attempt, if a wrong clock made it early.
func TestSince(t *testing.T) {
	due := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
	for first, want := range map[time.Time]time.Time{
		{}: due, due.Add(-time.Hour): due.Add(-time.Hour), due.Add(time.Second): due,
	} {
		if got := (outbox.Post{DueAt: due, FirstSent: first}).Since(); !got.Equal(want) {
			t.Errorf("first sent %v: since %v, want %v", first, got, want)
		}
	}
}

// Discord recognises a repeated post by its nonce: it is the same for the same post of an
// application, and another one for every other post.
func TestNonces(t *testing.T) {
	p := outbox.Post{Kind: "daily", Subject: "club", Number: 1}
	later := p
	later.Attempts, later.DueAt = 2, time.Now()
	if p.Nonce("1") != later.Nonce("1") {
		t.Error("a second attempt has another nonce")
	}
	seen := map[string]bool{p.Nonce("2"): true}
	for _, p := range []outbox.Post{p, {Kind: "race", Subject: "club", Number: 1}, {Kind: "daily", Subject: "club 2", Number: 1}, {Kind: "daily", Subject: "club", Number: 2}} {
		nonce := p.Nonce("1")
		if seen[nonce] || len(nonce) != 24 {
			t.Errorf("%+v has the nonce %s, as another post has", p, nonce)
		}
		seen[nonce] = true
	}
}

// A channel with a history that cannot be read says nothing, but the nonce of an attempt in
// the last minute does: a post that is still wanted is sent with it. Otherwise nobody
// knows.
func TestNonceWithoutHistory(t *testing.T) {
	for name, c := range map[string]struct {
		status schedule.Status
		age    time.Duration
		want   string
	}{
		"wanted":   {schedule.Active, 10 * time.Second, "posted"},
		"unwanted": {schedule.Paused, 10 * time.Second, "unknown"},
		"a minute": {schedule.Active, time.Minute, "posted"},
		"later":    {schedule.Active, time.Minute + time.Millisecond, "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			fx := newFixture(t, "2026-11-20T17:59:00Z")
			fx.subscribe(t, "club", "18:00", "UTC")
			fx.forward(time.Minute)
			fx.channels.after, fx.channels.unreadable = errors.New("502"), true
			fx.tick(t)
			fx.channels.after = nil
			if err := dailyrows.Of(fx.store).Update(t.Context(), "club", func(s *schedule.Sub) { s.Status = c.status }); err != nil {
				t.Fatal(err)
			}
			fx.forward(c.age)
			fx.Engine = fx.engine("started now")
			fx.tick(t)
			fx.expect(t, "club", "2026-11-20 "+c.want)
			if len(fx.channels.messages) != 1 {
				t.Errorf("%d messages", len(fx.channels.messages))
			}
		})
	}
}

// A post is sent only while there is time for Discord's answer before the lease ends.
func TestSlotOutlastsTheLease(t *testing.T) {
	for slow, sends := range map[time.Duration]int{15 * time.Second: 1, 15*time.Second + time.Millisecond: 0} {
		fx := newFixture(t, "2026-11-20T17:59:00Z")
		fx.subscribe(t, "club", "18:00", "UTC")
		fx.forward(time.Minute)
		fx.dailies.Compose = func(d schedule.Delivery) (outbox.Message, error) { fx.forward(time.Minute); return d, nil }
		fx.Pace = outbox.NewPace(fx.Timing, forwardingSlots{fx.store, func() { fx.forward(slow) }}, fx.Log)
		if err := fx.Tick(t.Context()); (err == nil) != (sends == 1) || fx.channels.sends != sends {
			t.Errorf("after %v: %d sends, %v", slow, fx.channels.sends, err)
		}
	}
}

// A forwardingSlots calls a function before it reserves slots.
type forwardingSlots struct {
	outbox.Slots
	meanwhile func()
}

func (s forwardingSlots) ReserveSlots(ctx context.Context, purpose string, n int, apart time.Duration) (wait, limit time.Duration, err error) {
	s.meanwhile()
	return s.Slots.ReserveSlots(ctx, purpose, n, apart)
}

// The post of a process that was killed is free 30 s after the claim, and is looked for: nobody
// knows whether it was sent.
func TestPostOfAKilledProcess(t *testing.T) {
	fx := newFixture(t, "2026-11-20T17:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	fx.set(t, "2026-11-20T18:00:00Z")
	if _, err := fx.dailies.Store.Plan(t.Context(), fx.clock(), 1, func(s schedule.Sub, _ int) schedule.Planned {
		p := outbox.Post{Number: int(s.NextDate), DueAt: s.NextAt, ExpiresAt: s.NextAt.Add(time.Hour), State: outbox.Open}
		return schedule.Planned{Posts: []outbox.Post{p}, NextDate: s.NextDate + 1, NextAt: s.NextAt.Add(24 * time.Hour)}
	}); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := fx.store.Claim(t.Context(), fx.clock(), "killed", fx.Timing.Lease); !ok || err != nil {
		t.Fatal(ok, err)
	}
	fx.forward(30*time.Second - time.Millisecond)
	fx.tick(t)
	fx.expect(t, "club", "2026-11-20 open")
	fx.forward(time.Millisecond)
	fx.tick(t)
	fx.expect(t, "club", "2026-11-20 posted")
	if fx.channels.finds != 1 || fx.channels.sends != 1 {
		t.Errorf("%d looks, %d sends", fx.channels.finds, fx.channels.sends)
	}
}

// An attempt that takes longer than a lease keeps its post from others.
func TestSlowAttemptKeepsItsPost(t *testing.T) {
	inBubble(t, 40, func(t *testing.T, fx *fixture) {
		fx.lost(t, false)
		other := fx.engine("other")
		other.Now = time.Now
		fx.channels.busy = 12
		var reads atomic.Int32
		fx.channels.reading = func(int) error { reads.Add(1); time.Sleep(4 * time.Second); return nil }
		done := make(chan struct{})
		go func() { defer close(done); fx.tick(t) }()
		for range 50 {
			time.Sleep(time.Second)
			if err := other.Tick(t.Context()); err != nil {
				t.Error(err)
			}
		}
		<-done
		fx.expect(t, "club", "2000-01-01 posted")
		if reads.Load() != 13 || fx.channels.finds != 1 {
			t.Errorf("%d pages read in %d looks", reads.Load(), fx.channels.finds)
		}
	})
}

// A look of many pages ends early enough to send the post within the lease.
func TestLookLeavesTimeToSend(t *testing.T) {
	inBubble(t, 40, func(t *testing.T, fx *fixture) {
		fx.lost(t, false)
		const page = 4 * time.Second
		fx.channels.busy = 1000
		fx.channels.reading = func(int) error { time.Sleep(page); return nil }
		start := time.Now()
		fx.tick(t)
		most := outbox.StandardTiming().Attempt - 2*outbox.StandardTiming().Deadline
		if took := time.Since(start); took < most-page || took > most+page {
			t.Errorf("a look takes %v, want %v", took, most)
		}
		fx.expect(t, "club", "2000-01-01 open")
	})
}
