package rest

import (
	"context"
	"log/slog"
	"time"

	"chess960bot/internal/leaf"
)

const (
	attempts   = 3                      // of Retry
	firstPause = 250 * time.Millisecond // of Retry, before the second attempt
	growth     = 3                      // factor from one pause of Retry to the next

	firstWait   = time.Second // of KeepTrying
	longestWait = time.Minute // of KeepTrying
)

// Retry makes a request that may safely arrive twice. It tries up to three times,
// after temporary failures and until the context ends. The pauses grow, and are at
// least as long as a rate limit requires.
func (c *Client) Retry(ctx context.Context, method, endpoint string, body Body) (answer []byte, err error) {
	pause := firstPause
	for attempt := 1; ; attempt++ {
		answer, err = c.Do(ctx, method, endpoint, body)
		if err == nil || !Temporary(err) || attempt == attempts {
			return answer, err
		}
		wait := max(pause, RetryAfter(err))
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait || !leaf.Sleep(ctx, wait) {
			return nil, err
		}
		pause *= growth
	}
}

// KeepTrying runs a task until it succeeds or the context ends, and then returns nil.
// Only for a rejected token it returns the error at once: another attempt cannot
// help.
func KeepTrying(ctx context.Context, log *slog.Logger, task func(context.Context) error) error {
	for wait := firstWait; ; wait = min(2*wait, longestWait) {
		err := task(ctx)
		if err == nil || ctx.Err() != nil {
			return nil
		}
		if TokenRejected(err) {
			return err
		}
		pause := max(wait, RetryAfter(err))
		log.Error("request to Discord failed", "error", err, "again_in", pause.String())
		if !leaf.Sleep(ctx, pause) {
			return nil
		}
	}
}
