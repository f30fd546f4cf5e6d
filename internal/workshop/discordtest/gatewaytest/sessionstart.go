package gatewaytest

import (
	"cmp"
	"time"
)

// SessionStart is the shards and limits in the answer to GET /gateway/bot. A zero field
// stands for the default.
type SessionStart struct {
	Shards         int           // default 1
	Total          int           // IDENTIFYs until the reset; default 1000, of which each session takes one
	MaxConcurrency int           // IDENTIFYs in 5 s; default 1
	ResetAfter     time.Duration // default 4 h
}

// SetSessionStarts changes the answer to GET /gateway/bot.
func (g *Gateway) SetSessionStarts(limit SessionStart) { g.starts.Store(&limit) }

// Info returns the body of the answer to GET /gateway/bot.
func (g *Gateway) Info() map[string]any {
	limit := g.starts.Load()
	total := cmp.Or(limit.Total, 1000)
	return map[string]any{
		"url": g.options.URL, "shards": max(1, limit.Shards),
		"session_start_limit": map[string]any{
			"total": total, "remaining": max(0, total-g.Identifies()),
			"reset_after":     cmp.Or(limit.ResetAfter, 4*time.Hour).Milliseconds(),
			"max_concurrency": max(1, limit.MaxConcurrency),
		},
	}
}
