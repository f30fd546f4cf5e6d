package number

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"chess960bot/commands/card"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/testrun"
)

// /encode reads all forms in which the bot prints a position: for every position in
// long runs, otherwise for one in 47, so that boards are seen from both sides.
func TestWhatIsPrintedIsRead(t *testing.T) {
	testrun.NotShort(t, "reads every form of an answer")
	for sp, p := range chess960.All() {
		if sp%47 != 6 && !testrun.Long() {
			continue
		}
		shown, err := chattest.Run(t, all, fmt.Sprintf("/sp number:%d view:%s", sp, []string{"white", "black"}[sp%2]))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(chattest.Text(shown), "\n")
		numbers := lines[slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "**SP") })]
		_, pieces, _ := strings.Cut(chattest.English(shown.Pictures[0].Alt), "a to h: ")
		pieces, _, _ = strings.Cut(pieces, ".")
		for _, printed := range []string{
			chattest.English(card.Heading(p, nil)), numbers, card.Lichess(p), p.XFEN(), p.ShredderFEN(), p.PGNTags(), chattest.English(shown.Pictures[0].Alt),
			pieces,
		} {
			reading, err := recognize.Text(printed, nil)
			if err != nil || reading.White != p || reading.Black != p {
				t.Errorf("SP %d: %q is read as %v, %v", sp, printed, reading.White, err)
			}
		}
	}
}

