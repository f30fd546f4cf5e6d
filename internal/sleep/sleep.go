// Package sleep has a wait that can be given up.
package sleep

import (
	"context"
	"time"
)

// For waits for d. It returns false if the context has ended.
func For(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return ctx.Err() == nil // both may have been ready
	}
}
