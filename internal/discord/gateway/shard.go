package gateway

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"chess960bot/internal/sleep"
)

// A shard is one of a bot's connections to the gateway. Each shard gets the events of
// some of the bot's servers. Shard 0 also gets those of direct messages.
type shard struct {
	client    *Client
	id, count int
	log       *slog.Logger

	session *session    // the session to resume; nil to identify
	up      atomic.Bool // events arrive
	conn    atomic.Pointer[conn]
}

// An ending says how a connection, or the attempt to open one, ended.
type ending struct {
	reached     bool // HELLO arrived
	established bool // READY or RESUMED arrived
	err         error
}

// stayConnected connects the shard again and again until the context ends. It returns
// an error only if trying again cannot help.
func (s *shard) stayConnected(ctx context.Context) error {
	s.client.options.Connected(s.id, false)
	for retry := (backoff{}); ; {
		end := s.connect(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if IsFinal(end.err) {
			return end.err
		}
		level := slog.LevelWarn
		if end.established && s.session != nil { // Discord does this every few hours
			level = slog.LevelInfo
		}
		pause := retry.pause(end)
		s.log.Log(ctx, level, "not connected to Discord", "reason", end.err, "again_in", rounded(pause))
		if !sleep.For(ctx, pause) {
			return nil
		}
	}
}

// connect makes one attempt: it resumes the session if the shard has one, otherwise
// it identifies. If the resume URL could not be reached several times, or stayed
// silent once, connect tries to resume and then identifies.
func (s *shard) connect(ctx context.Context) ending {
	if s.session != nil {
		end := s.runConnection(ctx, s.session, func(context.Context) error { return nil })
		s.updateSession(end)
		if ctx.Err() != nil || end.reached || s.session == nil || s.session.unreached < mostAttempts {
			return end
		}
		s.log.Warn("the resume URL cannot be reached; identifying", "reason", end.err)
	}
	turn, err := s.client.turns.acquire(ctx, s.id)
	if err != nil {
		return ending{err: err}
	}
	defer turn.giveBack()
	end := s.runConnection(ctx, &session{address: turn.address}, turn.use)
	s.updateSession(end)
	return end
}

// runConnection opens a connection, starts or resumes the session, and handles events
// until the connection ends. It answers HELLO when await returns.
func (s *shard) runConnection(ctx context.Context, ss *session, await func(context.Context) error) ending {
	ws, err := s.client.dial(ctx, ss.address)
	if err != nil {
		return ending{err: err}
	}
	c := newConn(ws, ss)
	s.conn.Store(c)
	op, data := ss.identifyOrResume(s.client.options.Token, s.id, s.count)
	var serving sync.WaitGroup
	serving.Go(func() {
		c.serve(ctx, await, func() error { return c.send(op, data) })
	})
	for err == nil {
		var p packet
		if p, err = c.read(); err == nil {
			err = s.handle(c, p)
		}
	}
	c.end(err)
	s.setUp(false)
	serving.Wait()
	return ending{reached: c.reached, established: c.established, err: context.Cause(c.ended)}
}

// handle handles one packet. An error ends the connection.
func (s *shard) handle(c *conn, p packet) error {
	switch *p.Op {
	case opDispatch:
		return s.dispatch(c, p)
	case opHello:
		return c.handleHello(p.Data)
	case opHeartbeat:
		select {
		case c.asked <- struct{}{}:
		default: // a heartbeat is about to be sent
		}
	case opHeartbeatAck:
		c.acked.Store(true)
	case opReconnect:
		return errReconnect
	case opInvalidSession:
		return &invalidSession{resumable: string(p.Data) == "true"}
	}
	return nil
}

// dispatch handles an event. An event without a sequence number is ignored.
func (s *shard) dispatch(c *conn, p packet) error {
	if p.Sequence == nil {
		return nil
	}
	report := s.client.options
	switch p.Event {
	case "READY":
		user, application, err := c.session.handleReady(p.Data)
		if err != nil {
			return err
		}
		s.session = c.session
		s.establish(c)
		report.Ready(s.id, user, application)
	case "RESUMED":
		s.establish(c)
		report.Resumed(s.id)
	default:
		report.Event(p.Event, p.Data)
	}
	c.session.sequence.Store(*p.Sequence)
	return nil
}

// establish notes that the session has started or resumed, which ends the time limit.
func (s *shard) establish(c *conn) {
	if !c.established {
		c.established = true
		close(c.ready)
	}
	s.log.Info("connected to Discord", "of", s.count)
	s.setUp(true)
}

// setUp stores whether events arrive, and reports a change to Options.Connected.
func (s *shard) setUp(up bool) {
	if s.up.Swap(up) != up {
		s.client.options.Connected(s.id, up)
	}
}

// updateSession decides after an attempt whether the session can still be resumed.
func (s *shard) updateSession(end ending) {
	switch {
	case s.session == nil:
	case !canResume(end.err):
		s.session = nil
	case end.established:
		s.session.unreached, s.session.unresumed = 0, 0
	case errors.Is(end.err, errSilent) && end.reached:
		s.session = nil
	case errors.Is(end.err, errSilent): // the interactions that were missed are too old to be answered
		s.session.unreached = mostAttempts
	case !end.reached:
		s.session.unreached++
	default:
		if s.session.unresumed++; s.session.unresumed == mostAttempts {
			s.session = nil
		}
	}
}

const (
	firstWait   = time.Second      // longest pause after the first attempt
	longestWait = 30 * time.Second // longest pause after any attempt
)

// outOfReach is how an attempt ends that reached nobody.
const outOfReach = "out of reach"

// A backoff spaces attempts to connect. Pauses are random, below a bound that
// doubles with every attempt; while nobody is reached, above half the bound too. The bound starts over after a connection on which
// events arrived, and when an attempt ends in a different way than the one before:
// then an outage does not slow down the attempts after it.
type backoff struct {
	bound time.Duration
	last  string // how the last attempt ended
}

// pause returns the pause between an attempt and the next one.
func (b *backoff) pause(end ending) time.Duration {
	invalid, _ := errors.AsType[*invalidSession](end.err)
	now := outOfReach
	switch {
	case invalid != nil:
		now = "op 9"
	case end.reached:
		now = "reached"
	}
	b.bound = min(2*b.bound, longestWait)
	if now != b.last || end.established {
		b.bound = firstWait
	}
	b.last = now
	pause := rand.N(b.bound)
	if now == outOfReach {
		pause = b.bound/2 + pause/2 // people read the log while the network is gone
	}
	if invalid != nil && !invalid.resumable {
		// Discord asks bots to identify between one and five seconds later; half a second is left for connecting.
		pause = max(pause, time.Second+rand.N(3500*time.Millisecond))
	}
	if later, ok := errors.AsType[*RetryError](end.err); ok {
		pause = max(pause, later.After)
	}
	return pause
}
