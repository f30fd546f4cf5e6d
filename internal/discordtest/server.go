package discordtest

import (
	"context"
	"hash/maphash"
	"net"
	"net/http"
	"sync"
	"time"
)

// Server is one Discord with one bot account. Its methods may be called from
// any number of goroutines.
type Server struct {
	url  string
	http *http.Server

	deadline  time.Duration // for the first answer
	tokenLife time.Duration
	heartbeat time.Duration

	ids          snowflakes
	interactions interactions
	registry     registry
	history      history
	turns        turns
	shelf        shelf
	audience     audience
	gateway      gateway
	record       record
	changed      bell
}

// Setting changes how a Server plays Discord.
type Setting func(*Server)

// Deadline is the time for the first answer to an interaction; Discord's 3 s if
// not set.
func Deadline(d time.Duration) Setting { return func(s *Server) { s.deadline = d } }

// TokenLife is how long an interaction's token works; Discord's 15 min if not set.
func TokenLife(d time.Duration) Setting { return func(s *Server) { s.tokenLife = d } }

// Heartbeat is the interval that the gateway's HELLO asks for; Discord's 41.25 s
// if not set. A connection without a heartbeat for twice as long is closed.
func Heartbeat(d time.Duration) Setting { return func(s *Server) { s.heartbeat = d } }

// History is how many requests, and in each channel messages, are remembered;
// 2000 if not set.
func History(n int) Setting {
	return func(s *Server) { s.history.limit, s.shelf.limit, s.record.limit = n, 2*n, n }
}

// Start listens on a free port of 127.0.0.1.
func Start(settings ...Setting) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{
		url: "http://" + listener.Addr().String(), deadline: 3 * time.Second,
		tokenLife: 15 * time.Minute, heartbeat: 41250 * time.Millisecond,
	}
	s.interactions = interactions{byToken: map[string]*interaction{}, limit: 1 << 16}
	s.registry.scopes = map[string][]map[string]any{}
	s.history.channels = map[string]*channel{}
	s.turns.seed = maphash.MakeSeed()
	s.shelf.files = map[string]*Attachment{}
	s.audience.listeners = map[int]func(Event){}
	s.changed.rung = make(chan struct{})
	s.gateway.server = s
	History(2000)(s)
	for _, set := range settings {
		set(s)
	}
	for _, p := range []Place{Channel, Anna.DM(), Ben.DM(), Cleo.DM()} {
		s.history.know(p)
	}
	s.http = &http.Server{Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second}
	go s.http.Serve(listener)
	return s, nil
}

// URL is the address that stands for https://discord.com.
func (s *Server) URL() string { return s.url }

// Close hangs up on the bot and stops listening.
func (s *Server) Close() {
	s.gateway.close()
	s.http.Close()
}

// bell wakes those who wait for a condition.
type bell struct {
	mu   sync.Mutex
	rung chan struct{}
}

func (b *bell) signal() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.rung)
	b.rung = make(chan struct{})
}

func (b *bell) next() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.rung
}

func (b *bell) wait(ctx context.Context, condition func() bool) error {
	for {
		rung := b.next()
		if condition() {
			return nil
		}
		select {
		case <-rung:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
