package bot

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/sleep"
)

const (
	overlapTime = 30 * time.Minute       // by then the processes that were to be replaced have stopped
	overlapPoll = time.Second            // how often a process looks whether another one has started
	pollLimit   = 5 * time.Second        // for one such look
	claimLimit  = 500 * time.Millisecond // of the three seconds for an answer
	claimTime   = time.Second            // a process that was killed keeps no interaction for longer
	claimBeat   = 400 * time.Millisecond // how often the claim is prolonged until the answer is there
	answered    = time.Minute            // much longer than an interaction can be answered
)

// An overlap is the time after the start of a process. The processes that it replaces may
// still be connected, with another number of shards, and Discord sends each interaction to
// both. Discord accepts only one answer, but both would run the command, and people would
// read “this channel already has an open event” after they opened it. So during an overlap
// a process claims each interaction in the database before it runs the command. A claim is
// short: if the process is killed, another one claims the interaction and answers in time.
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
		if err == nil {
			told = true
		} else if polls == 0 {
			o.log.Warn("cannot tell other processes yet that this one has started", "error", err)
		}
		if polls == enough {
			close(o.known)
		}
		if !sleep.For(ctx, overlapPoll) {
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

// lasts reports whether another process may get the interactions of this one.
func (o *overlap) lasts() bool { return o != nil && time.Now().UnixMilli() < o.until.Load() }

// claim claims an interaction. wait is 0 if this process is to answer. Otherwise another one
// is, and wait is how long its claim lasts. Without an answer of the database this process
// answers: Discord accepts only one answer anyway.
func (o *overlap) claim(ctx context.Context, interaction string) (wait time.Duration) {
	if !o.lasts() {
		return 0
	}
	limited, cancel := context.WithTimeout(ctx, claimLimit)
	defer cancel()
	wait, err := o.slots.ClaimSlot(limited, claimOn(interaction), claimTime)
	if err != nil {
		o.log.Warn("answering without a claim on the interaction", "interaction", interaction, "error", err)
		return 0
	}
	return wait
}

// hold prolongs the claim on an interaction until end is called, which says whether Discord
// has accepted an answer. Then nobody claims the interaction any more.
func (o *overlap) hold(interaction string) (end func(accepted bool)) {
	if !o.lasts() {
		return func(bool) {}
	}
	ended := make(chan struct{})
	go func() {
		beat := time.NewTicker(claimBeat)
		defer beat.Stop()
		for {
			select {
			case <-beat.C:
				o.prolong(interaction, claimBeat)
			case <-ended:
				return
			}
		}
	}()
	return func(accepted bool) {
		close(ended)
		if accepted {
			o.prolong(interaction, answered)
		}
	}
}

// prolong prolongs the claim on an interaction. If that fails, another process may answer too,
// and Discord accepts one of the answers.
func (o *overlap) prolong(interaction string, by time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), claimLimit)
	defer cancel()
	if _, _, err := o.slots.ReserveSlots(ctx, claimOn(interaction), 1, by); err != nil {
		o.log.Debug("cannot prolong the claim on an interaction", "interaction", interaction, "error", err)
	}
}

// claimOn is the purpose of the slot for an interaction.
func claimOn(interaction string) string { return "interaction " + interaction }
