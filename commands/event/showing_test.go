package event

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"chess960bot/chat"
	"chess960bot/chat/chattest"
	"chess960bot/internal/events"
)

// A round is shown to everyone again after a second if its answer may be lost. Everyone who
// asks then sees it once.
func TestLostAnswersAreShownAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := drawnEvent(t, events.Rules{Name: "Crowd", Rounds: 3, Boards: 1, Games: 1})
		store := &oneEvent{event: e}
		store.event.Draws[0].Showing, store.event.Draws[0].ShowingAt = "1", time.Now() // its process was killed
		tools := toolsWith(store, 0)
		tools.Now = time.Now
		begin := time.Now()
		reply, err := tools.draw(t.Context(), &chat.Request{ID: "2", ChannelID: "2"})
		if err != nil || reply.Audience == chat.OnlyAsker || !strings.Contains(chattest.Text(reply), "round 1 of 3") || !strings.Contains(chattest.Text(reply), "Shown again") {
			t.Fatalf("%+v, %v", reply, err)
		}
		if took := time.Since(begin); took < 900*time.Millisecond || took > 1200*time.Millisecond {
			t.Errorf("waited %v", took)
		}
		reply.Sent(t.Context(), "", nil)
		if d := store.event.Draws[0]; !d.Shown || d.Showing != "2" {
			t.Errorf("%+v", d)
		}
	})
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
		reply, err := Tools{Boards: boards}.drawReply(&c.event, &c.event.Draws[c.draw], events.First)
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
