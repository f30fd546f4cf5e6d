package number

import (
	"fmt"
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
)

// "Explain this position" explains the position in a message only to the asker. Several
// positions are offered in a menu.
func TestExplainThisPosition(t *testing.T) {
	ask := func(message string) (*chat.Reply, error) {
		return chattest.Ask(t, chattest.Command(t, all, ExplainThisName).Answer, &chat.Request{Asker: chattest.Anna, Target: message})
	}
	for message, want := range map[string]string{
		"Round 3: SP 303!": "## SP 303 · QNRKRNBB\n",
		"https://lichess.org/analysis/chess960/nqbrnbkr/pppppppp/8/8/8/8/PPPPPPPP/NQBRNBKR_w_KQkq_-_0_1": "## SP 118 · NQBRNBKR\n",
		"wir spielen TSLDKLST": "In English letters, `TSLDKLST` is RNBQKBNR.",
	} {
		reply, err := ask(message)
		if err != nil || reply.Audience != chat.OnlyAsker || !strings.Contains(chattest.Text(reply), want) || len(reply.Pictures) != 1 {
			t.Errorf("%s: %v, want %q in\n%s", message, err, want, chattest.Text(reply))
		}
	}
	if reply, err := ask("good morning"); err == nil {
		t.Errorf("found in a greeting: %s", chattest.Text(reply))
	}
	several, err := ask("SP 303 or RNBQKBNR or SP 303 again?")
	if err != nil || several.Audience != chat.OnlyAsker || !strings.Contains(chattest.Text(several), "2 positions") {
		t.Fatal(several, err)
	}
	double, err := ask("White has SP 303, Black has SP 5: qnbbnrkr/pppppppp/8/8/8/8/PPPPPPPP/QNRKRNBB w ECfh - 0 1")
	if err != nil || !strings.Contains(chattest.Text(double), "That message names 2 positions.") {
		t.Error(chattest.Text(double), err)
	}
	chosen, err := chattest.Pressed(t, all, &chat.Request{Asker: chattest.Anna, CustomID: chattest.Controls(several)["Choose a position"], Values: []string{"RNBQKBNR"}, Message: &chat.Message{ID: "1", Private: true}})
	if err != nil || chosen.Audience != chat.InPlace || !strings.Contains(chattest.Text(chosen), "## SP 518") {
		t.Errorf("%v\n%s", err, chattest.Text(chosen))
	}
	for _, forged := range [][]string{nil, {"RNBQKBNX"}, {"RNBQKBNR", "QNRKRNBB"}} {
		if _, err := chattest.Pressed(t, all, &chat.Request{CustomID: "position", Values: forged}); err == nil {
			t.Errorf("%v is answered", forged)
		}
	}
}

// A message with a board and a number says first whose number it is.
func TestExplainThisNumber(t *testing.T) {
	const fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for message, want := range map[string]string{
		"Someone says 359: " + fen:                "**359 is this position's Fritz 9 number.** This is the normal start position.\n",
		"RNBQKBNR is SP 519, isn't it?":           "**519 is this position's SP number plus 1",
		"the clock says 522! RNBQKBNR":            "**522 is this position's Almanac number",
		"359 or 522? RNBQKBNR":                    "**359 is this position's Fritz 9 number.**\n**522 is this position's Almanac number",
		"359,522 RNBQKBNR":                        "**359 is this position's Fritz 9 number.**\n**522 is this position's Almanac number",
		"Fritz 9: 359, the book says #518 " + fen: "## SP 518 · RNBQKBNR\n",
		"in room 777 at 19:30 we play RNBQKBNR":   "## SP 518 · RNBQKBNR\nThis is the normal start position.",
		"RNBQKBNR or SP 303?":                     "That message names 2 positions.",
		"RNBQKBNR\n534":                           "**534 is the SP number if you read the rank from h to a",
		"534 RNBQKBNR":                            "**534 is the SP number if you read the rank from h to a",
		"RNBQKBNR position 534":                   "**534 is the SP number if you read the rank from h to a",
		"RNBQKBNR or QNRKRNBB, 359":               "That message names 2 positions.",
	} {
		reply, err := chattest.Ask(t, chattest.Command(t, all, ExplainThisName).Answer, &chat.Request{Asker: chattest.Anna, Target: message})
		if err != nil || !strings.Contains(chattest.Text(reply), want) || reply.Audience != chat.OnlyAsker {
			t.Errorf("%s: %v\n%s\nwant %s", message, err, chattest.Text(reply), want)
		}
	}
}

