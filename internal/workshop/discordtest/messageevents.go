package discordtest

import (
	"context"
	"slices"
	"sync"
)

// Kinds of events.
const (
	Created = "created"
	Edited  = "edited"
)

// Event is a change in a channel. Message is the state after the change.
type Event struct {
	Kind    string // Created or Edited
	Message *Message
}

// listeners are the functions that are called for each event.
type listeners struct {
	mu     sync.RWMutex
	lastID int
	byID   map[int]func(Event)
}

func (l *listeners) call(kind string, m *Message) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	for _, f := range l.byID {
		f(Event{kind, m})
	}
}

// OnMessage calls f after every change in any channel until stop is called. f runs before
// the bot gets the response to its request. f must be quick and must not call OnMessage.
func (s *Server) OnMessage(f func(Event)) (stop func()) {
	l := &s.listeners
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lastID++
	id := l.lastID
	l.byID[id] = f
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.byID, id)
	}
}

// WaitMessage waits until the place shows a message that fits, and returns the
// newest one that does.
func (s *Server) WaitMessage(ctx context.Context, where Place, fits func(*Message) bool) (*Message, error) {
	changed := make(chan *Message, 1)
	stop := s.OnMessage(func(e Event) {
		if e.Message.ChannelID == where.ChannelID && fits(e.Message) {
			select {
			case changed <- e.Message:
			default:
			}
		}
	})
	defer stop()
	for _, m := range slices.Backward(s.Messages(where)) {
		if fits(m) {
			return m, nil
		}
	}
	select {
	case m := <-changed:
		return m, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// show adds a new message to its channel.
func (s *Server) show(m *Message) {
	s.shelf.put(m.Attachments)
	s.history.add(m)
	s.listeners.call(Created, m)
}

// change replaces a message by its new state.
func (s *Server) update(m *Message) {
	s.shelf.put(m.Attachments)
	s.history.replace(m)
	s.listeners.call(Edited, m)
}
