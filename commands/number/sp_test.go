package number

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"chess960bot/commands/card"
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/render"
)

// Every numbering refuses a number below its range, in full sentences.
func TestNumbersOfNoNumbering(t *testing.T) {
	for _, n := range numberings().All {
		_, err := chattest.Run(t, all, fmt.Sprintf("/sp number:%d scheme:%s", n.First()-1, n.id()))
		refused, ok := errors.AsType[*chat.UserError](err)
		name := n.Scheme.Label
		if n.Added == 1 {
			name = "SP + 1"
		}
		if want := fmt.Sprintf("There is no %s number %d. %s numbers run from %d to %d.", name, n.First()-1, name, n.First(), n.First()+959); !ok || chattest.English(refused.Msg) != want {
			t.Errorf("%s: %v", n.id(), err)
		}
	}
}

func Test960IsSP0(t *testing.T) {
	reply, err := chattest.Run(t, all, "/sp number:960")
	if err != nil {
		t.Fatal(err)
	}
	if got := chattest.Text(reply); !strings.HasPrefix(got, "## SP 0 · BBQNNRKR\n960 is another name for SP\u00a00.\n") {
		t.Errorf("got %s", got)
	}
}

func TestSPShowsAPath(t *testing.T) {
	for _, sp := range []int{0, 230, 303, 518, 594, 959} {
		p, err := chess960.FromSP(sp)
		if err != nil {
			t.Fatal(err)
		}
		reply, err := chattest.Run(t, all, fmt.Sprintf("/sp number:%d path:true", sp))
		if err != nil {
			t.Fatal(err)
		}
		if said := chattest.Text(reply); !strings.HasPrefix(said, fmt.Sprintf("## SP %d · %v\n", p.SP(), p)) || !strings.Contains(said, voice.In("en").Say(voice.Lines{explain.SwapPath(p).Before, voice.Raw(explain.SwapPath(p).Steps)})) || len(reply.Pictures) != 1 {
			t.Errorf("SP %d: %s", p.SP(), said)
		}
	}
}

func TestSPAppliesAPath(t *testing.T) {
	for _, apply := range []string{"12ES", "12es"} {
		reply, err := chattest.Run(t, all, "/sp apply:"+apply)
		if err != nil {
			t.Fatal(err)
		}
		if said := chattest.Text(reply); !strings.HasPrefix(said, "## SP 594 · BRQNKBRN\n") || !strings.Contains(said, "\nS  g↔h  BRQNKBRN  SP 594\n") {
			t.Errorf("%s: %s", apply, said)
		}
	}
}

// /sp with Black's number and /encode with the FEN in its answer show the same position.
func TestDoublePositions(t *testing.T) {
	shown, err := chattest.Run(t, all, "/sp number:594 black:29")
	if err != nil || !strings.HasPrefix(chattest.Text(shown), "## SP 594 against SP 29\nWhite: **SP 594** · Fritz 9 #419 · Almanac #601"+chattest.LaterNumbers(594)+"\nBlack: **SP 29**") {
		t.Fatalf("%v\n%s", err, chattest.Text(shown))
	}
	double := chess960.Double{White: chess960.MustFromSP(594), Black: chess960.MustFromSP(29)}
	for _, fen := range []string{double.XFEN(), double.ShredderFEN()} {
		read, err := chattest.Ask(t, chattest.Command(t, all, "encode").Answer, &chat.Request{Asker: chattest.Anna, Options: chat.Options{"position": fen}})
		if err != nil || chattest.Text(read) != chattest.Text(shown) || chattest.English(read.Pictures[0].Alt) != chattest.English(shown.Pictures[0].Alt) {
			t.Errorf("%s: %v\n%s", fen, err, chattest.Text(read))
		}
	}
	byFritz, err := chattest.Run(t, all, "/sp scheme:fritz9 number:359 black:81")
	if err != nil || !strings.HasPrefix(chattest.Text(byFritz), "## SP 518 against SP 0\nFritz 9 #359 is SP\u00a0518.\nFritz 9 #81 is SP\u00a00.\nWhite:") {
		t.Errorf("%v\n%s", err, chattest.Text(byFritz))
	}
	last, err := chattest.Run(t, all, "/sp number:960 black:960")
	if err != nil || !strings.HasPrefix(chattest.Text(last), "## SP 0 against SP 0\n960 is another name for SP\u00a00.\nWhite:") {
		t.Errorf("%v\n%s", err, chattest.Text(last))
	}
	_, err = chattest.Run(t, all, "/sp number:594 black:x")
	chattest.RefusedWith(t, err, "`black` must be a whole number.")
	_, err = chattest.Run(t, all, "/sp number:594 black:1000")
	chattest.RefusedWith(t, err, "There is no SP number 1000. SP numbers run from 0 to 959.")
	_, err = chattest.Run(t, all, "/sp number:594 black:1 path:true")
	chattest.RefusedWith(t, err, "`path` is about one position, but with `black` there are two.")
}

// boards draws for all tests, so that squares are drawn once.
var boards = render.New()

// all has every command of the package.
var all = []chat.Command{
	SP(card.Pages{Boards: boards}), Fritz(boards), Encode(boards, newFiles(), nothingDrawn), ExplainThis(boards, newFiles(), nothingDrawn),
}

func newFiles() *reading.Files { return reading.NewFiles(chat.NewHeavyWork()) }

// nothingDrawn is a channel without an evening.
func nothingDrawn(context.Context, string) (map[reading.Pairing]chess960.Position, error) {
	return nil, nil
}
