package random

import (
	"errors"
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/chattest"
)

// after returns the public message that shows a reply.
func after(reply *chat.Reply) *chat.Message {
	m := &chat.Message{ID: "1", Buttons: []string{}}
	for c := range chattest.Walk(reply.Components) {
		if c.CustomID != "" {
			m.Buttons = append(m.Buttons, c.CustomID)
		}
	}
	return m
}

// A joint set-up from the first piece to the position. Black begins, and only the two
// players may press, each in turn. Nothing is chosen before somebody chooses it.
func TestJointSetUp(t *testing.T) {
	const stranger = "300000000000000003"
	begin, err := chattest.Run(t, always(0), "/random game:by-two opponent:"+chattest.Ben)
	if err != nil || begin.Audience == chat.OnlyAsker {
		t.Fatal(begin, err)
	}
	reply, players := begin, []string{chattest.Anna, chattest.Ben}
	refused := func(who, label, want string) {
		t.Helper()
		_, err := chattest.Press(t, always(0), who, chattest.Buttons(reply)[label].CustomID, after(reply))
		chattest.RefusedWith(t, err, want)
	}
	refused(stranger, "Queen", "Only <@"+chattest.Anna+"> and <@"+chattest.Ben+"> place pieces here.")
	refused(chattest.Ben, "Queen", "It is <@"+chattest.Anna+">'s turn.")
	for i, move := range []struct{ piece, square, squares string }{
		{"Bishop", "a1", "a1 b1 c1 d1 e1 f1 g1 h1"}, {"Queen", "c1", "b1 c1 d1 e1 f1 g1 h1"}, {"Knight", "h1", "b1 d1 e1 f1 g1 h1"},
		{"Bishop", "f1", "b1 d1 f1"}, {"Knight", "d1", "b1 d1 e1 g1"},
	} {
		for c := range chattest.Buttons(reply) {
			if strings.HasSuffix(c, "1") || strings.HasPrefix(c, "Place") {
				t.Fatalf("move %d: %q is offered before a piece is chosen", i+1, c)
			}
		}
		press := func(label string) *chat.Reply {
			t.Helper()
			next, err := chattest.Press(t, always(0), players[i%2], chattest.Buttons(reply)[label].CustomID, after(reply))
			if err != nil || next.Audience != chat.InPlace {
				t.Fatal(move, label, next, err)
			}
			return next
		}
		reply = press(move.piece)
		var offered []string
		for c := range chattest.Walk(reply.Components) {
			if strings.HasPrefix(c.CustomID, "square:") {
				offered = append(offered, chattest.English(c.Label))
			}
		}
		if got := strings.Join(offered, " "); got != move.squares {
			t.Errorf("move %d offers %s, want %s", i+1, got, move.squares)
		}
		reply = press(offered[0]) // and then another one
		reply = press(move.square)
		reply = press("Place: " + strings.ToLower(move.piece) + " on " + move.square)
	}
	want := "## SP 594 · BRQNKBRN\n<@" + chattest.Anna + "> (Black) and <@" + chattest.Ben + "> (White) set this up.\n"
	if !strings.HasPrefix(chattest.Text(reply), want) || chattest.Buttons(reply)["Step by step"].CustomID == "" {
		t.Errorf("the set-up ends with\n%s", chattest.Text(reply))
	}
	_, err = chattest.Press(t, always(0), chattest.Anna, chattest.Buttons(begin)["Queen"].CustomID, after(reply))
	chattest.RefusedWith(t, err, "That button belongs to move 1, but the set-up is complete.")
}

