package event

import (
	"testing"
	"time"

	"chess960bot/internal/chat"
)

// “in 3 hours” is a time from now, “3 hours” is how long the event takes.
func TestEndOfTheServersEvent(t *testing.T) {
	for ends, want := range map[string]time.Duration{
		"in 3 hours": time.Hour, "3 hours from now": time.Hour, "3 hours": 3 * time.Hour, "90 min": 90 * time.Minute,
	} {
		c := newClub(t)
		c.event("new", chat.Options{"name": "Thursday", "rounds": 1.0, "starts": "in 2 hours", "ends": ends})
		e, err := c.tools.Store.Event(t.Context(), here(c.by(chat.Request{})))
		if err != nil {
			t.Fatal(err)
		}
		if got := e.Server.Ends.Sub(e.Server.Starts); got != want {
			t.Errorf("%s: the event takes %v, want %v", ends, got, want)
		}
	}
}
