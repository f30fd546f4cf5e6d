package discordtest

import (
	"context"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
)

// Dial connects to what listens in memory, and to everything else over the network. It is for
// DialContext of [net/http.DefaultTransport], which all clients of the program use.
func Dial(ctx context.Context, network, address string) (net.Conn, error) {
	found, ok := inMemory.Load(address)
	if !ok {
		return new(net.Dialer).DialContext(ctx, network, address)
	}
	l := found.(*memoryListener)
	near, far := net.Pipe()
	select {
	case l.dialled <- far:
		return near, nil
	case <-l.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

var (
	inMemory sync.Map // of *memoryListener, by address
	memories atomic.Int64
)

// A memoryListener is a [net.Listener] that only Dial reaches.
type memoryListener struct {
	address net.Addr
	dialled chan net.Conn
	closed  chan struct{}
	close   func()
}

// ListenInMemory returns a listener for a test in a bubble of testing/synctest. The clock of the bubble
// goes on while a client and a server wait for each other, unlike over a network.
func ListenInMemory() net.Listener {
	n := memories.Add(1)
	address := &net.TCPAddr{IP: net.IPv4(127, 96, byte(n>>16), byte(n>>8)), Port: 1 + int(n&0xff)}
	l := &memoryListener{address: address, dialled: make(chan net.Conn), closed: make(chan struct{})}
	l.close = sync.OnceFunc(func() { close(l.closed); inMemory.Delete(fmt.Sprint(address)) })
	inMemory.Store(fmt.Sprint(address), l)
	return l
}

// Accept implements [net.Listener].
func (l *memoryListener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.dialled:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close implements [net.Listener].
func (l *memoryListener) Close() error { l.close(); return nil }

// Addr implements [net.Listener].
func (l *memoryListener) Addr() net.Addr { return l.address }
