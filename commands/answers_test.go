package commands

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/testrun"
)

// Only one command answers each button.
func TestButtonsHaveOneAnswer(t *testing.T) {
	seen := map[string]string{}
	for _, c := range All(fixedTools(0)) {
		for _, p := range c.Presses {
			if seen[p.Name] != "" {
				t.Errorf("both /%s and /%s answer %s", seen[p.Name], c.Name, p.Name)
			}
			seen[p.Name] = c.Name
		}
	}
}

// A public answer has one picture, at most 600 characters, three buttons, and no
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
			reply, err := chattest.Run(t, All(fixedTools(sp)), typed)
			if err != nil {
				t.Fatal(err)
			}
			var labels []string
			for c := range chattest.Walk(reply.Components) {
				if chattest.English(c.Label) != "" {
					labels = append(labels, chattest.English(c.Label))
				}
			}
			want := []string{"Step by step", "FEN and PGN", "More"}
			if strings.HasPrefix(typed, "/random") {
				want = []string{"Draw again", "Castling", "More"}
			}
			if n := len([]rune(chattest.Text(reply) + strings.Join(labels, ""))); n > 600 || len(reply.Pictures) != 1 || !slices.Equal(labels, want) {
				t.Errorf("%s: %d characters, %d pictures, buttons %q", typed, n, len(reply.Pictures), labels)
			}
		}
	}
}

// The whole text of a public answer.
func TestPublicAnswer(t *testing.T) {
	for typed, want := range map[string]string{
		"/sp number:518": "## SP 518 · RNBQKBNR\nThis is the normal start position.\n" +
			"**SP 518** · Fritz 9 #359 · Almanac #522" + chattest.LaterNumbers(518) + "\n" +
			"518 = 4 × 129 + **2**: bishop f1 (from 0: b d **f** h)\n129 = 4 × 32 + **1**: bishop c1 (a **c** e g)\n32 = 6 × 5 + **2**: queen d1 (a b **d** e g h)\nQuotient **5**: knights b1, g1 (ab ae ag ah be **bg** bh eg eh gh), then rook, king, rook",
		"/encode position:RNBQKBNR": "## SP 518 · RNBQKBNR\nThis is the normal start position.\n" +
			"**SP 518** · Fritz 9 #359 · Almanac #522" + chattest.LaterNumbers(518) + "\n" +
			"Knights b1, g1 = 5 (from 0: ab ae ag ah be **bg** bh eg eh gh): 5 × 96 = **480**\nQueen d1 = 2 (a b **d** e g h): 2 × 16 = **32**\nDark bishop c1 = 1 (a **c** e g), light bishop f1 = 2 (b d **f** h): 4 × 1 + 2 = **6**\n480 + 32 + 6 = **518**",
		"/fritz number:81": "## SP 0 · BBQNNRKR\n" +
			"SP 0 · **Fritz 9 #81** · Almanac #1" + chattest.LaterNumbers(0) + "\n" +
			"(81 − 1) ÷ 240 = **0**, remainder 80. 80 ÷ 16 = **5**, remainder **0**. Counted from 0:\n**0** = 4 × 0 + 0: bishops a1 (**a** c e g), b1 (**b** d f h)\n**5**: knights d1, e1 (cd ce cf cg ch **de** df dg dh ef eg eh fg fh gh)\n**0**: queen c1 (**c** f g h), then rook, king, rook",
		"/sp scheme:almanac number:304": "## SP 303 · QNRKRNBB\n" +
			"SP 303 · Fritz 9 #144 · **Almanac #304**" + chattest.LaterNumbers(303) + "\n" +
			"304 − 1 = 4 × 75 + **3**: bishop g1 (from 0: a c e **g**)\n75 = 4 × 18 + **3**: bishop h1 (b d f **h**)\n18 = 6 × 3 + **0**: queen a1 (**a** b c d e f)\nQuotient **3**: knights b1, f1 (bc bd be **bf** cd ce cf de df ef), then rook, king, rook",
	} {
		reply, err := chattest.Run(t, All(fixedTools(0)), typed)
		if err != nil || chattest.Text(reply) != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", typed, err, chattest.Text(reply), want)
		}
	}
}

// With the option "explain", the public answer has the steps.
func TestExplanationsAreChosen(t *testing.T) {
	for typed, want := range map[string]string{
		"/sp number:518 explain:direct":              "**Divide step by step**\n1. 518 ÷ 4",
		"/sp number:518 explain:almanac":             "\n1. 522 − 1",
		"/encode position:RNBQKBNR explain:head":     "**In your head, with ten sequences**\n1. Read only the king",
		"/encode position:RNBQKBNR explain:skeleton": "**NQ-skeleton table**\n1. The bishops on",
		"/fritz number:359 explain:fritz9":           "**Fritz 9: its NQ-skeleton table**\n1. (359 − 1) ÷ 240 = 1, remainder **118**: queen **1**.",
		"/random explain:formula":                    "**By formula, without tables**\n1. 518 ÷ 4",
	} {
		reply, err := chattest.Run(t, All(fixedTools(518)), typed)
		if err != nil || !strings.Contains(chattest.Text(reply), want) || reply.Audience == chat.OnlyAsker || strings.Contains(chattest.Text(reply), ": queen d1") {
			t.Errorf("%s: %v, want %q in\n%s", typed, err, want, chattest.Text(reply))
		}
	}
}

