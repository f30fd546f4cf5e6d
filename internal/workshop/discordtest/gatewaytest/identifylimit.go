package gatewaytest

import (
	"sync"
	"time"
)

// identifyLimit has the time of the last IDENTIFY in each bucket of max_concurrency.
type identifyLimit struct {
	mu   sync.Mutex
	last map[int]time.Time
}

// mayIdentify notes an IDENTIFY, and reports whether the last one of the same bucket was
// long enough ago.
func (g *Gateway) mayIdentify(shard int) bool {
	g.identifyLimit.mu.Lock()
	defer g.identifyLimit.mu.Unlock()
	bucket, now := shard%max(1, g.starts.Load().MaxConcurrency), time.Now()
	if g.options.IdentifyApart > 0 && now.Sub(g.identifyLimit.last[bucket]) < g.options.IdentifyApart {
		return false
	}
	if g.identifyLimit.last == nil {
		g.identifyLimit.last = map[int]time.Time{}
	}
	g.identifyLimit.last[bucket] = now
	return true
}
