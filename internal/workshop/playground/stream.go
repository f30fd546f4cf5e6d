package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	"chess960bot/internal/workshop/discordtest"
)

// backlog is how many events a stream may be behind. The stream of a slower browser is
// ended. The browser connects again and gets a new snapshot.
const backlog = 256

// A hub passes the stand-in's events to all streams.
type hub struct {
	mu      sync.Mutex
	streams map[chan discordtest.Event]bool
}

func newHub() *hub {
	return &hub{streams: map[chan discordtest.Event]bool{}}
}

// tell passes an event to all streams. It must not block, because the stand-in waits
// for it.
func (h *hub) tell(e discordtest.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for stream := range h.streams {
		select {
		case stream <- e:
		default:
			delete(h.streams, stream)
			close(stream)
		}
	}
}

// join returns a new stream of the events from now on.
func (h *hub) join() chan discordtest.Event {
	h.mu.Lock()
	defer h.mu.Unlock()
	stream := make(chan discordtest.Event, backlog)
	h.streams[stream] = true
	return stream
}

func (h *hub) leave(stream chan discordtest.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.streams, stream)
}

// getEvents answers /api/events?who=…&place=… with server-sent events:
//
//	snapshot  {"now": …, "messages": […]}  once: the time and all visible messages
//	message   {…}  a new message, or the new state of an edited one
//	elsewhere {"place": …}  a new message at another place
//	daily     {…}  a dailyJSON, at first and after every change
func (s *server) getEvents(w http.ResponseWriter, r *http.Request) {
	v, ok := s.viewerOf(r.FormValue("who"), r.FormValue("place"))
	if !ok {
		sendError(w, http.StatusNotFound, "There is no such person or place.")
		return
	}
	stream := s.hub.join() // before the snapshot, so that no event is missed
	defer s.hub.leave(stream)
	w.Header().Set("Content-Type", "text/event-stream")
	if sendEvent(w, "snapshot", map[string]any{"now": s.clock.Now(), "messages": s.messages(v)}) != nil {
		return
	}
	s.stream(w, r, v, stream)
}

// stream sends events until the browser closes the connection.
func (s *server) stream(w http.ResponseWriter, r *http.Request, v viewer, stream chan discordtest.Event) {
	now := make(chan struct{})
	close(now)
	for changed := (<-chan struct{})(now); ; {
		select {
		case <-r.Context().Done():
			return
		case <-changed:
			changed = s.changed.next() // before the state is read, so that no change is missed
			if s.sendDaily(w, r) != nil {
				return
			}
		case e, ok := <-stream:
			if !ok || s.sendChange(w, v, e) != nil {
				return
			}
		}
	}
}

func (s *server) sendDaily(w http.ResponseWriter, r *http.Request) error {
	j, err := s.daily(r.Context())
	if err != nil {
		return err
	}
	return sendEvent(w, "daily", j)
}

// sendChange sends a change to the viewer. About other places it sends only that
// there is a new message.
func (s *server) sendChange(w http.ResponseWriter, v viewer, e discordtest.Event) error {
	if !v.sees(e.Message) {
		place := s.elsewhere(v, e.Message)
		if place == "" || e.Kind != discordtest.Created {
			return nil
		}
		return sendEvent(w, "elsewhere", map[string]string{"place": place})
	}
	return sendEvent(w, "message", s.messageJSON(e.Message))
}

func sendEvent(w http.ResponseWriter, name string, data any) error {
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", name, text); err != nil {
		return err
	}
	return http.NewResponseController(w).Flush()
}
