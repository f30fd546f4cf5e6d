package draw

import (
	"strings"
	"testing"

	"chess960bot/chat"
	"chess960bot/chat/chattest"
	"chess960bot/internal/chess960"
)

// A joint set-up from the first piece to the position. Black begins, and only the two
// players may press, each in turn.
func TestJointSetUp(t *testing.T) {
	public := &chat.Message{ID: "1"}
	reply, err := chattest.Run(t, always(0), "/random game:by-two opponent:"+chattest.Ben)
	if err != nil || reply.Audience == chat.OnlyAsker {
		t.Fatal(reply, err)
	}
	_, err = chattest.Press(t, always(0), "300000000000000003", chattest.Buttons(reply)["a1"].CustomID, public)
	chattest.RefusedWith(t, err, "Only <@"+chattest.Anna+"> and <@"+chattest.Ben+"> place pieces here.")
	_, err = chattest.Press(t, always(0), chattest.Ben, chattest.Buttons(reply)["a1"].CustomID, public)
	chattest.RefusedWith(t, err, "It is Black's turn: <@"+chattest.Anna+"> places now.")
	for _, move := range []struct{ who, piece, square string }{
		{chattest.Anna, "Bishop", "a1"}, {chattest.Ben, "Queen", "c1"}, {chattest.Anna, "Knight", "h1"}, {chattest.Ben, "Bishop", "f1"}, {chattest.Anna, "", "d1"},
	} {
		if move.piece != "" {
			if reply, err = chattest.Press(t, always(0), move.who, chattest.Buttons(reply)[move.piece].CustomID, public); err != nil || reply.Audience != chat.InPlace {
				t.Fatal(move, reply, err)
			}
		}
		if move.square == "f1" {
			_, err = chattest.Press(t, always(0), move.who, chattest.Buttons(reply)["e1"].CustomID, public)
			chattest.RefusedWith(t, err, "The bishop cannot go to e1: the bishops must stand on squares of opposite colours.")
		}
		if reply, err = chattest.Press(t, always(0), move.who, chattest.Buttons(reply)[move.square].CustomID, public); err != nil || reply.Audience != chat.InPlace || reply.Audience == chat.OnlyAsker {
			t.Fatal(move, reply, err)
		}
	}
	want := "## SP-594 · BRQNKBRN\nSet up by <@" + chattest.Anna + "> (Black) and <@" + chattest.Ben + "> (White).\n"
	if !strings.HasPrefix(chattest.Text(reply), want) || chattest.Buttons(reply)["Step by step"].CustomID == "" {
		t.Errorf("the set-up ends with\n%s", chattest.Text(reply))
	}
}

// With all eight pieces, players can reach an impasse. The repair turns it into a
// position.
func TestJointImpasse(t *testing.T) {
	public := &chat.Message{ID: "1"}
	reply, err := chattest.Run(t, always(0), "/random game:by-two all:true theme:contrast view:black opponent:"+chattest.Ben)
	if err != nil || !strings.Contains(chattest.Text(reply), "you agree now that the bot repairs it") {
		t.Fatal(reply, err)
	}
	for i, move := range []struct{ piece, square string }{{"Queen", "a1"}, {"Rook", "c1"}, {"Bishop", "d1"}, {"Knight", "g1"}, {"Knight", "h1"}} {
		who := []string{chattest.Anna, chattest.Ben}[i%2]
		if reply, err = chattest.Press(t, always(0), who, chattest.Buttons(reply)[move.piece].CustomID, public); err != nil {
			t.Fatal(move, err)
		}
		if reply, err = chattest.Press(t, always(0), who, chattest.Buttons(reply)[move.square].CustomID, public); err != nil {
			t.Fatal(move, err)
		}
		for c := range chattest.Walk(reply.Components) {
			if len(c.CustomID) > 100 {
				t.Errorf("custom id %s", c.CustomID)
			}
		}
	}
	if !strings.Contains(chattest.Text(reply), "**Impasse.** No start position has these pieces on these squares: `Q.RB..NN`.") || len(chattest.Buttons(reply)) != 1 {
		t.Fatalf("after Q.RB..NN\n%s", chattest.Text(reply))
	}
	_, err = chattest.Press(t, always(0), "300000000000000003", chattest.Buttons(reply)["Repair"].CustomID, public)
	chattest.RefusedWith(t, err, "Only <@"+chattest.Anna+"> and <@"+chattest.Ben+"> place pieces here.")
	reply, err = chattest.Press(t, always(0), chattest.Ben, chattest.Buttons(reply)["Repair"].CustomID, public)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"QRKRBBNN\n",
		"- The pieces left go onto the empty squares: king b1, rook e1, bishop f1.\n",
		"- The bishops stand on squares of one colour; the one nearer to a changes places with its neighbour: d1 and e1 swap.\n",
		"- The king is not between the rooks and changes places with the nearer one: b1 and c1 swap.\n",
	} {
		if !strings.Contains(chattest.Text(reply), line) {
			t.Errorf("%q is missing in\n%s", line, chattest.Text(reply))
		}
	}
}

