package event

import (
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"chess960bot/chat"
	"chess960bot/chat/chattest"
	"chess960bot/internal/events"
)

// A draw is shown by one interaction at a time, until its answer has ended or Discord's
// deadline for it has passed.
func TestShowings(t *testing.T) {
	s, d, now := NewShowings(), drawRef{"ABC", 0}, time.Unix(1_790_000_000, 0)
	for _, c := range []struct {
		interaction string
		want        bool
	}{{"1", true}, {"1", true}, {"2", false}} {
		if s.begin(d, c.interaction, now) != c.want {
			t.Errorf("interaction %s shows the draw: %t", c.interaction, !c.want)
		}
	}
	s.end(d, "2")
	last := now.Add(discordgo.InteractionDeadline - time.Millisecond)
	if !s.has(d, s.moment(), last) || s.begin(d, "2", last) {
		t.Error("ended by another interaction")
	}
	late := now.Add(discordgo.InteractionDeadline)
	if s.has(d, s.moment(), late) || !s.begin(d, "2", late) {
		t.Error("not ended by the deadline")
	}
	s.end(d, "1")
	if !s.has(d, s.moment(), late) {
		t.Error("ended by the interaction before")
	}
	if s.end(d, "2"); s.has(d, s.moment(), late) {
		t.Error("not ended")
	}
}

// A draw that people have seen is shown again only to the asker, and nothing is stored.
func TestSeenDrawsAreShownInPrivate(t *testing.T) {
	e := drawnEvent(t, events.Rules{Name: "Crowd", Rounds: 3, Boards: 1, Games: 1})
	for shown, want := range map[bool]chat.Audience{false: chat.AsAsked, true: chat.OnlyAsker} {
		e.Draws[0].Shown = shown
		reply, err := toolsWith(nil, 0).show(&chat.Request{ID: "1"}, &e, e.Last(), false)
		if err != nil || reply.Audience != want || (reply.Sent == nil) != shown {
			t.Errorf("shown %t: %+v, %v", shown, reply, err)
		}
	}
}

// A draw whose answer cannot be made is not being shown.
func TestFailedAnswersShowNothing(t *testing.T) {
	e := drawnEvent(t, events.Rules{Name: "Crowd", Rounds: 3, Boards: 1, Games: 1, Each: true})
	e.Draws[0].SPs[0] = 960
	tools := toolsWith(nil, 0)
	if reply, err := tools.show(&chat.Request{ID: "1"}, &e, e.Last(), true); err == nil {
		t.Errorf("SP-960 is shown: %+v", reply)
	}
	if tools.Showings.has(drawRef{e.ID, 0}, tools.Showings.moment(), tools.Now()) {
		t.Error("the draw counts as being shown")
	}
}

// Only the last draw of an open event has a button for the next round.
func TestButtonForTheNextRound(t *testing.T) {
	two := drawnEvent(t, events.Rules{Name: "Two", Rounds: 2, Boards: 1, Games: 1})
	closed := two
	closed.ClosedAt = time.Unix(1_790_000_000, 0)
	complete := drawnEvent(t, two.Rules)
	if _, err := complete.Draw(events.Asker{}, func(int) (int, error) { return 0, nil }); err != nil {
		t.Fatal(err)
	}
	three := complete
	three.Rules.Rounds = 3
	for _, c := range []struct {
		event events.Event
		draw  int
		want  int
	}{{two, 0, 1}, {closed, 0, 0}, {complete, 1, 0}, {three, 0, 0}, {three, 1, 1}} {
		reply, err := Tools{Boards: boards}.drawReply(&c.event, &c.event.Draws[c.draw], "")
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for b := range chattest.Walk(reply.Components) {
			if b.CustomID != "" && chat.IDName(b.CustomID) == "event-draw" {
				got++
			}
		}
		if got != c.want {
			t.Errorf("draw %d of %+v has %d buttons", c.draw, c.event, got)
		}
	}
}
