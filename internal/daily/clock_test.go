package daily_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"chess960bot/internal/daily"
)

// Where the clock was put back since an attempt, nobody knows how old that is, so
// it is looked for.
func TestClockPutBackDuringAnAttempt(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	th.subscribe(t, "club", "18:00", "UTC")
	th.set(t, "2026-11-20T18:30:00Z")
	th.channels.after, th.channels.forgetful = errors.New("connection reset"), true
	th.channels.during = func() { th.set(t, "2026-11-20T18:10:00Z") }
	th.tick(t)
	th.channels.after, th.channels.during = nil, nil
	th.forward(time.Minute)
	th.tick(t)
	th.expect(t, "club", "2026-11-20 posted")
	if th.channels.sends != 1 || th.channels.finds != 1 {
		t.Errorf("%d sends, %d looks", th.channels.sends, th.channels.finds)
	}
}

// A clock that goes back posts nothing twice, one that leaps ahead nothing early.
func TestClockJumps(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	th.subscribe(t, "club", "18:00", "UTC")
	for _, at := range []string{"2026-11-20T18:00:05Z", "2026-11-20T12:00:00Z", "2026-11-20T18:00:06Z", "2026-11-21T17:59:00Z", "2026-11-21T18:01:00Z", "2026-11-20T18:00:00Z"} {
		th.set(t, at)
		th.tick(t)
	}
	th.expect(t, "club", "2026-11-20 posted", "2026-11-21 posted")
	if th.channels.sends != 2 {
		t.Errorf("%d sends", th.channels.sends)
	}
}

// Where the clock leaps far ahead and back, the dates that it skipped come all the
// same, each once.
func TestClockLeapsFarAheadAndBack(t *testing.T) {
	for name, c := range map[string]struct {
		leap   string
		missed []int // as the posts say
	}{
		"for three days":      {"2026-11-23T12:00:00Z", []int{0, 0, 0, 0}},
		"for a year":          {"2027-11-20T12:00:00Z", []int{0, 0, 0, 0}},
		"and posts meanwhile": {"2026-11-22T18:30:00Z", []int{2, 0, 0, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			th := newTheatre(t, "2026-11-20T12:00:00Z")
			th.subscribe(t, "club", "18:00", "UTC")
			th.set(t, c.leap)
			th.tick(t)
			th.set(t, "2026-11-20T12:01:00Z")
			th.tick(t)
			if s := th.sub(t, "club"); s.NextDate.String() != "2026-11-20" || !s.NextAt.Equal(time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)) {
				t.Errorf("next on %v at %v", s.NextDate, s.NextAt)
			}
			for range 4 * 24 * 2 {
				th.forward(30 * time.Minute)
				th.tick(t)
			}
			want := []string{"2026-11-20 posted", "2026-11-21 posted", "2026-11-22 posted", "2026-11-23 posted"}
			if got := th.posts(t, "club")[:4]; !slices.Equal(got, want) {
				t.Errorf("posts: %q, want %q", got, want)
			}
			if th.channels.sends != 4 || len(th.channels.messages) != 4 {
				t.Errorf("%d sends, %d messages", th.channels.sends, len(th.channels.messages))
			}
			var missed []int
			for _, d := range th.channels.deliveries {
				missed = append(missed, d.Missed)
			}
			if !slices.Equal(missed, c.missed) {
				t.Errorf("the posts say that %v are missing, want %v", missed, c.missed)
			}
		})
	}
}

// A recordingStore lets something happen when it is to record a post.
type recordingStore struct {
	daily.Store
	meanwhile func()
}

func (s recordingStore) Record(ctx context.Context, holder string, p daily.Post) (bool, error) {
	s.meanwhile()
	return s.Store.Record(ctx, holder, p)
}

