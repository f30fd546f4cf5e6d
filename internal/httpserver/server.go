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
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
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

	mostConnections = 1024 // that have not sent a request; each takes 15 KB
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
		Handler: routes(o), ConnState: limitConnections(),
		ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: writeTime, IdleTimeout: idleTime,
		MaxHeaderBytes: headerLimit, ErrorLog: slog.NewLogLogger(o.Log.Handler(), slog.LevelWarn),
	}}, nil
}

// limitConnections returns a callback that limits the connections without a request.
// A connection that goes on after a signed request is not among them.
func limitConnections() func(net.Conn, http.ConnState) {
	waiting := newWaitingRoom(mostConnections)
	return func(c net.Conn, state http.ConnState) {
		if state == http.StateNew {
			waiting.enter(c, func() { c.Close() })
		} else {
			waiting.leave(c)
		}
	}
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
	go func() { served <- s.http.Serve(s.listener) }()
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
// at once, so beyond the limit the client that has waited longest is sent away.
type waitingRoom struct {
	seats int

	mu       sync.Mutex
	order    list.List             // of *waiter, the one that has waited longest first
	elements map[any]*list.Element // of the order, by client
}

type waiter struct {
	who      any
	sendAway func()
}

func newWaitingRoom(seats int) *waitingRoom {
	return &waitingRoom{seats: seats, elements: make(map[any]*list.Element)}
}

// enter adds a client. sendAway must not block.
func (r *waitingRoom) enter(who any, sendAway func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.elements[who] = r.order.PushBack(&waiter{who, sendAway})
	if r.order.Len() > r.seats {
		oldest := r.order.Remove(r.order.Front()).(*waiter)
		delete(r.elements, oldest.who)
		oldest.sendAway()
	}
}

// leave removes a client. Its sendAway is not called any more.
func (r *waitingRoom) leave(who any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e := r.elements[who]; e != nil {
		r.order.Remove(e)
		delete(r.elements, who)
	}
}
