package commands

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/daily"
	"chess960bot/internal/explain"
	"chess960bot/internal/testrun"
	"chess960bot/render"
)

// Every custom id is read back as the card of its control, fits Discord's limits, and is
// unique in its message.
func TestCustomIDs(t *testing.T) {
	for sp, p := range chess960.All() {
		for i, theme := range render.Themes() {
			method := explain.Methods()[(sp+i)%len(explain.Methods())]
			c := newCard(method.Scheme.Derive(p), look{sp%2 == 0, theme}, method, sp%3 == 0)
			id := c.customID("previous")
			got, err := parseCustomID(id)
			if err != nil || len(id) > 60 || got.customID("previous") != id || got.position() != p || got.look != c.look || got.method != method || got.direction != c.direction {
				t.Errorf("SP %d: %s leads to %+v, %v", sp, id, got, err)
			}
		}
	}
	for _, p := range pages() {
		reply, err := p.reply(fixedTools(0), cardOf(chess960.MustParsePosition("RNBQKBNR")))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for c := range walk(reply.Components) {
			if c.CustomID != "" && seen[c.CustomID] {
				t.Errorf("%s has %s twice", p.id, c.CustomID)
			}
			seen[c.CustomID] = true
		}
	}
}

// cardOf returns the card of a position in an answer of /sp.
func cardOf(p chess960.Position) card {
	return newCard(explain.Direct.Scheme.Derive(p), look{false, render.Themes()[0]}, explain.Direct, explain.ToPosition)
}

// Only one command answers each button.
func TestButtonsHaveOneAnswer(t *testing.T) {
	seen := map[string]string{}
	for _, c := range All(fixedTools(0)) {
		for name := range c.Buttons {
			if seen[name] != "" {
				t.Errorf("both /%s and /%s answer %s", seen[name], c.Def.Name, name)
			}
			seen[name] = c.Def.Name
		}
	}
}

// A public answer has one picture, at most 600 characters, the usual buttons, and no
// explanation.
func TestPublicAnswersAreShort(t *testing.T) {
	for sp, p := range chess960.All() {
		if sp%97 != 0 && !testrun.Long() {
			continue // package explain measures the short forms of all positions
		}
		for _, typed := range []string{
			fmt.Sprintf("/sp number:%d", sp), "/random", "/encode position:" + p.String(),
			fmt.Sprintf("/fritz number:%d", sp+1), fmt.Sprintf("/sp scheme:almanac number:%d", sp+1), fmt.Sprintf("/sp scheme:plus1 number:%d", sp+1),
		} {
			reply, err := run(t, fixedTools(sp), typed)
			if err != nil {
				t.Fatal(err)
			}
			var labels []string
			for c := range walk(reply.Components) {
				if c.Label != "" {
					labels = append(labels, c.Label)
				}
			}
			want := []string{"Step by step", "FEN and PGN", "Castling", "Explore", "Open on lichess"}
			if strings.HasPrefix(typed, "/random") {
				want = append([]string{"Draw again"}, want...)
			}
			if n := len([]rune(text(reply) + strings.Join(labels, ""))); n > 600 || len(reply.Pictures) != 1 || !slices.Equal(labels, want) {
				t.Errorf("%s: %d characters, %d pictures, buttons %q", typed, n, len(reply.Pictures), labels)
			}
		}
	}
}

// A daily post is as short, in both forms, with the calculation. Its alt text has the
// date.
func TestDailyPostsAreShort(t *testing.T) {
	for _, form := range []daily.BoardForm{daily.FullBoard, daily.CompactBoard} {
		reply, err := DailyPost(fixedTools(0), daily.Delivery{
			Sub:    daily.Sub{Theme: "brown", View: "white", Board: form, Role: "1042101960960518200"},
			Post:   daily.Post{Date: daily.Date(20777), SP: standard},
			Missed: 12,
		})
		if err != nil {
			t.Fatal(err)
		}
		said := text(reply)
		for _, want := range []string{"The classical array.", "Position of the day, Friday, 20 November 2026.", "518 ÷ 4 = 129 r **2** (bishop f1)", "12 earlier posts are missing"} {
			if !strings.Contains(said, want) {
				t.Errorf("%v: %q is missing in\n%s", form, want, said)
			}
		}
		if n := len([]rune(said)); n > 500 || len(reply.Pictures) != 1 || !strings.HasPrefix(reply.Pictures[0].Alt, "Position of the day, Friday, 20 November 2026. Chess960 start position SP 518") {
			t.Errorf("%v: %d characters, %d pictures: %s", form, n, len(reply.Pictures), reply.Pictures[0].Alt)
		}
	}
}

