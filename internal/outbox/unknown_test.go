package outbox_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
)

// A refusal after an attempt that may have arrived makes the post unknown, not failed.
func TestRefusedAfterALostAnswerIsUnknown(t *testing.T) {
	fx := newFixture(t, "2026-11-20T12:00:00Z")
	fx.subscribe(t, "club", "18:00", "UTC")
	fx.set(t, "2026-11-20T18:00:05Z")
	fx.channels.after = errors.New("connection reset")
	fx.tick(t)
	fx.channels.after = nil
	fx.channels.before = &outbox.Refusal{Trouble: outbox.Invalid, Err: errors.New("no")}
	fx.forward(20 * time.Second)
	fx.tick(t)
	fx.expect(t, "club", "2026-11-20 unknown")
}

// A process that was suspended after its claim sends nothing after the end of the attempt,
// even if its clock stood still.
func TestNothingIsSentAfterTheAttempt(t *testing.T) {
	inBubble(t, 1000, func(t *testing.T, fx *fixture) {
		fx.subscribe(t, "club", "00:01", "UTC")
		fx.set(t, "2000-01-01T00:01:00Z")
		fx.Now = fx.clock
		fx.dailies.Store = pausingStore{dailyrows.Of(fx.store), func() { time.Sleep(fx.Timing.Attempt) }}
		if err := fx.Tick(t.Context()); err == nil || fx.channels.sends != 0 {
			t.Errorf("%d sends, %v", fx.channels.sends, err)
		}
	})
}

// A global limit during a look also stops the other channels.
func TestGlobalLimitDuringALook(t *testing.T) {
	inBubble(t, 1000, func(t *testing.T, fx *fixture) {
		fx.lost(t, true)
		fx.channels.reading = func(page int) error {
			if page > 1 {
				return nil
			}
			return &outbox.Refusal{Trouble: outbox.Limited, RetryAfter: time.Hour, Global: true, Err: errors.New("slow down")}
		}
		s := schedule.Sub{Channel: "other", Guild: "other", Zone: "UTC", Status: schedule.Active, NextDate: when.DateOf(time.Now()), NextAt: time.Now()}
		if err := dailyrows.Of(fx.store).Save(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		fx.tick(t)
		fx.expect(t, "other", "2000-01-01 posted")
		if took := time.Since(start); took < time.Minute {
			t.Errorf("sent after %v", took)
		}
	})
}

// A global limit of hours that Discord lifts after 70 seconds keeps a post for three minutes.
func TestGlobalLimitThatIsLifted(t *testing.T) {
	inBubble(t, 1000, func(t *testing.T, fx *fixture) {
		fx.subscribe(t, "club", "00:01", "UTC")
		fx.Now = time.Now
		start := time.Now()
		time.Sleep(time.Minute)
		fx.channels.refuse = func(outbox.Post) error {
			if left := 2*time.Minute + 10*time.Second - time.Since(start); left > 0 {
				return &outbox.Refusal{Trouble: outbox.Limited, RetryAfter: 2 * time.Hour, Global: true, Err: errors.New("slow down")}
			}
			return nil
		}
		for len(fx.channels.messages) == 0 && time.Since(start) < 3*time.Hour {
			fx.tick(t)
			time.Sleep(time.Second)
		}
		if took := time.Since(start) - time.Minute; took > 3*time.Minute+10*time.Second {
			t.Errorf("sent after %v", took)
		}
	})
}

// It is counted how often a post was perhaps there already, and what kept it from coming
// twice: a look that found the post or did not, or the nonce.
func TestSettledPostsAreCounted(t *testing.T) {
	for name, c := range map[string]struct {
		arrived bool
		later   time.Duration
		want    []outbox.Certainty
	}{
		"found":           {true, 2 * time.Minute, []outbox.Certainty{outbox.Found}},
		"absent":          {false, 2 * time.Minute, []outbox.Certainty{outbox.Absent}},
		"within a lease":  {true, 20 * time.Second, []outbox.Certainty{outbox.ByNonce}},
		"without a doubt": {false, 0, nil},
	} {
		t.Run(name, func(t *testing.T) {
			fx := newFixture(t, "2026-11-20T17:59:00Z")
			fx.subscribe(t, "club", "18:00", "UTC")
			fx.forward(time.Minute)
			if c.later > 0 {
				lost := errors.New("connection reset")
				if c.arrived {
					fx.channels.after = lost
				} else {
					fx.channels.before = lost
				}
				fx.tick(t)
				fx.channels.before, fx.channels.after = nil, nil
				fx.forward(c.later)
			}
			fx.tick(t)
			fx.expect(t, "club", "2026-11-20 posted")
			if !slices.Equal(fx.settled, c.want) || len(fx.channels.messages) != 1 {
				t.Errorf("settled by %q, want %q; %d messages", fx.settled, c.want, len(fx.channels.messages))
			}
		})
	}
}