// Beside the record of a draw a method has its short form, and a button to its steps.
func TestDrawsAreExplainedInShort(t *testing.T) {
	reply, err := chattest.Run(t, All(fixedTools(518)), "/random explain:almanac")
	if err != nil || !strings.Contains(chattest.Text(reply), "522 − 1 = 4 × 130 + **1**: bishop c1 (from 0: a **c** e g)\n") || chattest.Buttons(reply)["Find the position"].CustomID == "" {
		t.Errorf("%v, %+v", err, reply)
	}
}

// Buttons and menus on a private page replace the page: methods, directions, positions,
// views and themes.
func TestPrivatePagesTurn(t *testing.T) {
	reply, err := chattest.Run(t, All(fixedTools(0)), "/encode position:RNBQKBNR")
	if err != nil {
		t.Fatal(err)
	}
	own := &chat.Message{ID: "9", Private: true}
	for i, step := range []struct{ label, value, want string }{
		{"Step by step", "", "### RNBQKBNR → SP 518\n"},
		{"Another way to work it out", "fritz9", "### RNBQKBNR → Fritz 9 #359\n"},
		{"Find the position", "", "### Fritz 9 #359 → RNBQKBNR\n"},
		{"More", "", "## SP 518 · RNBQKBNR\nUse **Previous** and **Next** to go through the Fritz 9 numbers."},
		{"Next", "", "**Fritz 9 #360**"},
		{"Previous", "", "**Fritz 9 #359**"},
		{"More about SP 518", "mirror", "## SP 534 · RNBKQBNR"},
		{"More about SP 534", "view", "## SP 534"},
		{"More about SP 534", "theme-green", "## SP 534"},
		{"More about SP 534", "fen", "White's first rank: rook, knight, bishop, king, queen, bishop, knight and rook.\nAt the start every pawn is defended"},
		{"More", "", "## SP 534"},
		{"More about SP 534", "view", "## SP 534"},
		{"More about SP 534", "steps", "→ RNBKQBNR\n"},
		{"Find the number", "", "### RNBKQBNR → Fritz 9 #599\n"},
	} {
		r := &chat.Request{Asker: chattest.Anna, CustomID: chattest.Controls(reply)[step.label], Message: own}
		if i == 0 {
			r.Message = &chat.Message{ID: "3"} // the public answer
		}
		if step.value != "" {
			r.Values = []string{step.value}
		}
		if reply, err = chattest.Pressed(t, All(fixedTools(0)), r); err != nil {
			t.Fatalf("%s: %v", step.label, err)
		}
		if (reply.Audience == chat.InPlace) != (i > 0) || (reply.Audience == chat.OnlyAsker) == (reply.Audience == chat.InPlace) || !strings.Contains(chattest.Text(reply), step.want) {
			t.Errorf("%s %s: edit %t, want %q in\n%s", step.label, step.value, (reply.Audience == chat.InPlace), step.want, chattest.Text(reply))
		}
	}
}

// Buttons of earlier versions and forged ones are refused with a sentence.
func TestForeignButtons(t *testing.T) {
	for _, id := range []string{
		"steps", "steps:1", "again", "again:1",
		"next:960:white:brown:direct:position", "next:x:white:brown:direct:position",
		"next:1:up:brown:direct:position", "next:1:white:pink:direct:position",
		"next:1:white:brown:guess:position", "next:1:white:brown:direct:position:2", "next:1:white:brown:direct:up",
		"method:1:white:brown:direct:position", "more:1:white:brown:direct:position",
		"again:1:white:pink:direct:", "again:1:white:brown:guess:", "again:1:white:brown:direct:x", "again:960:white:brown::",
	} {
		reply, err := chattest.Press(t, All(fixedTools(0)), chattest.Anna, id, nil)
		if _, ok := err.(*chat.UserError); !ok {
			t.Errorf("%q: %v, %v; want a refusal", id, reply, err)
		}
	}
}

// No press changes a public message.
func TestPublicAnswersStay(t *testing.T) {
	for _, typed := range []string{"/sp number:518", "/fritz number:359", "/encode position:RNBQKBNR", "/random theme:green view:black", "/sp number:518 explain:tables"} {
		reply, err := chattest.Run(t, All(fixedTools(303)), typed)
		if err != nil {
			t.Fatal(err)
		}
		for label, id := range chattest.Controls(reply) {
			for _, message := range []*chat.Message{nil, {ID: "3"}} {
				for _, who := range []string{chattest.Anna, chattest.Ben} {
					pressed, err := chattest.Press(t, All(fixedTools(7)), who, id, message)
					if err != nil || pressed.Audience == chat.InPlace || (pressed.Audience == chat.OnlyAsker) != (label != "Draw again") {
						t.Errorf("%s: %s pressed by %s: %+v, %v", typed, label, who, pressed, err)
					}
				}
			}
		}
	}
}

func TestSecureDrawsCoverTheRange(t *testing.T) {
	seen := map[int]bool{}
	for range 20_000 { // the chance to miss one of the 960 is below one in a million
		n, err := DrawSecurely(chess960.Count)
		if err != nil || n < 0 || n >= chess960.Count {
			t.Fatal(n, err)
		}
		seen[n] = true
	}
	if len(seen) != chess960.Count {
		t.Errorf("%d of %d numbers drawn", len(seen), chess960.Count)
	}
}

// Buttons of other versions are refused, and nothing is deleted.
func TestForeignForgetButtons(t *testing.T) {
	for _, id := range []string{"forget", "forget:", "forget:all", "forget:me:1", "forget-not:1"} {
		if reply, err := chattest.Pressed(t, All(fixedTools(0)), &chat.Request{Asker: chattest.Anna, CustomID: id}); err == nil {
			t.Errorf("%s is answered with %v", id, reply)
		}
	}
}
