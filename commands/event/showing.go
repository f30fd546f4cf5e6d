package event

import (
	"context"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/internal/events"
)

// Showings remembers the draws that this process is showing now: their answers are on
// the way to Discord. Only the success of an answer is stored, as Draw.Shown. So a draw
// is shown again after every failure, and whatever happens to the process. Make it with
// NewShowings.
type Showings struct {
	mu    sync.Mutex
	begun int // number of showings so far
	now   map[drawRef]showing
}

// NewShowings returns an empty Showings.
func NewShowings() *Showings { return &Showings{now: map[drawRef]showing{}} }

// A drawRef identifies a draw among all events.
type drawRef struct {
	event string // id
	index int    // in Event.Draws
}

// A showing is an answer that is on the way.
type showing struct {
	number      int       // from 1, in the order of their beginnings
	interaction string    // id
	until       time.Time // Discord's deadline for the answer
}

// moment returns the number of showings that have begun. Only of these can somebody
// know who asks now.
func (s *Showings) moment() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.begun
}

// has reports whether an answer is showing a draw, and has done so since before a
// moment.
func (s *Showings) has(d drawRef, moment int, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, ok := s.now[d]
	return ok && found.number <= moment && now.Before(found.until)
}

// begin notes that an interaction is answered with a draw. It returns false if the
// answer to another interaction already shows that draw.
func (s *Showings) begin(d drawRef, interaction string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if other, ok := s.now[d]; ok && other.interaction != interaction && now.Before(other.until) {
		return false
	}
	s.begun++
	s.now[d] = showing{s.begun, interaction, now.Add(discordgo.InteractionDeadline)}
	return true
}

// end notes that the answer to an interaction was sent, or failed.
func (s *Showings) end(d drawRef, interaction string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now[d].interaction == interaction {
		delete(s.now, d)
	}
}

// show answers an interaction with a draw for everyone to see. If people have seen the
// draw already, or the answer to another interaction is showing it, only the asker sees
// this answer. made says that this interaction has made or opened the draw.
func (t Tools) show(r *chat.Request, e *events.Event, d *events.Draw, made bool) (*chat.Reply, error) {
	if d.Sealed() {
		return t.sealReply(e, d)
	}
	ref := drawRef{e.ID, d.Index}
	if d.Shown || !t.Showings.begin(ref, r.ID, t.Now()) {
		reply, err := t.drawReply(e, d, "")
		if err != nil {
			return nil, err
		}
		reply.Audience = chat.OnlyAsker
		return reply, nil
	}
	reply, err := t.drawReply(e, d, shownAgain(d, made))
	if err != nil {
		t.Showings.end(ref, r.ID)
		return nil, err
	}
	reply.Sent = func(ctx context.Context, failed error) {
		if failed == nil {
			t.Store.ShowDraw(ctx, e.Ref(), d.Index) // if this fails, the draw is shown again
		}
		t.Showings.end(ref, r.ID)
	}
	return reply, nil
}
