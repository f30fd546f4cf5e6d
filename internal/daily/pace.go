package daily

import (
	"context"
	"errors"
	"time"
)

// turn waits until a request may be made: as the pace allows, and not while
// Discord limits all of the bot's requests.
func (e *Engine) turn(ctx context.Context) error {
	if err := e.pace.Wait(ctx); err != nil {
		return err
	}
	for left := e.held(); left != nil; left = e.held() {
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < left.RetryAfter {
			return left
		}
		if !wait(ctx, left.RetryAfter) {
			return ctx.Err()
		}
	}
	return nil
}

// held returns a refusal for as long as Discord limits all requests, and then
// nil. That is real time, unlike that of the clock.
func (e *Engine) held() *Refusal {
	e.mu.Lock()
	defer e.mu.Unlock()
	left := time.Until(e.heldUntil)
	if left <= 0 {
		return nil
	}
	return &Refusal{Kind: Limited, RetryAfter: left, Err: errors.New("Discord limits all requests of the bot")}
}

// heed holds all requests if an answer says so. It returns the answer.
func (e *Engine) heed(err error) error {
	if r, ok := errors.AsType[*Refusal](err); ok && r.Global {
		e.mu.Lock()
		defer e.mu.Unlock()
		if until := time.Now().Add(r.RetryAfter); until.After(e.heldUntil) {
			e.heldUntil = until
			e.Log.Warn("Discord limits all requests: daily posts wait", "retry_after", r.RetryAfter)
		}
	}
	return err
}

// mostTries is how often a request is made that may be repeated without harm.
const mostTries = 3

// ask makes such a request in its turn, and again where it failed for a reason
// that may pass: Discord's servers, the way to them, or a limit that is over
// before the context's deadline.
func (e *Engine) ask(ctx context.Context, request func(context.Context) error) error {
	for try := 1; ; try++ {
		if err := e.turn(ctx); err != nil {
			return err
		}
		limited, cancel := context.WithTimeout(ctx, e.Timing.Deadline/mostTries)
		err := e.heed(request(limited))
		cancel()
		pause := e.Timing.Deadline / 30
		if r, ok := errors.AsType[*Refusal](err); ok {
			if r.Kind != Limited {
				return err
			}
			pause = r.RetryAfter
		}
		if deadline, ok := ctx.Deadline(); err == nil || try == mostTries || ok && time.Until(deadline) < pause || !wait(ctx, pause) {
			return err
		}
	}
}
