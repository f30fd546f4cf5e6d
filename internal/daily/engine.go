package daily

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// An Engine plans and sends posts. Any number of engines may share a store. Make
// it with New.
type Engine struct {
	Options
	pace *rate.Limiter

	mu        sync.Mutex
	heldUntil time.Time // Discord limits all requests until then
}

// Options are what an Engine works with.
type Options struct {
	Store    Store
	Channels Channels
	Log      *slog.Logger
	Holder   string           // the name for leases, unlike any other engine's
	Now      func() time.Time // the clock
	Timing   Timing
}

// New makes an engine that does nothing yet.
func New(o Options) *Engine {
	return &Engine{Options: o, pace: rate.NewLimiter(rate.Limit(o.Timing.Pace), max(1, o.Timing.Pace/4))}
}

// Timing are the engine's intervals. StandardTiming has those to use.
type Timing struct {
	CatchUp    time.Duration // how late a post may be sent
	Plan       time.Duration // between looks at what is due
	Idle       time.Duration // between looks at what is to be sent, where nothing was
	Lease      time.Duration // for one attempt, a look and a send: longer than two Deadlines
	Deadline   time.Duration // for one request
	NonceTrust time.Duration // after the first attempt, while Discord knows the nonce
	Retry      time.Duration // after the first attempt that failed; doubled with each
	Patience   time.Duration // after the first attempt that Discord refused; doubled twice
	GiveUp     time.Duration // after which a channel that refuses is disabled
	Pace       int           // requests a second; Discord allows a bot 50
}

// StandardTiming is the timing to use. CatchUp may be set otherwise.
var StandardTiming = Timing{
	CatchUp:    6 * time.Hour,
	Plan:       10 * time.Second,
	Idle:       time.Second,
	Lease:      90 * time.Second,
	Deadline:   15 * time.Second,
	NonceTrust: time.Minute,
	Retry:      5 * time.Second,
	Patience:   15 * time.Minute,
	GiveUp:     7 * 24 * time.Hour,
	Pace:       40,
}

const (
	senders       = 16  // posts on their way at the same time
	plannedAtOnce = 500 // subscriptions in one transaction
)

// Run plans and sends until the context ends; then it finishes what it has begun
// and returns nil. An error says that trying again is of no use.
func (e *Engine) Run(ctx context.Context) error {
	for {
		err := e.recompute(ctx)
		if err == nil || ctx.Err() != nil {
			break
		}
		e.Log.Error("cannot work out when daily posts are due", "error", err)
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
		if err := e.plan(ctx); err != nil && ctx.Err() == nil {
			e.Log.Error("cannot plan daily posts", "error", err)
		}
		if !wait(ctx, e.Timing.Plan) {
			return
		}
	}
}

// keepSending has up to so many posts on their way at the same time. It gives up
// by fail where no post can be sent any more.
func (e *Engine) keepSending(ctx context.Context, fail func(error)) {
	var delivering sync.WaitGroup
	defer delivering.Wait()
	places := make(chan struct{}, senders)
	for ctx.Err() == nil {
		places <- struct{}{}
		deliver, err := e.take(ctx)
		if err != nil && ctx.Err() == nil {
			e.Log.Error("cannot take the next daily post", "error", err)
		}
		if deliver == nil {
			<-places
			wait(ctx, e.Timing.Idle)
			continue
		}
		delivering.Go(func() {
			defer func() { <-places }()
			if err := deliver(); refused(err, Rejected) {
				fail(err)
			} else if err != nil {
				e.Log.Error("cannot send a daily post", "error", err)
			}
		})
	}
}

// Tick does at once what Run would do as time goes by: it plans what is due and
// sends until nothing is left that may be tried now.
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

// wait reports false if the context ended first.
func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// recompute works out anew when the active subscriptions are due: the time zones
// may have changed since.
func (e *Engine) recompute(ctx context.Context) error {
	subs, err := e.Store.Active(ctx)
	if err != nil {
		return fmt.Errorf("read the active subscriptions: %w", err)
	}
	for _, s := range subs {
		place, _, err := LoadZone(s.Zone)
		if err != nil {
			e.Log.Error("a daily post has an unknown time zone", "channel", s.Channel, "zone", s.Zone)
			continue
		}
		if at, ok := At(s.NextDate, s.Minute, place); ok && at.Equal(s.NextAt) {
			continue
		}
		_, err = e.change(ctx, s, func(s *Sub) {
			was := s.NextAt
			if at, ok := At(s.NextDate, s.Minute, place); ok {
				s.NextAt = at
			} else {
				s.NextDate, s.NextAt = Next(s.NextDate.utc().Add(-24*time.Hour), s.Minute, place)
			}
			e.Log.Info("a daily post has another time", "channel", s.Channel, "was", was, "is", s.NextAt)
		})
		if err != nil {
			return fmt.Errorf("change the next post of channel %s: %w", s.Channel, err)
		}
	}
	return nil
}
