package commands

import (
	"strings"
	"testing"

	"chess960bot/internal/chess960"
)

// refusedWith fails the test unless the error is a refusal with this sentence.
func refusedWith(t *testing.T, err error, want string) {
	t.Helper()
	if refused, ok := err.(*UserError); !ok || refused.Msg != want || refused.Hint == "" {
		t.Errorf("refused with %v\nwant %s", err, want)
	}
}

// A joint set-up from the first piece to the position. Black begins, and only the two
// players may press, each in turn.
func TestJointSetUp(t *testing.T) {
	public := &Message{ID: "1"}
	reply, err := run(t, fixedTools(0), "/random game:by-two opponent:"+ben)
	if err != nil || reply.Private {
		t.Fatal(reply, err)
	}
	_, err = press(t, fixedTools(0), "300000000000000003", buttons(reply)["a1"].CustomID, public)
	refusedWith(t, err, "Only <@"+anna+"> and <@"+ben+"> place pieces here.")
	_, err = press(t, fixedTools(0), ben, buttons(reply)["a1"].CustomID, public)
	refusedWith(t, err, "It is Black's turn: <@"+anna+"> places now.")
	for _, move := range []struct{ who, piece, square string }{
		{anna, "Bishop", "a1"}, {ben, "Queen", "c1"}, {anna, "Knight", "h1"}, {ben, "Bishop", "f1"}, {anna, "", "d1"},
	} {
		if move.piece != "" {
			if reply, err = press(t, fixedTools(0), move.who, buttons(reply)[move.piece].CustomID, public); err != nil || !reply.Edit {
				t.Fatal(move, reply, err)
			}
		}
		if move.square == "f1" {
			_, err = press(t, fixedTools(0), move.who, buttons(reply)["e1"].CustomID, public)
			refusedWith(t, err, "The bishop cannot go to e1: the bishops must stand on squares of opposite colours.")
		}
		if reply, err = press(t, fixedTools(0), move.who, buttons(reply)[move.square].CustomID, public); err != nil || !reply.Edit || reply.Private {
			t.Fatal(move, reply, err)
		}
	}
	want := "## SP-594 · BRQNKBRN\nSet up by <@" + anna + "> (Black) and <@" + ben + "> (White).\n"
	if !strings.HasPrefix(text(reply), want) || buttons(reply)["Step by step"].CustomID == "" {
		t.Errorf("the set-up ends with\n%s", text(reply))
	}
}

// With all eight pieces, players can reach an impasse. The repair turns it into a
// position.
func TestJointImpasse(t *testing.T) {
	public := &Message{ID: "1"}
	reply, err := run(t, fixedTools(0), "/random game:by-two all:true theme:contrast view:black opponent:"+ben)
	if err != nil || !strings.Contains(text(reply), "you agree now that the bot repairs it") {
		t.Fatal(reply, err)
	}
	for i, move := range []struct{ piece, square string }{{"Queen", "a1"}, {"Rook", "c1"}, {"Bishop", "d1"}, {"Knight", "g1"}, {"Knight", "h1"}} {
		who := []string{anna, ben}[i%2]
		if reply, err = press(t, fixedTools(0), who, buttons(reply)[move.piece].CustomID, public); err != nil {
			t.Fatal(move, err)
		}
		if reply, err = press(t, fixedTools(0), who, buttons(reply)[move.square].CustomID, public); err != nil {
			t.Fatal(move, err)
		}
		for c := range walk(reply.Components) {
			if len(c.CustomID) > 100 {
				t.Errorf("custom id %s", c.CustomID)
			}
		}
	}
	if !strings.Contains(text(reply), "**Impasse.** No start position has these pieces on these squares: `Q.RB..NN`.") || len(buttons(reply)) != 1 {
		t.Fatalf("after Q.RB..NN\n%s", text(reply))
	}
	_, err = press(t, fixedTools(0), "300000000000000003", buttons(reply)["Repair"].CustomID, public)
	refusedWith(t, err, "Only <@"+anna+"> and <@"+ben+"> place pieces here.")
	reply, err = press(t, fixedTools(0), ben, buttons(reply)["Repair"].CustomID, public)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"QRKRBBNN\n",
		"- The pieces left go onto the empty squares: king b1, rook e1, bishop f1.\n",
		"- The bishops stand on squares of one colour; the one nearer to a changes places with its neighbour: d1 and e1 swap.\n",
		"- The king is not between the rooks and changes places with the nearer one: b1 and c1 swap.\n",
	} {
		if !strings.Contains(text(reply), line) {
			t.Errorf("%q is missing in\n%s", line, text(reply))
		}
	}
}

