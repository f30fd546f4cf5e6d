package event

import (
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
)

// The form has the known names above the field. A new name near a known one is recorded and asked about, and
// a press merges both; strangers cannot press. Another new name is said once.
func TestNewNamesAreAskedAbout(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Last week", "rounds": 1.0, "boards": 1.0})
	c.event("draw", nil)
	c.tell(1, 1, "Anna", "Ben", "1-0")
	c.event("close", nil)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0, "boards": 2.0})
	drawn := c.event("draw", nil)
	press := func(r chat.Request, id string) (*chat.Reply, error) {
		request := c.by(r)
		request.CustomID, request.Message = id, &chat.Message{ID: "9"}
		return Command(c.tools).Press(t.Context(), request)
	}
	form, err := press(chat.Request{}, chattest.Buttons(drawn)["Results"].CustomID)
	if err != nil || len(form.Form.Parts) != 2 || chattest.English(form.Form.Parts[0].Content) != "Names so far: Anna and Ben" {
		t.Fatal(form, err)
	}
	told, err := press(chat.Request{Options: chat.Options{"results": "1 Ana – Ben 1-0\n2 Fritz – Gina ½"}}, form.Form.CustomID)
	if err != nil {
		t.Fatal(err)
	}
	if said := chattest.Text(told); !strings.Contains(said, "New player: Ana. Did you mean Anna?\nNew players: Fritz and Gina.\n") {
		t.Error(said)
	}
	id := chattest.Buttons(told)["Ana = Anna"].CustomID
	stranger := c.by(chat.Request{CustomID: id, Message: &chat.Message{ID: "9"}})
	stranger.Asker, stranger.Permissions = chattest.Ben, 0
	_, err = Command(c.tools).Press(t.Context(), stranger)
	refusedWith(t, err, "Only <@")
	merged, err := press(chat.Request{}, id)
	if err != nil || !strings.Contains(chattest.Text(merged), "Ana is now called Anna in 1 result.") {
		t.Error(merged, err)
	}
	if _, err = press(chat.Request{}, id); err == nil {
		t.Error("the same press merges twice")
	}
}

// The beginning of a known name is that player, which is said, and a press makes it somebody else.
func TestBeginningsOfNames(t *testing.T) {
	c := newClub(t)
	c.event("new", chat.Options{"name": "Last week", "rounds": 1.0, "boards": 1.0})
	c.event("draw", nil)
	c.tell(1, 1, "Johanna", "Ben", "1-0")
	c.event("close", nil)
	c.event("new", chat.Options{"name": "Thursday", "rounds": 2.0, "boards": 2.0})
	drawn := c.event("draw", nil)
	form, err := c.press(chattest.Buttons(drawn)["Results"].CustomID, nil)
	if err != nil {
		t.Fatal(err)
	}
	told, err := c.press(form.Form.CustomID, chat.Options{"results": "1 jo – Carl 1-0"})
	if err != nil {
		t.Fatal(err)
	}
	if said := chattest.Text(told); !strings.Contains(said, "1 · Johanna – Carl · 1-0\nI matched these names: jo = Johanna.\nNew player: Carl.\n") {
		t.Error(said)
	}
	id := chattest.Buttons(told)["jo is somebody else"].CustomID
	stranger := c.by(chat.Request{CustomID: id, Message: &chat.Message{ID: "9"}})
	stranger.Asker, stranger.Permissions = chattest.Ben, 0
	_, err = Command(c.tools).Press(t.Context(), stranger)
	refusedWith(t, err, "Only <@")
	other, err := c.press(id, nil)
	if err != nil || !strings.Contains(chattest.Text(other), "Round 1, board 1: Jo – Carl, 1-0.") {
		t.Error(other, err)
	}
	_, err = c.press(id, nil)
	refusedWith(t, err, "This board has changed since, so I change nothing.")
	// The command reads names in the same way.
	single := c.event("result", chat.Options{"round": 1.0, "board": 2.0, "result": "½-½", "white": "Johan", "black": "Ben"})
	if said := chattest.Text(single); !strings.Contains(said, "Round 1, board 2: Johanna – Ben, ½-½.") || !strings.Contains(said, "I matched these names: Johan = Johanna.") {
		t.Error(said)
	}
}
