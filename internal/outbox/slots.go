package outbox

import (
	"context"
	"time"
)

// Slots are the instants at which requests may be made. All processes that share a store
// reserve from the same ones, so together they keep one pace. A slot that nobody uses is
// lost: a process that dies keeps nothing from the others.
type Slots interface {
	// ReserveSlots reserves the next n slots for a purpose, such as Posting. The slots
	// are apart from each other, and from those that others reserve. wait is how long it
	// is until the first. If limit is above zero, nothing was reserved: until then there
	// are no slots. It does not wait for a hanging process: it returns an error after a moment.
	ReserveSlots(ctx context.Context, purpose string, n int, apart time.Duration) (wait, limit time.Duration, err error)
	// ClaimSlot claims the slot for a purpose that is there now, and keeps others from the
	// next ones for the time apart. wait is 0 then. Otherwise nothing was claimed, and wait
	// is how long it is until there may be a slot: those who wait keep nothing from others.
	ClaimSlot(ctx context.Context, purpose string, apart time.Duration) (wait time.Duration, err error)
	// LimitSlots says that there are no slots for a purpose until the limit has passed.
	// A longer limit that is in force stays.
	LimitSlots(ctx context.Context, purpose string, limit time.Duration) error
}

// Posting is the purpose of all requests that nobody waits for.
const Posting = "posts"
