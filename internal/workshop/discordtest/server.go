package discordtest

import (
	"context"
	"hash/maphash"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"chess960bot/internal/workshop/discordtest/gatewaytest"
)

// Server is one Discord with one bot account. Its methods may be called from any
// number of goroutines.
type Server struct {
	*gatewaytest.Gateway

	url            string
	http, resuming *http.Server // resuming serves the resume URL of the gateway

	deadline    time.Duration // for the first answer to an interaction
	tokenLife   time.Duration // of an interaction
	nonceWindow time.Duration
	overlapping bool // several sessions get an interaction: see EverySession
	bare        bool // V2 messages list no attachments: see BareAttachments

	ids          snowflakes
	interactions interactions
	registry     registry
	history      history
	editLocks    editLocks
	people       people
	roles        roles
	guilds       guilds
	events       serverEvents
	shelf        shelf
	filesHeld    atomic.Pointer[chan struct{}] // nil if files are not held
	filesFail    atomic.Int64                  // a status; 0 for none
	page         applicationPage
	listeners    listeners
	record       record
	faults       faults
	requestLimit requestLimit
	changed      bell // rung after a request, and when commands or sessions change
	closed       context.Context
	close        context.CancelFunc
}

// Start listens on two free ports of 127.0.0.1. The second one is for resumed gateway
// sessions.
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
	return StartAt(listener, resumeListener, settings...), nil
}

// StartAt is Start with two listeners.
func StartAt(listener, resumeListener net.Listener, settings ...Setting) *Server {
	address, resumeAddress := listener.Addr().String(), resumeListener.Addr().String()
	s := &Server{
		url: "http://" + address, deadline: 3 * time.Second, tokenLife: 15 * time.Minute, nonceWindow: 5 * time.Minute,
		ids:          snowflakes{now: time.Now},
		interactions: interactions{byToken: map[string]*interaction{}, limit: 1 << 16},
		registry:     registry{scopes: map[string][]map[string]any{}},
		history:      history{channels: map[string]*channel{}},
		editLocks:    editLocks{seed: maphash.MakeSeed()},
		people:       people{known: map[string]User{}, hasInstalled: map[string]bool{}},
		roles:        roles{known: map[string]Role{}},
		guilds:       guilds{left: map[string]bool{GuildID: false}, states: map[string]GuildState{}},
		shelf:        shelf{files: map[string]*Attachment{}},
		listeners:    listeners{byID: map[int]func(Event){}},
		changed:      bell{rung: make(chan struct{})},
	}
	s.closed, s.close = context.WithCancel(context.Background())
	gateway := gatewaytest.Options{
		Token: Token, URL: "ws://" + address + "/", ResumeURL: "ws://" + resumeAddress + "/",
		User: self(), Application: map[string]any{"id": ApplicationID, "flags": applicationFlags},
		NewID:  s.ids.next,
		Broken: s.record.breach, Changed: s.changed.signal, Heartbeat: 41250 * time.Millisecond,
	}
	History(2000)(s, &gateway)
	for _, set := range settings {
		set(s, &gateway)
	}
	s.Gateway = gatewaytest.New(gateway)
	s.AddRole(Players)
	s.AddChannel(Channel, "chess960")
	for _, u := range []User{Anna, Ben, Cleo} {
		s.openDM(u)
	}
	s.http = &http.Server{Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second}
	s.resuming = &http.Server{Handler: http.HandlerFunc(s.ServeResume), ReadHeaderTimeout: 10 * time.Second}
	go s.http.Serve(listener)
	go s.resuming.Serve(resumeListener)
	return s
}

// URL returns the address to use instead of https://discord.com.
func (s *Server) URL() string { return s.url }

// Close hangs up on the bot and stops listening.
func (s *Server) Close() {
	s.close()
	s.Gateway.Close()
	s.http.Close()
	s.resuming.Close()
}

// WaitReady waits until a bot is connected and has got READY or RESUMED, on its
// first shard.
func (s *Server) WaitReady(ctx context.Context) error { return s.changed.wait(ctx, s.Ready) }

// WaitGone waits until no bot is connected, on the first shard.
func (s *Server) WaitGone(ctx context.Context) error {
	return s.changed.wait(ctx, func() bool { return !s.Ready() })
}

// WaitSessions waits until the bot has identified and resumed at least as often as given
// and is connected, on its first shard.
func (s *Server) WaitSessions(ctx context.Context, identifies, resumes int) error {
	return s.changed.wait(ctx, func() bool {
		return s.Identifies() >= identifies && s.Resumes() >= resumes && s.Ready()
	})
}

// Dispatch sends a gateway event, such as GUILD_DELETE, to the bot. data is a JSON
// text or a value to marshal, as for [Server.Interact].
func (s *Server) Dispatch(event string, data any) error {
	text, err := asJSON(data)
	if err != nil {
		return err
	}
	return s.Gateway.Dispatch(event, text)
}

// bell wakes all goroutines that wait for a condition.
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

// wait returns when the condition holds. The code that makes the condition true has to
// call signal afterwards.
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
