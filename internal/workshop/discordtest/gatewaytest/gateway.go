// Package gatewaytest plays Discord's gateway: sessions and shards, heartbeats,
// resumes, close codes, and many of the ways in which a connection fails.
//
// A [Gateway] serves WebSockets at two addresses, the normal one and the
// resume_gateway_url that READY names. A client's mistake closes the connection with
// the code that Discord uses, and is reported to [Options].Broken. Methods such as
// [Gateway.Drop] and the function [Options].Faults make the gateway itself misbehave.
//
// The package has no REST API and no messages. Package discordtest adds them.
package gatewaytest

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// Options configure a Gateway.
type Options struct {
	Token             string // of the bot, without "Bot "
	URL, ResumeURL    string // the two addresses that clients dial
	User, Application any    // the objects in READY
	NewID             func() string

	Broken  func(format string, args ...any) // called for each mistake of the bot
	Changed func()                           // called when a session begins, resumes or loses its connection

	Starts        SessionStart       // until SetSessionStarts
	Heartbeat     time.Duration      // the interval in HELLO; a connection without a heartbeat for twice as long is closed
	EverySession  bool               // every session of a shard gets its events, as with Discord; otherwise the newest
	DeliverTwice  bool               // every interaction is sent twice, as may happen after a resume
	IdentifyApart time.Duration      // between two IDENTIFYs of a bucket; an earlier one is a mistake of the bot and gets op 9
	Faults        func(n int) *Fault // asked about each connection, with its number from 1; nil changes nothing
}

// ErrNoBot means that no bot is connected to the gateway.
var ErrNoBot = errors.New("no bot is connected")

// Gateway holds the sessions of one bot. Its methods may be called from any number
// of goroutines.
type Gateway struct {
	options Options
	faults  faults
	starts  atomic.Pointer[SessionStart]

	mu            sync.Mutex
	sessions      []*session // the last ones, oldest first
	connections   map[*connection]bool
	closed        bool
	identifyLimit identifyLimit
	identifies    atomic.Int64
	resumes       atomic.Int64
}

// maxSessions is how many sessions are remembered, so that they can be resumed.
const maxSessions = 64

// New makes a gateway. [Gateway.Serve] serves its connections.
func New(options Options) *Gateway {
	g := &Gateway{options: options, faults: faults{ask: options.Faults}, connections: map[*connection]bool{}}
	g.SetSessionStarts(options.Starts)
	return g
}

// version is the version of the API that clients must ask for.
const version = "10"

var upgrader = websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}

// Serve serves one WebSocket from HELLO to its end, at the normal address.
func (g *Gateway) Serve(w http.ResponseWriter, r *http.Request) { g.serve(w, r, false) }

// ServeResume is Serve at the resume address.
func (g *Gateway) ServeResume(w http.ResponseWriter, r *http.Request) { g.serve(w, r, true) }

func (g *Gateway) serve(w http.ResponseWriter, r *http.Request, atResumeURL bool) {
	fault := g.faults.next()
	if fault.Refuse != 0 {
		w.WriteHeader(fault.Refuse)
		return
	}
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer ws.Close()
	c := &connection{ws: ws, gateway: g, fault: fault, atResumeURL: atResumeURL}
	if !g.join(c) {
		return
	}
	defer g.leave(c)
	asked := r.URL.Query()
	if refused := refuseQuery(asked); refused != "" {
		c.fail(4012, refused)
		c.drain()
		return
	}
	if asked.Has("compress") {
		c.stream = newStream()
	}
	if fault.Silent {
		c.drain()
		return
	}
	c.sendHello()
	c.listen()
}

// refuseQuery returns why the gateway does not serve a client that asks for this, or "".
func refuseQuery(asked url.Values) string {
	switch {
	case asked.Get("v") != version || asked.Get("encoding") != "json":
		return "not API version " + version + " with encoding=json"
	case asked.Has("compress") && asked.Get("compress") != "zlib-stream":
		return "compress is not zlib-stream"
	}
	return ""
}

// join adds a connection, and reports whether the gateway is still open.
func (g *Gateway) join(c *connection) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.connections[c] = true
	return !g.closed
}

func (g *Gateway) leave(c *connection) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.connections, c)
}

// Close cuts all connections and accepts no others.
func (g *Gateway) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	for c := range g.connections {
		c.ws.Close()
	}
}

// begin makes a new session.
func (g *Gateway) begin(c *connection, shard [2]int) *session {
	ss := &session{id: g.options.NewID() + "session", shard: shard, connection: c}
	g.identifies.Add(1)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sessions = append(g.sessions, ss)
	if len(g.sessions) > maxSessions {
		g.sessions = slices.Clone(g.sessions[1:])
	}
	return ss
}

func (g *Gateway) find(sessionID string) *session {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, ss := range g.sessions {
		if ss.id == sessionID {
			return ss
		}
	}
	return nil
}

// receiver returns the session that gets the events of a server, or of direct messages
// if guildID is empty. Of the sessions of that shard it is the newest connected one, or
// else the newest one that can still be resumed.
func (g *Gateway) receiver(guildID string) *session {
	g.mu.Lock()
	defer g.mu.Unlock()
	var away *session
	for _, ss := range slices.Backward(g.sessions) {
		switch state := ss.state(); {
		case !ss.serves(guildID) || state == sessionOver:
		case state == sessionConnected:
			return ss
		case away == nil:
			away = ss
		}
	}
	return away
}

// Dispatch sends an event to the shard that the event's guild_id belongs to. The
// error is [ErrNoBot] if that shard has no session.
func (g *Gateway) Dispatch(event string, data json.RawMessage) error {
	var about struct {
		GuildID string `json:"guild_id"`
	}
	json.Unmarshal(data, &about)
	receivers := g.receivers(about.GuildID)
	if len(receivers) == 0 {
		return ErrNoBot
	}
	for _, ss := range receivers {
		ss.dispatch(event, data)
		if g.options.DeliverTwice && event == "INTERACTION_CREATE" {
			ss.dispatch(event, data)
		}
	}
	return nil
}

// receivers returns the sessions that get the events of a server: its receiver, or with
// EverySession all those that are connected or can be resumed, whatever their number of
// shards.
func (g *Gateway) receivers(guildID string) (all []*session) {
	if newest := g.receiver(guildID); newest == nil || !g.options.EverySession {
		return slices.DeleteFunc([]*session{newest}, func(ss *session) bool { return ss == nil })
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, ss := range g.sessions {
		if ss.serves(guildID) && ss.begun() {
			all = append(all, ss)
		}
	}
	return all
}

// Ready reports whether a bot is connected and has got READY or RESUMED, on its first shard.
func (g *Gateway) Ready() bool {
	ss := g.receiver("")
	return ss != nil && ss.state() == sessionConnected
}

// Identifies counts the sessions that began.
func (g *Gateway) Identifies() int { return int(g.identifies.Load()) }

// Resumes counts the resumes that succeeded.
func (g *Gateway) Resumes() int { return int(g.resumes.Load()) }

// Connections counts the connections, including the refused ones.
func (g *Gateway) Connections() int { return g.faults.count() }
