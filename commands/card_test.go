package commands

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/render"
)

// Every page's controls lead where they say, fit Discord's limits and are
// unlike each other.
func TestCustomIDs(t *testing.T) {
	for sp, p := range chess960.All() {
		for i, theme := range render.Themes() {
			method := explain.Methods()[(sp+i)%len(explain.Methods())]
			c := card{"encode", p, look{sp%2 == 0, theme}, "18446744073709551615", method, sp%3 == 0, ""}
			seen := map[string]bool{}
			leads := func(id string, want card) {
				t.Helper()
				if len(id) > 100 || seen[id] {
					t.Errorf("SP %d: custom id %q is too long or there twice", sp, id)
				}
				seen[id] = true
				if got, _, err := parseCustomID(id); err != nil || got != want {
					t.Errorf("SP %d: %s leads to %+v, %v; want %+v", sp, id, got, err, want)
				}
			}
			for _, b := range c.pageButtons() {
				want := c
				switch b.Label {
				case "Previous":
					want.position = p.Previous()
				case "Next":
					want.position = p.Next()
				case "Mirror":
					want.position = p.Mirror()
				case "Flip":
					want.look.fromBlack = !c.look.fromBlack
				default:
					continue
				}
				leads(b.CustomID, want)
			}
			leads(c.methodMenu().CustomID, c)
			other := c
			other.direction = !c.direction
			leads(c.directionButton().CustomID, other)
			if len(seen) != 6 {
				t.Errorf("SP %d: %d controls, want 6", sp, len(seen))
			}
		}
	}
}

