package events

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// An Opener opens the seals that nobody has opened in time, and posts their
// positions. It also posts the result of an opened seal if the answer was lost, and
// deletes old events.
type Opener struct {
	Store Store
	// Post posts the result of a draw to the event's channel. It may be called
	// again for the same draw.
	Post func(ctx context.Context, e *Event, d *Draw) error
	Log  *slog.Logger
	Now  func() time.Time // the clock

	after map[string]pause // events whose result could not be posted, by id
}

// A pause says when to try again.
type pause struct {
	until time.Time
	next  time.Duration
}

const (
	tickPause   = 5 * time.Second          // between two Ticks
	sealsATick  = 100                      // seals that one Tick opens at most
	answerTime  = time.Minute              // for the answer to the press that opened a seal
	firstPause  = 10 * time.Second         // after a result that could not be posted
	longPause   = time.Hour                // the pause doubles up to this
	giveUpAfter = 24 * time.Hour           // then the result stays in the log only
	keptFor     = 2 * 365 * 24 * time.Hour // how long closed events are kept
)

// Run opens and posts until the context ends.
func (o *Opener) Run(ctx context.Context) error {
	for {
		if err := o.Tick(ctx); err != nil && ctx.Err() == nil {
			o.Log.Error("cannot open sealed draws", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(tickPause):
		}
	}
}

// Tick opens the seals and posts the results that are due now, and deletes old events.
func (o *Opener) Tick(ctx context.Context) error {
	now := o.Now()
	if err := o.Store.PruneEvents(ctx, now.Add(-keptFor)); err != nil {
		return err
	}
	ids, err := o.Store.DueSeals(ctx, now, sealsATick)
	if err != nil {
		return err
	}
	var failed []error
	for _, id := range ids {
		if now.Before(o.after[id].until) {
			continue
		}
		err := o.open(ctx, id, now)
		if err != nil && ctx.Err() == nil {
			failed = append(failed, fmt.Errorf("event %s: %w", id, err))
			o.delay(id, now)
		} else {
			delete(o.after, id)
		}
	}
	return errors.Join(failed...)
}

// delay puts off the next attempt, each time for longer.
func (o *Opener) delay(id string, now time.Time) {
	if o.after == nil {
		o.after = map[string]pause{}
	}
	wait := max(o.after[id].next, firstPause)
	o.after[id] = pause{now.Add(wait), min(2*wait, longPause)}
}

// open opens the event's sealed draw and posts the result.
func (o *Opener) open(ctx context.Context, id string, now time.Time) error {
	answering := false // a press has opened the seal, and its answer is on the way
	e, err := o.Store.ChangeEvent(ctx, id, func(e *Event) error {
		answering = false
		d := e.Waiting()
		switch {
		case d == nil:
			return nil
		case d.Sealed():
			_, err := e.OpenSeal(d.Round, Asker{At: now})
			return err
		}
		answering = d.Process != "" && now.Sub(d.Seal.Opened) < answerTime
		return nil
	})
	if err != nil || answering {
		return err
	}
	d := e.Waiting()
	if d == nil {
		return nil
	}
	if now.Sub(d.Seal.OpensAt) < giveUpAfter {
		if err := o.Post(ctx, e, d); err != nil {
			return err
		}
	}
	_, err = o.Store.ChangeEvent(ctx, id, func(e *Event) error {
		if d := e.Waiting(); d != nil {
			d.Shown = true
		}
		return nil
	})
	return err
}
