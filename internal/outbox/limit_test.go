package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"
)

// free are slots that are never reserved by others.
type free struct{ Slots }

func (free) ReserveSlots(context.Context, string, int, time.Duration) (wait, limit time.Duration, err error) {
	return 0, 0, nil
}

func (free) LimitSlots(context.Context, string, time.Duration) error { return nil }

// A later, shorter limit does not shorten the limit that is in force.
func TestGlobalLimitIsNotShortened(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := NewPace(StandardTiming(), free{}, slog.New(slog.DiscardHandler))
		for _, after := range []time.Duration{time.Minute, 5 * time.Second} {
			_ = p.noteGlobalLimit(t.Context(), &Refusal{Trouble: Limited, RetryAfter: after, Global: true, Err: errors.New("slow down")})
		}
		if left := p.globalLimit(); left == nil || left.RetryAfter != time.Minute {
			t.Errorf("left: %+v", left)
		}
	})
}

// A request waits for the end of a limit of all requests, if it has the time. Otherwise it
// fails at once.
func TestWaitForAGlobalLimit(t *testing.T) {
	for allowed, want := range map[time.Duration]struct {
		wait  time.Duration
		fails bool
	}{59 * time.Second: {0, true}, 61 * time.Second: {time.Minute, false}} {
		synctest.Test(t, func(t *testing.T) {
			p := NewPace(StandardTiming(), free{}, slog.New(slog.DiscardHandler))
			_ = p.noteGlobalLimit(t.Context(), &Refusal{Trouble: Limited, RetryAfter: time.Minute, Global: true, Err: errors.New("slow down")})
			ctx, cancel := context.WithTimeout(t.Context(), allowed)
			defer cancel()
			start := time.Now()
			if err := p.Wait(ctx); IsRefusal(err, Limited) != want.fails || time.Since(start) != want.wait {
				t.Errorf("with %v left: %v after %v", allowed, err, time.Since(start))
			}
		})
	}
}

// A request that hangs is tried three times, in little more than the time for one request.
func TestRetryDividesItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := NewPace(StandardTiming(), free{}, slog.New(slog.DiscardHandler))
		tries, start := 0, time.Now()
		err := p.Retry(t.Context(), func(ctx context.Context) error { tries++; <-ctx.Done(); return ctx.Err() })
		if took := time.Since(start); tries != 3 || !errors.Is(err, context.DeadlineExceeded) || took > StandardTiming().Deadline+2*time.Second {
			t.Errorf("%d tries in %v: %v", tries, took, err)
		}
	})
}

// Discord may end a long limit early: a request looks after a minute, and then more and more
// rarely. Meanwhile the process says that posts wait.
func TestLongGlobalLimitsAreLookedAt(t *testing.T) {
	for lifted, want := range map[time.Duration]string{
		70 * time.Second: "[0s 1m0s 3m0s]",
		2 * time.Hour:    "[0s 1m0s 3m0s 7m0s 15m0s 31m0s 1h3m0s 2h0m0s]",
	} {
		synctest.Test(t, func(t *testing.T) {
			p := NewPace(StandardTiming(), free{}, slog.New(slog.DiscardHandler))
			start := time.Now()
			limit := start.Add(2 * time.Hour)
			var looks []time.Duration
			for limited := true; limited; {
				if err := p.Wait(t.Context()); err != nil {
					t.Fatal(err)
				}
				looks = append(looks, time.Since(start).Truncate(time.Second))
				if limited = time.Since(start) < lifted; limited {
					left := time.Until(limit)
					err := p.noteGlobalLimit(t.Context(), &Refusal{Trouble: Limited, RetryAfter: left, Global: true, Err: errors.New("slow down")})
					if r, _ := errors.AsType[*Refusal](err); r == nil || r.RetryAfter > left {
						t.Errorf("tried again after %v", err)
					}
				}
				if err := p.Check(t.Context()); (err != nil) != limited {
					t.Errorf("after %v: %v", time.Since(start), err)
				}
			}
			if fmt.Sprint(looks) != want {
				t.Errorf("lifted after %v: requests after %v, want %s", lifted, looks, want)
			}
			_ = p.noteGlobalLimit(t.Context(), &Refusal{Trouble: Limited, RetryAfter: 30 * time.Second, Global: true, Err: errors.New("slow down")})
			if err := p.Check(t.Context()); lifted == 2*time.Hour && err != nil {
				t.Errorf("a short limit: %v", err)
			}
		})
	}
}
