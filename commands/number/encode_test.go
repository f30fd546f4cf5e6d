package number

import (
	"fmt"
	"strings"
	"testing"

	"chess960bot/chat"
	"chess960bot/chat/chattest"
	"chess960bot/commands/card"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/internal/testrun"
)

// /encode reads all forms in which the bot prints a position: for every position in
// long runs, otherwise for one in 16.
func TestWhatIsPrintedIsRead(t *testing.T) {
	for sp, p := range chess960.All() {
		if sp%16 != 6 && !testrun.Long() {
			continue
		}
		shown, err := chattest.Run(t, all, fmt.Sprintf("/sp number:%d view:%s", sp, []string{"white", "black"}[sp%2]))
		if err != nil {
			t.Fatal(err)
		}
		numbers := strings.Split(chattest.Text(shown), "\n")[1]
		if sp == 518 {
			numbers = strings.Split(chattest.Text(shown), "\n")[2]
		}
		_, squares, _ := strings.Cut(shown.Pictures[0].Alt, "White's first rank: ")
		squares, _, _ = strings.Cut(squares, ".")
		for _, printed := range []string{
			card.Heading(p, nil), numbers, card.Lichess(p), p.XFEN(), p.ShredderFEN(), p.PGNTags(), shown.Pictures[0].Alt,
			"White's first rank: " + explain.Spell(p.String()) + ".", squares,
		} {
			reading, err := readPosition(printed, nil)
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
		{"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "518", "White's side of your board is SP-518, as it should be."},
		{"TSLDKLST", "", "Read in German letters: TSLDKLST is RNBQKBNR."},
		{"SP-960", "", "960 is another name for SP-0."},
		{"Almanac 304", "", "Almanac number 304 is SP-303."},
		{"BRQNKBNR", "594", "Your board is BRQNKBNR, SP-498. SP-594 differs on g1 and h1: rook on g1, knight on h1."},
		{"BRQNKBNR", "SP-498", "Your board is SP-498, as it should be."},
		{"RNBKQBNR", "518", "Your board is RNBKQBNR, SP-534. It is the mirror image of SP-518: exchange the a-side and the h-side."},
		{"qbbnrknr/pppppppp/8/8/8/8/PPPPPPPP/RNKRNBBQ w KQkq - 0 1", "", "Black's side is turned instead of mirrored. Each black piece belongs on the file of the same white piece. In double Chess960 the board is right: `/sp` `number:670 black:196`."},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNKRNBBQ w KQkq - 0 1", "", "White has SP-670 · RNKRNBBQ, Black has SP-518 · RNBQKBNR."},
	} {
		r := &chat.Request{Asker: chattest.Anna, Options: chat.Options{"position": c.position, "against": c.against}}
		reply, err := chattest.Ask(t, chattest.Command(t, all, "encode").Run, r)
		if err != nil || !strings.Contains(textOf(reply), "\n"+c.want) {
			t.Errorf("%s against %q: %v, want %q in\n%s", c.position, c.against, err, c.want, textOf(reply))
		}
	}
}

// textOf returns the text of a reply, or "" for nil.
func textOf(reply *chat.Reply) string {
	if reply == nil {
		return "no reply"
	}
	return chattest.Text(reply)
}
