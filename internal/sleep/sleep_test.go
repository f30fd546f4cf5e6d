package sleep

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// A context that has ended gives the wait up, even if there was nothing left to wait for.
func TestSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		if !For(ctx, time.Hour) || !For(ctx, -time.Hour) {
			t.Error("a wait was given up")
		}
		cancel()
		for range 100 {
			if For(ctx, -time.Hour) {
				t.Fatal("the wait was not given up")
			}
		}
	})
}
