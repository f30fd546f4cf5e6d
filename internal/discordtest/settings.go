package discordtest

import (
	"time"

	"chess960bot/internal/discordtest/gatewaytest"
)

// Setting changes how a Server plays Discord.
type Setting func(*Server, *gatewaytest.Options)

func server(set func(*Server)) Setting {
	return func(s *Server, _ *gatewaytest.Options) { set(s) }
}

func gateway(set func(*gatewaytest.Options)) Setting {
	return func(_ *Server, g *gatewaytest.Options) { set(g) }
}

// Deadline is the time for the first answer to an interaction. The default is
// Discord's, 3 s.
func Deadline(d time.Duration) Setting { return server(func(s *Server) { s.deadline = d }) }

// TokenLife is how long an interaction's token works. The default is Discord's, 15 min.
func TokenLife(d time.Duration) Setting { return server(func(s *Server) { s.tokenLife = d }) }

// History is how many requests, and how many messages of each channel, are remembered.
// The default is 2000.
func History(n int) Setting {
	return server(func(s *Server) { s.history.limit, s.shelf.limit, s.record.limit = n, 2*n, n })
}

// Clock is the clock for the times and ids of messages and threads. The default is
// time.Now. Ids rise even if the clock stands or goes back. Deadlines of interactions
// and the gateway do not use this clock. Many goroutines read it.
func Clock(now func() time.Time) Setting { return server(func(s *Server) { s.ids.now = now }) }

// NonceWindow is how long a repeated nonce returns the first message. The default is 5 min.
func NonceWindow(d time.Duration) Setting { return server(func(s *Server) { s.nonceWindow = d }) }

// BareAttachments leaves the attachments out of messages of components alone, as the
// bot gets them. The components name the files, and Discord may list them only there.
func BareAttachments() Setting { return server(func(s *Server) { s.bare = true }) }

// Faults sets the function for [Server.SetFaults].
func Faults(f func(Request) *Fault) Setting { return server(func(s *Server) { s.SetFaults(f) }) }

// Heartbeat is the interval that the gateway's HELLO asks for. The default is
// Discord's, 41.25 s. A connection without a heartbeat for twice as long is closed.
func Heartbeat(d time.Duration) Setting {
	return gateway(func(g *gatewaytest.Options) { g.Heartbeat = d })
}

// GatewayFault is how a connection to the gateway differs from a normal one.
type GatewayFault = gatewaytest.Fault

// GatewayFaults asks f about each connection to the gateway, with its number from 1.
// nil changes nothing. One call ends before the next begins.
func GatewayFaults(f func(n int) *GatewayFault) Setting {
	return gateway(func(g *gatewaytest.Options) { g.Faults = f })
}

// DeliverTwice makes every interaction come twice, as may happen after a resume.
func DeliverTwice() Setting {
	return gateway(func(g *gatewaytest.Options) { g.DeliverTwice = true })
}

// SessionStart is what GET /gateway/bot says about shards and limits.
type SessionStart = gatewaytest.SessionStart

// SessionStarts sets what GET /gateway/bot says. [Server.SetSessionStarts] changes
// that later.
func SessionStarts(limit SessionStart) Setting {
	return gateway(func(g *gatewaytest.Options) { g.Starts = limit })
}

// ErrNoBot means that no bot is connected to the gateway.
var ErrNoBot = gatewaytest.ErrNoBot
