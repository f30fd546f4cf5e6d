package quiz

import (
	"fmt"
	"testing"
	"time"

	"chess960bot/internal/workshop/chattest"
)

// A person starts five races in ten minutes, and a server ten. A race that did not start does
// not count, neither for the person nor for the server.
func TestStarts(t *testing.T) {
	s, now := new(starts), time.Unix(1_790_000_000, 0)
	start := func(person, server string) func() {
		t.Helper()
		undo, err := s.count(person, server, now)
		if err != nil {
			t.Fatal(err)
		}
		return undo
	}
	refused := func(person, server, want string) {
		t.Helper()
		_, err := s.count(person, server, now)
		chattest.RefusedWith(t, err, want)
	}
	const many = "You have started many races. I let one person start 5 races in 10 minutes."
	for n := range personStarts {
		start("anna", fmt.Sprint("server ", n))()
		start("anna", fmt.Sprint("server ", n))
	}
	refused("anna", "club", many)
	for n := range serverStarts {
		start(fmt.Sprint("member ", n), "club")()
		start(fmt.Sprint("member ", n), "club")
	}
	for range 2 * personStarts { // a refusal of the server costs the person nothing
		refused("ben", "club", "Many races were started here. I let one server start 10 races in 10 minutes.")
	}
	start("ben", "other")
	now = now.Add(startsSpan / personStarts)
	start("anna", "club")
	refused("anna", "club", many)
}
