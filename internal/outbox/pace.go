package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"chess960bot/internal/sleep"
)

// A Pace limits all requests that nobody waits for: posts, looks, and what kinds ask of
// Discord themselves. All processes that share the Slots keep the pace together. NewPace
// makes one.
type Pace struct {
	slots    Slots
	apart    time.Duration // between two slots
	deadline time.Duration
	log      *slog.Logger

	waiting   atomic.Int32  // requests without a slot
	reserving chan struct{} // has a value while one of them reserves
	reserved  []time.Time   // slots that no request has yet, perhaps passed; only for the one that reserves
	own       time.Time     // the next slot of this process's own share; only for the one that reserves
	aloneTill time.Time     // the slots of all processes are not asked for until then; only for the one that reserves

	mu           sync.Mutex
	limitedSince time.Time
	limitedUntil time.Time     // Discord limits all requests until then, as far as this process knows
	waitUntil    time.Time     // requests wait until then: Discord may end a long limit early
	look         time.Duration // the longest wait now
}

// NewPace returns a pace of Timing.Pace requests a second.
func NewPace(t Timing, slots Slots, log *slog.Logger) *Pace {
	return &Pace{
		slots: slots, apart: time.Second / time.Duration(t.Pace), deadline: t.Deadline, log: log,
		reserving: make(chan struct{}, 1),
	}
}

// missedSlot is how late a request may be for its slot: its process may have been suspended,
// or the slot was reserved for a request that gave up. Late requests would otherwise come all
// at once, as others come in time. Discord allows 50 in a second, six more than the pace.
const missedSlot = 100 * time.Millisecond

// Wait waits until the pace allows another request and no global limit is in force. It
// returns a *Refusal at once if a limit lasts longer than the context.
func (p *Pace) Wait(ctx context.Context) error {
	for ctx.Err() == nil {
		at, err := p.slot(ctx)
		if err == nil && !sleep.For(ctx, time.Until(at)) {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		switch limit := p.globalLimit(); {
		case limit == nil && time.Since(at) <= missedSlot:
			return nil
		case limit == nil:
		case endsSooner(ctx, limit.RetryAfter):
			return limit
		case !sleep.For(ctx, limit.RetryAfter):
			return ctx.Err()
		}
	}
	return ctx.Err()
}

// endsSooner reports whether the context has a deadline that comes before d has passed.
func endsSooner(ctx context.Context, d time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return ok && time.Until(deadline) < d
}

// slot returns the next slot. One request at a time reserves, for all that wait meanwhile:
// so a slow database does not slow the pace, and no slot is reserved in vain. During a
// limit slot notes the limit and returns the zero time.
func (p *Pace) slot(ctx context.Context) (at time.Time, err error) {
	p.waiting.Add(1)
	defer p.waiting.Add(-1)
	select {
	case p.reserving <- struct{}{}:
		defer func() { <-p.reserving }()
	case <-ctx.Done():
		return at, ctx.Err()
	}
	if len(p.reserved) == 0 {
		if err := p.reserve(ctx); err != nil || len(p.reserved) == 0 {
			return at, err
		}
	}
	at, p.reserved = p.reserved[0], p.reserved[1:]
	return at, nil
}

// A process that cannot reserve the slots of all has a share of its own for a while. It does
// not know how many others there are: up to ownShare processes keep the pace together.
const (
	ownShare  = 4
	aloneTime = 10 * time.Second
)

// reserve reserves a slot for each request that waits.
func (p *Pace) reserve(ctx context.Context) error {
	n := int(p.waiting.Load())
	if time.Now().Before(p.aloneTill) {
		p.reserveOwn(n)
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, p.deadline)
	defer cancel()
	wait, limit, err := p.slots.ReserveSlots(limited, Posting, n, p.apart)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		p.log.Warn("cannot share the pace of posts with other processes: this one posts more slowly", "error", err)
		p.aloneTill = time.Now().Add(aloneTime)
		p.reserveOwn(n)
	case limit > 0:
		p.noteLimit(limit)
	default:
		p.addSlots(time.Now().Add(wait), n, p.apart)
	}
	return nil
}

// reserveOwn reserves slots of this process's own share.
func (p *Pace) reserveOwn(n int) {
	if now := time.Now(); p.own.Before(now) {
		p.own = now
	}
	p.own = p.addSlots(p.own, n, ownShare*p.apart)
}

