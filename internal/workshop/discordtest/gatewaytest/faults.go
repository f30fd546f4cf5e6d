package gatewaytest

import "sync"

// Fault changes the gateway's behaviour on one connection. The zero value changes
// nothing.
type Fault struct {
	Refuse    int      // HTTP status that answers instead of the upgrade to a WebSocket
	Silent    bool     // nothing is sent, not even HELLO
	Packets   []string // sent instead of HELLO
	First     []string // sent after HELLO, before anything else
	NoReady   bool     // IDENTIFY and RESUME get no answer
	NoAck     bool     // heartbeats get no answer
	Packed    bool     // everything after IDENTIFY is compressed, although the client did not ask for that
	ResumeURL string   // in READY, instead of the gateway's own resume URL
	Close     int      // code with which the connection is closed in answer to IDENTIFY or RESUME
}

// faults asks the function in Options about one connection at a time.
type faults struct {
	mu  sync.Mutex
	n   int
	ask func(int) *Fault
}

func (f *faults) next() Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n++
	if f.ask != nil {
		if fault := f.ask(f.n); fault != nil {
			return *fault
		}
	}
	return Fault{}
}

func (f *faults) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.n
}

// forEach calls a function with every open connection.
func (g *Gateway) forEach(do func(*connection)) {
	g.mu.Lock()
	all := make([]*connection, 0, len(g.connections))
	for c := range g.connections {
		all = append(all, c)
	}
	g.mu.Unlock()
	for _, c := range all {
		do(c)
	}
}

// Drop cuts all connections without a close frame. Sessions can be resumed.
func (g *Gateway) Drop() { g.forEach(func(c *connection) { c.ws.UnderlyingConn().Close() }) }

// CloseGateway closes all connections with a close code.
func (g *Gateway) CloseGateway(code int) { g.forEach(func(c *connection) { c.hangUp(code, "") }) }

// AskReconnect sends op 7 on all connections.
func (g *Gateway) AskReconnect() { g.forEach(func(c *connection) { c.send(opReconnect, nil) }) }

// AskHeartbeat sends op 1 on all connections. A bot answers with a heartbeat at once.
func (g *Gateway) AskHeartbeat() { g.forEach(func(c *connection) { c.send(opHeartbeat, nil) }) }

// InvalidateSessions sends op 9 on all connections. If resumable is false, the
// sessions end. Otherwise they can be resumed, also on the same connections.
func (g *Gateway) InvalidateSessions(resumable bool) {
	g.forEach(func(c *connection) {
		if ss := c.current(); ss != nil && resumable {
			c.invalidate()
		} else if ss != nil {
			ss.end()
			c.setSession(nil)
		}
		c.send(opInvalidSession, resumable)
	})
}

// SendFrame sends a WebSocket message on all connections. The kind is
// websocket.TextMessage or websocket.BinaryMessage.
func (g *Gateway) SendFrame(kind int, payload []byte) {
	g.forEach(func(c *connection) { c.write(kind, payload) })
}
