package gateway

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"

	"github.com/gorilla/websocket"
)

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
