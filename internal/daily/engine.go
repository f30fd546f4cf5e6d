package daily

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"chess960bot/internal/when"
)

// An Engine plans and sends posts. Any number of engines may share a store. New
// makes one.
type Engine struct {
	Options
	pace *rate.Limiter

	mu           sync.Mutex
	limitedUntil time.Time // Discord limits all requests until then

	ahead atomic.Int64 // how far the database's clock is ahead of Now, in nanoseconds
}

// Options are what an Engine needs.
type Options struct {
	Store    Store
	Channels Channels
	Log      *slog.Logger
	Holder   string           // the name on leases, different for every engine
	Now      func() time.Time // the clock, if the store has none
	Timing   Timing
}

// New returns an engine. Run starts it.
func New(o Options) *Engine {
	return &Engine{Options: o, pace: rate.NewLimiter(rate.Limit(o.Timing.Pace), max(1, o.Timing.Pace/4))}
}

// Timing holds the engine's intervals.
type Timing struct {
	CatchUp    time.Duration // how late a post may be sent
	Plan       time.Duration // between two plans
	Idle       time.Duration // between two claims while no post is due
	Lease      time.Duration // for one attempt and the look before it: longer than two Deadlines
	Deadline   time.Duration // for one request
	NonceTrust time.Duration // how long after the first attempt Discord still knows the nonce

	Retry        time.Duration // pause after a failed attempt; doubled up to six times
	RefusedRetry time.Duration // pause after an attempt that Discord refused; doubled up to twice
	GiveUp       time.Duration // how long a channel may refuse posts before it is disabled
	Pace         int           // requests a second; Discord allows a bot 50
}

// StandardTiming is the timing to use; CatchUp is a setting.
var StandardTiming = Timing{
	CatchUp:    6 * time.Hour,
	Plan:       10 * time.Second,
	Idle:       time.Second,
	Lease:      90 * time.Second,
	Deadline:   15 * time.Second,
	NonceTrust: time.Minute,

	Retry:        5 * time.Second,
	RefusedRetry: 15 * time.Minute,
	GiveUp:       7 * 24 * time.Hour,
	Pace:         40,
}

const (
	senders       = 16  // posts being delivered at the same time
	plannedAtOnce = 500 // subscriptions in one transaction
)

// Run plans and sends until the context ends; then it finishes the posts it has
// begun and returns nil. It returns an error only if Discord rejects the token.
func (e *Engine) Run(ctx context.Context) error {
	for {
		err := e.recompute(ctx)
		if err == nil || ctx.Err() != nil {
			break
		}
		e.Log.Error("cannot compute when daily posts are due", "error", err)
		wait(ctx, e.Timing.Plan)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var work sync.WaitGroup
	work.Go(func() { e.keepPlanning(ctx) })
	work.Go(func() { e.keepSending(ctx, cancel) })
	work.Wait()
	if err := context.Cause(ctx); refused(err, Rejected) {
		return err
	}
	return nil
}

func (e *Engine) keepPlanning(ctx context.Context) {
	for {
		if err := e.upkeep(ctx); err != nil && ctx.Err() == nil {
			e.Log.Error("cannot plan daily posts", "error", err)
		}
		if !wait(ctx, e.Timing.Plan) {
			return
		}
	}
}

// keptFor is how long final posts are kept. Nothing reads older posts, and a clock
// that ran ahead is right again long before.
const keptFor = 366 * 24 * time.Hour

// upkeep checks that the store can save posts, plans the posts that are due, and
// deletes old ones.
func (e *Engine) upkeep(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, e.Timing.Deadline)
	defer cancel()
	if err := e.Store.Probe(limited); err != nil {
		return err
	}
	if err := e.plan(ctx); err != nil {
		return err
	}
	limited, cancel = context.WithTimeout(ctx, e.Timing.Deadline)
	defer cancel()
	_, err := e.Store.Prune(limited, e.now().Add(-keptFor))
	return err
}

// readClock measures how far the database's clock is ahead of this machine's. All
// processes share the database's clock, so they agree on which posts are due.
func (e *Engine) readClock(ctx context.Context) error {
	now, ok, err := e.Store.Now(ctx)
	if err == nil && ok {
		e.ahead.Store(int64(now.Sub(e.Now())))
	}
	return err
}

// now returns the time by the database's clock, or by this machine's if the database
// has none.
func (e *Engine) now() time.Time { return e.Now().Add(time.Duration(e.ahead.Load())) }

// keepSending delivers up to senders posts at the same time. It calls fail if
// Discord rejects the token.
func (e *Engine) keepSending(ctx context.Context, fail func(error)) {
	var delivering sync.WaitGroup
	defer delivering.Wait()
	slots := make(chan struct{}, senders)
	for ctx.Err() == nil {
		slots <- struct{}{}
		deliver, err := e.take(ctx)
		if err != nil && ctx.Err() == nil {
			e.Log.Error("cannot take the next daily post", "error", err)
		}
		if deliver == nil {
			<-slots
			wait(ctx, e.Timing.Idle)
			continue
		}
		delivering.Go(func() {
			defer func() { <-slots }()
			if err := deliver(); refused(err, Rejected) {
				fail(err)
			} else if err != nil {
				e.Log.Error("cannot send a daily post", "error", err)
			}
		})
	}
}

// Tick does one round of Run: it plans all subscriptions that are due, and sends
// every post that may be tried now.
func (e *Engine) Tick(ctx context.Context) error {
	if err := e.plan(ctx); err != nil {
		return err
	}
	for {
		deliver, err := e.take(ctx)
		if deliver == nil {
			return err
		}
		if err := deliver(); err != nil {
			return err
		}
	}
}

// wait sleeps for d. It returns false if the context ended first.
func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// recompute corrects the due times of all active subscriptions: a new release may
// have new rules for their time zones.
func (e *Engine) recompute(ctx context.Context) error {
	subs, err := e.Store.Active(ctx)
	if err != nil {
		return fmt.Errorf("read the active subscriptions: %w", err)
	}
	for _, s := range subs {
		zone, err := when.LoadZone(s.Zone)
		if err != nil {
			e.Log.Error("a daily post has an unknown time zone", "channel", s.Channel, "zone", s.Zone)
			continue
		}
		if at, ok := At(s.NextDate, s.Minute, zone); ok && at.Equal(s.NextAt) {
			continue
		}
		_, err = e.change(ctx, s, func(s *Sub) {
			was := s.NextAt
			if at, ok := At(s.NextDate, s.Minute, zone); ok {
				s.NextAt = at
			} else {
				s.NextDate, s.NextAt = Next(s.NextDate.UTC().Add(-24*time.Hour), s.Minute, zone, s.Weekdays)
			}
			e.Log.Info("a daily post has another time", "channel", s.Channel, "was", was, "is", s.NextAt)
		})
		if err != nil {
			return fmt.Errorf("change the next post of channel %s: %w", s.Channel, err)
		}
	}
	return nil
}
