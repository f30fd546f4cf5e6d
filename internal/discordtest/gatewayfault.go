package discordtest

import (
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// GatewayFault is what a connection to the gateway does out of the ordinary. Its
// zero value changes nothing.
type GatewayFault struct {
	Refuse    int      // HTTP status in place of the upgrade to a WebSocket
	Silent    bool     // nothing is sent, not even HELLO
	Packets   []string // sent in place of HELLO
	First     []string // sent after HELLO, before anything else
	NoReady   bool     // identify and resume get no answer
	NoAck     bool     // heartbeats get none
	Packed    bool     // everything is compressed, though nobody asked for it
	ResumeURL string   // in READY, in place of the server's own resume URL
	Close     int      // code with which the connection is closed in answer to identify or resume
}

// GatewayFaults asks f about each connection to the gateway, with its number from
// 1; nil changes nothing. One call is over before the next.
func GatewayFaults(f func(n int) *GatewayFault) Setting {
	return func(s *Server) { s.gateway.faults.f = f }
}

// gatewayFaults is the function given to GatewayFaults; the lock is held while it
// runs.
type gatewayFaults struct {
	mu sync.Mutex
	n  int
	f  func(int) *GatewayFault
}

func (g *gatewayFaults) next() GatewayFault {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.n++
	if g.f != nil {
		if fault := g.f(g.n); fault != nil {
			return *fault
		}
	}
	return GatewayFault{}
}

// Connections counts the connections to the gateway, also the refused ones.
func (s *Server) Connections() int {
	s.gateway.faults.mu.Lock()
	defer s.gateway.faults.mu.Unlock()
	return s.gateway.faults.n
}

// greet sends HELLO, or what the fault says.
func (l *link) greet(interval time.Duration) {
	if l.fault.Packets == nil {
		l.send(opHello, map[string]any{"heartbeat_interval": interval.Milliseconds(), "_trace": []string{"discordtest"}})
	}
	for _, packets := range [][]string{l.fault.Packets, l.fault.First} {
		for _, p := range packets {
			l.write(websocket.TextMessage, []byte(p))
		}
	}
}

// upset does what the fault says in answer to identify or resume; done if that is
// all.
func (l *link) upset() (done, goesOn bool) {
	if l.fault.Close != 0 {
		l.hangUp(l.fault.Close, "")
		return true, false
	}
	return l.fault.NoReady, true
}

// SendFrame sends a WebSocket message of a kind, [websocket.TextMessage] or
// [websocket.BinaryMessage], over all connections to the gateway.
func (s *Server) SendFrame(kind int, payload []byte) {
	s.each(func(l *link) { l.write(kind, payload) })
}

// DeliverTwice makes every interaction come twice, as after a resume.
func DeliverTwice() Setting { return func(s *Server) { s.gateway.twice = true } }

// SessionStart is what GET /gateway/bot says. All that is 0 stays as it is: one
// shard, 1000 identifies of which each session takes one, one at a time.
type SessionStart struct {
	Shards         int
	Total          int // identifies until the reset
	MaxConcurrency int
	ResetAfter     time.Duration
}

// SessionStarts sets what GET /gateway/bot says.
func SessionStarts(limit SessionStart) Setting {
	return func(s *Server) { s.SetSessionStarts(limit) }
}

// SetSessionStarts changes it later.
func (s *Server) SetSessionStarts(limit SessionStart) { s.gateway.limit.Store(&limit) }

type sessionStart = atomic.Pointer[SessionStart]

func (s *Server) getGatewayBot(*call) (result, error) {
	limit := SessionStart{Shards: 1, Total: 1000, MaxConcurrency: 1, ResetAfter: 4 * time.Hour}
	if set := s.gateway.limit.Load(); set != nil {
		limit.Shards, limit.MaxConcurrency = max(limit.Shards, set.Shards), max(limit.MaxConcurrency, set.MaxConcurrency)
		if set.Total != 0 {
			limit.Total = set.Total
		}
		if set.ResetAfter != 0 {
			limit.ResetAfter = set.ResetAfter
		}
	}
	return result{http.StatusOK, map[string]any{
		"url": s.gatewayURL(), "shards": limit.Shards,
		"session_start_limit": map[string]any{
			"total": limit.Total, "remaining": max(0, limit.Total-s.Identifies()),
			"reset_after": limit.ResetAfter.Milliseconds(), "max_concurrency": limit.MaxConcurrency,
		},
	}}, nil
}
