package castle

import (
	"fmt"
	"strings"
	"testing"

	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/typed"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/golden"
	"chess960bot/internal/workshop/testrun"
	"chess960bot/render"
)

// boards draws for all tests, so that squares are drawn once.
var boards = render.New()

// all has every command of the package.
var all = []chat.Command{Castle(boards), CastleHere(boards, reading.NewFiles(chat.NewHeavyWork()))}

// castle runs /castle with the options.
func castle(t *testing.T, options chat.Options) (*chat.Reply, error) {
	t.Helper()
	return chattest.Ask(t, chattest.Command(t, all, "castle").Answer, &chat.Request{Asker: chattest.Anna, Options: options})
}

// The game that a refusal shows as an example is one that can be played.
func TestExampleGamesArePlayed(t *testing.T) {
	for _, language := range voice.Languages() {
		refusal := voice.In(language).Say(voice.Phrase("castle.pasteGame"))
		quoted := strings.Split(refusal, "`")
		if len(quoted) != 3 {
			t.Fatalf("%s: no example in %s", language, refusal)
		}
		reply, err := castle(t, chat.Options{"position": quoted[1]})
		if err != nil || !strings.Contains(chattest.Text(reply), "Black to move (move 3)") {
			t.Errorf("%s: %s: %v\n%s", language, quoted[1], err, chattest.Text(reply))
		}
	}
}