// /encode adds notes on languages, numbers, comparisons, and boards that were set up
// wrongly.
func TestReadings(t *testing.T) {
	for _, c := range []struct {
		position, against, want string
	}{
		{"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "518", "White's side of your board is SP\u00a0518, as it should be."},
		{"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "518", "White's side of your board is SP\u00a0518, as it should be.\nBlack starts from another position"},
		{"TSLDKLST", "", "In English letters, `TSLDKLST` is RNBQKBNR."},
		{"SP 960", "", "960 is another name for SP\u00a00."},
		{"Almanac 304", "", "Almanac #304 is SP\u00a0303."},
		{"BRQNKBNR", "594", "Your board differs from SP\u00a0594 on g1 and h1."},
		{"BRQNKBNR", "SP 498", "Your board is SP\u00a0498, as it should be."},
		{"RNBKQBNR", "518", "Your board is the mirror image of SP\u00a0518: swap left and right."},
		{"qbbnrknr/pppppppp/8/8/8/8/PPPPPPPP/RNKRNBBQ w KQkq - 0 1", "", "Black's pieces are turned instead of mirrored. Each of them belongs opposite the same white piece. If the board is right, that is double Chess960: `/sp` `number:670 black:196`."},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNKRNBBQ w KQkq - 0 1", "", "White: **SP 670** · Fritz 9 #847 · Almanac #668" + chattest.LaterNumbers(670) + "\nBlack: **SP 518**"},
	} {
		r := &chat.Request{Asker: chattest.Anna, Options: chat.Options{"position": c.position, "against": c.against}}
		reply, err := chattest.Ask(t, chattest.Command(t, all, "encode").Answer, r)
		if err != nil || !strings.Contains(chattest.Text(reply), "\n"+c.want) {
			t.Errorf("%s against %q: %v, want %q in\n%s", c.position, c.against, err, c.want, chattest.Text(reply))
		}
	}
}

// Every position is the same as itself, and its mirror image is known as that.
func TestCompared(t *testing.T) {
	for _, p := range chess960.All() {
		if d := chattest.English(compared(recognize.Reading{White: p, Black: p}, p)); !strings.HasSuffix(d, ", as it should be.") {
			t.Errorf("%v against itself: %s", p, d)
		}
		if d := chattest.English(compared(recognize.Reading{White: p.Mirror(), Black: p.Mirror()}, p)); !strings.Contains(d, " is the mirror image of "+p.Name().String()) {
			t.Errorf("the mirror image of %v: %s", p, d)
		}
	}
}

// A position of a game is compared with a start position that has half of its pieces there or more.
func TestPositionLikeNoStart(t *testing.T) {
	for fen, want := range map[string]bool{
		"r2qk2r/pppppppp/8/8/4P3/8/PPPP1PPP/R2QK2R w KQkq - 0 9": true,
		"r3k2r/pppppppp/8/8/4P3/8/PPPP1PPP/R2QK2R w KQkq - 0 9":  false,
	} {
		_, err := chattest.Ask(t, chattest.Command(t, all, "encode").Answer, &chat.Request{Asker: chattest.Anna, Options: chat.Options{"position": fen}})
		if err == nil || strings.Contains(err.Error(), "SP\u00a0518") != want {
			t.Errorf("%s: %v", fen, err)
		}
	}
}

// /encode against: says first whose number it is.
func TestWhoseNumber(t *testing.T) {
	for _, c := range []struct{ position, against, want string }{
		{"RNBQKBNR", "359", "**359 is this position's Fritz 9 number.** This is the normal start position."},
		{"RNBQKBNR", "Fritz 9: 359", "**359 is this position's Fritz 9 number.**\nYour board is SP\u00a0518, as it should be."},
		{"RNBQKBNR", "522", "**522 is this position's Almanac number"},
		{"RNBQKBNR", "519", "**519 is this position's SP number plus 1"},
		{"RNBQKBNR", "534", "**534 is the SP number if you read the rank from h to a, as Black sees it.** Or you count the bishops' squares for the queen. "},
		{"RNBQKBNR", "521", "**You get 521 if you swap the bishops' numbers: 4 × 2 + 1 = 9 instead of 4 × 1 + 2 = 6.**\nYour board differs from SP\u00a0521 on c1, d1, e1 and f1."},
		{"RNBQKBNR", "497798", "**497798 is this position's number in double Chess960: 960 × 518 + 518 = 497798.**"},
		{"RNBQKBNR", "100", "**This position is not number 100 in any numbering that I know.** SP 100 is QBBNRNKR.\nYour board differs from SP\u00a0100 on "},
		{"RNBQKBNR", "1518", "**This position is not number 1518 in any numbering that I know.** There is no SP number 1518."},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", "518", "**518 stands for these two positions in double Chess960: White's SP number × 960 + Black's.**"},
	} {
		reply, err := chattest.Ask(t, chattest.Command(t, all, "encode").Answer, &chat.Request{Asker: chattest.Anna, Options: chat.Options{"position": c.position, "against": c.against}})
		if _, notes, _ := strings.Cut(chattest.Text(reply), "\n"); err != nil || !strings.HasPrefix(notes, c.want) {
			t.Errorf("%s against %s: %v\n%s\nwant %s", c.position, c.against, err, chattest.Text(reply), c.want)
		}
	}
}

// A bare number is an SP number. The others that it can be are buttons, which keep the other
// options, if they fit into a custom id.
func TestEncodeOffersOtherNumbers(t *testing.T) {
	options := chat.Options{"position": "518", "against": "Fritz 9: 359", "explain": "direct"}
	encode := func() *chat.Reply {
		t.Helper()
		reply, err := chattest.Ask(t, chattest.Command(t, all, "encode").Answer, &chat.Request{Asker: chattest.Anna, Options: options})
		if err != nil || !strings.HasPrefix(chattest.Text(reply), "## SP\u00a0518 · RNBQKBNR\n") || !strings.Contains(chattest.Text(reply), "-# I read the number as an SP number.\n") {
			t.Fatal(err, chattest.Text(reply))
		}
		return reply
	}
	other, err := chattest.Press(t, all, chattest.Ben, chattest.Buttons(encode())["Almanac #518"].CustomID, nil)
	if err != nil || other.Audience != chat.OnlyAsker || !strings.Contains(chattest.Text(other), "Almanac #518") || !strings.Contains(chattest.Text(other), "359") || !strings.Contains(chattest.Text(other), "Divide step by step") {
		t.Error(err, chattest.Text(other))
	}
	options["against"] = "RNBQKBNR" + strings.Repeat(" ", 53)
	if buttons := chattest.Buttons(encode()); buttons["Almanac #518"].CustomID != "" || buttons["Fritz 9 #518"].CustomID != "" {
		t.Errorf("%v", buttons)
	}
}

// A text that names several positions gets a menu. The choice keeps the other options.
func TestEncodeAsksWhichPosition(t *testing.T) {
	options := chat.Options{"position": "SP 518 or SP 0", "against": "Fritz 9: 359", "explain": "direct"}
	menu, err := chattest.Ask(t, chattest.Command(t, all, "encode").Answer, &chat.Request{Asker: chattest.Anna, Options: options})
	if err != nil || menu.Audience != chat.OnlyAsker || !strings.HasPrefix(chattest.Text(menu), "`SP 518 or SP 0` can mean 2 positions. Which one do you mean?") {
		t.Fatal(err, chattest.Text(menu))
	}
	chosen, err := chattest.Pressed(t, all, &chat.Request{Asker: chattest.Anna, CustomID: chattest.Controls(menu)["Choose a position"], Values: []string{chattest.Options(menu)[0].Value}, Message: &chat.Message{ID: "1", Private: true}})
	if err != nil || chosen.Audience != chat.InPlace || !strings.Contains(chattest.Text(chosen), "**359 is this position's Fritz 9 number.**") || !strings.Contains(chattest.Text(chosen), "Divide step by step") {
		t.Error(err, chattest.Text(chosen))
	}
	options["against"] = strings.Repeat("x", 61)
	_, err = chattest.Ask(t, chattest.Command(t, all, "encode").Answer, &chat.Request{Asker: chattest.Anna, Options: options})
	if err == nil || !strings.Contains(err.Error(), "`SP 518 or SP 0` can mean more than one position:") {
		t.Error(err)
	}
}
