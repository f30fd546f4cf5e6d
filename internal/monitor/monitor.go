// Package monitor is the process's HTTP server: it shows those who run the bot
// how it is.
//
//	GET  /healthz       200 "ok": the process lives
//	GET  /readyz        200 "ok", or 503 with one line for each thing that is wrong
//	GET  /metrics       for Prometheus; see package metrics
//	POST /interactions  Discord's requests, where the bot takes them over HTTP
//
// Restart a process whose /healthz does not answer. One that is not ready would
// not get better by that: its /readyz says what somebody should look after.
//
// Only /interactions is meant for strangers. A proxy before the server should
// pass on nothing else.
package monitor

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Options are what a Server shows.
type Options struct {
	Addr         string                            // where to listen, such as 127.0.0.1:8080
	Checks       []func(ctx context.Context) error // what must be well for the bot to be ready
	Metrics      http.Handler
	Interactions http.Handler // nil where they come over the gateway
	Log          *slog.Logger
}

const (
	headerLimit = 16 << 10         // bytes; Discord's requests have a few hundred
	headerTime  = 5 * time.Second  // for a request's header
	readTime    = 10 * time.Second // for all of a request
	writeTime   = 15 * time.Second // from the header's end to the answer's
	idleTime    = 2 * time.Minute  // between requests; longer than proxies keep a connection
	farewell    = 4 * time.Second  // for what is being answered when the server stops
)

// A Server is the process's HTTP server. Make it with Listen.
type Server struct {
	listener net.Listener
	http     *http.Server
	log      *slog.Logger
}

// Listen takes the address, so that nobody else has it, and answers nothing yet.
func Listen(o Options) (*Server, error) {
	listener, err := net.Listen("tcp", o.Addr)
	if err != nil {
		return nil, fmt.Errorf("HTTP_ADDR %s cannot be used: %w", o.Addr, err)
	}
	return &Server{
		listener: listener,
		http: &http.Server{
			Handler:           routes(o),
			ReadHeaderTimeout: headerTime,
			ReadTimeout:       readTime,
			WriteTimeout:      writeTime,
			IdleTimeout:       idleTime,
			MaxHeaderBytes:    headerLimit,
			ErrorLog:          slog.NewLogLogger(o.Log.Handler(), slog.LevelWarn),
		},
		log: o.Log,
	}, nil
}

func routes(o Options) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	mux.Handle("GET /readyz", &readiness{checks: o.Checks})
	mux.Handle("GET /metrics", o.Metrics)
	if o.Interactions != nil {
		mux.Handle("POST /interactions", o.Interactions)
	}
	return mux
}

// Run answers until the context ends; then it finishes what it is answering, for
// at most four seconds, and returns nil.
func (s *Server) Run(ctx context.Context) error {
	s.log.Info("serving HTTP", "addr", s.listener.Addr().String())
	served := make(chan error, 1)
	go func() { served <- s.http.Serve(s.listener) }()
	select {
	case err := <-served:
		return fmt.Errorf("serve HTTP: %w", err)
	case <-ctx.Done():
	}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer cancel()
	if err := s.http.Shutdown(limited); err != nil {
		s.log.Warn("stopped with HTTP requests unanswered", "error", err)
		return s.http.Close()
	}
	return nil
}
