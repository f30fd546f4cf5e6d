package discordtest

import (
	"compress/zlib"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// Gateway opcodes, as in Discord's documentation.
const (
	opHeartbeat      = 1
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opAck            = 11
)

// peer is one end of a gateway connection. The test writes and reads its packets.
type peer struct {
	t    *testing.T
	conn *websocket.Conn
}

func dial(t *testing.T, s *Server, query string) *peer {
	t.Helper()
	return dialURL(t, s.Info()["url"].(string)+query)
}

func dialURL(t *testing.T, address string) *peer {
	t.Helper()
	conn, _, err := websocket.DefaultDialer.Dial(address, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	return &peer{t, conn}
}

func (p *peer) send(format string, args ...any) {
	p.conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, format, args...))
}

// received is a packet from the server.
type received struct {
	Op int
	T  string
	S  int64
	D  json.RawMessage
}

func (p *peer) next() received {
	p.t.Helper()
	var e received
	if err := p.conn.ReadJSON(&e); err != nil {
		p.t.Fatal(err)
	}
	return e
}

// ready has the fields of READY that tests use.
type ready struct {
	V         int
	User      struct{ ID string }
	SessionID string `json:"session_id"`
	ResumeURL string `json:"resume_gateway_url"`
	Shard     []int
	Guilds    json.RawMessage
}

// begin begins a session.
func (p *peer) begin() ready {
	p.t.Helper()
	p.next()
	p.send(`{"op":2,"d":{"token":%q,"intents":0,"properties":{},"shard":[0,1]}}`, Token)
	var r ready
	e := p.next()
	json.Unmarshal(e.D, &r)
	if e.T != "READY" || e.S != 1 || r.V != 10 || string(r.Guilds) != "[]" || r.User.ID != ApplicationID || len(r.Shard) != 2 {
		p.t.Errorf("%+v %+v", e, r)
	}
	return r
}

// identified begins a session and returns its id.
func (p *peer) identified() string {
	p.t.Helper()
	return p.begin().SessionID
}

const ten = "?v=10&encoding=json"

// Every mistake of a client closes the connection with its own code.
func TestCloseCodes(t *testing.T) {
	s := serve(t)
	good := fmt.Sprintf(`{"op":2,"d":{"token":%q,"intents":0,"properties":{}}}`, Token)
	for _, c := range []struct {
		name, query string
		send        []string
		code        int
	}{
		{"no JSON", ten, []string{"x"}, 4002},
		{"no op", ten, []string{"{}"}, 4002},
		{"too large", ten, []string{`{"op":1,"d":"` + strings.Repeat("x", 4096) + `"}`}, 4002},
		{"unknown op", ten, []string{`{"op":99}`}, 4001},
		{"presence", ten, []string{good, `{"op":3,"d":{}}`}, 4001},
		{"wrong token", ten, []string{`{"op":2,"d":{"token":"x","intents":0,"properties":{}}}`}, 4004},
		{"no intents", ten, []string{strings.Replace(good, `"intents":0,`, "", 1)}, 4002},
		{"no properties", ten, []string{strings.Replace(good, `,"properties":{}`, "", 1)}, 4002},
		{"twice", ten, []string{good, good}, 4005},
		{"resume after identify", ten, []string{good, `{"op":6,"d":{"token":"x","session_id":"x","seq":1}}`}, 4005},
		{"resume without seq", ten, []string{`{"op":6,"d":{"token":"x","session_id":"x"}}`}, 4002},
		{"resume with wrong token", ten, []string{`{"op":6,"d":{"token":"x","session_id":"x","seq":1}}`}, 4004},
		{"121 packets", ten, strings.Split(strings.Repeat(`{"op":1,"d":null} `, 121), " ")[:121], 4008},
		{"shard out of range", ten, []string{strings.Replace(good, `"intents"`, `"shard":[1,1],"intents"`, 1)}, 4010},
		{"API version", "?v=9&encoding=json", nil, 4012},
		{"encoding", "?v=10&encoding=etf", nil, 4012},
		{"unknown compression", ten + "&compress=zstd-stream", nil, 4012},
		{"compressed twice", ten + "&compress=zlib-stream", []string{strings.Replace(good, `"intents"`, `"compress":true,"intents"`, 1)}, 4002},
		{"intents", ten, []string{strings.Replace(good, `"intents":0`, `"intents":1`, 1)}, 4014},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := dial(t, s, c.query)
			for _, packet := range c.send {
				p.send("%s", packet)
			}
			var err error
			for err == nil {
				_, _, err = p.conn.ReadMessage()
			}
			if !websocket.IsCloseError(err, c.code) {
				t.Errorf("want close code %d, got %v", c.code, err)
			}
			wantBroken(t, s, fmt.Sprintf("gateway closed with %d", c.code))
		})
	}
}

