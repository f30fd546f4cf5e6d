package gateway

import (
	"errors"
	"math/rand/v2"
	"time"
)

const (
	firstWait   = time.Second      // longest pause after the first attempt
	longestWait = 30 * time.Second // longest pause after any attempt
)

// outOfReach is how an attempt ends that reached nobody.
const outOfReach = "out of reach"

// A backoff spaces attempts to connect. Pauses are random, below a bound that
// doubles with every attempt; while nobody is reached, above half the bound too. The bound starts over after a connection on which
// events arrived, and when an attempt ends in a different way than the one before:
// then an outage does not slow down the attempts after it.
type backoff struct {
	bound time.Duration
	last  string // how the last attempt ended
}

// pause returns the pause between an attempt and the next one.
func (b *backoff) pause(end ending) time.Duration {
	invalid, _ := errors.AsType[*invalidSession](end.err)
	now := outOfReach
	switch {
	case invalid != nil:
		now = "op 9"
	case end.reached:
		now = "reached"
	}
	b.bound = min(2*b.bound, longestWait)
	if now != b.last || end.established {
		b.bound = firstWait
	}
	b.last = now
	pause := rand.N(b.bound)
	if now == outOfReach {
		pause = b.bound/2 + pause/2 // people read the log while the network is gone
	}
	if invalid != nil && !invalid.resumable {
		pause = max(pause, afterInvalidSession())
	}
	if later, ok := errors.AsType[*RetryError](end.err); ok {
		pause = max(pause, later.After)
	}
	return pause
}

// afterInvalidSession returns a pause after op 9. Discord asks bots to identify
// between one and five seconds later; half a second is left for connecting.
func afterInvalidSession() time.Duration { return time.Second + rand.N(3500*time.Millisecond) }
