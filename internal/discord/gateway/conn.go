package gateway

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/time/rate"
)

const (
	helloLimit   = 10 * time.Second // for the handshake, and again for HELLO
	readyLimit   = 30 * time.Second // for READY after HELLO
	resumedLimit = 10 * time.Second // for RESUMED after HELLO
	writeLimit   = 10 * time.Second // for sending a packet
	closeLimit   = 3 * time.Second  // for Discord's answer to a close frame
)

// closeKeepSession is the code with which the client closes connections. Discord
// ends the session after 1000 and 1001, and keeps it after every other code.
const closeKeepSession = 4000

// errSilent ends a connection when Discord does not answer in time.
var errSilent = errors.New("Discord does not answer")

// A conn is one connection of a shard. It has two goroutines: [shard.runConnection] reads;
// serve writes and watches the time limits. So reading goes on while a write is
// blocked.
type conn struct {
	ws      *websocket.Conn
	session *session

	startLimit time.Duration // for READY or RESUMED after HELLO

	ended context.Context         // done when the connection must be closed
	end   context.CancelCauseFunc // ends the connection; the first reason counts

	hello chan time.Duration // gets the heartbeat interval once
	ready chan struct{}      // closed after READY or RESUMED
	asked chan struct{}      // gets a value when Discord asks for a heartbeat
	acked atomic.Bool        // Discord has acknowledged the last heartbeat

	reached, established bool // HELLO has arrived; READY or RESUMED has arrived
}

func newConn(ws *websocket.Conn, ss *session) *conn {
	c := &conn{
		ws: ws, session: ss, startLimit: resumedLimit,
		hello: make(chan time.Duration, 1), ready: make(chan struct{}), asked: make(chan struct{}, 1),
	}
	if ss.id == "" {
		c.startLimit = readyLimit
	}
	c.acked.Store(true)
	c.ended, c.end = context.WithCancelCause(context.Background())
	ws.SetReadLimit(messageLimit)
	// serve answers a close frame. The default handler would repeat the code, and
	// 1000 would end the session.
	ws.SetCloseHandler(func(int, string) error { return nil })
	return c
}

// read returns the next valid packet.
func (c *conn) read() (packet, error) {
	for {
		kind, message, err := c.ws.ReadMessage()
		if closed, ok := errors.AsType[*websocket.CloseError](err); ok {
			return packet{}, &CloseError{closed.Code, closed.Text}
		}
		if errors.Is(err, websocket.ErrReadLimit) {
			return packet{}, errTooLarge
		}
		if err != nil {
			return packet{}, err
		}
		if p, ok, err := readPacket(kind, message); ok || err != nil {
			return p, err
		}
	}
}

// handleHello handles HELLO. A second HELLO is ignored: it must not extend the time
// limits.
func (c *conn) handleHello(hello []byte) error {
	if c.reached {
		return nil
	}
	var d struct {
		Interval int64 `json:"heartbeat_interval"` // milliseconds
	}
	if err := json.Unmarshal(hello, &d); err != nil || d.Interval < 1 || d.Interval > longestInterval.Milliseconds() {
		return fmt.Errorf("the gateway asks for an impossible heartbeat: %.100q", hello)
	}
	c.reached = true
	c.hello <- time.Duration(d.Interval) * time.Millisecond
	return nil
}

// serve answers HELLO by calling answerHello when await has returned, sends heartbeats
// meanwhile and afterwards, and ends the connection when Discord is silent for too long.
// It returns once the connection is closed. If the context ends, serve closes the
// connection and ends the session.
func (c *conn) serve(ctx context.Context, await func(context.Context) error, answerHello func() error) {
	defer c.ws.Close()
	ready, awaited := c.ready, make(chan error, 1)
	var interval time.Duration
	limit, beat := time.NewTimer(helloLimit), time.NewTimer(longestInterval)
	defer limit.Stop()
	defer beat.Stop()
	// Discord allows 120 packets a minute. Regular heartbeats need few of them.
	requested := rate.NewLimiter(rate.Every(time.Second), 10)
	for {
		select {
		case <-c.ended.Done():
			c.sendClose(closeKeepSession)
			return
		case <-ctx.Done():
			c.sendClose(websocket.CloseNormalClosure)
			select { // closing the connection at once could lose the close frame
			case <-c.ended.Done():
			case <-time.After(closeLimit):
			}
			return
		case <-limit.C:
			c.end(errSilent)
		case <-ready:
			limit.Stop()
			ready = nil
		case interval = <-c.hello:
			limit.Stop() // while await lasts, a heartbeat without an acknowledgement ends the connection
			beat.Reset(rand.N(interval))
			go func() { awaited <- await(c.ended) }()
		case err := <-awaited:
			limit.Reset(c.startLimit)
			if err == nil {
				err = answerHello()
			}
			c.endIf(err)
		case <-beat.C:
			if !c.acked.Swap(false) {
				c.end(errSilent)
				continue
			}
			beat.Reset(interval)
			c.endIf(c.send(opHeartbeat, c.session.heartbeat()))
		case <-c.asked:
			if requested.Allow() {
				c.endIf(c.send(opHeartbeat, c.session.heartbeat()))
			}
		}
	}
}