// addSlots adds n slots, and returns when the next would be.
func (p *Pace) addSlots(first time.Time, n int, apart time.Duration) (next time.Time) {
	for next = first; n > 0; n-- {
		p.reserved = append(p.reserved, next)
		next = next.Add(apart)
	}
	return next
}

// Check returns an error while the slots of all processes cannot be reserved, and while
// Discord limits all requests for more than a minute.
func (p *Pace) Check(ctx context.Context) error {
	p.mu.Lock()
	since, until, wait := p.limitedSince, p.limitedUntil, p.waitUntil
	p.mu.Unlock()
	if time.Now().Before(wait) && until.Sub(since) > firstLook {
		return fmt.Errorf("posts wait, because Discord limits all requests until %s; the next is tried at %s",
			until.UTC().Format(time.RFC3339), wait.UTC().Format(time.RFC3339))
	}
	if _, _, err := p.slots.ReserveSlots(ctx, Posting, 0, 0); err != nil {
		return fmt.Errorf("the processes do not share the pace of posts, so posts come more slowly: %w", err)
	}
	return nil
}

// globalLimit returns a refusal while Discord limits all requests, otherwise nil.
// The limit runs in real time, not by the engine's clock.
func (p *Pace) globalLimit() *Refusal {
	p.mu.Lock()
	defer p.mu.Unlock()
	left := time.Until(p.waitUntil)
	if left <= 0 {
		return nil
	}
	return &Refusal{Trouble: Limited, RetryAfter: left, Err: errors.New("all requests of the bot are limited by Discord")}
}

// noteGlobalLimit makes the requests of all processes wait if the error is a global limit,
// and returns the error.
func (p *Pace) noteGlobalLimit(ctx context.Context, err error) error {
	r, ok := errors.AsType[*Refusal](err)
	if !ok || !r.Global {
		return err
	}
	shorter := *r
	shorter.RetryAfter = p.noteLimit(r.RetryAfter)
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), p.deadline)
	defer cancel()
	if err := p.slots.LimitSlots(limited, Posting, shorter.RetryAfter); err != nil {
		p.log.Warn("cannot tell other processes that Discord limits all requests", "error", err)
	}
	return &shorter
}

// firstLook is how long a longer limit keeps all requests waiting before the next one. Each time
// Discord still limits it, the wait is doubled.
const firstLook = time.Minute

// noteLimit makes the requests of this process wait, and returns how long. A new limit never
// shortens one that is already in force.
func (p *Pace) noteLimit(limit time.Duration) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	switch {
	case now.Before(p.waitUntil): // the request was on its way
	case now.Before(p.limitedUntil):
		p.look *= 2
	default:
		p.limitedSince, p.look = now, firstLook
	}
	wait := min(limit, p.look)
	if !now.Before(p.waitUntil) {
		p.log.Warn("Discord limits all requests: posts wait", "retry_after", limit, "again_in", wait)
	}
	if until := now.Add(limit); until.After(p.limitedUntil) {
		p.limitedUntil = until
	}
	if until := now.Add(wait); until.After(p.waitUntil) {
		p.waitUntil = until
	}
	return p.waitUntil.Sub(now)
}

// maxTries is how often Retry makes a request at most.
const maxTries = 3

// A Retry is Pace.Retry.
type Retry = func(ctx context.Context, request func(context.Context) error) error

// Retry makes a request that may safely be repeated. It tries again after a
// failure that may pass: of Discord's servers, of the network, or a rate limit
// that ends before the context does.
func (p *Pace) Retry(ctx context.Context, request func(context.Context) error) error {
	for try := 1; ; try++ {
		if err := p.Wait(ctx); err != nil {
			return err
		}
		limited, cancel := context.WithTimeout(ctx, p.deadline/maxTries)
		err := p.noteGlobalLimit(ctx, request(limited))
		cancel()
		pause := p.deadline / 30
		if r, ok := errors.AsType[*Refusal](err); ok {
			if r.Trouble != Limited {
				return err
			}
			pause = r.RetryAfter
		}
		if err == nil || try == maxTries || endsSooner(ctx, pause) || !sleep.For(ctx, pause) {
			return err
		}
	}
}

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
