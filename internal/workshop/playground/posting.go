package main

import (
	"context"
	"log/slog"
	"sync"
	"time"

	dailyrows "chess960bot/commands/daily/rows"
	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/workshop/discordtest"
)

// A posting runs the outbox. While the clock is wound, the engine is
// stopped: it plans and sends in steps, at each instant at which something is due.
// Afterwards it is started again.
type posting struct {
	clock   *clock
	store   schedule.Store
	engine  *outbox.Engine
	log     *slog.Logger
	changed *bell

	mu   sync.Mutex // held while the clock is wound
	stop func()     // ends the engine and waits for it; nil while it does not run
}

// startPosting runs the engine until the context ends. The bot must be ready.
func startPosting(ctx context.Context, s *stage, engine *outbox.Engine, log *slog.Logger) *posting {
	p := &posting{clock: s.clock, store: dailyrows.Of(s.dailies), engine: engine, log: log, changed: s.changed}
	p.start(ctx)
	return p
}

func (p *posting) start(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := p.engine.Run(ctx); err != nil {
			p.log.Error("the outbox has stopped", "error", err)
		}
	}()
	p.stop = func() {
		cancel()
		<-ended
	}
}

// wind winds the clock forward to an instant. The engine sends each post that is due
// on the way at the right time. With down, the engine does nothing until the clock is
// there. If the context ends, the clock stays where it is.
func (p *posting) wind(ctx, running context.Context, to time.Time, down bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stop()
	defer p.start(running)
	defer p.changed.ring()
	if !down {
		if err := p.stepTo(ctx, to); err != nil {
			return err
		}
	}
	p.windTo(to)
	return p.engine.Tick(ctx)
}

// stepTo winds the clock from one instant at which something is due to the next, as
// long as they are before the given instant.
func (p *posting) stepTo(ctx context.Context, to time.Time) error {
	for {
		if err := p.engine.Tick(ctx); err != nil {
			return err
		}
		due, err := p.nextDue(ctx)
		if err != nil || due.IsZero() || due.After(to) {
			return err
		}
		p.windTo(due)
	}
}

// windTo winds the clock and notifies the pages. The engine posts afterwards.
func (p *posting) windTo(t time.Time) {
	p.clock.windTo(t)
	p.changed.ring()
}

// nextDue returns the next instant at which the engine has something to do, or the zero
// time: the time of a subscription's next post, or of another attempt at a post.
func (p *posting) nextDue(ctx context.Context) (time.Time, error) {
	var due time.Time
	now := p.clock.Now()
	consider := func(t time.Time) {
		if t.After(now) && (due.IsZero() || t.Before(due)) {
			due = t
		}
	}
	subs, err := p.store.Subs(ctx, discordtest.GuildID)
	if err != nil {
		return due, err
	}
	for _, s := range subs {
		if s.Status == schedule.Active {
			consider(s.NextAt)
		}
		posts, err := p.store.Posts(ctx, s.Channel, 2)
		if err != nil {
			return due, err
		}
		for _, post := range posts {
			if post.State == outbox.Open {
				consider(post.DueAt)
				consider(post.NotBefore)
			}
		}
	}
	return due, nil
}

// close waits for the engine. The engine's context must have ended.
func (p *posting) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stop()
}

// A watchedStore is a store that rings a bell after every change.
type watchedStore struct {
	*store.Store
	changed *bell
}

func (w watchedStore) Transaction(ctx context.Context, f func(*store.Tx)) error {
	written := 0
	err := w.Store.Transaction(ctx, func(tx *store.Tx) {
		f(tx)
		written = tx.Written
	})
	if written > 0 {
		w.changed.ring()
	}
	return err
}

func (w watchedStore) Record(ctx context.Context, holder string, p outbox.Post) (bool, error) {
	defer w.changed.ring()
	return w.Store.Record(ctx, holder, p)
}
