package discordtest

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// Bounds on what a client may send.
const (
	maxPayload = 4096
	maxSends   = 120 // in a minute
)

// Gateway intents. The privileged ones (members, presences, message content)
// have to be granted to the app, and this one has none.
const (
	privilegedIntents = 1<<1 | 1<<8 | 1<<15
	knownIntents      = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
)

// link is one WebSocket connection of the bot.
type link struct {
	conn    *websocket.Conn
	gateway *gateway
	version int // of the API
	fault   GatewayFault
	packed  atomic.Bool // what is sent is compressed

	atResumeURL bool // the client dialled the resume URL

	writing sync.Mutex

	mu      sync.Mutex
	session *session
	sends   []time.Time // of the last minute
}

// packet is what a client sends.
type packet struct {
	Op   *int            `json:"op"`
	Data json.RawMessage `json:"d"`
}

func (l *link) current() *session {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.session
}

func (l *link) bind(ss *session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.session = ss
}

func (l *link) write(kind int, payload []byte) {
	if kind == websocket.TextMessage && l.packed.Load() {
		kind, payload = websocket.BinaryMessage, pack(payload)
	}
	l.writing.Lock()
	defer l.writing.Unlock()
	l.conn.SetWriteDeadline(time.Now().Add(writeTimeout))
	l.conn.WriteMessage(kind, payload)
}

// pack compresses a packet as Discord does for who asked for it.
func pack(payload []byte) []byte {
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	w.Write(payload)
	w.Close()
	return packed.Bytes()
}

// send sends a packet that is no event.
func (l *link) send(op int, data any) {
	payload, _ := json.Marshal(map[string]any{"op": op, "d": data, "s": nil, "t": nil})
	l.write(websocket.TextMessage, payload)
}

// fail closes the connection because of a mistake of the bot.
func (l *link) fail(code int, words string) {
	l.gateway.server.record.breach("gateway closed with %d: %s", code, words)
	l.hangUp(code, words)
}

func (l *link) hangUp(code int, words string) {
	l.write(websocket.CloseMessage, websocket.FormatCloseMessage(code, words))
	l.conn.UnderlyingConn().SetReadDeadline(time.Now().Add(time.Second))
	if code == 4004 || code >= 4010 {
		if ss := l.current(); ss != nil {
			ss.end()
		}
	}
}

// listen reads packets until the connection ends. Without a heartbeat for
// patience it is closed.
func (l *link) listen(patience time.Duration) {
	l.conn.SetReadDeadline(time.Now().Add(patience))
	for {
		_, payload, err := l.conn.ReadMessage()
		if err != nil {
			l.end(err)
			return
		}
		if !l.packet(payload, patience) {
			l.end(nil)
			l.drain()
			return
		}
	}
}

// drain reads until the other side is gone, so that it gets to see our close
// frame rather than a reset.
func (l *link) drain() {
	for {
		if _, _, err := l.conn.NextReader(); err != nil {
			return
		}
	}
}

func (l *link) end(err error) {
	if ss := l.current(); ss != nil {
		ss.left(l, websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway))
	}
	l.gateway.server.changed.signal()
}

// packet handles one packet and tells whether the connection goes on.
func (l *link) packet(payload []byte, patience time.Duration) bool {
	var p packet
	switch {
	case len(payload) > maxPayload:
		l.fail(4002, "payload larger than 4096 bytes")
		return false
	case json.Unmarshal(payload, &p) != nil || p.Op == nil:
		l.fail(4002, "not a gateway packet")
		return false
	case l.tooOften():
		l.fail(4008, "more than 120 packets in 60 seconds")
		return false
	}
	switch *p.Op {
	case opHeartbeat:
		l.conn.SetReadDeadline(time.Now().Add(patience))
		if !l.fault.NoAck {
			l.send(opAck, nil)
		}
		return true
	case opIdentify, opResume:
		if done, goesOn := l.upset(); done {
			return goesOn
		}
		if *p.Op == opIdentify {
			return l.identify(p.Data)
		}
		return l.resume(p.Data)
	case opPresence, opVoiceState, opRequestMembers:
		if l.current() == nil {
			l.fail(4003, "packet before identify")
		}
		return l.current() != nil
	}
	l.fail(4001, "unknown opcode")
	return false
}

func (l *link) tooOften() bool {
	now := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.sends) > 0 && now.Sub(l.sends[0]) > time.Minute {
		l.sends = l.sends[1:]
	}
	l.sends = append(l.sends, now)
	return len(l.sends) > maxSends
}

// identify begins a session and sends READY.
func (l *link) identify(data json.RawMessage) bool {
	var d struct {
		Token      string
		Intents    *int64
		Properties map[string]any
		Compress   bool
		Shard      *[2]int
	}
	switch err := json.Unmarshal(data, &d); {
	case l.current() != nil:
		l.fail(4005, "already identified")
		return false
	case err != nil || d.Intents == nil || d.Properties == nil:
		l.fail(4002, "identify needs token, intents and properties")
		return false
	case d.Token != Token && d.Token != "Bot "+Token:
		l.fail(4004, "Authentication failed.")
		return false
	case *d.Intents&^knownIntents != 0:
		l.fail(4013, "Invalid intent(s).")
		return false
	case *d.Intents&privilegedIntents != 0:
		l.fail(4014, "Disallowed intent(s).")
		return false
	case d.Shard == nil:
		d.Shard = &[2]int{0, 1}
	case d.Shard[0] < 0 || d.Shard[0] >= d.Shard[1]:
		l.fail(4010, "Invalid shard.")
		return false
	}
	l.packed.Store(d.Compress || l.fault.Packed)
	s := l.gateway.server
	ss := l.gateway.identify(l, *d.Shard, *d.Intents)
	l.bind(ss)
	guilds, missing := s.guildsOf(ss), []any{}
	for _, id := range guilds {
		missing = append(missing, unavailable(id))
	}
	ready, _ := json.Marshal(map[string]any{
		"v": l.version, "user": self(), "guilds": missing, "session_id": ss.id, "resume_gateway_url": cmp.Or(l.fault.ResumeURL, s.resumeURL),
		"shard": d.Shard, "application": map[string]any{"id": ApplicationID, "flags": applicationFlags},
		"session_type": "normal", "private_channels": []any{}, "relationships": []any{}, "user_settings": map[string]any{},
	})
	ss.dispatch("READY", ready)
	s.greet(ss, guilds)
	s.changed.signal()
	return true
}

// resume takes a session up again. The answer is op 9 if the session is over or,
// under StrictResume, if this is not the resume URL.
func (l *link) resume(data json.RawMessage) bool {
	var d struct {
		Token     string
		SessionID string `json:"session_id"`
		Seq       *int64
	}
	switch err := json.Unmarshal(data, &d); {
	case l.current() != nil:
		l.fail(4005, "already identified")
		return false
	case err != nil || d.Seq == nil:
		l.fail(4002, "resume needs token, session_id and seq")
		return false
	case d.Token != Token && d.Token != "Bot "+Token:
		l.fail(4004, "Authentication failed.")
		return false
	}
	if l.gateway.strictResume && !l.atResumeURL {
		l.gateway.server.record.breach("gateway: RESUME was sent to the normal URL and not to resume_gateway_url")
		l.send(opInvalidSession, false)
		return true
	}
	ss := l.gateway.find(d.SessionID)
	if ss == nil || !ss.resume(l, *d.Seq) {
		l.send(opInvalidSession, false)
		return true
	}
	l.bind(ss)
	ss.dispatch("RESUMED", json.RawMessage(`{"_trace":["discordtest"]}`))
	l.gateway.server.changed.signal()
	return true
}
