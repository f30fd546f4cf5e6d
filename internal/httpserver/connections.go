package httpserver

import (
	"container/list"
	"net"
	"net/http"
	"sync"
)

// mostWaiting is how many connections without a request are kept open.
const mostWaiting = 512

// connections limits the connections that wait for a request to mostWaiting. Beyond
// that it closes the one that has waited longest.
type connections struct {
	mu    sync.Mutex
	order list.List // the connections that wait, the oldest first
	place map[net.Conn]*list.Element
}

func newConnections() *connections { return &connections{place: make(map[net.Conn]*list.Element)} }

// changed is the server's ConnState callback.
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