// A bot cannot be the opponent.
func TestJointSetUpWithABot(t *testing.T) {
	_, err := chattest.Ask(t, chattest.Command(t, always(0), "random").Run, &chat.Request{
		Asker: chattest.Anna, Options: chat.Options{"game": "by-two", "opponent": chattest.Ben}, Users: map[string]chat.User{chattest.Ben: {Bot: true}},
	})
	chattest.RefusedWith(t, err, "<@"+chattest.Ben+"> is a bot and cannot press buttons.")
}

func TestDoubleDraw(t *testing.T) {
	numbers := []int{594, 29}
	all := with(func(int) (int, error) { n := numbers[0]; numbers = append(numbers[1:], n); return n, nil })
	reply, err := chattest.Run(t, all, "/random game:double")
	if err != nil {
		t.Fatal(err)
	}
	white, black := chess960.MustParsePosition("BRQNKBRN"), mustSP(t, 29)
	for _, line := range []string{
		"## Double Chess960: SP-594 against SP-29\nDrawn for <@" + chattest.Anna + "> on <t:1790000000:D> at <t:1790000000:T>. Exactly fair: every pair 1 in 921,600.\n",
		"White has SP 594 · BRQNKBRN, Black has SP 29 · " + black.String() + ".",
		strings.ToLower(black.String()) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white.String() + " w KQkq - 0 1\n",
		"White × 960 + Black, as in Stockfish's opening book: **570,269**. Black × 960 + White, as in Viridithas and Stormphrax: **28,434**.",
	} {
		if !strings.Contains(chattest.Text(reply), line) {
			t.Errorf("%q is missing in\n%s", line, chattest.Text(reply))
		}
	}
	again, err := chattest.Press(t, always(7), chattest.Ben, chattest.Buttons(reply)["Draw again"].CustomID, &chat.Message{ID: "3"})
	if err != nil || !strings.Contains(chattest.Text(again), "after [SP-594 against SP-29](https://discord.com/channels/1/2/3).") || len(again.Pictures) != 1 {
		t.Errorf("%v\n%s", err, chattest.Text(again))
	}
}

func mustSP(t *testing.T, n int) chess960.Position {
	t.Helper()
	p, err := chess960.FromSP(n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestKingsCornerDraw(t *testing.T) {
	for _, n := range []int{0, 359} {
		reply, err := chattest.Run(t, always(n), "/random game:kings-corner")
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"K w - - 0 1\n", "```\nk", "630 set-ups, 360 with bishops on opposite colours"} {
			if !strings.Contains(chattest.Text(reply), line) {
				t.Errorf("%q is missing in\n%s", line, chattest.Text(reply))
			}
		}
		if !strings.Contains(reply.Pictures[0].Alt, "king. Black's eighth rank, a to h: king,") {
			t.Errorf("the board shows %s", reply.Pictures[0].Alt)
		}
		again, err := chattest.Press(t, always(7), chattest.Ben, chattest.Buttons(reply)["Draw again"].CustomID, &chat.Message{ID: "3", Private: true})
		if err != nil || again.Audience != chat.OnlyAsker || !strings.Contains(chattest.Text(again), "Drawn again for <@"+chattest.Ben+">") {
			t.Errorf("%v\n%s", err, chattest.Text(again))
		}
	}
}
