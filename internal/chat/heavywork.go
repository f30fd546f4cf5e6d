package chat

import (
	"cmp"
	"context"
	"runtime"
	"time"

	"chess960bot/internal/voice"
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
	// mostWaiting is half of the bot's 64 workers. Two processors finish that many of the
	// largest sheets before the last one has waited too long.
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

// Do waits for a turn, calls work and returns the error of work. It refuses with a *UserError
// if too many others wait, or if workTime before the deadline of ctx no turn has come.
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
	tooLate := func() error { return cmp.Or(ctx.Err(), error(tooBusy())) }
	if waiting.Err() != nil { // select would choose a free turn half of the time
		return tooLate()
	}
	select {
	case h.turns <- struct{}{}:
		defer func() { <-h.turns }()
		return work()
	case <-waiting.Done():
		return tooLate()
	}
}

func tooBusy() *UserError {
	return Refuse(voice.Phrase("chat.busy"), voice.Phrase("chat.tryInAMinute"))
}
