package gateway

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"os"
	"testing"
)

// net/http reads the environment variable once. It never uses a proxy for localhost, where
// the gateway of all other tests is.
func TestMain(m *testing.M) {
	os.Setenv("HTTP_PROXY", "http://anna:secret@proxy.test:3128")
	os.Unsetenv("NO_PROXY")
	os.Unsetenv("no_proxy")
	os.Exit(m.Run())
}

// The client connects to the gateway through the proxy in the environment.
func TestProxy(t *testing.T) {
	play(t, func(t *testing.T, d *discord) {
		info := normalInfo
		info.URL = "ws://gateway.test"
		d.info = func() (Info, error) { return info, nil }
		asked := make(chan *http.Request, 1)
		d.faulty = func(conn net.Conn) {
			r, err := http.ReadRequest(bufio.NewReader(conn))
			if err != nil {
				return
			}
			asked <- r
			io.WriteString(conn, "HTTP/1.1 200 Connection established\r\n\r\n")
			d.accept(conn, r.Host)
		}
		d.run()
		d.begin()
		r := <-asked
		if r.Method != "CONNECT" || r.Host != "gateway.test:80" || r.Header.Get("Proxy-Authorization") != "Basic YW5uYTpzZWNyZXQ=" {
			t.Errorf("%s %s, %v", r.Method, r.Host, r.Header)
		}
		if d.dialled[0] != "proxy.test:3128" {
			t.Errorf("dialled %s", d.dialled[0])
		}
	})
}
