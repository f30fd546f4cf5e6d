package card

import (
	"strings"
	"testing"

	"chess960bot/chat"
	"chess960bot/chat/chattest"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/internal/testrun"
	"chess960bot/render"
)

// boards draws for all tests, so that tiles are drawn once.
var boards = render.New()

// Every custom id is read back as the card of its control, fits Discord's limits, and is
// unique in its message.
func TestCustomIDs(t *testing.T) {
	for sp, p := range chess960.All() {
		for i, theme := range render.Themes() {
			method := explain.Methods()[(sp+i)%len(explain.Methods())]
			c := Card{p, Style{sp%2 == 0, theme}, method, sp%3 == 0}
			id := chat.WriteID("previous", c.fields)
			var got Card
			if err := chat.ReadID(id, got.fields); err != nil || len(id) > 60 || got != c {
				t.Errorf("SP %d: %s leads to %+v, %v", sp, id, got, err)
			}
		}
	}
	for _, p := range pages() {
		reply, err := Pages{Boards: boards, Play: true}.reply(p, cardOf(chess960.MustParsePosition("RNBQKBNR")))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for c := range chattest.Walk(reply.Components) {
			if c.CustomID != "" && seen[c.CustomID] {
				t.Errorf("%s has %s twice", p.id, c.CustomID)
			}
			seen[c.CustomID] = true
		}
	}
}

// cardOf returns the card of a position in an answer of /sp.
func cardOf(p chess960.Position) Card {
	return Card{p, DefaultStyle(), explain.Direct, explain.ToPosition}
}

// The explanation by every method in both directions fits into a message, with a picture
// for each step with a view.
func TestExplanationsFitIntoAMessage(t *testing.T) {
	for sp, p := range chess960.All() {
		if sp%97 != 0 && sp != Classical && !testrun.Long() {
			continue // package explain measures the texts of all positions
		}
		for _, method := range explain.Methods() {
			for _, direction := range []explain.Direction{explain.ToPosition, explain.ToNumber} {
				d := method.Scheme.Derive(p)
				reply, err := Answer{Card: Card{p, DefaultStyle(), method, direction}, Explain: method, Notes: []string{strings.Repeat("x", 300)}}.Reply(boards)
				if err != nil {
					t.Fatal(err)
				}
				views := 0
				for _, step := range method.Explain(d, direction).Steps {
					if step.View != nil {
						views++
					}
				}
				if n := len([]rune(chattest.Text(reply))); n > 4000 || components(reply) > 40 || len(reply.Pictures) > 10 || len(reply.Pictures) != 1+views {
					t.Errorf("SP %d by %s: %d characters, %d components, %d pictures", sp, method.ID, n, components(reply), len(reply.Pictures))
				}
				for _, picture := range reply.Pictures {
					if picture.Alt == "" || len(picture.Alt) > 1024 || len(picture.PNG) == 0 {
						t.Errorf("SP %d by %s: %s has %d bytes of alt text", sp, method.ID, picture.Name, len(picture.Alt))
					}
				}
			}
		}
	}
}

// components counts a reply's components as Discord does, including nested ones.
func components(reply *chat.Reply) int {
	n := 1 // the container of the bar
	for range chattest.Walk(reply.Components) {
		n++
	}
	return n
}