// A clock that leaps ahead during an attempt does not put off the next one until
// then.
func TestClockLeapsDuringAnAttempt(t *testing.T) {
	for name, failure := range map[string]error{
		"limited":   &daily.Refusal{Kind: daily.Limited, RetryAfter: time.Second, Err: errors.New("slow down")},
		"forbidden": &daily.Refusal{Kind: daily.Forbidden, Err: errors.New("no")},
		"lost":      errors.New("connection reset"),
	} {
		t.Run(name, func(t *testing.T) {
			th := newTheatre(t, "2026-11-20T12:00:00Z")
			th.subscribe(t, "club", "18:00", "UTC")
			th.set(t, "2026-11-20T18:00:00Z")
			th.channels.before = failure
			th.channels.during = func() { th.set(t, "2027-11-20T18:00:00Z") }
			th.Store = recordingStore{th.store, func() { th.set(t, "2026-11-20T18:00:01Z") }}
			th.tick(t)
			th.Store, th.channels.before, th.channels.during = th.store, nil, nil
			th.set(t, "2026-11-20T18:20:00Z")
			th.tick(t)
			th.expect(t, "club", "2026-11-20 posted")
		})
	}
}

// What a clock far ahead seemed to miss hides nothing that is missed later.
func TestMissedAfterALeap(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	th.subscribe(t, "club", "18:00", "UTC")
	for _, at := range []string{"2027-11-20T12:00:00Z", "2026-11-20T12:01:00Z", "2026-11-20T18:00:05Z", "2026-11-23T18:00:05Z"} {
		th.set(t, at)
		th.tick(t)
	}
	th.expect(t, "club", "2026-11-20 posted", "2026-11-21 missed", "2026-11-22 missed", "2026-11-23 posted")
	if last := th.channels.deliveries[len(th.channels.deliveries)-1]; last.Missed != 2 {
		t.Errorf("the post says that %d are missing", last.Missed)
	}
}

// A clock that starts in the past, and is put right, moves nothing and posts
// nothing of those days.
func TestClockStartsInThePast(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	th.subscribe(t, "club", "18:00", "UTC")
	if err := th.store.Change(t.Context(), "club", func(s *daily.Sub) { s.SetAt = th.clock() }); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{"1970-01-01T00:00:05Z", "2026-11-01T12:00:00Z", "2026-11-20T18:00:05Z", "2026-11-21T18:00:05Z"} {
		th.set(t, at)
		th.tick(t)
	}
	th.expect(t, "club", "2026-11-20 posted", "2026-11-21 posted")
	if th.channels.sends != 2 {
		t.Errorf("%d sends", th.channels.sends)
	}
}

// A pausingStore lets something happen before it reads posts, which is the last
// thing before one is sent.
type pausingStore struct {
	daily.Store
	meanwhile func()
}

func (s pausingStore) Posts(ctx context.Context, channel string, limit int) ([]daily.Post, error) {
	s.meanwhile()
	return s.Store.Posts(ctx, channel, limit)
}

// Where the database answers so slowly that Discord may have forgotten the nonce
// meanwhile, the post is looked for.
func TestSlowDatabaseOutlastsTheNonce(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	th.subscribe(t, "club", "18:00", "UTC")
	th.set(t, "2026-11-20T18:00:00Z")
	th.channels.after, th.channels.forgetful = errors.New("connection reset"), true
	th.tick(t)
	th.channels.after = nil
	th.forward(50 * time.Second)
	th.Store = pausingStore{th.store, func() { th.forward(40 * time.Second) }}
	if err := th.Tick(t.Context()); err == nil {
		t.Error("sent again 90 s after the first attempt, or nobody told")
	}
	th.forward(90 * time.Second)
	th.tick(t)
	th.expect(t, "club", "2026-11-20 posted")
	if len(th.channels.messages) != 1 || th.channels.finds != 1 {
		t.Errorf("%d messages, %d looks", len(th.channels.messages), th.channels.finds)
	}
}

// A machine that sleeps between claim and send has lost its lease when it wakes,
// though real time stood still for it.
func TestMachineSleepsBeforeASend(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	th.subscribe(t, "club", "18:00", "UTC")
	th.set(t, "2026-11-20T18:00:00Z")
	th.channels.forgetful = true
	asleep := false
	th.Store = pausingStore{th.store, func() {
		if asleep {
			return
		}
		asleep = true
		th.forward(5 * time.Minute)
		if err := th.engine("other").Tick(t.Context()); err != nil {
			t.Error(err)
		}
	}}
	if err := th.Tick(t.Context()); err == nil {
		t.Error("sent after another had taken the post over, or nobody told")
	}
	th.expect(t, "club", "2026-11-20 posted")
	if len(th.channels.messages) != 1 {
		t.Errorf("%d messages", len(th.channels.messages))
	}
}