// A client that asks for compress=zlib-stream gets one stream, in which each packet ends
// with a flush.
func TestCompressedStream(t *testing.T) {
	s := serve(t)
	p := dial(t, s, ten+"&compress=zlib-stream")
	packed, unpacked := io.Pipe()
	texts := make(chan received, 10)
	go func() {
		stream, err := zlib.NewReader(packed)
		if err != nil {
			t.Error(err)
			return
		}
		for d := json.NewDecoder(stream); ; {
			var e received
			if d.Decode(&e) != nil {
				return
			}
			texts <- e
		}
	}()
	next := func() received {
		t.Helper()
		kind, message, err := p.conn.ReadMessage()
		if err != nil || kind != websocket.BinaryMessage || !strings.HasSuffix(string(message), "\x00\x00\xff\xff") {
			t.Fatalf("kind %d, %x, %v", kind, message, err)
		}
		unpacked.Write(message)
		return <-texts
	}
	if e := next(); e.Op != opHello {
		t.Errorf("%+v", e)
	}
	p.send(`{"op":2,"d":{"token":%q,"intents":0,"properties":{}}}`, Token)
	if e := next(); e.T != "READY" || e.S != 1 {
		t.Errorf("%+v", e)
	}
	if err := s.Dispatch("INTERACTION_CREATE", "{}"); err != nil {
		t.Fatal(err)
	}
	if e := next(); e.T != "INTERACTION_CREATE" || e.S != 2 {
		t.Errorf("%+v", e)
	}
	unpacked.Close()
	wantUnbroken(t, s)
}

// The gateway answers heartbeats, and asks for them.
func TestHeartbeat(t *testing.T) {
	s := serve(t, Heartbeat(time.Hour))
	p := dial(t, s, ten)
	if e := p.next(); e.Op != opHello || string(e.D) != `{"_trace":["discordtest"],"heartbeat_interval":3600000}` {
		t.Errorf("%+v %s", e, e.D)
	}
	p.send(`{"op":1,"d":null}`)
	if e := p.next(); e.Op != opAck {
		t.Errorf("%+v", e)
	}
	s.AskHeartbeat()
	if e := p.next(); e.Op != opHeartbeat {
		t.Errorf("%+v", e)
	}
}

// A connection without heartbeats is closed.
func TestNoHeartbeat(t *testing.T) {
	s := serve(t, Heartbeat(10*time.Millisecond))
	p := dial(t, s, ten)
	p.identified()
	if _, _, err := p.conn.ReadMessage(); err == nil {
		t.Error("still there")
	}
}

