package bot

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// A guard stands on a gateway connection between Discord and discordgo, which
// trusts what it reads: a packet that is null ends the program, a large frame is
// read whole, a heartbeat interval of 0 panics, reconnecting while it opens locks
// it for ever, and a dead line is noticed after minutes.
//
// The guard passes on what discordgo's part of the work needs (the handshake,
// HELLO, heartbeats, READY, sequence numbers). Events it hands to the bot itself,
// and whatever ends the connection it notes as the reason: see [guard.reason].
// From then on reading fails and writing does nothing, so that discordgo neither
// ends a session that can be resumed by saying goodbye, nor closes the connection
// that follows.
type guard struct {
	net.Conn
	listener gatewayListener
	in       *bufio.Reader // what came
	out      []byte        // what discordgo has not read of it yet
	upgraded bool          // from HTTP to WebSocket
	message  bytes.Buffer  // the fragments of a message so far
	binary   bool          // the message is
	interval time.Duration // of heartbeats, 0 before HELLO

	gone chan struct{} // closed when the connection has ended

	mu    sync.Mutex
	ready bool      // a session runs over the connection
	final bool      // discordgo may end the session by saying goodbye
	alive time.Time // the connection is dead after this if nothing comes
	ended error     // why the connection has ended
}

// A gatewayListener hears what comes over a gateway connection, one at a time.
type gatewayListener interface {
	// begun is told of READY, and who it says that the bot is: its user's id and
	// its application's.
	begun(self, application string)
	// resumed is told that the session goes on after a lost connection.
	resumed()
	// event is told of all other events. The text is not to be kept.
	event(name string, data []byte)
}

const (
	helloLimit = 10 * time.Second // for HELLO
	readyLimit = 30 * time.Second // for READY or RESUMED after HELLO
	writeLimit = 10 * time.Second // for a packet of discordgo's, all of which are small
	frameLimit = 8 << 20          // bytes of a message; Discord's are far smaller
	keptLimit  = 16 << 10         // bytes of a message's memory that the next one takes over
	headLimit  = 64 << 10         // bytes of the answer to the upgrade
	missedAcks = 2                // heartbeat intervals until a silent line is dead

	longestInterval = time.Hour // of heartbeats that make sense
)

func newGuard(conn net.Conn, listener gatewayListener) *guard {
	g := &guard{Conn: conn, listener: listener, in: bufio.NewReader(conn), gone: make(chan struct{})}
	g.expect(helloLimit)
	return g
}

// errReconnect is why a connection ends when Discord asks for that (op 7).
var errReconnect = errors.New("Discord asked to connect again")

// An invalidSession is why a connection ends when Discord does not know the
// session (op 9).
type invalidSession struct{ resumable bool }

func (e *invalidSession) Error() string {
	if e.resumable {
		return "Discord cannot take up the session now"
	}
	return "Discord does not know the session any more"
}

// expect says that the connection is dead unless something comes in time.
func (g *guard) expect(within time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.alive = time.Now().Add(within)
	g.Conn.SetReadDeadline(g.alive)
}

// living reports whether a session runs over the connection and Discord has
// acknowledged heartbeats lately.
func (g *guard) living() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.ready && g.ended == nil && time.Now().Before(g.alive)
}

// end closes the connection, for the first reason given.
func (g *guard) end(reason error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended == nil {
		g.ended = reason
		g.Conn.Close()
		close(g.gone)
	}
}

// letGo lets discordgo say goodbye, which ends the session.
func (g *guard) letGo() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.final = true
}

func (g *guard) isFinal() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.final
}

// reason returns why the connection has ended, nil if it has not.
func (g *guard) reason() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.ended
}

// SetDeadline implements [net.Conn]. When the other side has to have said
// something, the guard knows better.
func (g *guard) SetDeadline(t time.Time) error { return g.Conn.SetWriteDeadline(t) }

// SetReadDeadline implements [net.Conn]; see SetDeadline.
func (g *guard) SetReadDeadline(time.Time) error { return nil }

// Write implements [net.Conn]. After the end it does nothing. It does not wait for
// a gateway that reads nothing: discordgo's reading may be waiting for it. Nor does
// it pass on a goodbye of discordgo's own accord: discordgo takes a clock that is
// put forward for minutes of silence.
func (g *guard) Write(p []byte) (int, error) {
	if g.upgraded && p[0]&opcodeBits == websocket.CloseMessage && !g.isFinal() {
		g.end(errors.New("discordgo has given the connection up"))
		return len(p), nil
	}
	g.Conn.SetWriteDeadline(time.Now().Add(writeLimit))
	n, err := g.Conn.Write(p)
	if err != nil {
		g.end(err)
		return len(p), nil
	}
	return n, nil
}

// Read implements [net.Conn].
func (g *guard) Read(p []byte) (int, error) {
	for len(g.out) == 0 {
		if err := g.fill(); err != nil {
			if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
				err = errors.New("Discord has gone silent")
			}
			g.end(err)
			return 0, g.reason()
		}
	}
	n := copy(p, g.out)
	g.out = g.out[n:]
	return n, nil
}

// fill waits for something to pass on, or for something to look at.
func (g *guard) fill() error {
	if !g.upgraded {
		return g.readHead()
	}
	return g.readFrame()
}

// readHead passes on the answer to the upgrade.
func (g *guard) readHead() error {
	var text []byte
	for !bytes.HasSuffix(text, []byte("\n\r\n")) && !bytes.HasSuffix(text, []byte("\n\n")) {
		piece, err := g.in.ReadSlice('\n')
		if err != nil && err != bufio.ErrBufferFull { // a long line comes in pieces
			return err
		}
		if text = append(text, piece...); len(text) > headLimit {
			return errors.New("the gateway's answer has no end")
		}
	}
	status, _, _ := strings.Cut(string(text), "\r\n")
	if fields := strings.Fields(status); len(fields) < 2 || fields[1] != "101" {
		return fmt.Errorf("the gateway refuses a WebSocket: %.100q", status)
	}
	g.upgraded, g.out = true, text
	return nil
}