// A number that the message gives to something else is not told as a wrong number.
func TestExplainThisAccusesNobody(t *testing.T) {
	for _, message := range []string{
		`[TimeControl "600+5"]` + "\nRNBQKBNR", `[TimeControl "600+5"] RNBQKBNR`, `[WhiteElo "534"]` + "\nRNBQKBNR", `[WhiteElo "534"] RNBQKBNR`,
		"RNBQKBNR entry fee 534", "RNBQKBNR after 534 seconds", "RNBQKBNR, my rating is 534", "534 people play RNBQKBNR",
	} {
		reply, err := chattest.Ask(t, chattest.Command(t, all, ExplainThisName).Answer, &chat.Request{Asker: chattest.Anna, Target: message})
		if err != nil || strings.Contains(chattest.Text(reply), "534 is") || strings.Contains(chattest.Text(reply), "600") || !strings.Contains(chattest.Text(reply), "This is the normal start position.") {
			t.Errorf("%s: %v\n%s", message, err, chattest.Text(reply))
		}
	}
}

// A message with a number alone is read as /encode reads such a text, with the other numberings below.
func TestExplainThisReadsAsEncode(t *testing.T) {
	for message, want := range map[string]int{"we had number 692 in round 3": 692, "what is position 518?": 518, "Round 1: position 77": 77, "518": 518, "Round 3: 594": 594} {
		reply, err := chattest.Ask(t, chattest.Command(t, all, ExplainThisName).Answer, &chat.Request{Asker: chattest.Anna, Target: message})
		if err != nil || reply.Audience != chat.OnlyAsker || !strings.HasPrefix(chattest.Text(reply), fmt.Sprintf("## SP\u00a0%d ", want)) {
			t.Errorf("%s: %v\n%s", message, err, chattest.Text(reply))
			continue
		}
		if _, offered := chattest.Buttons(reply)[fmt.Sprintf("Fritz 9 #%d", want)]; offered != (want != 692 && want != 77) {
			t.Errorf("%s: buttons %v", message, chattest.Buttons(reply))
		}
	}
	for _, message := range []string{"Anna is at position 3 now", "he finished in 7th position", "room no 518", "my rating is 534", "#7 on the list", "SP 2 players 4 boards"} {
		if reply, err := chattest.Ask(t, chattest.Command(t, all, ExplainThisName).Answer, &chat.Request{Asker: chattest.Anna, Target: message}); err == nil {
			t.Errorf("%s:\n%s", message, chattest.Text(reply))
		}
	}
}

// The button under a private page asks for a number, and says whose it is.
func TestWhoseNumberButton(t *testing.T) {
	shown, err := chattest.Run(t, all, "/sp number:518")
	if err != nil {
		t.Fatal(err)
	}
	shown, err = chattest.Pressed(t, all, &chat.Request{Asker: chattest.Anna, CustomID: chattest.Controls(shown)["FEN and PGN"], Message: &chat.Message{ID: "1"}})
	if err != nil {
		t.Fatal(err)
	}
	form, err := chattest.Pressed(t, all, &chat.Request{Asker: chattest.Anna, CustomID: chattest.Controls(shown)["I have another number"], Message: &chat.Message{ID: "1"}})
	if err != nil || form.Form == nil || len(form.Form.Parts) != 1 || len([]rune(chattest.English(form.Form.Parts[0].Label))) > 45 || len(chattest.English(form.Form.Title)) > 45 {
		t.Fatal(err, form)
	}
	for typed, want := range map[string]string{
		"359":     "**359 is this position's Fritz 9 number.**\nRNBQKBNR: **SP 518** · Fritz 9 #359 · Almanac #522",
		"-1":      "**This position is not number -1 in any numbering that I know.** There is no SP number -1.",
		"x":       "`x` is not a whole number.",
		"1234567": "There is no SP number 1234567",
	} {
		reply, err := chattest.Pressed(t, all, &chat.Request{Asker: chattest.Anna, CustomID: form.Form.CustomID, Options: chat.Options{"number": typed}, Message: &chat.Message{ID: "1"}})
		said := ""
		if refused, ok := err.(*chat.UserError); ok {
			said = chattest.English(refused.Msg)
		} else if err == nil && reply.Audience == chat.OnlyAsker {
			said = chattest.Text(reply)
		}
		if !strings.Contains(said, want) {
			t.Errorf("%s: %s, want %s", typed, said, want)
		}
	}
}
