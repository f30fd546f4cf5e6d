package gateway

import (
	"errors"
	"math/rand/v2"
	"time"
)

const (
	firstWait   = time.Second      // the pause after the first attempt, at most
	longestWait = 30 * time.Second // after any attempt, at most
	resumeWait  = 4 * time.Second  // after a session that can be resumed, at most
	lasting     = time.Minute      // a connection that lasted so long was a good one
)

// A backoff spaces attempts to connect. Pauses are random, below a bound that
// doubles with every attempt. The bound starts over when attempts end in another
// way than before: an outage does not slow down what follows it.
type backoff struct {
	bound time.Duration
	last  string // how the last attempt ended
}

// pause returns the time from an ending to the next attempt.
func (b *backoff) pause(end ending) time.Duration {
	invalid, _ := errors.AsType[*invalidSession](end.err)
	now := "out of reach"
	switch {
	case invalid != nil:
		now = "op 9"
	case end.reached:
		now = "reached"
	}
	b.bound = min(2*b.bound, longestWait)
	if now != b.last || end.lasted > lasting {
		b.bound = firstWait
	}
	if end.established && end.resumable {
		b.bound = min(b.bound, resumeWait)
	}
	b.last = now
	pause := rand.N(b.bound)
	if invalid != nil {
		pause = max(pause, afterInvalidSession())
	}
	if later, ok := errors.AsType[*RetryError](end.err); ok {
		pause = max(pause, later.After)
	}
	return pause
}

// afterInvalidSession returns the pause that Discord asks for after op 9: one to
// five seconds. The last half second is left for connecting.
func afterInvalidSession() time.Duration { return time.Second + rand.N(3500*time.Millisecond) }
