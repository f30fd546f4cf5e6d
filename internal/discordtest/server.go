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
	url       string
	http      *http.Server
	resumeURL string // where sessions are resumed
	resuming  *http.Server

	deadline  time.Duration // for the first answer
	tokenLife time.Duration
	heartbeat time.Duration

	nonceWindow time.Duration
	bare        bool // V2 messages list no attachments

	ids          snowflakes
	interactions interactions
	registry     registry
	history      history
	people       people
	roles        roles
	guilds       guilds
	turns        turns
	shelf        shelf
	audience     audience
	gateway      gateway
	record       record
	changed      bell
	faults       faults
	closed       context.Context
	stop         context.CancelFunc
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

// Clock is where the times and the ids of messages and threads come from;
// time.Now if not set. Ids go on rising when it stands or goes back. Deadlines of
// interactions and the gateway keep to the time that passes. It is read from many
// goroutines.
func Clock(now func() time.Time) Setting { return func(s *Server) { s.ids.now = now } }

// NonceWindow is how long a repeated nonce returns the first message; 5 min if
// not set.
func NonceWindow(d time.Duration) Setting { return func(s *Server) { s.nonceWindow = d } }

// BareAttachments makes messages of components alone list no attachments in what
// the bot gets: the components name the files, and Discord may leave it at that.
func BareAttachments() Setting { return func(s *Server) { s.bare = true } }

// StrictResume refuses to resume sessions anywhere but at the resume_gateway_url
// of their READY. The answer elsewhere is op 9, and Broken lists the mistake.
func StrictResume() Setting { return func(s *Server) { s.gateway.strictResume = true } }

// Start listens on two free ports of 127.0.0.1. The second port is for resumed
// gateway sessions alone.
func Start(settings ...Setting) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	resumeListener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		listener.Close()
		return nil, err
	}
	s := &Server{
		url: "http://" + listener.Addr().String(), resumeURL: "ws://" + resumeListener.Addr().String() + "/", deadline: 3 * time.Second,
		tokenLife: 15 * time.Minute, heartbeat: 41250 * time.Millisecond,
		nonceWindow: 5 * time.Minute,
	}
	s.ids.now = time.Now
	s.closed, s.stop = context.WithCancel(context.Background())
	s.interactions = interactions{byToken: map[string]*interaction{}, limit: 1 << 16}
	s.registry.scopes = map[string][]map[string]any{}
	s.guilds = guilds{left: map[string]bool{}, out: map[string]bool{}}
	s.roles.known = map[string]Role{}
	s.AddRole(Players)
	s.people = people{known: map[string]User{}, shut: map[string]bool{}, owns: map[string]bool{}}
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
	s.AddChannel(Channel, "chess960")
	for _, u := range []User{Anna, Ben, Cleo} {
		s.openDM(u)
	}
	s.http = &http.Server{Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second}
	go s.http.Serve(listener)
	s.resuming = &http.Server{Handler: s.resumeRoutes(), ReadHeaderTimeout: 10 * time.Second}
	go s.resuming.Serve(resumeListener)
	return s, nil
}

// URL is the address that stands for https://discord.com.
func (s *Server) URL() string { return s.url }

// Close hangs up on the bot and stops listening.
func (s *Server) Close() {
	s.stop()
	s.gateway.close()
	s.http.Close()
	s.resuming.Close()
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
