package event

import (
	"errors"
	"testing"

	"chess960bot/chat"
	"chess960bot/internal/events"
)

// A page or a draw that an event does not have is refused.
func TestForeignPages(t *testing.T) {
	e := drawnEvent(t, events.Rules{Name: "Crowd", Rounds: 1, Boards: 200, Games: 1, Each: true})
	e.Channel = "2"
	c := Command(toolsWith(&oneEvent{event: e}, 0))
	for id, want := range map[string]bool{"event-boards:ABC:0:16": true, "event-boards:ABC:0:17": false, "event-boards:ABC:1:0": false} {
		_, err := c.Buttons["event-boards"](t.Context(), &chat.Request{ID: "1", Asker: "1", GuildID: "1", ChannelID: "2", CustomID: id, Message: &chat.Message{ID: "3"}})
		_, refused := errors.AsType[*chat.UserError](err)
		if want && err != nil || !want && !refused {
			t.Errorf("%s: %v", id, err)
		}
	}
}
