package httpserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"
)

// AskHealth sends GET /healthz to the server of another process on this machine. addr
// is the address at which that server listens. A server that listens on all networks
// is asked over loopback.
func AskHealth(ctx context.Context, addr string) error {
	const limit = 3 * time.Second
	if addr == "" {
		return errors.New("HTTP_ADDR is not set, so there is no server to ask")
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	health := url.URL{Scheme: "http", Host: loopback(addr), Path: "/healthz"} // escapes the zone of an IPv6 address
	request, err := http.NewRequestWithContext(ctx, "GET", health.String(), nil)
	if err != nil {
		return err
	}
	client := &http.Client{Transport: &http.Transport{Proxy: nil}} // HTTP_PROXY does not apply to this machine
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(response.Body, 200))
		return fmt.Errorf("%s answered %s: %q", request.URL, response.Status, text)
	}
	return nil
}

// loopback returns the address at which this machine reaches a server that listens
// at addr.
func loopback(addr string) string {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	ip, err := netip.ParseAddr(host)
	switch {
	case host == "", err == nil && ip.Is4() && ip.IsUnspecified():
		host = "127.0.0.1"
	case err == nil && ip.IsUnspecified():
		host = "::1"
	}
	return net.JoinHostPort(host, port)
}