// A resumed session gets the events that it missed, in order. A session that is over
// gets op 9.
func TestReplay(t *testing.T) {
	s := serve(t)
	p := dial(t, s, ten)
	r := p.begin()
	id := r.SessionID
	p.conn.UnderlyingConn().Close()
	for i := range 3 {
		if err := s.Dispatch("INTERACTION_CREATE", fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	p = dialURL(t, r.ResumeURL+ten)
	p.next()
	p.send(`{"op":6,"d":{"token":%q,"session_id":%q,"seq":2}}`, Token, id)
	for i, want := range []received{{0, "INTERACTION_CREATE", 3, json.RawMessage("1")}, {0, "INTERACTION_CREATE", 4, json.RawMessage("2")}} {
		if e := p.next(); e.S != want.S || string(e.D) != string(want.D) {
			t.Errorf("event %d: %+v", i, e)
		}
	}
	if e := p.next(); e.T != "RESUMED" || s.Resumes() != 1 || s.Identifies() != 1 {
		t.Errorf("%+v", e)
	}
	s.InvalidateSessions(false)
	if e := p.next(); e.Op != opInvalidSession || string(e.D) != "false" {
		t.Errorf("%+v", e)
	}
	p.send(`{"op":6,"d":{"token":%q,"session_id":%q,"seq":5}}`, Token, id)
	if e := p.next(); e.Op != opInvalidSession {
		t.Errorf("%+v", e)
	}
	s.AskReconnect()
	if e := p.next(); e.Op != opReconnect {
		t.Errorf("%+v", e)
	}
	s.CloseGateway(4000)
	if _, _, err := p.conn.ReadMessage(); !websocket.IsCloseError(err, 4000) {
		t.Error(err)
	}
	wantUnbroken(t, s)
}

// If a client closes with 1000, its session ends.
func TestGoodbye(t *testing.T) {
	s := serve(t)
	p := dial(t, s, ten)
	p.identified()
	p.conn.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(1000, ""))
	p.conn.ReadMessage()
	over := func() bool { return s.Dispatch("INTERACTION_CREATE", "{}") == ErrNoBot }
	if s.changed.wait(within5s(t), over) != nil {
		t.Error("the session is not over")
	}
}

// resume asks for a session that began before, after its event seq.
func (p *peer) resume(r ready, seq int) {
	p.send(`{"op":6,"d":{"token":%q,"session_id":%q,"seq":%d}}`, Token, r.SessionID, seq)
}

// resumed dials the resume URL, asks for a session and returns the answer.
func resumed(t *testing.T, r ready, seq int) received {
	t.Helper()
	p := dialURL(t, r.ResumeURL+ten)
	p.next()
	p.resume(r, seq)
	return p.next()
}

// Some close codes end the session, and after the others it can be resumed.
func TestSessionAfterClose(t *testing.T) {
	for code, over := range map[int]bool{4000: false, 4008: false, 4007: true, 4009: true, 4004: true, 4011: true} {
		s := serve(t)
		p := dial(t, s, ten)
		r := p.begin()
		s.CloseGateway(code)
		if _, _, err := p.conn.ReadMessage(); !websocket.IsCloseError(err, code) {
			t.Error(err)
		}
		if e := resumed(t, r, 1); (e.Op == opInvalidSession) != over || (e.T == "RESUMED") == over {
			t.Errorf("after %d: %+v", code, e)
		}
	}
}

// A sequence number that no event had closes the connection with 4007 and ends the session.
func TestResumeAhead(t *testing.T) {
	s := serve(t)
	p := dial(t, s, ten)
	r := p.begin()
	p.conn.UnderlyingConn().Close()
	p = dialURL(t, r.ResumeURL+ten)
	p.next()
	p.resume(r, 2)
	if _, _, err := p.conn.ReadMessage(); !websocket.IsCloseError(err, 4007) {
		t.Error(err)
	}
	wantBroken(t, s, "gateway closed with 4007")
	for _, seq := range []int{1, 2} {
		if e := resumed(t, r, seq); e.Op != opInvalidSession || string(e.D) != "false" {
			t.Errorf("later with %d: %+v", seq, e)
		}
	}
	wantUnbroken(t, s)
}

// After op 9 with true the same connection accepts a RESUME or an IDENTIFY, once.
func TestInvalidSessionOnTheSameConnection(t *testing.T) {
	s := serve(t)
	p := dial(t, s, ten)
	r := p.begin()
	invalidate := func() {
		t.Helper()
		s.InvalidateSessions(true)
		if e := p.next(); e.Op != opInvalidSession || string(e.D) != "true" {
			t.Errorf("%+v", e)
		}
	}
	invalidate()
	p.resume(r, 1)
	if e := p.next(); e.T != "RESUMED" || e.S != 2 || s.Resumes() != 1 {
		t.Errorf("%+v", e)
	}
	invalidate()
	p.send(`{"op":2,"d":{"token":%q,"intents":0,"properties":{}}}`, Token)
	if e := p.next(); e.T != "READY" || e.S != 1 || s.Identifies() != 2 {
		t.Errorf("%+v", e)
	}
	if e := resumed(t, r, 2); e.Op != opInvalidSession {
		t.Errorf("the session that was given up: %+v", e)
	}
	wantUnbroken(t, s)
	p.resume(r, 2)
	if _, _, err := p.conn.ReadMessage(); !websocket.IsCloseError(err, 4005) {
		t.Error(err)
	}
	wantBroken(t, s, "gateway closed with 4005")
}

// A session can be resumed only at its resume URL.
func TestResumeURL(t *testing.T) {
	s := serve(t)
	p := dial(t, s, ten)
	r := p.begin()
	id, resumeURL := r.SessionID, r.ResumeURL
	if resumeURL == "" || resumeURL == s.Info()["url"] {
		t.Fatalf("resume URL %q, normal URL %q", resumeURL, s.Info()["url"])
	}
	p.conn.UnderlyingConn().Close()
	resume := fmt.Sprintf(`{"op":6,"d":{"token":%q,"session_id":%q,"seq":1}}`, Token, id)

	p = dial(t, s, ten)
	p.next()
	p.send("%s", resume)
	if e := p.next(); e.Op != opInvalidSession || string(e.D) != "false" || s.Resumes() != 0 {
		t.Errorf("at the normal URL: %+v", e)
	}
	wantBroken(t, s, "resume_gateway_url")

	p = dialURL(t, resumeURL+ten)
	p.next()
	p.send("%s", resume)
	if e := p.next(); e.T != "RESUMED" || s.Resumes() != 1 {
		t.Errorf("at the resume URL: %+v", e)
	}
	wantUnbroken(t, s)
}

// A fault makes READY name another resume URL.
func TestResumeURLFault(t *testing.T) {
	s := serve(t, GatewayFaults(func(int) *GatewayFault { return &GatewayFault{ResumeURL: "ws://127.0.0.1:1/"} }))
	if r := dial(t, s, ten).begin(); r.ResumeURL != "ws://127.0.0.1:1/" {
		t.Errorf("resume URL %q", r.ResumeURL)
	}
}

// An IDENTIFY that comes too soon after another of the same bucket gets op 9. A shard of
// another bucket may identify.
func TestIdentifyApart(t *testing.T) {
	s := serve(t, IdentifyApart(time.Hour), SessionStarts(SessionStart{Shards: 4, MaxConcurrency: 2}))
	for _, c := range []struct{ shard, want int }{{0, 0}, {2, opInvalidSession}, {1, 0}, {3, opInvalidSession}} {
		p := dial(t, s, ten)
		p.next()
		p.send(`{"op":2,"d":{"token":%q,"intents":0,"properties":{},"shard":[%d,4]}}`, Token, c.shard)
		if got := p.next(); got.Op != c.want {
			t.Errorf("shard %d: op %d, want %d", c.shard, got.Op, c.want)
		}
	}
	if broken := s.Broken(); len(broken) != 2 {
		t.Errorf("broken: %q", broken)
	}
}
