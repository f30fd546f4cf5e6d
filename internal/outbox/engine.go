package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"chess960bot/internal/recent"
	"chess960bot/internal/sleep"
)

// An Engine sends the posts of all kinds. Any number of engines may share a store. New
// makes one.
type Engine struct {
	Options
	started  time.Time // by Now
	refusals recent.Table[*rate.Limiter]
	ahead    atomic.Int64 // how far the database's clock is ahead of Now, in nanoseconds
}

// Options are what an Engine needs.
type Options struct {
	Store    Store
	Channels Channels
	Kinds    []Kind // posts of others wait
	Pace     *Pace
	Log      *slog.Logger
	Holder   string           // the name on leases, different for every engine
	Now      func() time.Time // the clock, if the store has none
	Timing   Timing

	// Settled is called when a post was perhaps in its channel before an attempt, with how
	// the attempt kept it from coming twice.
	Settled func(how Certainty)

	// Tidy deletes old rows that belong to no post. It is called after every plan; nil
	// for nothing to delete.
	Tidy func(ctx context.Context, now time.Time) error
}

// New returns an engine. Run starts it.
func New(o Options) *Engine { return &Engine{Options: o, started: o.Now()} }

// Timing holds the engine's intervals.
type Timing struct {
	Plan       time.Duration // between two plans
	Idle       time.Duration // between two claims while no post is due
	Attempt    time.Duration // for one attempt and the look before it: longer than two Deadlines
	Lease      time.Duration // on a post, renewed while an attempt goes on: longer than a Deadline
	Deadline   time.Duration // for one request
	NonceTrust time.Duration // how long after the first attempt Discord still knows the nonce

	Retry        time.Duration // pause after a failed attempt; doubled up to six times
	RefusedRetry time.Duration // pause after an attempt that Discord refused; doubled up to twice
	Pace         int           // requests a second; Discord allows a bot 50
}

// StandardTiming returns the timing to use.
func StandardTiming() Timing {
	return Timing{
		Plan: 10 * time.Second, Idle: time.Second,
		Attempt: 90 * time.Second, Lease: 30 * time.Second, Deadline: 15 * time.Second, NonceTrust: time.Minute,
		Retry: 5 * time.Second, RefusedRetry: 15 * time.Minute, Pace: 44,
	}
}

// senders is how many posts are delivered at the same time.
const senders = 16

// Run plans and sends until the context ends; then it finishes the posts it has
// begun and returns nil. It returns an error only if Discord rejects the token.
func (e *Engine) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var work sync.WaitGroup
	work.Go(func() {
		for again := true; again; again = sleep.For(ctx, e.Timing.Plan) {
			if err := e.upkeep(ctx); err != nil && ctx.Err() == nil {
				e.Log.Error("cannot plan posts", "error", err)
			}
		}
	})
	work.Go(func() { e.keepSending(ctx, cancel) })
	work.Wait()
	if err := context.Cause(ctx); IsRefusal(err, Rejected) {
		return err
	}
	return nil
}

// KeptFor is how long final posts are kept. Nothing reads older posts, and a clock
// that ran ahead is right again long before.
const KeptFor = 366 * 24 * time.Hour

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
	_, err := e.Store.Prune(limited, e.now().Add(-KeptFor))
	if err != nil || e.Tidy == nil {
		return err
	}
	return e.Tidy(limited, e.now())
}

// plan lets the planners among the kinds plan. One that fails does not keep the others from planning.
func (e *Engine) plan(ctx context.Context) error {
	if err := e.readClock(ctx); err != nil {
		return err
	}
	var failed []error
	for _, k := range e.Kinds {
		if p, ok := k.(Planner); ok {
			if err := p.Plan(ctx, e.now()); err != nil {
				failed = append(failed, fmt.Errorf("%s posts: %w", k.Name(), err))
			}
		}
	}
	return errors.Join(failed...)
}

// readClock measures how far the database's clock is ahead of this machine's. All
// processes share the database's clock, so they agree on which posts are due.
func (e *Engine) readClock(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, e.Timing.Lease)
	defer cancel()
	now, ok, err := e.Store.Now(limited)
	if err == nil && ok {
		e.ahead.Store(int64(now.Sub(e.Now())))
	}
	return err
}

// now returns the time by the database's clock, or by this machine's if the database
// has none.
func (e *Engine) now() time.Time { return e.byDatabase(e.Now()) }

// byDatabase turns a time of this machine's clock into one of the database's.
func (e *Engine) byDatabase(t time.Time) time.Time { return t.Add(time.Duration(e.ahead.Load())) }

// keepSending delivers up to senders posts at the same time. Each sender claims its posts
// itself, so a slow database does not keep them waiting for each other. While no post is
// due, only one sender looks for posts. keepSending calls fail if Discord rejects the token.
func (e *Engine) keepSending(ctx context.Context, fail func(error)) {
	var sending sync.WaitGroup
	idle := make(chan struct{}, 1) // has a value while a sender looks
	for range senders {
		sending.Go(func() {
			for ctx.Err() == nil {
				a := e.claimNext(ctx)
				if a == nil {
					idle <- struct{}{}
					for a = e.claimNext(ctx); a == nil && ctx.Err() == nil; a = e.claimNext(ctx) {
						sleep.For(ctx, e.Timing.Idle)
					}
					<-idle
				}
				if a == nil {
					return
				}
				if err := a.deliver(ctx); IsRefusal(err, Rejected) {
					fail(err)
				} else if err != nil {
					e.Log.Error("cannot send a "+a.post.Kind+" post", "error", err)
				}
			}
		})
	}
	sending.Wait()
}

// claimNext is claim for a sender, which logs the error.
func (e *Engine) claimNext(ctx context.Context) *attempt {
	a, err := e.claim(ctx)
	if err != nil && ctx.Err() == nil {
		e.Log.Error("cannot claim the next post", "error", err)
	}
	return a
}

// Tick does one round of Run: it plans all posts that are due, and sends every post
// that may be tried now.
func (e *Engine) Tick(ctx context.Context) error {
	if err := e.plan(ctx); err != nil {
		return err
	}
	for {
		a, err := e.claim(ctx)
		if a == nil {
			return err
		}
		if err := a.deliver(ctx); err != nil {
			return err
		}
	}
}