// The whole text of a public answer.
func TestPublicAnswer(t *testing.T) {
	for typed, want := range map[string]string{
		"/sp number:518": "## SP-518 · RNBQKBNR\nThe classical array.\n" +
			"SP **518** · Fritz 9: 359 · Almanac: 522 · mirror image: SP-534\n" +
			"518 ÷ 4 = 129 r **2** (bishop f1) · 129 ÷ 4 = 32 r **1** (bishop c1) · 32 ÷ 6 = 5 r **2** (queen d1) · **5**: knights b1, g1 · the rest: rook, king, rook",
		"/encode position:RNBQKBNR": "## SP-518 · RNBQKBNR\nThe classical array.\n" +
			"SP **518** · Fritz 9: 359 · Almanac: 522 · mirror image: SP-534\n" +
			"`RNKNR` counts **480** · queen d1, 2 squares to her left without the bishops: 2 × 16 = **32** · bishops c1, f1: 4 × 1 + 2 = **6** · 480 + 32 + 6 = **518**",
		"/fritz number:81": "## SP-0 · BBQNNRKR\nFritz 9 number 81 is SP-0.\n" +
			"SP 0 · Fritz 9: **81** · Almanac: 1 · mirror image: SP-959\n" +
			"Fritz 9 table, the largest number up to 81: **81** `QNN‑‑‑` · 81 − 81 = **0** (bishops a1, b1) · knights d1, e1 · queen c1 · the rest: rook, king, rook",
		"/sp scheme:almanac number:304": "## SP-303 · QNRKRNBB\nAlmanac number 304 is SP-303.\n" +
			"SP 303 · Fritz 9: 144 · Almanac: **304** · mirror image: SP-368\n" +
			"304 − 1 = 303 · 303 ÷ 4 = 75 r **3** (bishop g1) · 75 ÷ 4 = 18 r **3** (bishop h1) · 18 ÷ 6 = 3 r **0** (queen a1) · **3**: knights b1, f1 · the rest: rook, king, rook",
	} {
		reply, err := run(t, fixedTools(0), typed)
		if err != nil || text(reply) != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", typed, err, text(reply), want)
		}
	}
}

