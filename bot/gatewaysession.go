package bot

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// A gatewaySession is a session as Discord means it, which may outlive its
// connections. discordgo's Session opens them, identifies or resumes, and sends
// heartbeats; what comes over them is the guard's. It implements
// [gatewayListener].
type gatewaySession struct {
	*discordgo.Session
	shard  *shard
	closed chan struct{} // signals that discordgo has let go of a connection

	mu        sync.Mutex
	line      *guard // the last connection, nil before the first
	known     bool   // Discord has said READY
	failures  int    // connections over which it could not be taken up, one after the other
	abandoned bool   // discordgo hangs; no connection may be made any more
}

const (
	openLimit  = 45 * time.Second // for a connection with all that belongs to it
	closeLimit = 3 * time.Second  // for discordgo to let go of a connection

	// mostFailures is how often a session is tried to be taken up in vain. Then a
	// new one may do better.
	mostFailures = 5
)

// newGatewaySession makes a session that Discord does not know yet.
func newGatewaySession(s *shard) (*gatewaySession, error) {
	inner, err := newSession(s.bot.token, s.bot.apiURL)
	if err != nil {
		return nil, err
	}
	session := &gatewaySession{Session: inner, shard: s, closed: make(chan struct{}, 1)}
	inner.ShardID, inner.ShardCount = s.id, s.count
	inner.Identify.Shard = &[2]int{s.id, s.count}
	inner.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) {
		select {
		case session.closed <- struct{}{}:
		default:
		}
	})
	secure := &tls.Dialer{Config: &tls.Config{NextProtos: []string{"http/1.1"}}}
	inner.Dialer = &websocket.Dialer{
		HandshakeTimeout:  helloLimit,
		NetDialContext:    session.guarded(new(net.Dialer).DialContext),
		NetDialTLSContext: session.guarded(secure.DialContext),
	}
	return session, nil
}

// dialContext is how a connection is made.
type dialContext = func(ctx context.Context, network, address string) (net.Conn, error)

// guarded makes connections with a guard.
func (s *gatewaySession) guarded(dial dialContext) dialContext {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.abandoned {
			conn.Close()
			return nil, errors.New("abandoned")
		}
		s.line = newGuard(conn, s)
		return s.line, nil
	}
}

// open connects, and identifies or resumes. It does not wait for that beyond a
// limit or the context's end: discordgo holds the session locked meanwhile, so
// that it could not even be closed.
func (s *gatewaySession) open(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, openLimit)
	defer cancel()
	s.forgetLine()
	opened := make(chan error, 1)
	go func() { opened <- s.Session.Open() }()
	select {
	case err := <-opened:
		if line := s.last(); err != nil && line != nil && line.reason() != nil {
			s.fail()
			return line.reason()
		}
		return err
	case <-limited.Done():
		s.abandon()
		return fmt.Errorf("connecting takes too long: %w", limited.Err())
	}
}

// fail notes a connection over which the session could not be taken up.
func (s *gatewaySession) fail() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failures++
}

// lost waits until the connection is lost and returns why, or closes it when the
// context ends.
func (s *gatewaySession) lost(ctx context.Context) error {
	line := s.last()
	select {
	case <-line.gone:
	case <-ctx.Done():
		line.letGo()
		go s.Session.Close() // which ends the session
	}
	select {
	case <-s.closed:
	case <-time.After(closeLimit):
		s.abandon()
	}
	line.end(ctx.Err())
	return line.reason()
}

// forgetLine makes ready for another connection.
func (s *gatewaySession) forgetLine() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.line = nil
	select {
	case <-s.closed:
	default:
	}
}

func (s *gatewaySession) last() *guard {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.line
}

// abandon leaves discordgo to itself, without a connection.
func (s *gatewaySession) abandon() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.abandoned = true
	if s.line != nil {
		s.line.end(errors.New("abandoned"))
	}
}

// resumable reports whether the session can be taken up again after its
// connection ended for a reason.
func (s *gatewaySession) resumable(reason error) bool {
	const (
		notAuthenticated = 4003
		invalidSequence  = 4007
		timedOut         = 4009
	)
	if invalid, ok := errors.AsType[*invalidSession](reason); ok && !invalid.resumable {
		return false
	}
	if websocket.IsCloseError(reason, notAuthenticated, invalidSequence, timedOut) {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known && !s.abandoned && s.failures < mostFailures
}

func (s *gatewaySession) living() bool {
	line := s.last()
	return line != nil && line.living()
}

// connected notes that interactions come now.
func (s *gatewaySession) connected() {
	s.mu.Lock()
	s.known, s.failures = true, 0
	s.mu.Unlock()
	s.shard.bot.metrics.Connected(s.shard.id, true)
}

// begun implements [gatewayListener].
func (s *gatewaySession) begun(self, application string) {
	s.connected()
	s.shard.bot.metrics.Identified()
	s.shard.bot.setIdentity(self, application)
}

// resumed implements [gatewayListener].
func (s *gatewaySession) resumed() {
	s.connected()
	s.shard.bot.metrics.Resumed()
	s.shard.bot.log.Debug("session resumed", "shard", s.shard.id)
}

// event implements [gatewayListener].
func (s *gatewaySession) event(name string, data []byte) {
	if name == "INTERACTION_CREATE" {
		s.shard.bot.receive(data)
	}
}
