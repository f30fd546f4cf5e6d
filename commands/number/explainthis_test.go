package number

import (
	"strings"
	"testing"

	"chess960bot/chat"
	"chess960bot/chat/chattest"
)

// "Explain this position" explains the position in a message only to the asker. Several
// positions are offered in a menu.
func TestExplainThisPosition(t *testing.T) {
	ask := func(message string) (*chat.Reply, error) {
		return chattest.Ask(t, chattest.Command(t, all, ExplainThisName).Run, &chat.Request{Asker: chattest.Anna, Target: message})
	}
	for message, want := range map[string]string{
		"Round 3: SP-303!": "## SP-303 · QNRKRNBB\n",
		"https://lichess.org/analysis/chess960/nqbrnbkr/pppppppp/8/8/8/8/PPPPPPPP/NQBRNBKR_w_KQkq_-_0_1": "## SP-118 · NQBRNBKR\n",
		"wir spielen TSLDKLST": "Read in German letters: TSLDKLST is RNBQKBNR.",
	} {
		reply, err := ask(message)
		if err != nil || reply.Audience != chat.OnlyAsker || !strings.Contains(chattest.Text(reply), want) || len(reply.Pictures) != 1 {
			t.Errorf("%s: %v, want %q in\n%s", message, err, want, textOf(reply))
		}
	}
	if reply, err := ask("good morning"); err == nil {
		t.Errorf("found in a greeting: %s", chattest.Text(reply))
	}
	several, err := ask("SP-303 or RNBQKBNR or SP-303 again?")
	if err != nil || several.Audience != chat.OnlyAsker || !strings.Contains(chattest.Text(several), "2 positions") {
		t.Fatal(several, err)
	}
	double, err := ask("White has SP-303, Black has SP-5: qnbbnrkr/pppppppp/8/8/8/8/PPPPPPPP/QNRKRNBB w ECfh - 0 1")
	if err != nil || !strings.Contains(chattest.Text(double), "That message names 2 positions.") {
		t.Error(textOf(double), err)
	}
	chosen, err := chattest.Pressed(t, all, &chat.Request{Asker: chattest.Anna, CustomID: chattest.Controls(several)["Choose a position"], Values: []string{"RNBQKBNR"}, Message: &chat.Message{ID: "1", Private: true}})
	if err != nil || chosen.Audience != chat.InPlace || !strings.Contains(chattest.Text(chosen), "## SP-518") {
		t.Errorf("%v\n%s", err, textOf(chosen))
	}
	for _, forged := range [][]string{nil, {"RNBQKBNX"}, {"RNBQKBNR", "QNRKRNBB"}} {
		if _, err := chattest.Pressed(t, all, &chat.Request{CustomID: "position", Values: forged}); err == nil {
			t.Errorf("%v is answered", forged)
		}
	}
}
