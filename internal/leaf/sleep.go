package leaf

import (
	"context"
	"time"
)

// Sleep waits for d. It returns false if the context has ended.
func Sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return ctx.Err() == nil // both may have been ready
	}
}
