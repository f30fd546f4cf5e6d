package main

import (
	"sync"
	"time"
)

// A clock is the playground's clock. It starts with the real time, runs at the same
// speed, and can be wound forward.
type clock struct {
	mu    sync.Mutex
	ahead time.Duration // of the real time
}

// Now returns the playground's time. Everything in the playground uses it.
func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

// windTo winds the clock forward to an instant. It never goes back.
func (c *clock) windTo(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead = max(c.ahead, time.Until(t))
}

// A bell wakes all goroutines that wait for a change.
type bell struct {
	mu   sync.Mutex
	rung chan struct{}
}

func newBell() *bell { return &bell{rung: make(chan struct{})} }

// next returns a channel that is closed when the bell rings next.
func (b *bell) next() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.rung
}

func (b *bell) ring() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.rung)
	b.rung = make(chan struct{})
}