// The explanation by every method in both directions fits into a message, with a picture
// for each step with a view.
func TestExplanationsFitIntoAMessage(t *testing.T) {
	tools := fixedTools(0)
	for sp, p := range chess960.All() {
		if sp%97 != 0 && sp != standard && !testrun.Long() {
			continue // package explain measures the texts of all positions
		}
		for _, method := range explain.Methods() {
			for _, direction := range []explain.Direction{explain.ToPosition, explain.ToNumber} {
				d := method.Scheme.Derive(p)
				reply, err := answer{card: newCard(d, look{false, render.Themes()[0]}, method, direction), explained: true, notes: []string{strings.Repeat("x", 300)}}.reply(tools)
				if err != nil {
					t.Fatal(err)
				}
				views := 0
				for _, step := range method.Explain(d, direction).Steps {
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

// components counts a reply's components as Discord does, including nested ones.
func components(reply *Reply) int {
	n := 0
	for range walk(reply.Components) {
		n++
	}
	return n
}

// With the option "explain", the public answer has the steps.
func TestExplanationsAreChosen(t *testing.T) {
	for typed, want := range map[string]string{
		"/sp number:518 explain:direct":              "### SP 518 → RNBQKBNR\nDivide step by step",
		"/sp number:518 explain:almanac":             "### Almanac: 522 → RNBQKBNR\nAlmanac",
		"/encode position:RNBQKBNR explain:head":     "### RNBQKBNR → SP 518\nIn the head",
		"/encode position:RNBQKBNR explain:skeleton": "### RNBQKBNR → SP 518\nNQ-skeleton",
		"/fritz number:359 explain:fritz9":           "### Fritz 9: 359 → RNBQKBNR\nFritz 9",
		"/random explain:formula":                    "### SP 518 → RNBQKBNR\nBy formula",
	} {
		reply, err := run(t, fixedTools(518), typed)
		if err != nil || !strings.Contains(text(reply), want) || reply.Private || strings.Contains(text(reply), " r **") {
			t.Errorf("%s: %v, want %q in\n%s", typed, err, want, text(reply))
		}
	}
}

// Buttons and menus on a private page replace the page: methods, directions, positions,
// views and themes.
func TestPrivatePagesTurn(t *testing.T) {
	reply, err := run(t, fixedTools(0), "/encode position:RNBQKBNR")
	if err != nil {
		t.Fatal(err)
	}
	own := &Message{ID: "9", Private: true}
	for i, step := range []struct{ label, value, want string }{
		{"Step by step", "", "### RNBQKBNR → SP 518\n"},
		{"Another way of working it out", "fritz9", "### RNBQKBNR → Fritz 9: 359\n"},
		{"Explain number → position", "", "### Fritz 9: 359 → RNBQKBNR\n"},
		{"Explore", "", "## SP-518 · RNBQKBNR\nPrevious and Next count by Fritz 9 numbers."},
		{"Next", "", "Fritz 9: **360**"},
		{"Previous", "", "Fritz 9: **359**"},
		{"Mirror image (SP-534)", "", "## SP-534 · RNBKQBNR"},
		{"View as Black", "", "## SP-534"},
		{"Other colours", "green", "## SP-534"},
		{"FEN and PGN", "", "White's first rank: rook, knight, bishop, king, queen, bishop, knight, rook.\nEvery pawn is defended"},
		{"Explore", "", "## SP-534"},
		{"View as White", "", "## SP-534"},
		{"Step by step", "", "→ RNBKQBNR\n"},
		{"Explain position → number", "", "### RNBKQBNR → Fritz 9: 599\n"},
	} {
		r := &Request{Asker: anna, CustomID: controls(reply)[step.label], Message: own}
		if i == 0 {
			r.Message = &Message{ID: "3"} // the public answer
		}
		if step.value != "" {
			r.Values = []string{step.value}
		}
		if reply, err = pressed(t, fixedTools(0), r); err != nil {
			t.Fatalf("%s: %v", step.label, err)
		}
		if reply.Edit != (i > 0) || reply.Private == reply.Edit || !strings.Contains(text(reply), step.want) {
			t.Errorf("%s %s: edit %t, want %q in\n%s", step.label, step.value, reply.Edit, step.want, text(reply))
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

// Buttons of earlier versions and forged ones are refused with a sentence.
func TestForeignButtons(t *testing.T) {
	for _, id := range []string{
		"steps", "steps:1", "again", "again:1",
		"next:960:white:brown:direct:position", "next:x:white:brown:direct:position",
		"next:1:up:brown:direct:position", "next:1:white:pink:direct:position",
		"next:1:white:brown:guess:position", "next:1:white:brown:direct:position:2", "next:1:white:brown:direct:up",
		"method:1:white:brown:direct:position", "theme:1:white:brown:direct:position",
		"again:1:white:pink:direct:", "again:1:white:brown:guess:", "again:1:white:brown:direct:x", "again:960:white:brown::",
	} {
		reply, err := press(t, fixedTools(0), anna, id, nil)
		if _, ok := err.(*UserError); !ok {
			t.Errorf("%q: %v, %v; want a refusal", id, reply, err)
		}
	}
}

// No press changes a public message.
func TestPublicAnswersStay(t *testing.T) {
	for _, typed := range []string{"/sp number:518", "/fritz number:359", "/encode position:RNBQKBNR", "/random theme:green view:black", "/sp number:518 explain:tables"} {
		reply, err := run(t, fixedTools(303), typed)
		if err != nil {
			t.Fatal(err)
		}
		for label, id := range controls(reply) {
			for _, message := range []*Message{nil, {ID: "3"}} {
				for _, who := range []string{anna, ben} {
					pressed, err := press(t, fixedTools(7), who, id, message)
					if err != nil || pressed.Edit || pressed.Private != (label != "Draw again") {
						t.Errorf("%s: %s pressed by %s: %+v, %v", typed, label, who, pressed, err)
					}
				}
			}
		}
	}
}

func TestDrawsSayForWhomAndWhen(t *testing.T) {
	reply, err := run(t, fixedTools(303), "/random theme:green view:black")
	if err != nil {
		t.Fatal(err)
	}
	if want := "## SP-303 · QNRKRNBB\nDrawn for <@" + anna + "> on <t:1790000000:D> at <t:1790000000:T>.\n"; !strings.HasPrefix(text(reply), want) || !strings.HasSuffix(text(reply), "\nExactly fair: every position 1 in 960.") {
		t.Errorf("got %s", text(reply))
	}
}

func TestDrawAgainNamesTheEarlierDraw(t *testing.T) {
	for _, c := range []struct {
		typed   string
		message *Message
		private bool
		want    string
	}{
		{"/random", &Message{ID: "3"}, false, "Drawn again for <@" + ben + "> on <t:1790000000:D> at <t:1790000000:T>, after [SP-303](https://discord.com/channels/1/2/3)."},
		{"/random private:true", &Message{ID: "3", Private: true}, true, "Drawn again for <@" + ben + "> on <t:1790000000:D> at <t:1790000000:T>, after SP-303."},
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

// If the classical array is left out, each of the other 959 positions belongs to one
// random number.
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
	if err != nil || !strings.Contains(text(first), "Exactly fair, SP-518 left out: 1 in 959.") {
		t.Errorf("%v\n%s", err, text(first))
	}
	again, err := press(t, fixedTools(standard), anna, buttons(first)["Draw again"].CustomID, &Message{})
	if err != nil || !strings.Contains(text(again), "## SP-519") {
		t.Errorf("drawing again forgets what is left out: %v\n%s", err, text(again))
	}
}

func TestSecureDrawsCoverTheRange(t *testing.T) {
	seen := map[int]bool{}
	for range 20_000 { // the chance to miss one of the 960 is below one in a million
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