func TestCastle(t *testing.T) {
	const oo = "**O-O**: The king goes from e1 to g1, the rook from g1 to f1. f1 must be empty, and no enemy piece may attack e1, f1 or g1."
	const ooo = "**O-O-O**: The king goes from e1 to c1, the rook from b1 to d1. c1 and d1 must be empty, and no enemy piece may attack c1, d1 or e1."
	for _, position := range []string{"BRQNKBRN", "SP 594", "brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN", "brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN w GBgb - 0 1"} {
		reply, err := castle(t, chat.Options{"position": position})
		if err != nil {
			t.Errorf("%s: %v", position, err)
			continue
		}
		if said := chattest.Text(reply); !strings.Contains(said, oo) || !strings.Contains(said, ooo) || !strings.HasPrefix(said, "### Castling: SP 594 · BRQNKBRN\n") {
			t.Errorf("%s: %s", position, said)
		}
	}
	reply, err := castle(t, chat.Options{"position": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN w GBha - 0 1"})
	if err != nil {
		t.Fatal(err)
	}
	if said := chattest.Text(reply); !strings.Contains(said, "Black starts from another position: SP\u00a0518, RNBQKBNR.") || strings.Contains(said, "Black: same") {
		t.Errorf("double Chess960: %s", said)
	}
	reply, err = chattest.Run(t, all, "/castle position:SP-0 rules:chess480 view:black theme:blue private:true")
	if err != nil {
		t.Fatal(err)
	}
	if said := chattest.Text(reply); reply.Audience != chat.OnlyAsker || !strings.Contains(said, "**O-O**: The king goes from g1 to h1, the rook from h1 to g1. No enemy piece may attack g1 or h1.") {
		t.Errorf("private: %t, %s", (reply.Audience == chat.OnlyAsker), said)
	}
}

// Some men with their squares are judged as they stand, and a game says with which move it lost a
// right.
func TestCastleNow(t *testing.T) {
	for position, want := range map[string]string{
		"Kc1 Rb1, enemy rook a1":         "**O-O-O**: not yet. The rook on a1 attacks c1 once the castling rook leaves.",
		"White: Kf1 Rg1; Black: Kf8 Qd3": "**O-O**: not yet. The queen on d3 gives check.",
		"Ke8 Rh8, enemy bishop b5":       "## Can Black castle?\nKing and rooks have not moved.\n**O-O**: not yet. The bishop on b5 gives check.",
		"rnkr2nb/1Q5p/6BN/pqp1p2P/5PpB/PPp5/4b3/RNKR4 b KQkq - 0 1": "## Black to move (move 1)\nThe queen on b7 gives check.\n" +
			"**O-O**: not yet. The knight on g8 is in the way. The pieces on d1, h4, g6 and h6 attack d8, e8 and g8.\n" +
			"**O-O-O**: not yet. b8 and d8 are occupied.\n",
		"e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1h1 h8g8": "**O-O**: no longer possible. **O-O-O**: no longer possible. The king castled on move 4.",
		"1. h4 a5 2. Rh3 Ra6 3. Rh1 Ra8":          "**O-O**: no longer possible. The rook left h1 on move 2.",
		"1. h4 a5 2. Rh3 Ra6 3. Rh1":              "\n**White**:\n**O-O**: no longer possible. The rook left h1 on move 2.\n**O-O-O**: not yet. b1, c1 and d1 are occupied.",
		"4k2r/8/8/8/8/8/5q2/4K3 w k - 0 9":        "\n**Black**:\n**O-O**: allowed. King to g8, rook to f8.\n**O-O-O**: no longer possible. There is no rook on the a-side",
		"4k3/8/8/1b6/8/8/8/R3K2R b KQ - 0 9":      "\n**White**:\n**O-O**: not yet. The bishop on b5 attacks f1.\n**O-O-O**: allowed.",
		"SP 518 1. f3 e5 2. g4 Qh4#":              "## White is checkmated",
		"7k/5Q2/8/8/8/8/8/R3K3 b Q - 0 9":         "## Stalemate: Black has no legal move",
		"SP 518 1. e4 e5 2. Nf3 1-0":              "The game ended here with `1-0`. Castling in this position:\n**O-O**: not yet.",
		"SP 518 1. e4 e5 2. Nf3 *":                "## Black to move (move 2)\n**O-O**: not yet.",
	} {
		reply, err := castle(t, chat.Options{"position": position})
		if err != nil || !strings.Contains(chattest.Text(reply), want) {
			t.Errorf("%s: %v\n%s", position, err, chattest.Text(reply))
			continue
		}
		if strings.HasSuffix(want, "mated") || strings.HasPrefix(want, "## Stalemate") {
			if strings.Contains(chattest.Text(reply), "O-O") {
				t.Errorf("%s: castlings after the end\n%s", position, chattest.Text(reply))
			}
		}
		_, link := chattest.Buttons(reply)["Open on lichess"]
		if hasBothKings := !strings.Contains(position, "enemy"); link != hasBothKings {
			t.Errorf("%s: link to lichess %t", position, link)
		}
	}
}

// Words beside a FEN that are not read are not dropped without a word.
func TestCastleReadsOnlyTheFEN(t *testing.T) {
	const inPlay, start = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 4 1", "brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN w KQkq - 0 1"
	for beside, only := range map[string]bool{
		" e1 g1": true, " N-KB3": true, " Kz9": true, " O-O-O-O": true, " hello there": true, " Kz9 e4": true,
		"": false, " please": false, " e2e4": false, " e4 e5": false, " 1. e4": false, " moves e2e4": false,
	} {
		for _, fen := range []string{inPlay, start} {
			reply, err := castle(t, chat.Options{"position": fen + beside})
			if err != nil || strings.Contains(chattest.Text(reply), "I read only `"+fen) != only {
				t.Errorf("%s%s: %v\n%s", fen, beside, err, chattest.Text(reply))
			}
		}
	}
	for _, text := range []string{"Can I castle? " + inPlay, "White to move: r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R", "https://lichess.org/analysis/" + strings.ReplaceAll(inPlay, " ", "_"), `[FEN "` + inPlay + `"] *`} {
		reply, err := castle(t, chat.Options{"position": text})
		if err != nil || strings.Contains(chattest.Text(reply), "I read only") {
			t.Errorf("%s: %v\n%s", text, err, chattest.Text(reply))
		}
	}
}

// A bare number is an SP number for most people. The others that it can be are buttons, which
// keep rules and style.
func TestCastleOffersOtherNumbers(t *testing.T) {
	reply, err := castle(t, chat.Options{"position": "594", "rules": "chess480", "theme": "blue"})
	if err != nil {
		t.Fatal(err)
	}
	if reply.Audience != chat.AsAsked || !strings.Contains(chattest.Text(reply), "I read the number as an SP number.") || !strings.HasPrefix(chattest.Text(reply), "### Castling: SP\u00a0594 ") {
		t.Errorf("%v\n%s", reply.Audience, chattest.Text(reply))
	}
	for _, s := range chess960.DistinctSchemes()[1:] {
		p, err := s.Find(594, 0)
		if err != nil {
			t.Fatal(err)
		}
		button, ok := chattest.Buttons(reply)[s.Format(594)]
		if !ok {
			t.Fatalf("no button %s", s.Format(594))
		}
		other, err := chattest.Press(t, all, chattest.Ben, button.CustomID, nil)
		if err != nil || other.Audience != chat.OnlyAsker || !strings.Contains(chattest.Text(other), "Chess480 rules apply.") || !strings.HasPrefix(chattest.Text(other), fmt.Sprintf("### Castling: SP\u00a0%d ", p.SP())) {
			t.Errorf("%v\n%s", err, chattest.Text(other))
		}
	}
}

// A text that names several positions asks which one is meant, and keeps rules and style.
func TestCastleAsksWhichPosition(t *testing.T) {
	menu, err := castle(t, chat.Options{"position": "SP 594 or Fritz 359", "rules": "chess480", "theme": "blue"})
	if err != nil {
		t.Fatal(err)
	}
	options := chattest.Options(menu)
	if menu.Audience != chat.OnlyAsker || len(options) != 2 || chattest.English(options[0].Label) != "SP\u00a0594 · BRQNKBRN" || chattest.English(options[0].Description) != "" || chattest.English(options[1].Description) != "Fritz 9 #359" {
		t.Fatalf("%+v", options)
	}
	chosen, err := chattest.Pressed(t, all, &chat.Request{Asker: chattest.Anna, CustomID: chattest.Controls(menu)["Choose a position"], Values: []string{options[0].Value}, Message: &chat.Message{ID: "1", Private: true}})
	if err != nil || chosen.Audience != chat.InPlace || !strings.Contains(chattest.Text(chosen), "Chess480 rules apply. Black castles the same way") || !strings.HasPrefix(chattest.Text(chosen), "### Castling: SP\u00a0594 ") {
		t.Errorf("%v\n%s", err, chattest.Text(chosen))
	}
	for _, forged := range [][]string{nil, {"RNBQKBNR"}, {"RNBQKBNR-RNBQKBNX"}, {"rnbqkbnr-rnbqkbnr"}} {
		if _, err := chattest.Pressed(t, all, &chat.Request{CustomID: chattest.Controls(menu)["Choose a position"], Values: forged}); err == nil {
			t.Errorf("%v is answered", forged)
		}
	}
}

// tenCastlings are positions of games, and king and rooks alone. The answers are in
// testdata/castlings.txt, and their pictures beside it.
var tenCastlings = []struct{ name, position, rules string }{
	{"both", "r3k2r/pp3ppp/8/8/8/8/PP3PPP/R3K2R w KQkq - 0 20", ""},
	{"crossed", "3qk3/8/8/8/8/8/8/R3KB1R w KQ - 0 23", ""},
	{"check", "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 30", ""},
	{"shield", "4k3/8/8/8/8/8/8/rR2K2R w HB - 0 30", ""},
	{"moved", "r3k2r/pp3ppp/8/8/8/8/PP2KPPP/R6R w kq - 3 20", ""},
	{"captured", "r3k2r/8/8/8/8/8/8/4K2R b KQq - 0 20", ""},
	{"captured-black", "r3k2r/8/8/8/8/8/8/4K2R b Kq - 0 20", ""},
	{"lanes", "nrk1r3/pppppppp/8/8/8/8/PPPPPPPP/RKR5 w CAbe - 0 9", ""},
	{"change-places", "4k3/8/8/8/8/8/8/1R3KRB w GB - 0 9", ""},
	{"chess480", "1k2r2r/8/8/8/8/8/8/1K2R2R b He - 0 9", "chess480"},
	{"assumed", "rk5r/8/8/8/8/8/8/RK5R", ""},
	{"alone", "K c1, R b1, R h1", ""},
	{"alone-black", "Rook h8 king f8", ""},
}

func TestTenCastlings(t *testing.T) {
	testrun.NotShort(t, "plays many games")
	var b strings.Builder
	for _, c := range tenCastlings {
		reply, err := castle(t, chat.Options{"position": c.position, "rules": c.rules})
		if refused, ok := err.(*chat.UserError); ok {
			fmt.Fprintf(&b, "%s %s\n%s\n\n", c.position, c.rules, chattest.Text(refused.Reply()))
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s\n%s\n", c.position, c.rules, chattest.Text(reply))
		for i, picture := range reply.Pictures {
			fmt.Fprintf(&b, "[%s]\n", chattest.English(picture.Alt))
			golden.Image(t, fmt.Sprintf("testdata/castling-%s-%d.png", c.name, i+1), picture.PNG)
		}
		b.WriteString("\n")
	}
	golden.Text(t, "testdata/castlings.txt", b.String())
}

// The moves of a game castle by the rules that were chosen, a bare number before them is an SP
// number, and kings and rooks of both sides are a position.
func TestCastleReadsWhatWasMeant(t *testing.T) {
	for _, c := range []struct{ position, rules, want, not string }{
		{"SP 0 1. O-O", "chess480", "/BBQNNRRK b kq", "is not a legal move"},
		{"SP 0 1. O-O", "chess960", "## 1. `O-O` is not a legal move\nThe rook on f1 is in the way.", "RRK"},
		{"518 1. e4 e5", "chess960", "I read the number as an SP number.", "not sure"},
		{"♔e1 ♖h1 ♛f8", "chess960", "**O-O**: not yet. The queen on f8 attacks f1", ""},
		{"White: Kf1 Rg1; Black: Kf8 Rd3", "chess960", "**O-O**: allowed", ""},
		{"Ke1 Rh1, black rook f8", "chess960", "The rook on f8 attacks f1", ""},
		{"Ke1 Rh1 Bf1", "chess960", "The bishop on f1 is in the way.", ""},
		{"roi e1, tour h1, tour noire f8", "chess960", "The rook on f8 attacks f1", ""},
	} {
		reply, err := castle(t, chat.Options{"position": c.position, "rules": c.rules})
		if err != nil {
			t.Errorf("%s: %v", c.position, err)
			continue
		}
		if text := chattest.TextWithFEN(reply); !strings.Contains(text, c.want) || c.not != "" && strings.Contains(text, c.not) {
			t.Errorf("%s:\n%s\nwant %s", c.position, text, c.want)
		}
	}
}

func TestExamplesAreRead(t *testing.T) {
	chattest.ReadExamples(t, voice.Phrase("castle.typeAlone"), 1, func(language, text string) error {
		_, err := typed.In(text, []string{language}, castling.ParseAlone)
		return err
	})
}
