package privacy

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"chess960bot/internal/outbox"
)

// KeptAfterLeaving is how long the data of a server are kept after Discord began to refuse
// posts because the server had removed the bot.
const KeptAfterLeaving = 30 * 24 * time.Hour

const (
	sweepPause   = 24 * time.Hour // between two sweeps
	failurePause = 10 * time.Minute
	sweptAtOnce  = 20 // servers
)

// A Sweep deletes the data of the servers that have removed the bot. Only one goroutine may
// use a Sweep.
type Sweep struct {
	Store   Store
	Servers Servers
	Pace    *outbox.Pace // of the requests to Servers
	Log     *slog.Logger

	next  time.Time // when the next sweep begins
	after string    // the server that this sweep came to last
}

// Servers is what a Sweep needs from Discord.
type Servers interface {
	// IsMember reports whether the bot is a member of a server.
	IsMember(ctx context.Context, guild string) (bool, error)
}

// Run continues the sweep with some servers, or begins one if the last is long ago. A
// channel can refuse posts while the bot is still in the server, so Discord is asked. After
// a failure the server is left out until the next sweep.
func (s *Sweep) Run(ctx context.Context, now time.Time) error {
	if now.Before(s.next) {
		return nil
	}
	silent, err := s.Store.SilentServers(ctx, now.Add(-KeptAfterLeaving), s.after, sweptAtOnce)
	if err != nil {
		return err
	}
	for _, guild := range silent {
		s.after = guild
		if err := s.check(ctx, guild); err != nil {
			s.next = now.Add(failurePause)
			return fmt.Errorf("look whether server %s has removed the bot: %w", guild, err)
		}
	}
	if len(silent) < sweptAtOnce {
		s.next, s.after = now.Add(sweepPause), ""
	}
	return nil
}

// check forgets a server that has removed the bot.
func (s *Sweep) check(ctx context.Context, guild string) error {
	var member bool
	err := s.Pace.Retry(ctx, func(ctx context.Context) (err error) {
		member, err = s.Servers.IsMember(ctx, guild)
		return err
	})
	if err != nil || member {
		return err
	}
	gone, err := s.Store.ForgetServer(ctx, guild)
	if err != nil {
		return err
	}
	s.Log.Info("deleted the data of a server that removed the bot", "server", guild,
		"daily_posts", gone.Subs, "events", gone.Events, "races", gone.Races, "posts", gone.Posts)
	return nil
}
