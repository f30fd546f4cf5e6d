package discordapi

import (
	"context"
	"log/slog"
	"time"
)

const (
	attempts   = 3                      // of Repeat
	firstPause = 250 * time.Millisecond // of Repeat, before the second attempt
	growth     = 3                      // from one pause of Repeat to the next

	firstWait   = time.Second // of Insist
	longestWait = time.Minute
)

// Repeat makes a request that may arrive twice. It makes up to three attempts,
// while the context lasts, where the failure is temporary: the pauses grow, and
// are at least as long as a rate limit demands.
func (c *Client) Repeat(ctx context.Context, method, endpoint string, body Body) (answer []byte, err error) {
	pause := firstPause
	for attempt := 1; ; attempt++ {
		answer, err = c.Do(ctx, method, endpoint, body)
		if err == nil || !Temporary(err) || attempt == attempts {
			return answer, err
		}
		wait := max(pause, RetryAfter(err))
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < wait || !sleep(ctx, wait) {
			return nil, err
		}
		pause *= growth
	}
}

// Insist does a task until it succeeds or the context ends, and then returns nil.
// It returns the error of a rejected token, which no further attempt can mend.
func Insist(ctx context.Context, log *slog.Logger, task func(context.Context) error) error {
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
		if !sleep(ctx, pause) {
			return nil
		}
	}
}

// sleep waits, and reports false if the context ended first.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
