package outbox

import (
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"
)

// A later, shorter limit does not shorten the limit that is in force.
func TestGlobalLimitIsNotShortened(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := NewPace(StandardTiming(), slog.New(slog.DiscardHandler))
		for _, after := range []time.Duration{time.Minute, 5 * time.Second} {
			_ = p.noteGlobalLimit(&Refusal{Trouble: Limited, RetryAfter: after, Global: true, Err: errors.New("slow down")})
		}
		if left := p.globalLimit(); left == nil || left.RetryAfter != time.Minute {
			t.Errorf("left: %+v", left)
		}
	})
}
