package discordtest

import (
	"maps"
	"time"

	"chess960bot/internal/workshop/discordtest/gatewaytest"
)

// Setting is an option of Start.
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
// time.Now. Ids increase even if the clock stands still or goes back. Deadlines of
// interactions and the gateway do not use this clock. Many goroutines call now.
func Clock(now func() time.Time) Setting { return server(func(s *Server) { s.ids.now = now }) }

// NonceWindow is how long a repeated nonce returns the first message; 0 for never. The default
// is 5 min.
func NonceWindow(d time.Duration) Setting { return server(func(s *Server) { s.nonceWindow = d }) }

// BareAttachments leaves the list of attachments out of V2 messages that the bot gets.
// Discord may do so, because the components name the files.
func BareAttachments() Setting { return server(func(s *Server) { s.bare = true }) }

// Faults sets the function for [Server.SetFaults].
func Faults(f func(Request) *Fault) Setting { return server(func(s *Server) { s.SetFaults(f) }) }

// Heartbeat is the interval that the gateway's HELLO asks for. The default is
// Discord's, 41.25 s. A connection without a heartbeat for twice as long is closed.
func Heartbeat(d time.Duration) Setting {
	return gateway(func(g *gatewaytest.Options) { g.Heartbeat = d })
}

// GatewayFault changes the gateway's behaviour on one connection.
type GatewayFault = gatewaytest.Fault

// GatewayFaults calls f for each connection to the gateway, with its number from 1. A nil
// fault changes nothing. One call ends before the next begins.
func GatewayFaults(f func(n int) *GatewayFault) Setting {
	return gateway(func(g *gatewaytest.Options) { g.Faults = f })
}

// DeliverTwice makes every interaction come twice, as may happen after a resume.
func DeliverTwice() Setting {
	return gateway(func(g *gatewaytest.Options) { g.DeliverTwice = true })
}

// EverySession sends each event to all sessions of its shard, as Discord does. Two sets of
// sessions with different numbers of shards then get the same interactions, and Discord's
// refusal of a second answer is no mistake of the bot. Without this setting only the newest
// session gets an event.
func EverySession() Setting {
	return func(s *Server, g *gatewaytest.Options) { s.overlapping, g.EverySession = true, true }
}

// SessionStart is the shards and limits in the answer to GET /gateway/bot.
type SessionStart = gatewaytest.SessionStart

// SessionStarts sets the answer to GET /gateway/bot. [Server.SetSessionStarts] changes it
// later.
func SessionStarts(limit SessionStart) Setting {
	return gateway(func(g *gatewaytest.Options) { g.Starts = limit })
}

// IdentifyApart is the time between two IDENTIFYs of shards in the same bucket of
// max_concurrency. Discord asks for 5 s. Earlier ones get op 9. Without this setting the bot
// may identify at any time.
func IdentifyApart(d time.Duration) Setting {
	return gateway(func(g *gatewaytest.Options) { g.IdentifyApart = d })
}

// ErrNoBot means that no bot is connected to the gateway.
var ErrNoBot = gatewaytest.ErrNoBot

// Registered makes the server begin with the commands that are registered with another one, as
// after a restart of the bot.
func Registered(earlier *Server) Setting {
	commands := earlier.registry.all() // decodes them once for all later servers
	earlier.registry.mu.RLock()
	defer earlier.registry.mu.RUnlock()
	scopes := maps.Clone(earlier.registry.scopes)
	return server(func(s *Server) { s.registry.scopes, s.registry.commands = maps.Clone(scopes), commands })
}
