package httpserver

import (
	"container/list"
	"net"
	"net/http"
	"sync"
)

// mostWaiting is how many connections without a request are kept open.
const mostWaiting = 512

// connections closes the connection that has waited for a request for the longest
// time, where there would be more than mostWaiting.
type connections struct {
	mu    sync.Mutex
	order list.List // of the connections that wait, the oldest first
	place map[net.Conn]*list.Element
}

func newConnections() *connections { return &connections{place: make(map[net.Conn]*list.Element)} }

// changed is the server's ConnState.
func (c *connections) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.place[conn]; e != nil {
		c.order.Remove(e)
		delete(c.place, conn)
	}
	if state == http.StateNew || state == http.StateIdle {
		c.place[conn] = c.order.PushBack(conn)
	}
	if c.order.Len() > mostWaiting {
		oldest := c.order.Remove(c.order.Front()).(net.Conn)
		delete(c.place, oldest)
		oldest.Close()
	}
}
