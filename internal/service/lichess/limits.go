package lichess

import (
	"context"
	"sync"
	"time"

	"chess960bot/internal/leaf/recent"
)

const (
	mostWaiting = 6     // requests that wait for their turn, besides the one under way
	remembered  = 1_000 // people, and as many servers, for which a window is kept
)

// limits decide when a request may be made.
type limits struct {
	now     func() time.Time
	places  chan struct{} // acquired by requests that wait or are under way
	turn    chan struct{} // acquired by the request under way
	all     window
	servers recent.Table[*window]
	people  recent.Table[*window]

	mu          sync.Mutex
	pausedUntil time.Time
	interrupt   func() // ends the request under way, if nobody waits for it; or nil
}

func newLimits(now func() time.Time) *limits {
	if now == nil {
		now = time.Now
	}
	return &limits{
		now:     now,
		places:  make(chan struct{}, 1+mostWaiting),
		turn:    make(chan struct{}, 1),
		all:     window{most: 480, span: 10 * time.Minute}, // lichess allows an address 500
		servers: recent.Table[*window]{Size: remembered},
		people:  recent.Table[*window]{Size: remembered},
	}
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
	if err := l.check(asker); err != nil {
		done()
		return nil, err
	}
	return done, nil
}

// idle begins a request that nobody waits for, unless people make requests or a pause is on.
// A person's request calls interrupt. The caller must call done after the request.
func (l *limits) idle(interrupt func()) (done func(), ok bool) {
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
func (l *limits) check(asker Asker) error {
	now := l.now()
	l.mu.Lock()
	pausedUntil := l.pausedUntil
	l.mu.Unlock()
	if now.Before(pausedUntil) {
		return &WaitError{Until: pausedUntil}
	}
	person, _ := l.people.Get(asker.Person, func() *window { return &window{most: 60, span: 10 * time.Minute} })
	server, _ := l.servers.Get(asker.Server, func() *window { return &window{most: 10, span: time.Minute} })
	windows := map[Limit]*window{OfPerson: person, OfServer: server, OfAll: &l.all}
	for _, of := range []Limit{OfPerson, OfServer, OfAll} {
		if until := windows[of].next(); now.Before(until) {
			return &WaitError{until, of}
		}
	}
	for _, w := range windows {
		w.add(now)
	}
	return nil
}

// pause forbids requests for a minute.
func (l *limits) pause() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pausedUntil = l.now().Add(pause)
	return &WaitError{Until: l.pausedUntil}
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
