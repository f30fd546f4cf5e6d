package bot

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/discordapi"
)

// A shard is one of the connections over which Discord sends interactions: those
// of the servers whose ids fall to it, the first also those of direct messages.
type shard struct {
	bot       *Bot
	id, count int

	mu      sync.Mutex
	session *gatewaySession // that can be resumed, nil if there is none
}

const (
	lasting    = time.Minute     // a connection that lived so long was a good one
	resumeWait = 4 * time.Second // the longest wait for a session that only has to be taken up again

	firstWait   = time.Second
	longestWait = time.Minute
)

// stayConnected keeps the shard connected until the context ends. An error says
// that trying again is of no use.
func (s *shard) stayConnected(ctx context.Context) error {
	for wait := firstWait; ; {
		began := time.Now()
		opened, err := s.connect(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err := fatal(err); err != nil {
			return err
		}
		level := slog.LevelWarn
		if opened && s.current() != nil { // which happens every few hours
			level, wait = slog.LevelInfo, min(wait, resumeWait)
		}
		if time.Since(began) > lasting {
			wait = firstWait
		}
		pause := rand.N(wait)
		if _, ok := errors.AsType[*invalidSession](err); ok {
			pause = max(pause, time.Second+rand.N(4*time.Second)) // as Discord's documentation wants it
		}
		pause = max(pause, discordapi.RetryAfter(err))
		if limit, ok := errors.AsType[*discordgo.RateLimitError](err); ok {
			pause = max(pause, limit.RetryAfter)
		}
		s.bot.log.Log(ctx, level, "not connected to Discord", "shard", s.id, "reason", err, "again_in", pause.Round(time.Millisecond).String())
		if !sleep(ctx, pause) {
			return nil
		}
		wait = min(2*wait, longestWait)
	}
}

// connect connects once, resuming the session where there is one. It returns
// whether that succeeded, and why there is no connection any more.
func (s *shard) connect(ctx context.Context) (opened bool, err error) {
	session := s.current()
	if session == nil {
		if err := s.bot.identifies.wait(ctx, s.id); err != nil {
			return false, err
		}
		if session, err = newGatewaySession(s); err != nil {
			return false, err
		}
		s.set(session)
	}
	err = session.open(ctx)
	if opened = err == nil; opened {
		s.bot.log.Info("connected to Discord", "shard", s.id, "of", s.count)
		err = session.lost(ctx)
	}
	s.bot.metrics.Connected(s.id, false)
	if !session.resumable(err) {
		s.set(nil)
	}
	return opened, err
}

func (s *shard) current() *gatewaySession {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.session
}

func (s *shard) set(session *gatewaySession) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.session = session
}

// living reports whether interactions come over the shard.
func (s *shard) living() bool {
	session := s.current()
	return session != nil && session.living()
}