// No press of an earlier move takes a piece away again: not by another person, and not when
// repeated.
func TestEarlierMovesOfAJointSetUp(t *testing.T) {
	begin, err := chattest.Run(t, always(0), "/random game:by-two all:true opponent:"+chattest.Ben)
	if err != nil {
		t.Fatal(err)
	}
	press := func(who, label string, on *chat.Reply) *chat.Reply {
		t.Helper()
		reply, err := chattest.Press(t, always(0), who, chattest.Buttons(on)[label].CustomID, after(on))
		if err != nil {
			t.Fatal(err)
		}
		return reply
	}
	confirm := press(chattest.Anna, "b1", press(chattest.Anna, "King", begin))
	second := press(chattest.Anna, "Place: king on b1", confirm)
	for _, earlier := range []struct {
		of    *chat.Reply
		label string
	}{{begin, "Queen"}, {confirm, "c1"}, {confirm, "Place: king on b1"}} {
		_, err := chattest.Press(t, always(0), chattest.Anna, chattest.Buttons(earlier.of)[earlier.label].CustomID, after(second))
		chattest.RefusedWith(t, err, "That button belongs to move 1, but the set-up is at move 2.")
	}
}

// Of two presses of the same move at the same time, the first one counts. If its answer is
// lost, the move can be made again.
func TestPressesOfOneMove(t *testing.T) {
	all := always(0)
	button := func(square string) string {
		return "place:B" + square + ":........::" + chattest.Anna + ":" + chattest.Ben + ":white:brown"
	}
	message := &chat.Message{ID: "1", Buttons: []string{button("a"), button("b")}} // both presses were made here
	first, err := chattest.Press(t, all, chattest.Anna, button("a"), message)
	if err != nil {
		t.Fatal(err)
	}
	_, err = chattest.Press(t, all, chattest.Anna, button("b"), message)
	chattest.RefusedWith(t, err, "That button belongs to move 1, but the set-up is at move 2.")
	first.WasSent(t.Context(), "", errors.New("lost"))
	if _, err = chattest.Press(t, all, chattest.Anna, button("b"), message); err != nil {
		t.Error("after a lost answer:", err)
	}
	if _, err = chattest.Press(t, all, chattest.Anna, button("a"), &chat.Message{ID: "2"}); err != nil {
		t.Error("in another set-up:", err)
	}
}

// The rules are behind a press, for everyone, and not in the message.
func TestRulesOfAJointSetUp(t *testing.T) {
	for typed, want := range map[string]string{
		"/random game:by-two opponent:" + chattest.Ben:          "Place the bishops, the knights and the queen.",
		"/random game:by-two all:true opponent:" + chattest.Ben: "Place all eight pieces.",
	} {
		reply, err := chattest.Run(t, always(0), typed)
		if err != nil || strings.Contains(chattest.Text(reply), want) {
			t.Fatal(reply, err)
		}
		rules, err := chattest.Press(t, always(0), "300000000000000003", chattest.Buttons(reply)["Rules"].CustomID, after(reply))
		if err != nil || rules.Audience != chat.OnlyAsker || !strings.Contains(chattest.Text(rules), want) {
			t.Errorf("%s: %v, %v", typed, rules, err)
		}
	}
}

// A message of an older version offers squares that lead to no position, and places at once.
func TestOlderJointSetUp(t *testing.T) {
	older := &chat.Message{ID: "1"}
	_, err := chattest.Press(t, always(0), chattest.Ben, "place:Bc:B.......::"+chattest.Anna+":"+chattest.Ben+":white:brown", older)
	chattest.RefusedWith(t, err, "The bishop cannot go to c1: that could not become a start position.")
	reply, err := chattest.Press(t, always(0), chattest.Ben, "place:Bb:B.......::"+chattest.Anna+":"+chattest.Ben+":white:brown", older)
	if err != nil || !strings.Contains(chattest.Text(reply), "**Move 3, Black**: <@"+chattest.Anna+"> chooses a piece.") {
		t.Errorf("%v, %v", reply, err)
	}
}

