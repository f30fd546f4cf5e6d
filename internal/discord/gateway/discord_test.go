package gateway

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
)

// A discord is a gateway in memory with the client that connects to it. Tests act as the
// gateway.
type discord struct {
	t      *testing.T
	client *Client
	peers  chan *peer // connections of the client
	stop   func()     // ends the client, nil if it does not run
	ended  chan error // the result of Run

	events chan string // the events, and Ready, Resumed and Connected

	mu      sync.Mutex
	refuse  func(address string) bool // whether dialling an address fails
	dialled []string                  // addresses, also of failed attempts
	info    func() (Info, error)      // Discord's answer to GET /gateway/bot
	faulty  func(net.Conn)            // acts as the gateway instead of a peer
}

// normalURL and resumeURL are on this machine, so that no proxy is used.
const (
	normalURL = "ws://localhost:1"
	resumeURL = "ws://localhost:2/at"
)

var normalInfo = Info{URL: normalURL, Shards: 1, Remaining: 1000, MaxConcurrency: 1}

// play runs a test in a synctest bubble.
func play(t *testing.T, test func(*testing.T, *discord)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := newDiscord(t)
		t.Cleanup(func() {
			if d.stop == nil {
				return
			}
			d.stop()
			if err := <-d.ended; err != nil {
				t.Errorf("the client ended with %v", err)
			}
		})
		test(t, d)
	})
}

func newDiscord(t *testing.T) *discord {
	d := &discord{
		t: t, peers: make(chan *peer), ended: make(chan error, 1), events: make(chan string, 1000),
		info:   func() (Info, error) { return normalInfo, nil },
		refuse: func(string) bool { return false },
	}
	d.client = New(Options{
		Token: "secret", Log: slog.New(slog.DiscardHandler),
		Info: func(context.Context) (Info, error) {
			d.mu.Lock()
			defer d.mu.Unlock()
			return d.info()
		},
		Connected: func(shard int, up bool) { d.events <- fmt.Sprintf("shard %d up: %t", shard, up) },
		Ready: func(shard int, user, application string) {
			d.events <- fmt.Sprintf("ready %d as %s of %s", shard, user, application)
		},
		Resumed: func(shard int) { d.events <- fmt.Sprintf("resumed %d", shard) },
		Event:   func(name string, data []byte) { d.events <- fmt.Sprintf("%s %s", name, data) },
	})
	d.client.netDial = d.dial
	return d
}

// run starts the client.
func (d *discord) run() {
	ctx, cancel := context.WithCancel(context.Background())
	go func() { d.ended <- d.client.Run(ctx) }()
	d.stop = cancel
}

// set changes the fields below mu.
func (d *discord) set(update func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	update()
}

func (d *discord) dial(ctx context.Context, _, address string) (net.Conn, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dialled = append(d.dialled, address)
	if d.refuse(address) {
		return nil, errors.New("out of reach")
	}
	near, far := net.Pipe()
	if d.faulty != nil {
		go d.faulty(far)
		return near, nil
	}
	go d.accept(far, address)
	return near, nil
}

// accept opens a WebSocket and hands it to the test.
func (d *discord) accept(conn net.Conn, address string) {
	buffered := bufio.NewReadWriter(bufio.NewReader(conn), bufio.NewWriter(conn))
	r, err := http.ReadRequest(buffered.Reader)
	if err != nil {
		return
	}
	ws, err := (&websocket.Upgrader{}).Upgrade(&hijacked{conn: conn, buffered: buffered}, r, nil)
	if err != nil {
		d.t.Error(err)
		return
	}
	ws.SetCloseHandler(func(int, string) error { return nil }) // the test answers
	d.peers <- &peer{t: d.t, ws: ws, address: address, uri: r.RequestURI}
}

// A hijacked is the [http.ResponseWriter] of a connection that has no server.
type hijacked struct {
	http.ResponseWriter
	conn     net.Conn
	buffered *bufio.ReadWriter
}

func (h *hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) { return h.conn, h.buffered, nil }

// end waits until the client ends by itself, and returns the error of Run.
func (d *discord) end() error {
	d.t.Helper()
	d.stop = nil
	select {
	case err := <-d.ended:
		return err
	case <-time.After(time.Hour):
		d.t.Fatal("the client did not end")
		return nil
	}
}

// next returns the client's next connection.
func (d *discord) next() *peer {
	d.t.Helper()
	select {
	case p := <-d.peers:
		return p
	case err := <-d.ended:
		d.stop = nil
		d.t.Fatal("the client ended with", err)
	case <-time.After(2 * time.Hour):
		d.t.Fatal("the client did not connect")
	}
	return nil
}

// begin accepts a connection that identifies, and begins a session.
func (d *discord) begin() *peer {
	d.t.Helper()
	p := d.next()
	p.hello(41250)
	p.expect(opIdentify)
	p.ready("first")
	return p
}

// happened waits until all goroutines wait, and returns what the client reported
// since the last call.
func (d *discord) happened() (events []string) {
	synctest.Wait()
	for len(d.events) > 0 {
		events = append(events, <-d.events)
	}
	return events
}

// A peer is the gateway's end of a connection.
type peer struct {
	t            *testing.T
	ws           *websocket.Conn
	writing      sync.Mutex
	address, uri string // where the client dialled, and what it asked for
}

// A sent is a packet from the client.
type sent struct {
	Op int             `json:"op"`
	D  json.RawMessage `json:"d"`
}

func (p *peer) send(format string, args ...any) {
	p.write(websocket.TextMessage, fmt.Appendf(nil, format, args...))
}

func (p *peer) sendBinary(message []byte) { p.write(websocket.BinaryMessage, message) }

func (p *peer) write(kind int, message []byte) {
	p.writing.Lock()
	defer p.writing.Unlock()
	p.ws.WriteMessage(kind, message)
}

// hello sends HELLO with an interval in milliseconds.
func (p *peer) hello(interval int) { p.send(`{"op":10,"d":{"heartbeat_interval":%d}}`, interval) }

func (p *peer) ready(session string) {
	p.send(`{"op":0,"s":1,"t":"READY","d":{"session_id":%q,"resume_gateway_url":%q,"user":{"id":"7"},"application":{"id":"8"}}}`, session, resumeURL)
}

func (p *peer) close(code int) {
	p.ws.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""))
}

// expect reads a packet with an opcode and returns its data.
func (p *peer) expect(op int) string {
	p.t.Helper()
	var got sent
	if err := p.ws.ReadJSON(&got); err != nil || got.Op != op {
		p.t.Fatalf("got %+v, %v, want op %d", got, err, op)
	}
	return string(got.D)
}

// expectClose reads until the connection is closed with a code. Heartbeats before that are
// ignored.
func (p *peer) expectClose(code int) {
	p.t.Helper()
	for {
		var got sent
		if err := p.ws.ReadJSON(&got); websocket.IsCloseError(err, code) {
			return
		} else if err != nil || got.Op != opHeartbeat {
			p.t.Fatalf("got %+v, %v, want close %d", got, err, code)
		}
	}
}

// drain reads until the connection ends, without acknowledging heartbeats.
func (p *peer) drain() {
	for p.ws.ReadJSON(new(sent)) == nil {
	}
}

// serve acknowledges heartbeats until the connection ends, and returns the reason.
func (p *peer) serve() error {
	for {
		var got sent
		if err := p.ws.ReadJSON(&got); err != nil {
			return err
		}
		if got.Op == opHeartbeat {
			p.send(`{"op":11}`)
		}
	}
}
