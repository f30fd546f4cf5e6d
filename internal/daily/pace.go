package daily

import (
	"context"
	"errors"
	"time"
)

// awaitTurn waits until the pace allows another request and no global limit is in
// force.
func (e *Engine) awaitTurn(ctx context.Context) error {
	if err := e.pace.Wait(ctx); err != nil {
		return err
	}
	for limit := e.globalLimit(); limit != nil; limit = e.globalLimit() {
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
func (e *Engine) globalLimit() *Refusal {
	e.mu.Lock()
	defer e.mu.Unlock()
	left := time.Until(e.limitedUntil)
	if left <= 0 {
		return nil
	}
	return &Refusal{Kind: Limited, RetryAfter: left, Err: errors.New("all requests of the bot are limited by Discord")}
}

// noteGlobalLimit makes all requests wait if the error is a global limit, and
// returns the error. A new limit never shortens one that is already in force.
func (e *Engine) noteGlobalLimit(err error) error {
	if r, ok := errors.AsType[*Refusal](err); ok && r.Global {
		e.mu.Lock()
		defer e.mu.Unlock()
		if until := time.Now().Add(r.RetryAfter); until.After(e.limitedUntil) {
			e.limitedUntil = until
			e.Log.Warn("Discord limits all requests: daily posts wait", "retry_after", r.RetryAfter)
		}
	}
	return err
}

// maxTries is how often retry makes a request at most.
const maxTries = 3

// retry makes a request that may safely be repeated. It tries again after a
// failure that may pass: of Discord's servers, of the network, or a rate limit
// that ends before the context does.
func (e *Engine) retry(ctx context.Context, request func(context.Context) error) error {
	for try := 1; ; try++ {
		if err := e.awaitTurn(ctx); err != nil {
			return err
		}
		limited, cancel := context.WithTimeout(ctx, e.Timing.Deadline/maxTries)
		err := e.noteGlobalLimit(request(limited))
		cancel()
		pause := e.Timing.Deadline / 30
		if r, ok := errors.AsType[*Refusal](err); ok {
			if r.Kind != Limited {
				return err
			}
			pause = r.RetryAfter
		}
		if deadline, ok := ctx.Deadline(); err == nil || try == maxTries || ok && time.Until(deadline) < pause || !wait(ctx, pause) {
			return err
		}
	}
}
