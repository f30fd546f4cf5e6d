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
	"sync"
	"time"

	"chess960bot/internal/metrics"
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
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy = nil // HTTP_PROXY does not apply to this machine
	response, err := (&http.Client{Transport: transport}).Do(request)
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

// readiness serves /readyz. The check queries the database, so its result is reused for
// a moment: frequent requests do not keep the database busy.
type readiness struct {
	check func(context.Context) error

	mu       sync.Mutex
	problems error
	until    time.Time // the problems are reused until then
}

const (
	reuseTime = time.Second
	checkTime = 3 * time.Second
)

// ServeHTTP implements [http.Handler].
func (r *readiness) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	if err := r.ask(); err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}

// ask returns the problems.
func (r *readiness) ask() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if time.Now().Before(r.until) {
		return r.problems
	}
	ctx, cancel := context.WithTimeout(context.Background(), checkTime)
	defer cancel()
	r.problems = r.check(ctx)
	r.until = time.Now().Add(reuseTime)
	return r.problems
}

// A Prober is a database that counts what it has and can check that it is writable.
type Prober interface {
	metrics.Database
	Probe(ctx context.Context) error
}

// CheckDatabase returns an error if the database cannot be written or a post is overdue.
func CheckDatabase(ctx context.Context, db Prober) error {
	if err := db.Probe(ctx); err != nil {
		return fmt.Errorf("the database cannot be written: %w", err)
	}
	_, overdue, err := db.Count(ctx, time.Now().Add(-metrics.OverdueAfter))
	switch {
	case err != nil:
		return fmt.Errorf("the database cannot be read: %w", err)
	case overdue > 0:
		return fmt.Errorf("posts that are overdue: %d", overdue)
	}
	return nil
}
