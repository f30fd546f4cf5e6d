package event

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/chattest"
)

// A page or a draw that an event does not have is refused.
func TestForeignPages(t *testing.T) {
	e := drawnEvent(t, evening.Rules{Name: "Crowd", Rounds: 1, Boards: 200, Games: 1, Each: true})
	e.Channel = "2"
	c := Command(toolsWith(&oneEvent{event: e}, 0))
	for id, want := range map[string]bool{"event-boards:ABC:0:16": true, "event-boards:ABC:0:17": false, "event-boards:ABC:1:0": false} {
		_, err := c.Press(t.Context(), &chat.Request{ID: "1", Asker: "1", GuildID: "1", ChannelID: "2", CustomID: id, Message: &chat.Message{ID: "3"}})
		_, refused := errors.AsType[*chat.UserError](err)
		if want && err != nil || !want && !refused {
			t.Errorf("%s: %v", id, err)
		}
	}
}

// A page of one board is no range: its button names the board.
func TestPageOfOneBoard(t *testing.T) {
	boards := boardsPerPage + 1
	e := drawnEvent(t, evening.Rules{Name: "Crowd", Rounds: 1, Boards: boards, Games: 1, Each: true})
	e.Channel = "2"
	c := Command(toolsWith(&oneEvent{event: e}, 0))
	reply, err := c.Press(t.Context(), &chat.Request{ID: "1", Asker: "1", GuildID: "1", ChannelID: "2", CustomID: "event-boards:ABC:0:0", Message: &chat.Message{ID: "3"}})
	if err != nil {
		t.Fatal(err)
	}
	if buttons := chattest.Buttons(reply); buttons[chattest.English(boardsLabel(boards, boards))].CustomID == "" {
		t.Errorf("no button for board %d: %v", boards, buttons)
	}
}

// The alt text of a page of boards has the SP number of each board once, and so has the text
// below, with the position. Nobody listens longer than about 25 seconds.
func TestBoardsInAltText(t *testing.T) {
	e := drawnEvent(t, evening.Rules{Name: "Crowd", Rounds: 1, Boards: 200, Games: 1, Each: true})
	for i := range e.Draws[0].SPs {
		e.Draws[0].SPs[i] = chess960.Count - 1 - i // most have three digits
	}
	e.Channel = "2"
	c := Command(toolsWith(&oneEvent{event: e}, 0))
	for page := range (200 + boardsPerPage - 1) / boardsPerPage {
		reply, err := c.Press(t.Context(), &chat.Request{ID: "1", Asker: "1", GuildID: "1", ChannelID: "2", CustomID: fmt.Sprintf("event-boards:ABC:0:%d", page), Message: &chat.Message{ID: "3"}})
		if err != nil {
			t.Fatal(err)
		}
		alt := reply.Pictures[0].Alt
		const mostCharacters = 160
		if len(chattest.English(alt)) > mostCharacters || strings.Count(chattest.Text(reply), "SP") != min(boardsPerPage, 200-page*boardsPerPage) {
			t.Errorf("page %d: %d characters beside %s: %s", page, len(chattest.English(alt)), chattest.Text(reply), alt)
		}
		for i := page * boardsPerPage; i < min(200, (page+1)*boardsPerPage); i++ {
			if said := chess960.Name(e.Draws[0].SPs[i]).String(); strings.Count(chattest.English(alt), said) != 1 {
				t.Errorf("page %d: %q is not once in %s", page, said, chattest.English(alt))
			}
		}
	}
}
