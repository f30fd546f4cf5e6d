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
	if said := chattest.Text(told); !strings.Contains(said, "New: Ana. Did you mean Anna?\nNew: Fritz and Gina.\n") {
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
