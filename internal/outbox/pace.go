package outbox

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A Pace limits all requests that nobody waits for: posts, looks, and what kinds ask of
// Discord themselves. NewPace makes one.
type Pace struct {
	limiter  *rate.Limiter
	deadline time.Duration
	log      *slog.Logger

	mu           sync.Mutex
	limitedUntil time.Time // Discord limits all requests until then
}

// NewPace returns a pace of Timing.Pace requests a second.
func NewPace(t Timing, log *slog.Logger) *Pace {
	return &Pace{limiter: rate.NewLimiter(rate.Limit(t.Pace), max(1, t.Pace/4)), deadline: t.Deadline, log: log}
}

// Wait waits until the pace allows another request and no global limit is in force.
func (p *Pace) Wait(ctx context.Context) error {
	if err := p.limiter.Wait(ctx); err != nil {
		return err
	}
	for limit := p.globalLimit(); limit != nil; limit = p.globalLimit() {
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < limit.RetryAfter {
			return limit
		}
		if !wait(ctx, limit.RetryAfter) {
			return ctx.Err()
		}
	}
	return nil
}

// globalLimit returns a refusal while Discord limits all requests, otherwise nil.
// The limit runs in real time, not by the engine's clock.
func (p *Pace) globalLimit() *Refusal {
	p.mu.Lock()
	defer p.mu.Unlock()
	left := time.Until(p.limitedUntil)
	if left <= 0 {
		return nil
	}
	return &Refusal{Trouble: Limited, RetryAfter: left, Err: errors.New("all requests of the bot are limited by Discord")}
}

// noteGlobalLimit makes all requests wait if the error is a global limit, and
// returns the error. A new limit never shortens one that is already in force.
func (p *Pace) noteGlobalLimit(err error) error {
	if r, ok := errors.AsType[*Refusal](err); ok && r.Global {
		p.mu.Lock()
		defer p.mu.Unlock()
		if until := time.Now().Add(r.RetryAfter); until.After(p.limitedUntil) {
			p.limitedUntil = until
			p.log.Warn("Discord limits all requests: posts wait", "retry_after", r.RetryAfter)
		}
	}
	return err
}

// maxTries is how often Retry makes a request at most.
const maxTries = 3

// Retry makes a request that may safely be repeated. It tries again after a
// failure that may pass: of Discord's servers, of the network, or a rate limit
// that ends before the context does.
func (p *Pace) Retry(ctx context.Context, request func(context.Context) error) error {
	if err := p.Wait(ctx); err != nil {
		return err
	}
	return p.retry(ctx, request)
}

// retry is Retry for a request whose turn it already is.
func (p *Pace) retry(ctx context.Context, request func(context.Context) error) error {
	for try := 1; ; try++ {
		limited, cancel := context.WithTimeout(ctx, p.deadline/maxTries)
		err := p.noteGlobalLimit(request(limited))
		cancel()
		pause := p.deadline / 30
		if r, ok := errors.AsType[*Refusal](err); ok {
			if r.Trouble != Limited {
				return err
			}
			pause = r.RetryAfter
		}
		if deadline, ok := ctx.Deadline(); err == nil || try == maxTries || ok && time.Until(deadline) < pause || !wait(ctx, pause) {
			return err
		}
		if err := p.Wait(ctx); err != nil {
			return err
		}
	}
}
