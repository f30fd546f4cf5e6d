package lichess

import (
	"context"
	"sync"
	"time"

	"chess960bot/internal/outbox"
	"chess960bot/internal/recent"
)

const mostWaiting = 6 // requests that wait for their turn, besides the one under way

// lichess allows an address 500 games in ten minutes. Each game reserves a slot of gameTime, and
// the slots may be creditTime ahead: so 240 games can be opened at once, and 480 in any ten minutes.
const (
	opening    = "lichess" // the purpose of the slots
	gameTime   = 2500 * time.Millisecond
	creditTime = 10 * time.Minute
)

// limits decide when a request may be made.
type limits struct {
	now     func() time.Time
	places  chan struct{} // acquired by requests that wait or are under way
	turn    chan struct{} // acquired by the request under way
	slots   outbox.Slots  // of all processes at this address; nil for no limit
	servers recent.Table[*window]
	people  recent.Table[*window]

	mu          sync.Mutex
	pausedUntil time.Time
	interrupt   func() // ends the request under way, if nobody waits for it; or nil
}

// wait waits for the turn of a request. The caller must call done after the request.
func (l *limits) wait(ctx context.Context, asker Asker) (done func(), err error) {
	select {
	case l.places <- struct{}{}:
	default:
		return nil, ErrBusy
	}
	l.mu.Lock()
	if l.interrupt != nil {
		l.interrupt()
	}
	l.mu.Unlock()
	select {
	case l.turn <- struct{}{}:
	case <-ctx.Done():
		<-l.places
		return nil, ErrBusy
	}
	done = func() {
		<-l.turn
		<-l.places
	}
	if err := l.check(ctx, asker); err != nil {
		done()
		return nil, err
	}
	return done, nil
}

// idle begins a request that nobody waits for, unless people make requests or a pause is on.
// A pause of another process counts too, if the database can say. A person's request calls
// interrupt. The caller must call done after the request.
func (l *limits) idle(ctx context.Context, interrupt func()) (done func(), ok bool) {
	if l.slots != nil {
		if _, paused, err := l.slots.ReserveSlots(ctx, opening, 0, 0); err == nil && paused > 0 {
			return nil, false
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.places) > 0 || l.now().Before(l.pausedUntil) {
		return nil, false
	}
	select {
	case l.turn <- struct{}{}:
	default:
		return nil, false
	}
	l.interrupt = interrupt
	return func() {
		l.mu.Lock()
		l.interrupt = nil
		l.mu.Unlock()
		<-l.turn
	}, true
}

// check counts a request, unless it must wait.
func (l *limits) check(ctx context.Context, asker Asker) error {
	now := l.now()
	l.mu.Lock()
	pausedUntil := l.pausedUntil
	l.mu.Unlock()
	if now.Before(pausedUntil) {
		return &WaitError{pausedUntil, OfLichess}
	}
	person, _ := l.people.Get(asker.Person, func() *window { return &window{most: 60, span: 10 * time.Minute} })
	server, _ := l.servers.Get(asker.Server, func() *window { return &window{most: 10, span: time.Minute} })
	if until := person.next(); now.Before(until) {
		return &WaitError{until, OfPerson}
	}
	if until := server.next(); now.Before(until) {
		return &WaitError{until, OfServer}
	}
	if err := l.reserve(ctx, now); err != nil {
		return err
	}
	person.add(now)
	server.add(now)
	return nil
}

// reserve reserves the slot of a game, unless all processes together must wait. lichess itself
// refuses if the database cannot say.
func (l *limits) reserve(ctx context.Context, now time.Time) error {
	if l.slots == nil {
		return nil
	}
	ahead, paused, err := l.slots.ReserveSlots(ctx, opening, 0, 0)
	switch {
	case err != nil:
		return nil
	case paused > 0:
		return &WaitError{now.Add(paused), OfLichess}
	case ahead+gameTime > creditTime:
		return &WaitError{now.Add(ahead + gameTime - creditTime), OfAll}
	}
	l.slots.ReserveSlots(ctx, opening, 1, gameTime)
	return nil
}

// pause forbids all processes requests for a minute.
func (l *limits) pause(ctx context.Context) error {
	if l.slots != nil {
		l.slots.LimitSlots(ctx, opening, pause)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pausedUntil = l.now().Add(pause)
	return &WaitError{l.pausedUntil, OfLichess}
}

// A window has the times of the last requests: at most most in a span. Only the request
// whose turn it is uses windows.
type window struct {
	most  int
	span  time.Duration
	times []time.Time
}

// next returns the earliest time of the next request.
func (w *window) next() time.Time {
	if len(w.times) < w.most {
		return time.Time{}
	}
	return w.times[0].Add(w.span)
}

func (w *window) add(now time.Time) {
	if len(w.times) == w.most {
		w.times = w.times[1:]
	}
	w.times = append(w.times, now)
}
