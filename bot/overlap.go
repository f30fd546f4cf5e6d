package bot

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"chess960bot/internal/outbox"
)

const (
	overlapTime = 30 * time.Minute       // by then the processes that were to be replaced have stopped
	overlapPoll = time.Second            // how often a process looks whether another one has started
	pollLimit   = 5 * time.Second        // for one such look
	claimLimit  = 500 * time.Millisecond // of the three seconds for an answer
	claimTime   = time.Minute            // much longer than an interaction can be answered
)

// An overlap is the time after the start of a process. The processes that it replaces may
// still be connected, with another number of shards, and Discord sends each interaction to
// both. Discord accepts only one answer, but both would run the command, and people would
// read “this channel already has an open event” after they opened it. So during an overlap
// a process claims each interaction in the database before it runs the command.
type overlap struct {
	slots outbox.Slots
	log   *slog.Logger
	until atomic.Int64  // milliseconds since 1970, by this machine's clock
	known chan struct{} // closed when the other processes know that this one has started
}

// newOverlap returns nil, which claims nothing, for a process without a set number of
// shards: that process connects all shards.
func newOverlap(o Options) *overlap {
	if o.Slots == nil || o.Shards == 0 || o.NoGateway {
		return nil
	}
	return &overlap{slots: o.Slots, log: o.Log, known: make(chan struct{})}
}

// overlapping is a purpose of slots. Its limit lasts as long as an overlap.
const overlapping = "overlap"

// watch begins an overlap, and notices those that other processes begin.
func (o *overlap) watch(ctx context.Context) {
	if o == nil {
		return
	}
	const enough = 2 // polls, after which the others have seen it
	told := false
	for polls := 0; ; polls++ {
		err := o.poll(ctx, !told)
		if told = told || err == nil; err != nil && polls == 0 {
			o.log.Warn("cannot tell other processes yet that this one has started", "error", err)
		}
		if polls == enough {
			close(o.known)
		}
		select {
		case <-time.After(overlapPoll):
		case <-ctx.Done():
			return
		}
	}
}

// poll tells the other processes that this one has started, and looks how long the overlap
// lasts. A database that hangs does not keep the shards from connecting.
func (o *overlap) poll(ctx context.Context, tell bool) error {
	ctx, cancel := context.WithTimeout(ctx, pollLimit)
	defer cancel()
	if tell {
		if err := o.slots.LimitSlots(ctx, overlapping, overlapTime); err != nil {
			return err
		}
	}
	_, left, err := o.slots.ReserveSlots(ctx, overlapping, 0, 0)
	if err == nil {
		o.until.Store(time.Now().Add(left).UnixMilli())
	}
	return err
}

// wait waits until the other processes claim their interactions.
func (o *overlap) wait(ctx context.Context) error {
	if o == nil {
		return nil
	}
	select {
	case <-o.known:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// claim reports whether this process is to answer an interaction. Without an answer of the
// database it is: Discord accepts only one answer anyway.
func (o *overlap) claim(ctx context.Context, interaction string) bool {
	if o == nil || time.Now().UnixMilli() >= o.until.Load() {
		return true
	}
	limited, cancel := context.WithTimeout(ctx, claimLimit)
	defer cancel()
	wait, err := o.slots.ClaimSlot(limited, "interaction "+interaction, claimTime)
	if err != nil {
		o.log.Warn("answering without a claim on the interaction", "interaction", interaction, "error", err)
	}
	return err != nil || wait == 0
}
