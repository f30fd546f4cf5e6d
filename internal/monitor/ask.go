package monitor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"time"
)

// AskHealth asks the server of another process, on this machine, whether it
// lives. The address is where that listens; every network means loopback too.
func AskHealth(ctx context.Context, addr string) error {
	const limit = 3 * time.Second
	if addr == "" {
		return errors.New("HTTP_ADDR is not set, so there is nobody to ask")
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	question, err := http.NewRequestWithContext(ctx, "GET", "http://"+onLoopback(addr)+"/healthz", nil)
	if err != nil {
		return err
	}
	client := &http.Client{Transport: &http.Transport{Proxy: nil}} // whatever the environment says
	answer, err := client.Do(question)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		said, _ := io.ReadAll(io.LimitReader(answer.Body, 200))
		return fmt.Errorf("%s answered %s: %q", question.URL, answer.Status, said)
	}
	return nil
}

// onLoopback returns the address at which a server can be reached that listens
// at addr.
func onLoopback(addr string) string {
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
