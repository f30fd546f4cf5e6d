package card

import (
	"fmt"
	"iter"
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/testrun"
	"chess960bot/render"
)

// boards draws for all tests, so that squares are drawn once.
var boards = render.New()

// Every custom id is read back as the card of its control, fits Discord's limits, and is
// unique in its message.
func TestCustomIDs(t *testing.T) {
	for sp, p := range chess960.All() {
		for i, theme := range render.Themes() {
			method := explain.Methods()[(sp+i)%len(explain.Methods())]
			c := Card{p, Style{sp%2 == 0, theme}, method, sp%3 == 0}
			id := previous.ID(c)
			if got, err := previous.Read(id); err != nil || len(id) > 60 || got != c {
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
				t.Errorf("%s has %s twice", p.label, c.CustomID)
			}
			seen[c.CustomID] = true
		}
	}
}

// cardOf returns the card of a position in an answer of /sp.
func cardOf(p chess960.Position) Card {
	return Card{p, DefaultStyle(), explain.Direct, explain.ToPosition}
}

// The explanation by every method in both directions fits into a message, with one picture.
func TestExplanationsFitIntoAMessage(t *testing.T) {
	for sp, p := range chess960.All() {
		if sp%97 != 0 && sp != Classical && !testrun.Long() {
			continue // package explain measures the texts of all positions
		}
		for c := range explained(p) {
			reply, err := Answer{Card: c, Explain: c.Method, Notes: []voice.Sentence{voice.Raw(strings.Repeat("x", 300))}}.Reply(boards)
			if err != nil {
				t.Fatal(err)
			}
			if n := len([]rune(chattest.Text(reply))); n > 4000 || components(reply) > 40 || len(reply.Pictures) != 1 {
				t.Errorf("SP %d by %s: %d characters, %d components, %d pictures", sp, c.Method.ID, n, components(reply), len(reply.Pictures))
			}
		}
	}
}

// explained yields a card for every method and direction.
func explained(p chess960.Position) iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for _, method := range explain.Methods() {
			for _, direction := range []explain.Direction{explain.ToPosition, explain.ToNumber} {
				if !yield(Card{p, DefaultStyle(), method, direction}) {
					return
				}
			}
		}
	}
}

// “Step by step” shows one step at a time, with at most one strip. Next leads from the first step to
// the last one, Back leads back, and after the last step it starts again.
func TestStepByStep(t *testing.T) {
	command := chat.Command{Presses: Pages{Boards: boards}.Presses()}
	for c := range explained(chess960.MustParsePosition("BRQNKBRN")) {
		steps := c.explanation().Steps
		press := func(id string) *chat.Reply {
			t.Helper()
			reply, err := command.Press(t.Context(), &chat.Request{CustomID: id})
			if err != nil {
				t.Fatal(id, err)
			}
			return reply
		}
		page, strips, noted := press(c.Button(stepsPage, nil).CustomID), 0, 0
		for i, step := range steps {
			text := chattest.Text(page)
			if want := fmt.Sprintf("\n**Step %d of %d.** %s", i+1, len(steps), voice.In("en").Say(voice.Run(step.Said))); !strings.Contains(text, want) || len(page.Pictures) > 1 {
				t.Fatalf("%s: no %q with a strip in\n%s", c.Method.ID, want, text)
			}
			if note := voice.WithMentions(voice.In("en").Say(voice.Small(c.explanation().Note))); note != "" {
				noted += strings.Count(text, strings.TrimSpace(chattest.Text(chat.Say(voice.Raw(note)))))
			}
			strips += len(page.Pictures)
			shown := chattest.Buttons(page)
			if back, ok := shown["Back"]; ok != (i > 0) || ok && !strings.Contains(chattest.Text(press(back.CustomID)), voice.In("en").Say(voice.Run(steps[i-1].Said))) {
				t.Errorf("%s: Back from step %d", c.Method.ID, i+1)
			}
			label := "Next"
			if i == len(steps)-1 {
				label = "Start again"
			}
			page = press(shown[label].CustomID)
		}
		if hasNote := c.explanation().Note != nil; strips < 1 || noted != 1 && hasNote {
			t.Errorf("%s: %d strips, the note %d times", c.Method.ID, strips, noted)
		}
		if !strings.Contains(chattest.Text(page), voice.In("en").Say(voice.Run(steps[0].Said))) {
			t.Errorf("%s starts again with\n%s", c.Method.ID, chattest.Text(page))
		}
	}
	_, err := command.Press(t.Context(), &chat.Request{CustomID: "step:594:white:brown:tables:number:4"})
	chattest.RefusedWith(t, err, chattest.English(chat.Foreign().Msg))
}

// components counts a reply's components as Discord does, including nested ones.
func components(reply *chat.Reply) int {
	n := 1 // the container of the bar
	for range chattest.Walk(reply.Components) {
		n++
	}
	return n
}

// The classical array is named, and its heading has as many lines as those of other positions.
func TestHeadingOfClassicalArray(t *testing.T) {
	for _, c := range []struct {
		notes []voice.Sentence
		want  string
	}{
		{nil, "## SP 518 · RNBQKBNR\nThis is the normal start position."},
		{[]voice.Sentence{voice.Raw("Drawn.")}, "## SP 518 · RNBQKBNR\nDrawn. This is the normal start position."},
		{[]voice.Sentence{voice.Raw("Drawn."), voice.Raw("Again.")}, "## SP 518 · RNBQKBNR\nDrawn.\nAgain.\nThis is the normal start position."},
	} {
		if got := chattest.English(Heading(chess960.Classical(), c.notes)); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got := chattest.English(Heading(chess960.Classical().Mirror(), []voice.Sentence{voice.Raw("Drawn.")})); got != "## SP 534 · RNBKQBNR\nDrawn." {
		t.Errorf("the mirror image: %q", got)
	}
}
