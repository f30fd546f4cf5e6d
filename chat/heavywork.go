package chat

import (
	"context"
	"runtime"
	"time"

	"chess960bot/voice"
)

// HeavyWork does work that keeps a processor busy for tens of milliseconds, such as a
// sheet of 200 boards or an export. It does a few pieces of work at a time; other pieces
// wait, and when too many wait, the asker is refused. So most of the bot's workers and of
// its memory stay free for other people. Make it with NewHeavyWork.
type HeavyWork struct {
	slots chan struct{} // taken by work that waits or is being done
	turns chan struct{} // taken by work that is being done
}

const (
	// mostAtOnce is the largest number of pieces of work done at a time, whatever the
	// number of processors: an export takes 10 MB.
	mostAtOnce = 4
	// mostWaiting is half of the bot's workers. Two processors do as many of the
	// largest sheets within the time that work may wait.
	mostWaiting = 32
	// workTime is the part of a deadline that is left for the work itself, after
	// waiting. The largest sheet or export takes a fifth of it.
	workTime = 500 * time.Millisecond
)

// NewHeavyWork returns a HeavyWork that does one piece of work on each processor, and at
// most four.
func NewHeavyWork() *HeavyWork {
	atOnce := min(runtime.GOMAXPROCS(0), mostAtOnce)
	return &HeavyWork{
		slots: make(chan struct{}, atOnce+mostWaiting),
		turns: make(chan struct{}, atOnce),
	}
}

// Do calls work when its turn comes, and returns its error. If too many others wait, or
// the turn does not come in time before the deadline of ctx, Do refuses with a *UserError.
func (h *HeavyWork) Do(ctx context.Context, work func() error) error {
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	default:
		return tooBusy()
	}
	waiting := ctx
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		waiting, cancel = context.WithDeadline(ctx, deadline.Add(-workTime))
		defer cancel()
	}
	select {
	case h.turns <- struct{}{}:
		defer func() { <-h.turns }()
		return work()
	case <-waiting.Done():
		if err := ctx.Err(); err != nil {
			return err
		}
		return tooBusy()
	}
}

func tooBusy() *UserError {
	return Refuse(voice.Phrase("chat.busy"), voice.Phrase("chat.tryInAMinute"))
}
