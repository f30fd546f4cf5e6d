package discordtest

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// Gateway opcodes, as in Discord's documentation.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opVoiceState     = 4
	opResume         = 6
	opReconnect      = 7
	opRequestMembers = 8
	opInvalidSession = 9
	opHello          = 10
	opAck            = 11
)

// gateway holds the bot's sessions.
type gateway struct {
	server *Server

	faults       gatewayFaults
	limit        sessionStart
	twice        bool // interactions come twice
	strictResume bool // sessions are resumed at their resume URL alone

	mu         sync.Mutex
	sessions   []*session // oldest first
	links      map[*link]bool
	closed     bool
	identifies atomic.Int64
	resumes    atomic.Int64
}

var upgrader = websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}

// accept serves one WebSocket from HELLO to its end. atResumeURL tells which of
// the two gateway addresses was dialled.
func (g *gateway) accept(w http.ResponseWriter, r *http.Request, atResumeURL bool) {
	fault := g.faults.next()
	if fault.Refuse != 0 {
		w.WriteHeader(fault.Refuse)
		return
	}
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	version, _ := strconv.Atoi(r.URL.Query().Get("v"))
	l := &link{conn: conn, gateway: g, version: version, fault: fault, atResumeURL: atResumeURL}
	defer conn.Close()
	if !g.join(l) {
		return
	}
	defer g.leave(l)
	if encoding := r.URL.Query().Get("encoding"); version != 9 && version != 10 || encoding != "json" {
		l.fail(4012, "not API version 9 or 10 with encoding=json")
		l.drain()
		return
	}
	if fault.Silent {
		l.drain()
		return
	}
	interval := g.server.heartbeat
	l.greet(interval)
	l.listen(2 * interval)
}

func (g *gateway) join(l *link) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.links == nil {
		g.links = map[*link]bool{}
	}
	g.links[l] = true
	return !g.closed
}

func (g *gateway) leave(l *link) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.links, l)
}

func (g *gateway) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	for l := range g.links {
		l.conn.Close()
	}
}

// identify makes a new session.
func (g *gateway) identify(l *link, shard [2]int, intents int64) *session {
	ss := &session{id: g.server.ids.next() + "session", shard: shard, intents: intents, link: l}
	g.identifies.Add(1)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sessions = append(g.sessions, ss)
	if len(g.sessions) > 64 {
		g.sessions = slices.Clone(g.sessions[1:])
	}
	return ss
}

func (g *gateway) find(id string) *session {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, ss := range g.sessions {
		if ss.id == id {
			return ss
		}
	}
	return nil
}

// receiver is the session that the interactions of a server go to, or with "" of
// direct messages: the newest connected one of its shard, else the newest that
// can still be resumed.
func (g *gateway) receiver(guildID string) *session {
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

// dispatch sends an event to the shard that it concerns.
func (g *gateway) dispatch(event string, data json.RawMessage) error {
	var about struct {
		GuildID string `json:"guild_id"`
	}
	json.Unmarshal(data, &about)
	ss := g.receiver(about.GuildID)
	if ss == nil {
		return ErrNoBot
	}
	ss.dispatch(event, data)
	if g.twice && event == "INTERACTION_CREATE" {
		ss.dispatch(event, data)
	}
	return nil
}

// WaitReady waits until a bot is connected and has got READY or RESUMED, on its
// first shard.
func (s *Server) WaitReady(ctx context.Context) error {
	return s.changed.wait(ctx, func() bool {
		ss := s.gateway.receiver("")
		return ss != nil && ss.state() == sessionConnected
	})
}

// Identifies counts the sessions that were begun.
func (s *Server) Identifies() int { return int(s.gateway.identifies.Load()) }

// Resumes counts the sessions that were taken up again.
func (s *Server) Resumes() int { return int(s.gateway.resumes.Load()) }

// each does something to every open connection.
func (s *Server) each(do func(*link)) {
	s.gateway.mu.Lock()
	links := make([]*link, 0, len(s.gateway.links))
	for l := range s.gateway.links {
		links = append(links, l)
	}
	s.gateway.mu.Unlock()
	for _, l := range links {
		do(l)
	}
}

// Dispatch sends any gateway event to the bot, such as GUILD_DELETE; data is a
// JSON text or a value to marshal, as for [Server.Interact].
func (s *Server) Dispatch(event string, data any) error {
	text, err := asJSON(data)
	if err != nil {
		return err
	}
	return s.gateway.dispatch(event, text)
}

// Drop cuts all gateway connections without a word. Sessions can be resumed.
func (s *Server) Drop() { s.each(func(l *link) { l.conn.UnderlyingConn().Close() }) }

// CloseGateway closes all gateway connections with a close code.
func (s *Server) CloseGateway(code int) {
	s.each(func(l *link) { l.hangUp(code, "") })
}

// AskReconnect sends op 7 on all gateway connections.
func (s *Server) AskReconnect() { s.each(func(l *link) { l.send(opReconnect, nil) }) }

// InvalidateSessions ends all sessions and says so with op 9; if resumable is
// set it says so only.
func (s *Server) InvalidateSessions(resumable bool) {
	s.each(func(l *link) {
		if ss := l.current(); ss != nil && !resumable {
			ss.end()
			l.bind(nil)
		}
		l.send(opInvalidSession, resumable)
	})
}

// AskHeartbeat sends op 1, which the bot answers with a heartbeat at once.
func (s *Server) AskHeartbeat() { s.each(func(l *link) { l.send(opHeartbeat, nil) }) }

const writeTimeout = 10 * time.Second
