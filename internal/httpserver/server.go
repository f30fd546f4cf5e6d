// Package httpserver is the HTTP server of the process. It reports the bot's health,
// and can receive Discord's interactions.
//
//	GET  /healthz       200 "ok": the process runs
//	GET  /readyz        200 "ok", or 503 with one line for each problem
//	GET  /metrics       for Prometheus; see package metrics
//	POST /interactions  Discord's requests, if the bot gets interactions over HTTP
//
// Restart a process if /healthz does not answer. If /readyz reports a problem, a
// restart does not help: somebody should look at the problem.
//
// Only /interactions is for the public. A proxy in front of the server should pass
// on nothing else.
package httpserver

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"chess960bot/internal/metrics"
)

// Options configure a Server.
type Options struct {
	Addr string // where to listen, such as 127.0.0.1:8080

	// Check decides whether the bot is ready. It returns nil, or an error with one line
	// for each problem.
	Check func(context.Context) error

	Metrics      http.Handler
	Interactions http.Handler // nil if interactions come over the gateway
	Log          *slog.Logger
	StopTime     time.Duration // for requests in progress when the server stops
}

const (
	headerLimit = 16 << 10         // bytes; the headers of Discord's requests have a few hundred
	headerTime  = 5 * time.Second  // for a request's header
	readTime    = 10 * time.Second // for a whole request
	writeTime   = 15 * time.Second // from the end of the header to the end of the answer
	idleTime    = 2 * time.Minute  // between requests; longer than proxies keep a connection

	mostConnections = 1280 // each takes 20 KB; more wait until one is closed
	mostSilent      = 640  // of them, without a request
)

// A Server is the process's HTTP server. Listen makes one.
type Server struct {
	options  Options
	listener net.Listener
	http     *http.Server
}

// Listen opens the port. Call Run to answer requests.
func Listen(o Options) (*Server, error) {
	listener, err := net.Listen("tcp", o.Addr)
	if err != nil {
		return nil, fmt.Errorf("HTTP_ADDR %s cannot be used: %w", o.Addr, err)
	}
	return &Server{o, listener, &http.Server{
		Handler:           routes(o),
		ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: headerLimit, ErrorLog: slog.NewLogLogger(o.Log.Handler(), slog.LevelWarn),
	}}, nil
}

// A limitedListener has up to mostConnections open. A connection counts until its memory is
// free: one client that connects again and again could otherwise fill the memory.
type limitedListener struct {
	net.Listener
	open chan struct{} // has a value for each connection
}

// Accept implements [net.Listener].
func (l limitedListener) Accept() (net.Conn, error) {
	l.open <- struct{}{}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.open
	}
	return c, err
}

// limitConnections returns the server's listener with the limits. A connection that goes on
// after a signed request is not silent.
func (s *Server) limitConnections() net.Listener {
	l := limitedListener{s.listener, make(chan struct{}, mostConnections)}
	silent := newWaitingRoom(mostSilent)
	s.http.ConnState = func(c net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			silent.enter(c, c.RemoteAddr().String(), func() { c.Close() })
		case http.StateClosed:
			<-l.open
			fallthrough
		default:
			silent.leave(c)
		}
	}
	return l
}

func routes(o Options) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	mux.Handle("GET /readyz", &readiness{check: o.Check})
	mux.Handle("GET /metrics", o.Metrics)
	if o.Interactions != nil {
		mux.Handle("POST /interactions", o.Interactions)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close") // unless the request turns out to be signed
		mux.ServeHTTP(w, r)
		if w.Header().Get("Connection") != "" { // the rest of a body may never come
			http.NewResponseController(w).SetReadDeadline(time.Now())
		}
	})
}

// Run answers until the context ends. Then it finishes the requests in progress,
// for at most StopTime, and returns nil.
func (s *Server) Run(ctx context.Context) error {
	s.options.Log.Info("serving HTTP", "addr", s.listener.Addr().String())
	served := make(chan error, 1)
	go func() { served <- s.http.Serve(s.limitConnections()) }()
	select {
	case err := <-served:
		return fmt.Errorf("serve HTTP: %w", err)
	case <-ctx.Done():
	}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.options.StopTime)
	defer cancel()
	if err := s.http.Shutdown(limited); err != nil {
		s.options.Log.Warn("stopped with HTTP requests unanswered", "error", err)
		return s.http.Close()
	}
	return nil
}

// A waitingRoom limits how many clients may keep the server waiting. Honest clients send
// at once. So beyond the limit a client of a busy address is sent away: one address cannot
// take the seats of all others. Of the addresses with at least half as many clients as the
// busiest, it is the client that has waited longest. The busiest may be Discord, if an attack
// comes from many addresses.
type waitingRoom struct {
	seats int

	mu       sync.Mutex
	order    list.List             // of *waiter, the one that has waited longest first
	elements map[any]*list.Element // of the order, by client
	counts   map[string]int        // clients in the order, by address
}

type waiter struct {
	who      any
	address  string
	sendAway func()
}

func newWaitingRoom(seats int) *waitingRoom {
	return &waitingRoom{seats: seats, elements: make(map[any]*list.Element), counts: make(map[string]int)}
}

// enter adds a client, whose address is a host and a port. sendAway must not block.
func (r *waitingRoom) enter(who any, address string, sendAway func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	address = network(address)
	r.elements[who] = r.order.PushBack(&waiter{who, address, sendAway})
	r.counts[address]++
	if r.order.Len() <= r.seats {
		return
	}
	most := 0
	for _, n := range r.counts {
		most = max(most, n)
	}
	e := r.order.Front()
	for 2*r.counts[e.Value.(*waiter).address] < most {
		e = e.Next()
	}
	r.remove(e).sendAway()
}

// leave removes a client, unless the client was sent away. Afterwards sendAway is not called.
func (r *waitingRoom) leave(who any) (stayed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e := r.elements[who]
	if e != nil {
		r.remove(e)
	}
	return e != nil
}

func (r *waitingRoom) remove(e *list.Element) *waiter {
	w := r.order.Remove(e).(*waiter)
	delete(r.elements, w.who)
	if r.counts[w.address]--; r.counts[w.address] == 0 {
		delete(r.counts, w.address)
	}
	return w
}

// network returns the IP address of a host and port, and of an IPv6 address the first
// 64 bits: one client may have all the others.
func network(hostPort string) string {
	at, err := netip.ParseAddrPort(hostPort)
	if err != nil {
		return hostPort
	}
	ip := at.Addr().Unmap()
	if ip.Is6() {
		prefix, _ := ip.WithZone("").Prefix(64)
		ip = prefix.Addr()
	}
	return ip.String()
}

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
