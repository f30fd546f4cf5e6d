package bot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"chess960bot/internal/outbox"
)

// firstOnly are slots of which each purpose has one. With
// down they return an error, and with hangs they return nothing.
type firstOnly struct {
	outbox.Slots
	claimed map[string]bool
	until   time.Time // of the overlap
	down    bool
	hangs   atomic.Bool
}

// reach returns an error while the slots are out of reach.
func (f *firstOnly) reach(ctx context.Context) error {
	if f.hangs.Load() {
		<-ctx.Done()
		return ctx.Err()
	}
	if f.down {
		return errors.New("out of reach")
	}
	return nil
}

func (f *firstOnly) ReserveSlots(ctx context.Context, _ string, _ int, _ time.Duration) (wait, limit time.Duration, err error) {
	if err := f.reach(ctx); err != nil {
		return 0, 0, err
	}
	return 0, max(0, time.Until(f.until)), nil
}

func (f *firstOnly) ClaimSlot(ctx context.Context, purpose string, apart time.Duration) (wait time.Duration, err error) {
	if err := f.reach(ctx); err != nil {
		return 0, err
	}
	if f.claimed[purpose] {
		wait = apart
	}
	f.claimed[purpose] = true
	return wait, nil
}

func (f *firstOnly) LimitSlots(ctx context.Context, _ string, limit time.Duration) error {
	if err := f.reach(ctx); err != nil {
		return err
	}
	f.until = time.Now().Add(limit)
	return nil
}

// After a process has started, one process gets each interaction. The process waits with its
// connection until all others know of it. Without the database, and long after the start,
// all answer.
func TestOverlap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slots := &firstOnly{claimed: map[string]bool{}}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		start := func() *overlap {
			o := newOverlap(Options{Slots: slots, Shards: 2, Log: slog.New(slog.DiscardHandler)})
			go o.watch(ctx)
			return o
		}
		first := start()
		time.Sleep(overlapTime + overlapPoll)
		answer := func(i int, others ...*overlap) (n int) {
			for _, o := range others {
				if o.claim(ctx, fmt.Sprint(i)) {
					n++
				}
			}
			return n
		}
		if got := answer(1, first, first); got != 2 {
			t.Errorf("long after a start, %d of 2 processes answer", got)
		}
		began := time.Now()
		second := start()
		if err := second.wait(ctx); err != nil || time.Since(began) < 2*overlapPoll {
			t.Errorf("waited %v, %v", time.Since(began), err)
		}
		if got := answer(2, first, second, first); got != 1 {
			t.Errorf("after a start, %d processes answer", got)
		}
		slots.down = true
		if got := answer(3, first, second); got != 2 {
			t.Errorf("without the database, %d of 2 processes answer", got)
		}
	})
	for _, o := range []Options{{}, {Shards: 2}, {Slots: &firstOnly{}}, {Slots: &firstOnly{}, Shards: 2, NoGateway: true}} {
		if alone := newOverlap(o); alone != nil || !alone.claim(t.Context(), "1") || alone.wait(t.Context()) != nil {
			t.Errorf("%+v: another process may answer", o)
		}
	}
}

// A database that hangs while a process starts does not keep its shards from connecting. As
// soon as the database answers, the process tells the others.
func TestOverlapBeginsWithoutDatabase(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slots := &firstOnly{claimed: map[string]bool{}}
		slots.hangs.Store(true)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		o := newOverlap(Options{Slots: slots, Shards: 2, Log: slog.New(slog.DiscardHandler)})
		go o.watch(ctx)
		began := time.Now()
		if err := o.wait(ctx); err != nil || time.Since(began) > time.Minute {
			t.Errorf("waited %v, %v", time.Since(began), err)
		}
		slots.hangs.Store(false)
		time.Sleep(2 * pollLimit)
		synctest.Wait()
		if left := time.Until(slots.until); left <= overlapTime-2*pollLimit || !o.claim(ctx, "1") || o.claim(ctx, "1") {
			t.Errorf("the others were not told: %v are left of the overlap", left)
		}
	})
}
