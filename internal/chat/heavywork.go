package chat

import (
	"cmp"
	"context"
	"runtime"
	"sync"
	"time"

	"chess960bot/internal/voice"
)

// HeavyWork does work that keeps a processor busy for tens of milliseconds, such as a
// sheet of 200 boards or an export. It does a few pieces of work at a time; other pieces
// wait, and when too many wait, the asker is refused. A person has one piece at a time. So most
// of the bot's workers and of its memory stay free for other people. Make it with NewHeavyWork.
type HeavyWork struct {
	slots chan struct{} // taken by work that waits or is being done
	turns chan struct{} // taken by work that is being done

	large chan struct{} // taken by work of DoLarge that is being done

	mu     sync.Mutex
	people map[string]bool // whose work waits or is being done
}

const (
	// mostAtOnce is the largest number of pieces of work done at a time, whatever the
	// number of processors: a long text or a file takes some MB.
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
		slots: make(chan struct{}, atOnce+mostWaiting), turns: make(chan struct{}, atOnce),
		large: make(chan struct{}, 1), people: map[string]bool{},
	}
}

// longText is how many bytes a person may type without a turn: to read them takes less than
// 5 ms of a processor.
const longText = 250

// answer calls a handler. One for a long text takes a turn: whatever a text is, to read 6,000
// characters can take a tenth of a second. A nil HeavyWork has no turns.
func (h *HeavyWork) answer(ctx context.Context, run Handler, r *Request) (reply *Reply, err error) {
	n := len(r.Target) // bytes of text
	for _, v := range r.Options {
		text, _ := v.(string)
		n += len(text)
	}
	if h == nil || n <= longText {
		return run(ctx, r)
	}
	err = h.Do(ctx, r.Asker, func() (err error) {
		reply, err = run(context.WithValue(ctx, turn{}, h), r)
		return err
	})
	return reply, err
}

// turn is the key of the HeavyWork in the context of a handler that has a turn.
type turn struct{}

// Do waits for a turn, calls work and returns the error of work. It refuses with a *UserError
// if too many others wait, if the person has another piece of work, or if workTime before the
// deadline of ctx no turn has come. Without a person, as for a post, there is no limit of that kind. A
// handler that has a turn already keeps it.
func (h *HeavyWork) Do(ctx context.Context, person string, work func() error) error {
	if ctx.Value(turn{}) == h {
		return work()
	}
	h.mu.Lock()
	busy := h.people[person]
	h.people[person] = person != ""
	h.mu.Unlock()
	if busy {
		return Refuse(voice.Phrase("chat.oneAtATime"), voice.Phrase("chat.waitForAnswer"))
	}
	defer func() {
		h.mu.Lock()
		delete(h.people, person)
		h.mu.Unlock()
	}()
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	default:
		return tooBusy()
	}
	release, err := acquire(ctx, h.turns)
	if err != nil {
		return err
	}
	defer release()
	return work()
}

// acquire waits for a place, until workTime before the deadline of ctx.
func acquire(ctx context.Context, places chan struct{}) (release func(), err error) {
	waiting := ctx
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		waiting, cancel = context.WithDeadline(ctx, deadline.Add(-workTime))
		defer cancel()
	}
	tooLate := func() error { return cmp.Or(ctx.Err(), error(tooBusy())) }
	if waiting.Err() != nil { // select would choose a free place half of the time
		return nil, tooLate()
	}
	select {
	case places <- struct{}{}:
		return func() { <-places }, nil
	case <-waiting.Done():
		return nil, tooLate()
	}
}

// DoLarge does work that takes some 20 MB of memory, such as cards or the log of a large event: one
// piece at a time of all that have a turn.
func (h *HeavyWork) DoLarge(ctx context.Context, person string, work func() error) error {
	return h.Do(ctx, person, func() error {
		release, err := acquire(ctx, h.large)
		if err != nil {
			return err
		}
		defer release()
		return work()
	})
}

func tooBusy() *UserError {
	return Refuse(voice.Phrase("chat.busy"), voice.Phrase("chat.tryInAMinute"))
}