// A bot cannot be the opponent.
func TestJointSetUpWithABot(t *testing.T) {
	_, err := chattest.Ask(t, chattest.Command(t, always(0), "random").Answer, &chat.Request{
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
	white, black := chess960.MustParsePosition("BRQNKBRN"), chess960.MustFromSP(29)
	want := "## SP 594 against SP 29\n" +
		"White: **SP 594** · Fritz 9 #419 · Almanac #601" + chattest.LaterNumbers(594) + "\nBlack: **SP 29** · Fritz 9 #30 · Almanac #24" + chattest.LaterNumbers(29) + "\nThis is double Chess960: all 921,600 pairs were equally likely.\n-# Drawn for <@" + chattest.Anna + "> (<t:1790000000:d>, <t:1790000000:T>)."
	if got := chattest.Text(reply); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	press := func(on *chat.Reply, label string) *chat.Reply {
		t.Helper()
		page, err := chattest.Press(t, all, chattest.Ben, chattest.Buttons(on)[label].CustomID, &chat.Message{ID: "3"})
		if err != nil || page.Audience != chat.OnlyAsker {
			t.Fatal(label, page, err)
		}
		return page
	}
	castling, notation := press(reply, "Castling"), press(reply, "FEN and PGN")
	for page, lines := range map[*chat.Reply][]string{
		notation: {
			strings.ToLower(black.String()) + "/pppppppp/8/8/8/8/PPPPPPPP/" + white.String() + " w KQkq - 0 1\n", "[Variant \"Chess960\"]\n",
			"Of 921,600 pairs this is number **570,269** if you count White × 960 + Black (Stockfish's book), and number **28,434** if you count Black × 960 + White (Viridithas, Stormphrax).",
		},
		castling:                            {"### Castling: White has SP 594\n", "g1"},
		press(castling, "Black's castling"): {"### Castling: Black has SP 29\n", "g8"},
	} {
		for _, line := range lines {
			if !strings.Contains(chattest.Text(page), line) {
				t.Errorf("%q is missing in\n%s", line, chattest.Text(page))
			}
		}
	}
	for _, label := range []string{"SP 594", "SP 29"} {
		if !strings.HasPrefix(chattest.Buttons(notation)[label].CustomID, "explore:"+strings.TrimPrefix(label, "SP ")+":") {
			t.Errorf("%s leads to %q", label, chattest.Buttons(notation)[label].CustomID)
		}
	}
	again, err := chattest.Press(t, always(7), chattest.Ben, chattest.Buttons(reply)["Draw again"].CustomID, &chat.Message{ID: "3"})
	if err != nil || !strings.Contains(chattest.Text(again), "after [SP 594 against SP 29](https://discord.com/channels/1/2/3).") || len(again.Pictures) != 1 {
		t.Errorf("%v\n%s", err, chattest.Text(again))
	}
}

func TestKingsCornerDraw(t *testing.T) {
	for _, n := range []int{0, 359} {
		reply, err := chattest.Run(t, always(n), "/random game:kings-corner")
		if err != nil {
			t.Fatal(err)
		}
		notation, err := chattest.Press(t, always(n), chattest.Ben, chattest.Buttons(reply)["FEN and rules"].CustomID, &chat.Message{ID: "3"})
		if err != nil || notation.Audience != chat.OnlyAsker {
			t.Fatal(notation, err)
		}
		for line, page := range map[string]*chat.Reply{
			"\nThere is no SP number, because the king is not between the rooks.\n": reply,
			"K w - - 0 1\n": notation, "```\nk": notation, "only set-ups with bishops on opposite colours: 360 of 630": notation,
		} {
			if !strings.Contains(chattest.Text(page), line) {
				t.Errorf("%q is missing in\n%s", line, chattest.Text(page))
			}
		}
		if !strings.Contains(chattest.English(reply.Pictures[0].Alt), "king. Black's eighth rank, a to h: king,") {
			t.Errorf("the board shows %s", reply.Pictures[0].Alt)
		}
		again, err := chattest.Press(t, always(7), chattest.Ben, chattest.Buttons(reply)["Draw again"].CustomID, &chat.Message{ID: "3", Private: true})
		if err != nil || again.Audience != chat.OnlyAsker || !strings.Contains(chattest.Text(again), "Drawn for <@"+chattest.Ben+"> (<t:1790000000:d>, <t:1790000000:T>), after ") {
			t.Errorf("%v\n%s", err, chattest.Text(again))
		}
	}
}
