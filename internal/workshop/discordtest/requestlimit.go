package discordtest

import (
	"strings"
	"sync"
	"time"
)

// RequestLimit allows n requests within a second, from all processes of the bot together.
// Discord allows 50. Others are answered with a global 429. Requests about interactions do
// not count, as with Discord. Without this setting there is no limit.
func RequestLimit(n int) Setting { return server(func(s *Server) { s.requestLimit.n = n }) }

// requestLimit has the times of the requests of the last second.
type requestLimit struct {
	mu    sync.Mutex
	n     int // 0 for no limit
	times []time.Time
}

// wait counts a request, or returns how long the bot has to wait.
func (l *requestLimit) wait(q Request) time.Duration {
	if l.n == 0 || strings.HasPrefix(q.Route, "/interactions/") || strings.HasPrefix(q.Route, "/webhooks/") {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	for len(l.times) > 0 && now.Sub(l.times[0]) >= time.Second {
		l.times = l.times[1:]
	}
	if len(l.times) >= l.n {
		return time.Second - now.Sub(l.times[0])
	}
	l.times = append(l.times, now)
	return 0
}