// Every method in both directions fits into a message, with a picture for each
// step that shows something.
func TestCardsFitIntoAMessage(t *testing.T) {
	tools := fixedTools(0)
	for sp, p := range chess960.All() {
		if testing.Short() && sp%40 != 0 || sp%4 != 0 && sp != standard {
			continue // texts of all positions are measured in package explain
		}
		for _, method := range explain.Methods() {
			for _, direction := range []explain.Direction{explain.ToPosition, explain.ToNumber} {
				reply, err := card{"fritz", p, look{false, render.Themes()[0]}, anna, method, direction, ""}.reply(tools, []string{strings.Repeat("x", 300)})
				if err != nil {
					t.Fatal(err)
				}
				views := 0
				for _, step := range method.Explain(p, direction).Steps {
					if step.View != nil {
						views++
					}
				}
				if n := len([]rune(text(reply))); n > 4000 || components(reply) > 40 || len(reply.Pictures) > 10 || len(reply.Pictures) != 1+views {
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

// components counts a reply's components as Discord does, nested ones too.
func components(reply *Reply) int {
	n := 0
	for range walk(reply.Components) {
		n++
	}
	return n
}

func TestExplanationsAreChosen(t *testing.T) {
	for typed, want := range map[string]string{
		"/sp number:518":                             "### Scharnagl 518 → RNBQKBNR\nDirect derivation",
		"/sp number:518 explain:almanac":             "### Almanac 522 → RNBQKBNR\nAlmanac",
		"/encode position:RNBQKBNR":                  "### RNBQKBNR → Scharnagl 518\nIn the head",
		"/encode position:RNBQKBNR explain:skeleton": "### RNBQKBNR → Scharnagl 518\nNQ-skeleton",
		"/fritz number:359":                          "### Fritz9 359 → RNBQKBNR\nFritz9",
		"/random explain:formula":                    "### Scharnagl 518 → RNBQKBNR\nWithout tables",
	} {
		reply, err := run(t, fixedTools(518), typed)
		if err != nil || !strings.Contains(text(reply), want) {
			t.Errorf("%s: %v, want %q in\n%s", typed, err, want, text(reply))
		}
	}
}

// The menu changes the method, the button beside it the direction; page turns
// keep both.
func TestExplanationsAreSwitched(t *testing.T) {
	reply, err := run(t, fixedTools(0), "/encode position:RNBQKBNR")
	if err != nil {
		t.Fatal(err)
	}
	tools := fixedTools(0)
	for _, step := range []struct{ label, value, want string }{
		{"Explain by …", "fritz9", "### RNBQKBNR → Fritz9 359\n"},
		{"Explain number → position", "", "### Fritz9 359 → RNBQKBNR\n"},
		{"Next", "", "### Fritz9 360 → RNBQKNRB\n"},
		{"Flip", "", "### Fritz9 360 → RNBQKNRB\n"},
		{"Explain by …", "head", "### Scharnagl 519 → RNBQKNRB\n"},
		{"Explain position → number", "", "### RNBQKNRB → Scharnagl 519\n"},
	} {
		id := controls(reply)[step.label]
		name, _, _ := strings.Cut(id, ":")
		r := &Request{Asker: anna, CustomID: id}
		if step.value != "" {
			r.Values = []string{step.value}
		}
		if reply, err = command(t, tools, name).Press(t.Context(), r); err != nil {
			t.Fatalf("%s: %v", step.label, err)
		}
		if !reply.Edit || !strings.Contains(text(reply), step.want) {
			t.Errorf("%s %s: want %q in\n%s", step.label, step.value, step.want, text(reply))
		}
	}
}

// controls returns the custom ids of a reply's buttons and menus, by label or
// placeholder.
func controls(reply *Reply) map[string]string {
	found := map[string]string{}
	for c := range walk(reply.Components) {
		if c.CustomID != "" {
			found[c.Label+c.Placeholder] = c.CustomID
		}
	}
	return found
}

func TestForeignButtons(t *testing.T) {
	for _, id := range []string{
		"sp", "sp:next",
		"sp:next:960:white:brown:1:direct:position", "sp:next:x:white:brown:1:direct:position",
		"sp:next:1:up:brown:1:direct:position", "sp:next:1:white:pink:1:direct:position",
		"sp:next:1:white:brown:1:guess:position", "sp:next:1:white:brown:1:direct:position:2",
		"sp:explain:1:white:brown:1:direct:position", "random:again:1:white:pink:none:direct:position",
	} {
		reply, err := press(t, fixedTools(0), anna, id, nil)
		if _, ok := err.(*UserError); !ok {
			t.Errorf("%q: %v, %v; want a refusal", id, reply, err)
		}
	}
}

func TestOwnerTurnsThePageOthersGetACopy(t *testing.T) {
	reply, err := run(t, fixedTools(0), "/fritz number:359")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text(reply), "Fritz9 number 359 is SP-518.") {
		t.Errorf("the answer does not say what 359 is:\n%s", text(reply))
	}
	next := buttons(reply)["Next"].CustomID

	own, err := press(t, fixedTools(0), anna, next, nil)
	if err != nil || !own.Edit || own.Private || !strings.Contains(text(own), "## SP-519") || !strings.Contains(text(own), "is SP-519.") {
		t.Errorf("the owner's press: %+v, %v", own, err)
	}
	other, err := press(t, fixedTools(0), ben, next, nil)
	if err != nil || other.Edit || !other.Private || !strings.Contains(text(other), "## SP-519") {
		t.Errorf("another's press: %+v, %v", other, err)
	}
	again, err := press(t, fixedTools(0), ben, buttons(other)["Mirror"].CustomID, nil)
	if err != nil || !again.Edit {
		t.Errorf("the copy's owner cannot turn its page: %+v, %v", again, err)
	}
}

func TestDrawnPositionsStay(t *testing.T) {
	reply, err := run(t, fixedTools(303), "/random theme:green view:black")
	if err != nil {
		t.Fatal(err)
	}
	if want := "## SP-303 · QNRKRNBB\nDrawn for <@" + anna + "> on <t:1790000000:D> at <t:1790000000:T>: one of all 960 positions, each as likely as the others."; !strings.HasPrefix(text(reply), want) {
		t.Errorf("got %s", text(reply))
	}
	for label, b := range buttons(reply) {
		if b.Style == discordgo.LinkButton {
			continue
		}
		for _, who := range []string{anna, ben} {
			pressed, err := press(t, fixedTools(7), who, b.CustomID, &Message{ID: "3"})
			if err != nil || pressed.Edit || pressed.Private != (label != "Draw again") {
				t.Errorf("%s pressed by %s: %+v, %v", label, who, pressed, err)
			}
		}
	}
}

func TestDrawAgainNamesTheEarlierDraw(t *testing.T) {
	for _, c := range []struct {
		typed   string
		message *Message
		private bool
		want    string
	}{
		{"/random", &Message{ID: "3"}, false, "Drawn again for <@" + ben + "> on <t:1790000000:D> at <t:1790000000:T>, after [SP-303](https://discord.com/channels/1/2/3): one of"},
		{"/random private:true", &Message{ID: "3", Private: true}, true, "Drawn again for <@" + ben + "> on <t:1790000000:D> at <t:1790000000:T>, after SP-303: one of"},
	} {
		first, err := run(t, fixedTools(303), c.typed)
		if err != nil || first.Private != c.private {
			t.Fatal(first, err)
		}
		second, err := press(t, fixedTools(7), ben, buttons(first)["Draw again"].CustomID, c.message)
		if err != nil || second.Private != c.private || !strings.Contains(text(second), c.want) || !strings.Contains(text(second), "## SP-7 ") {
			t.Errorf("%s: %v\n%s", c.typed, err, text(second))
		}
	}
}

// Leaving out the classical array leaves 959 positions, each by one number.
func TestExcludeStandard(t *testing.T) {
	seen := map[chess960.Position]bool{}
	for n := range chess960.Count - 1 {
		p, err := draw{excludeStandard: true}.position(func(of int) (int, error) {
			if of != chess960.Count-1 {
				t.Fatalf("drawn from %d", of)
			}
			return n, nil
		})
		if err != nil || p.SP() == standard {
			t.Errorf("%d draws %v, %v", n, p, err)
		}
		seen[p] = true
	}
	if len(seen) != chess960.Count-1 {
		t.Errorf("%d positions, want %d", len(seen), chess960.Count-1)
	}
	first, err := run(t, fixedTools(standard), "/random exclude_standard:true")
	if err != nil || !strings.Contains(text(first), "one of 959 positions, SP-518 left out") {
		t.Errorf("%v\n%s", err, text(first))
	}
	again, err := press(t, fixedTools(standard), anna, buttons(first)["Draw again"].CustomID, &Message{})
	if err != nil || !strings.Contains(text(again), "## SP-519") {
		t.Errorf("drawing again forgets what is left out: %v\n%s", err, text(again))
	}
}

func TestSecureDrawsCoverTheRange(t *testing.T) {
	seen := map[int]bool{}
	for range 20_000 { // the chance to miss one of 960 is below one in a million
		n, err := drawSecurely(chess960.Count)
		if err != nil || n < 0 || n >= chess960.Count {
			t.Fatal(n, err)
		}
		seen[n] = true
	}
	if len(seen) != chess960.Count {
		t.Errorf("%d of %d numbers drawn", len(seen), chess960.Count)
	}
}