// A bot cannot be the opponent.
func TestJointSetUpWithABot(t *testing.T) {
	_, err := command(t, fixedTools(0), "random").Run(t.Context(), &Request{
		Asker: anna, Options: Options{"game": "by-two", "opponent": ben}, Users: map[string]User{ben: {Bot: true}},
	})
	refusedWith(t, err, "<@"+ben+"> is a bot and cannot press buttons.")
}

func TestDoubleDraw(t *testing.T) {
	numbers := []int{594, 29}
	tools := fixedTools(0)
	tools.Draw = func(int) (int, error) { n := numbers[0]; numbers = append(numbers[1:], n); return n, nil }
	reply, err := run(t, tools, "/random game:double")
	if err != nil {
		t.Fatal(err)
	}
	white, black := chess960.MustParsePosition("BRQNKBRN"), mustSP(t, 29)
	for _, line := range []string{
		"## Double Chess960: SP-594 against SP-29\nDrawn for <@" + anna + "> on <t:1790000000:D> at <t:1790000000:T>. Exactly fair: every pair 1 in 921,600.\n",
		"White has SP-594 · BRQNKBRN, Black has SP-29 · " + black.String() + ".",
		strings.ToLower(black.String()) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white.String() + " w KQkq - 0 1\n",
		"White × 960 + Black, as in Stockfish's opening book: **570,269**. Black × 960 + White, as in Viridithas and Stormphrax: **28,434**.",
	} {
		if !strings.Contains(text(reply), line) {
			t.Errorf("%q is missing in\n%s", line, text(reply))
		}
	}
	again, err := press(t, fixedTools(7), ben, buttons(reply)["Draw again"].CustomID, &Message{ID: "3"})
	if err != nil || !strings.Contains(text(again), "after [SP-594 against SP-29](https://discord.com/channels/1/2/3).") || len(again.Pictures) != 1 {
		t.Errorf("%v\n%s", err, text(again))
	}
}

// /sp with Black's number and /encode with the FEN in its answer show the same position.
func TestDoublePositions(t *testing.T) {
	shown, err := run(t, fixedTools(0), "/sp number:594 black:29")
	if err != nil || !strings.HasPrefix(text(shown), "## Double Chess960: SP-594 against SP-29\nWhite has SP-594 · BRQNKBRN, Black has SP-29") {
		t.Fatalf("%v\n%s", err, text(shown))
	}
	double := chess960.Double{White: mustSP(t, 594), Black: mustSP(t, 29)}
	for _, fen := range []string{double.XFEN(), double.ShredderFEN()} {
		read, err := command(t, fixedTools(0), "encode").Run(t.Context(), &Request{Asker: anna, Options: Options{"position": fen}})
		if err != nil || text(read) != text(shown) || read.Pictures[0].Alt != shown.Pictures[0].Alt {
			t.Errorf("%s: %v\n%s", fen, err, text(read))
		}
	}
	byFritz, err := run(t, fixedTools(0), "/sp scheme:fritz9 number:359 black:81")
	if err != nil || !strings.HasPrefix(text(byFritz), "## Double Chess960: SP-518 against SP-0\nFritz 9 number 359 is SP-518.\nFritz 9 number 81 is SP-0.\nWhite has") {
		t.Errorf("%v\n%s", err, text(byFritz))
	}
	last, err := run(t, fixedTools(0), "/sp number:960 black:960")
	if err != nil || !strings.HasPrefix(text(last), "## Double Chess960: SP-0 against SP-0\n960 is another name for SP-0.\nWhite has") {
		t.Errorf("%v\n%s", err, text(last))
	}
	_, err = run(t, fixedTools(0), "/sp number:594 black:x")
	refusedWith(t, err, "I cannot use `x` as a number. SP numbers run from 0 to 959.")
	_, err = run(t, fixedTools(0), "/sp number:594 black:1000")
	refusedWith(t, err, "There is no SP number 1000. SP numbers run from 0 to 959.")
	_, err = run(t, fixedTools(0), "/sp number:594 black:1 path:true")
	refusedWith(t, err, "`path` is about one position, and with `black` there are two.")
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
		reply, err := run(t, fixedTools(n), "/random game:kings-corner")
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"K w - - 0 1\n", "```\nk", "630 set-ups, 360 with bishops on opposite colours"} {
			if !strings.Contains(text(reply), line) {
				t.Errorf("%q is missing in\n%s", line, text(reply))
			}
		}
		if !strings.Contains(reply.Pictures[0].Alt, "h1 king") || !strings.Contains(reply.Pictures[0].Alt, "a8 king") {
			t.Errorf("the board shows %s", reply.Pictures[0].Alt)
		}
		again, err := press(t, fixedTools(7), ben, buttons(reply)["Draw again"].CustomID, &Message{ID: "3", Private: true})
		if err != nil || !again.Private || !strings.Contains(text(again), "Drawn again for <@"+ben+">") {
			t.Errorf("%v\n%s", err, text(again))
		}
	}
}
