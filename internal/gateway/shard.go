package gateway

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// A shard is one of the connections that a bot is split into. Discord sends it the
// events of the servers whose ids fall to it, and the first shard also those of
// direct messages.
type shard struct {
	client    *Client
	id, count int
	log       *slog.Logger

	session *session    // the one to resume, nil to identify
	up      atomic.Bool // events arrive
}

// An ending is how an attempt to connect ended: at once or after hours.
type ending struct {
	reached     bool // HELLO came
	established bool // READY or RESUMED came
	resumable   bool // the session can be resumed
	lasted      time.Duration
	err         error
}

// stayConnected connects the shard again and again until the context ends. An error
// says that trying again is of no use.
func (s *shard) stayConnected(ctx context.Context) error {
	s.client.options.Connected(s.id, false)
	for retry := (backoff{}); ; {
		end := s.connect(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if isFinal(end.err) {
			return end.err
		}
		level := slog.LevelWarn
		end.resumable = s.session != nil
		if end.established && end.resumable { // Discord does this every few hours
			level = slog.LevelInfo
		}
		pause := retry.pause(end)
		s.log.Log(ctx, level, "not connected to Discord", "reason", end.err, "again_in", rounded(pause))
		if !sleep(ctx, pause) {
			return nil
		}
	}
}

// connect makes one attempt: it resumes the session if there is one, else it
// identifies. While the resume URL cannot be reached, later attempts do both.
func (s *shard) connect(ctx context.Context) ending {
	if s.session != nil {
		end := s.converse(ctx, s.session, func() {})
		s.review(end)
		if ctx.Err() != nil || end.reached || s.session == nil || s.session.unreached < mostAttempts {
			return end
		}
		s.log.Warn("the resume URL cannot be reached; identifying", "reason", end.err)
	}
	turn, err := s.client.turns.take(ctx, s.id)
	if err != nil {
		return ending{err: err}
	}
	defer turn.giveBack()
	end := s.converse(ctx, &session{address: turn.address}, turn.use)
	s.review(end)
	return end
}

// converse connects, begins or resumes the session, and stays connected as long as it
// can. It calls before just before it answers HELLO.
func (s *shard) converse(ctx context.Context, ss *session, before func()) ending {
	began := time.Now()
	ws, err := s.client.dial(ctx, ss.address)
	if err != nil {
		return ending{err: err}
	}
	c := newConn(ws, ss)
	op, data := ss.greeting(s.client.options.Token, s.id, s.count)
	var keeping sync.WaitGroup
	keeping.Go(func() {
		c.keep(ctx, func() error {
			before()
			return c.send(op, data)
		})
	})
	c.end(s.listen(c))
	s.setUp(false)
	keeping.Wait()
	return ending{reached: c.reached, established: c.established, lasted: time.Since(began), err: context.Cause(c.ended)}
}

// listen handles what comes over a connection until it ends, and returns why.
func (s *shard) listen(c *conn) error {
	for {
		p, err := c.read()
		if err == nil {
			err = s.handle(c, p)
		}
		if err != nil {
			return err
		}
	}
}

// handle handles a packet. An error ends the connection.
func (s *shard) handle(c *conn, p packet) error {
	switch *p.Op {
	case opDispatch:
		return s.dispatch(c, p)
	case opHello:
		return c.greeted(p.Data)
	case opHeartbeat:
		c.askHeartbeat()
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
		user, application, err := c.session.begin(p.Data)
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

// establish notes that events arrive from now on.
func (s *shard) establish(c *conn) {
	c.establish()
	s.log.Info("connected to Discord", "of", s.count)
	s.setUp(true)
}

// setUp notes whether events arrive, and tells the caller if that has changed.
func (s *shard) setUp(up bool) {
	if s.up.Swap(up) != up {
		s.client.options.Connected(s.id, up)
	}
}

// review decides whether the session can still be resumed after an attempt.
func (s *shard) review(end ending) {
	switch {
	case s.session == nil:
	case !survives(end.err):
		s.session = nil
	case end.established:
		s.session.unreached, s.session.unresumed = 0, 0
	case !end.reached:
		s.session.unreached++
	default:
		if s.session.unresumed++; s.session.unresumed == mostAttempts {
			s.session = nil
		}
	}
}
