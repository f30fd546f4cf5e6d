package gateway

import (
	"context"
	"errors"
	"math/rand/v2"
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

// A conn is one connection of a shard. It has two goroutines: [shard.listen] reads;
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
		ws: ws, session: ss, startLimit: ss.startLimit(),
		hello: make(chan time.Duration, 1), ready: make(chan struct{}), asked: make(chan struct{}, 1),
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
	interval, err := heartbeatInterval(hello)
	if err != nil {
		return err
	}
	c.reached = true
	c.hello <- interval
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
			c.endSession()
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

// endSession ends the session and waits for Discord's answer: closing the connection
// at once could lose the close frame.
func (c *conn) endSession() {
	c.sendClose(websocket.CloseNormalClosure)
	select {
	case <-c.ended.Done():
	case <-time.After(closeLimit):
	}
}

// sendClose sends a close frame if the connection can take it.
func (c *conn) sendClose(code int) {
	c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
}