// send sends a packet.
func (c *conn) send(op int, data any) error {
	c.ws.SetWriteDeadline(time.Now().Add(writeLimit))
	return c.ws.WriteJSON(map[string]any{"op": op, "d": data})
}

// endIf ends the connection if there is an error.
func (c *conn) endIf(err error) {
	if err != nil {
		c.end(err)
	}
}

// sendClose sends a close frame if the connection can take it.
func (c *conn) sendClose(code int) {
	c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
}

// query asks for the API version of this package, without compression.
const query = "v=10&encoding=json"

// handshakeLimit is how many bytes the gateway may send before the WebSocket is open.
// net/http would read header lines of any length.
const handshakeLimit = 64 << 10

// checkAddress returns an error unless an address is a WebSocket URL.
func checkAddress(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "ws" && u.Scheme != "wss" {
		return fmt.Errorf("%.100q is not the URL of a gateway", address)
	}
	return nil
}

// dial opens a WebSocket to the gateway at an address that [checkAddress] accepts.
func (c *Client) dial(ctx context.Context, address string) (*websocket.Conn, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	u.RawQuery = query
	if u.Path == "" {
		u.Path = "/"
	}
	var line *handshakeConn
	stop := func() bool { return true }
	defer func() { stop() }()
	dialer := websocket.Dialer{
		Proxy:            http.ProxyFromEnvironment,
		HandshakeTimeout: helloLimit,
		NetDialContext: func(dialing context.Context, network, address string) (net.Conn, error) {
			conn, err := c.netDial(dialing, network, address)
			if err != nil {
				return nil, err
			}
			stop = context.AfterFunc(ctx, func() { conn.Close() }) // the Dialer only watches the context's deadline
			line = &handshakeConn{Conn: conn, left: handshakeLimit}
			return line, nil
		},
	}
	ws, answer, err := dialer.DialContext(ctx, u.String(), nil)
	if errors.Is(err, websocket.ErrBadHandshake) {
		return nil, fmt.Errorf("the gateway refuses a WebSocket: %.100q", answer.Status)
	}
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		return nil, fmt.Errorf("%w: %w", errSilent, err)
	}
	if err != nil {
		return nil, err
	}
	line.open = true
	return ws, nil
}

// A handshakeConn limits how much is read before the WebSocket is open.
type handshakeConn struct {
	net.Conn
	left int  // bytes that may still be read
	open bool // the WebSocket is open: there is no limit any more
}

// Read implements [net.Conn].
func (c *handshakeConn) Read(p []byte) (int, error) {
	if c.open {
		return c.Conn.Read(p)
	}
	if c.left == 0 {
		return 0, fmt.Errorf("the gateway's answer is longer than %d bytes", handshakeLimit)
	}
	n, err := c.Conn.Read(p[:min(len(p), c.left)])
	c.left -= n
	return n, err
}

// Opcodes, as Discord's documentation numbers them.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// A packet is a message from the gateway.
type packet struct {
	Op       *int            `json:"op"`
	Sequence *int64          `json:"s"` // of a dispatch
	Event    string          `json:"t"` // of a dispatch
	Data     json.RawMessage `json:"d"`
}

// messageLimit is the largest size of a message in bytes. It applies to the sum of
// the fragments, and also to the inflated message.
const messageLimit = 8 << 20

var errTooLarge = fmt.Errorf("the gateway sent a message of more than %d bytes", messageLimit)

// readPacket decodes a WebSocket message. ok is false for an invalid message, which is
// to be ignored. It returns an error for a message that is too large.
func readPacket(kind int, message []byte) (p packet, ok bool, err error) {
	if kind == websocket.BinaryMessage {
		if message, err = inflate(message); err != nil {
			return p, false, err
		}
	}
	if json.Unmarshal(message, &p) != nil || p.Op == nil {
		return p, false, nil
	}
	return p, true, nil
}

// inflate decompresses a zlib message. Discord may send one although the client did
// not ask for compression. The result is nil if the message is not zlib.
func inflate(message []byte) ([]byte, error) {
	r, err := zlib.NewReader(bytes.NewReader(message))
	if err != nil {
		return nil, nil
	}
	text, err := io.ReadAll(io.LimitReader(r, messageLimit+1))
	if len(text) > messageLimit {
		return nil, errTooLarge
	}
	if err != nil {
		return nil, nil
	}
	return text, nil
}

// longestInterval is the longest heartbeat interval that the client accepts. The
// shortest is a millisecond.
const longestInterval = time.Hour
