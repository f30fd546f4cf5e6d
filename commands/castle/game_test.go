package castle

import (
	"context"
	"strings"
	"testing"

	"chess960bot/commands/card"
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960/castling"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/testrun"
)

// A game of Chess960 that does not say its start begins with the normal one, and the answer says
// so. A comment before the first move may name the position.
func TestGamesOfChess960WithoutFEN(t *testing.T) {
	const normal = "I assumed the normal start position."
	for text, want := range map[string]string{
		`[Variant "Chess960"] 1. g3 g6 2. Bg2 Bg7 3. O-O *`:      normal,
		`[Variant "Fischerandom"] [SetUp "1"] 1. e4 e5 2. Nf3 *`: normal,
		`[Variant "Chess960"] 1. e4 {not SP 579} e5 *`:           normal,
		`1. e4 e5 *`: normal,
		`[Event "SP 314 Memorial"] [White "Team SP 12"] 1. e4 e5 *`: normal, `{not SP 579} 1. e4 *`: normal, `[Variant "Chess960"] {In round 2 we shall play SP 314.} 1. e4 *`: normal,
		`[Event "SP 314 Memorial"] {Start position: SP 579} 1. e3 e6 *`: "`bqrnkrnb/ppp", `{579} 1. e3 e6 *`: "`bqrnkrnb/ppp",
		`[Variant "Chess960"] {SP 579} 1. e3 e6 2. d3 *`:                          "`bqrnkrnb/ppp",
		`[Variant "Chess960"] [Annotator "SP 579"] 1. e3 e6 2. d3 *`:              "`bqrnkrnb/ppp",
		`[FEN'brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN w KQkq - 0 1'] 1. e3 *`: "`brqnkbrn/ppp",
	} {
		reply, err := chattest.Ask(t, chattest.Command(t, all, "castle").Answer, &chat.Request{Asker: chattest.Anna, Options: chat.Options{"position": text}})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if said := chattest.TextWithFEN(reply); !strings.Contains(said, want) || strings.Contains(said, normal) != (want == normal) {
			t.Errorf("%s: %q, in\n%s", text, want, said)
		}
	}
}

// The button under a game that stops answers by Chess960's rules, so that it is not offered for others.
func TestStoppedGameOffersCastlingByTheRulesAsked(t *testing.T) {
	for rules, want := range map[string]bool{"": true, "chess960": true, "chess480": false} {
		options := chat.Options{"position": "1. e4 e5 2. Ke3 *"}
		if rules != "" {
			options["rules"] = rules
		}
		reply, err := chattest.Ask(t, chattest.Command(t, all, "castle").Answer, &chat.Request{Asker: chattest.Anna, Options: options})
		if err != nil {
			t.Fatal(err)
		}
		_, offered := chattest.Buttons(reply)["Castling before move 2"]
		if _, link := chattest.Buttons(reply)["Open on lichess"]; offered != want || !link {
			t.Errorf("rules %q: %v", rules, chattest.Buttons(reply))
		}
	}
}

// The button "Can I castle?" has room for every position. If how a game lost its rights has no room,
// the answer does not blame a FEN.
func TestCastlingNowButtonHasRoom(t *testing.T) {
	p, err := game.ParseFEN("r1b1k1n1/1p1p1p1p/p1p1p1p1/1n1b1q1r/R1B1N1Q1/1P1P1P1P/P1P1P1P1/1N1B1K1R w - - 50 120")
	if err != nil {
		t.Fatal(err)
	}
	lost := game.Loss{How: game.RookTaken, Number: 119, Square: castling.Black.Square(7)}
	for want, losses := range map[string]game.Losses{
		"According to the FEN, the right to castle with the rook on h1 is lost.": {}, "The king or the rook has moved, or the rook was captured.": {{{How: game.KingMoved, Number: 118}, lost}, {lost, {How: game.KingMoved, Number: 117}}},
		"The king castled on move 9.": {{{How: game.Castled, Number: 9}, {How: game.Castled, Number: 9}}},
	} {
		reply, err := chattest.Press(t, all, chattest.Ben, card.CastlingNowButton(voice.Raw("Now"), p, losses).CustomID, nil)
		if err != nil {
			t.Fatal(err)
		}
		if said := chattest.Text(reply); !strings.Contains(said, want) {
			t.Errorf("%v: %s", losses, said)
		}
	}
}

// castleHere answers "Can I castle here?" for a message with a file.
func castleHere(t *testing.T, text string) (*chat.Reply, error) {
	t.Helper()
	files := reading.NewFiles(chat.NewHeavyWork())
	return CastleHere(boards, files).Run(t.Context(), &chat.Request{Asker: chattest.Anna, TargetFiles: []chat.Attachment{chattest.File("x.pgn", text)}})
}

// A file for "Can I castle here?" has one game of usual length, or is short. A megabyte of anything
// else is refused soon.
func TestCastleHereInHostileFiles(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"a game with long comments": {"1. e4 {" + strings.Repeat("good ", longestGame/6) + "} e5 *", ""},
		"a longer game":             {"1. e4 {" + strings.Repeat("good ", longestGame/4) + "} e5 *", "That game is too long for me: the file has more than 64 KB."},
		"moves without an end":      {"[Event \"x\"]\n" + strings.Repeat("1. Nf3 Nf6 2. Ng1 Ng8 ", (1<<20)/22-1), "That game is too long for me: the file has more than 64 KB."},
		"numbers":                   {strings.Repeat("SP 518 ", (1<<20)/7), "I found no games in that file."},
		"a little text":             {"SP 518", ""},
		"a longer text":             {strings.Repeat(" ", reading.Longest) + "SP 518", "I found no games in that file."},
		"two games":                 {"1. e4 *\n1. d4 *\n", "That file has more than one game."},
	} {
		_, err := castleHere(t, c.file)
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// Texts before moves that are not legal are no games, however many there are.
func TestCastleHereFindsNoGames(t *testing.T) {
	testrun.NotShort(t, "reads texts alone")
	_, err := castleHere(t, strings.Repeat("{"+strings.Repeat("SP 1 ", 390)+"} 1. Nf6 *\n", testrun.Choose(5, 500)))
	chattest.RefusedWith(t, err, "I found no games in that file.")
}

// A file for "Can I castle here?" is read as heavy work, one for a person.
func TestCastleHereIsHeavyWork(t *testing.T) {
	heavy, leave := chat.NewHeavyWork(), make(chan struct{})
	defer close(leave)
	begun := make(chan struct{})
	go heavy.Do(context.Background(), chattest.Anna, func() error { close(begun); <-leave; return nil })
	<-begun
	_, err := CastleHere(boards, reading.NewFiles(heavy)).Run(t.Context(), &chat.Request{Asker: chattest.Anna, TargetFiles: []chat.Attachment{chattest.File("x.pgn", "1. e4 *")}})
	chattest.RefusedWith(t, err, "I am still working on your last question.")
}
