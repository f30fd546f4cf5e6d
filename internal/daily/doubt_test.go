package daily_test

import (
	"errors"
	"testing"
	"time"

	"chess960bot/internal/daily"
)

// A refusal after an attempt that may have arrived does not make the post a failed
// one: nobody knows.
func TestFailedAfterDoubtIsUnknown(t *testing.T) {
	th := newTheatre(t, "2026-11-20T12:00:00Z")
	th.subscribe(t, "club", "18:00", "UTC")
	th.set(t, "2026-11-20T18:00:05Z")
	th.channels.after = errors.New("connection reset")
	th.tick(t)
	th.channels.after = nil
	th.channels.before = &daily.Refusal{Kind: daily.Invalid, Err: errors.New("no")}
	th.forward(20 * time.Second)
	th.tick(t)
	th.expect(t, "club", "2026-11-20 unknown")
}

// A process that stands still after its claim sends nothing when the lease ends,
// even if its clock stood still too.
func TestNothingIsSentAfterTheLease(t *testing.T) {
	inBubble(t, 1000, func(t *testing.T, th *theatre) {
		th.subscribe(t, "club", "00:01", "UTC")
		th.set(t, "2000-01-01T00:01:00Z")
		th.Now = th.clock
		th.Store = pausingStore{th.store, func() { time.Sleep(th.Timing.Lease) }}
		if err := th.Tick(t.Context()); err == nil || th.channels.sends != 0 {
			t.Errorf("%d sends, %v", th.channels.sends, err)
		}
	})
}

// A limit on all requests that is met while looking stops the other channels too.
func TestGlobalLimitDuringALook(t *testing.T) {
	inBubble(t, 1000, func(t *testing.T, th *theatre) {
		th.lost(t, true)
		th.channels.reading = func(page int) error {
			if page > 1 {
				return nil
			}
			return &daily.Refusal{Kind: daily.Limited, RetryAfter: time.Hour, Global: true, Err: errors.New("slow down")}
		}
		s := daily.Sub{Channel: "other", Guild: "other", Zone: "UTC", Status: daily.Active, NextDate: daily.DateOf(time.Now()), NextAt: time.Now()}
		if err := th.store.Save(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		th.tick(t)
		th.expect(t, "other", "2000-01-01 posted")
		if took := time.Since(start); took < time.Hour {
			t.Errorf("sent after %v", took)
		}
	})
}
