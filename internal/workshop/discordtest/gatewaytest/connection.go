package gatewaytest

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
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
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opAck            = 11
)

// Limits on what a client may send.
const (
	maxPayload = 4096 // bytes
	maxSends   = 120  // packets in a minute
)

const writeTimeout = 10 * time.Second

// connection is one WebSocket connection of the bot.
type connection struct {
	ws          *websocket.Conn
	gateway     *Gateway
	fault       Fault
	atResumeURL bool        // the client dialled the resume URL
	compressed  atomic.Bool // events are sent compressed

	writing sync.Mutex
	stream  *stream // nil unless the client asked for compress=zlib-stream

	mu      sync.Mutex
	session *session    // nil before IDENTIFY or RESUME
	invalid bool        // op 9 asked the client to resume the session
	sends   []time.Time // packets from the client in the last minute
}

// packet is a packet from the client.
type packet struct {
	Op   *int            `json:"op"`
	Data json.RawMessage `json:"d"`
}

func (c *connection) current() *session {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.session
}

func (c *connection) setSession(ss *session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.session, c.invalid = ss, false
}

// invalidate allows another IDENTIFY or RESUME on the connection.
func (c *connection) invalidate() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.invalid = true
}

// identified reports whether the connection has a session that is valid.
func (c *connection) identified() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.session != nil && !c.invalid
}

func (c *connection) write(kind int, payload []byte) {
	c.writing.Lock()
	defer c.writing.Unlock()
	switch {
	case kind != websocket.TextMessage:
	case c.stream != nil:
		kind, payload = websocket.BinaryMessage, c.stream.pack(payload)
	case c.compressed.Load():
		kind, payload = websocket.BinaryMessage, compress(payload)
	}
	c.ws.SetWriteDeadline(time.Now().Add(writeTimeout))
	c.ws.WriteMessage(kind, payload)
}

// compress packs a packet as Discord does for clients that ask for compression.
func compress(payload []byte) []byte {
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	w.Write(payload)
	w.Close()
	return packed.Bytes()
}

// A stream compresses all packets of a connection together, as Discord does for
// compress=zlib-stream: each packet ends with a flush, 00 00 FF FF.
type stream struct {
	out    bytes.Buffer
	writer *zlib.Writer
}

func newStream() *stream {
	s := &stream{}
	s.writer = zlib.NewWriter(&s.out)
	return s
}

// pack returns the next part of the stream, with a packet.
func (s *stream) pack(payload []byte) []byte {
	s.out.Reset()
	s.writer.Write(payload)
	s.writer.Flush()
	return bytes.Clone(s.out.Bytes())
}

// send sends a packet without a sequence number.
func (c *connection) send(op int, data any) {
	payload, _ := json.Marshal(map[string]any{"op": op, "d": data, "s": nil, "t": nil})
	c.write(websocket.TextMessage, payload)
}

// fail closes the connection because of a mistake of the bot.
func (c *connection) fail(code int, words string) {
	c.gateway.options.Broken("gateway closed with %d: %s", code, words)
	c.hangUp(code, words)
}

// hangUp closes the connection with a code. After some codes the session cannot be
// resumed.
func (c *connection) hangUp(code int, words string) {
	if ss := c.current(); ss != nil && (code == 4004 || code == 4007 || code >= 4009) {
		ss.end()
	}
	c.write(websocket.CloseMessage, websocket.FormatCloseMessage(code, words))
	c.ws.UnderlyingConn().SetReadDeadline(time.Now().Add(time.Second))
}

// sendHello sends HELLO, or the packets of the connection's fault.
func (c *connection) sendHello() {
	if c.fault.Packets == nil {
		interval := c.gateway.options.Heartbeat.Milliseconds()
		c.send(opHello, map[string]any{"heartbeat_interval": interval, "_trace": []string{"discordtest"}})
	}
	for _, packets := range [][]string{c.fault.Packets, c.fault.First} {
		for _, p := range packets {
			c.write(websocket.TextMessage, []byte(p))
		}
	}
}

// awaitHeartbeat gives the client two intervals for its next heartbeat.
func (c *connection) awaitHeartbeat() {
	c.ws.SetReadDeadline(time.Now().Add(2 * c.gateway.options.Heartbeat))
}

// listen reads packets until the connection ends.
func (c *connection) listen() {
	c.awaitHeartbeat()
	for {
		_, payload, err := c.ws.ReadMessage()
		if err != nil {
			c.end(err)
			return
		}
		if !c.receive(payload) {
			c.end(nil)
			c.drain()
			return
		}
	}
}

// drain reads until the client has closed the connection. Closing earlier would reset
// the connection, and the client would not see the close frame.
func (c *connection) drain() {
	for {
		if _, _, err := c.ws.NextReader(); err != nil {
			return
		}
	}
}

func (c *connection) end(err error) {
	if ss := c.current(); ss != nil {
		ss.disconnected(c, websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway))
	}
	c.gateway.options.Changed()
}

// receive handles one packet and reports whether the connection goes on.
func (c *connection) receive(payload []byte) bool {
	var p packet
	switch {
	case len(payload) > maxPayload:
		c.fail(4002, "payload larger than 4096 bytes")
		return false
	case json.Unmarshal(payload, &p) != nil || p.Op == nil:
		c.fail(4002, "not a gateway packet")
		return false
	case c.tooOften():
		c.fail(4008, "more than 120 packets in 60 seconds")
		return false
	}
	switch *p.Op {
	case opHeartbeat:
		c.awaitHeartbeat()
		if !c.fault.NoAck {
			c.send(opAck, nil)
		}
		return true
	case opIdentify, opResume:
		if c.fault.Close != 0 {
			c.hangUp(c.fault.Close, "")
			return false
		}
		if c.fault.NoReady {
			return true
		}
		if *p.Op == opIdentify {
			return c.identify(p.Data)
		}
		return c.resume(p.Data)
	}
	c.fail(4001, "unknown opcode")
	return false
}

// tooOften counts a packet and reports whether the last minute had too many.
func (c *connection) tooOften() bool {
	now := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.sends) > 0 && now.Sub(c.sends[0]) > time.Minute {
		c.sends = c.sends[1:]
	}
	c.sends = append(c.sends, now)
	return len(c.sends) > maxSends
}
