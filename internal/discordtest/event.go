package discordtest

import (
	"context"
	"slices"
	"sync"
)

// What can happen to a message.
const (
	Created = "created"
	Edited  = "edited"
	Deleted = "deleted"
)

// Event tells that a channel changed: Kind is Created, Edited or Deleted,
// Message the state afterwards, for Deleted the last one.
type Event struct {
	Kind    string
	Message *Message
}

// audience calls listeners.
type audience struct {
	mu        sync.RWMutex
	next      int
	listeners map[int]func(Event)
}

func (a *audience) tell(kind string, m *Message) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	for _, f := range a.listeners {
		f(Event{kind, m})
	}
}

// OnMessage calls f at every change of any channel, before the bot's request is
// answered, until stop is called. f must be quick and must not call OnMessage.
func (s *Server) OnMessage(f func(Event)) (stop func()) {
	a := &s.audience
	a.mu.Lock()
	defer a.mu.Unlock()
	a.next++
	id := a.next
	a.listeners[id] = f
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.listeners, id)
	}
}

// WaitMessage waits until the place shows a message that fits, and returns the
// newest such one.
func (s *Server) WaitMessage(ctx context.Context, where Place, fits func(*Message) bool) (*Message, error) {
	changed := make(chan *Message, 1)
	stop := s.OnMessage(func(e Event) {
		if e.Kind != Deleted && e.Message.ChannelID == where.ChannelID && fits(e.Message) {
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

// show makes a new message visible.
func (s *Server) show(m *Message) {
	s.shelf.put(m.Attachments)
	s.history.add(m)
	s.audience.tell(Created, m)
}

// change puts a message in the place of its former state.
func (s *Server) change(m *Message) {
	s.shelf.put(m.Attachments)
	s.history.replace(m.ChannelID, m.ID, m)
	s.audience.tell(Edited, m)
}

// remove deletes a message and tells whether it was there.
func (s *Server) remove(channelID, id string) bool {
	m := s.history.get(channelID, id)
	if m == nil || !s.history.replace(channelID, id, nil) {
		return false
	}
	s.audience.tell(Deleted, m)
	return true
}
