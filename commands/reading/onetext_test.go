package reading_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"chess960bot/commands/castle"
	"chess960bot/commands/find"
	"chess960bot/commands/number"
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/render"
)

// boards draws for all tests, so that squares are drawn once.
var boards = render.New()

// all has the commands that read what people type or attach.
var all = []chat.Command{
	number.Encode(boards, newFiles(), nil), number.ExplainThis(boards, newFiles(), nil), number.SP(boards, false),
	castle.Castle(boards), castle.CastleHere(boards, newFiles()), find.Find(chat.NewHeavyWork()), find.Table(),
}

func newFiles() *reading.Files { return reading.NewFiles(chat.NewHeavyWork()) }

// start594 and start153 are FENs of start positions.
const (
	board594 = "brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN"
	start594 = board594 + " w KQkq - 0 1"
	start153 = "nrnbbqkr/pppppppp/8/8/8/8/PPPPPPPP/NRNBBQKR w KQkq - 0 1"
)

// readers are all ways to have a text read, by their names. The last one compares a file with an
// evening that has drawn SP 594 for its first board.
func readers(t *testing.T) map[string]func(text string) (*chat.Reply, error) {
	ask := func(command string, r chat.Request) (*chat.Reply, error) {
		r.Asker = chattest.Anna
		return chattest.Ask(t, chattest.Command(t, all, command).Answer, &r)
	}
	p, _ := chess960.FromSP(594)
	return map[string]func(text string) (*chat.Reply, error){
		"/encode position": func(text string) (*chat.Reply, error) {
			return ask("encode", chat.Request{Options: chat.Options{"position": text}})
		},
		"/castle": func(text string) (*chat.Reply, error) {
			return ask("castle", chat.Request{Options: chat.Options{"position": text}})
		},
		"Explain":      func(text string) (*chat.Reply, error) { return ask(number.ExplainThisName, chat.Request{Target: text}) },
		"Can I castle": func(text string) (*chat.Reply, error) { return ask(castle.CastleHereName, chat.Request{Target: text}) },
		"Explain, a file": func(text string) (*chat.Reply, error) {
			return ask(number.ExplainThisName, chat.Request{TargetFiles: []chat.Attachment{chattest.File("x.pgn", text)}})
		},
		"Can I castle, a file": func(text string) (*chat.Reply, error) {
			return ask(castle.CastleHereName, chat.Request{TargetFiles: []chat.Attachment{chattest.File("x.pgn", text)}})
		},
		"/encode file": func(text string) (*chat.Reply, error) {
			encode := number.Encode(boards, newFiles(), func(context.Context, string) (map[reading.Pairing]chess960.Position, error) {
				return map[reading.Pairing]chess960.Position{{Round: 1, Board: 1}: p}, nil
			})
			return chattest.Ask(t, encode.Answer, &chat.Request{Asker: chattest.Anna, Options: chat.Options{"file": "5"}, Attachments: map[string]chat.Attachment{"5": chattest.File("x.pgn", text)}})
		},
	}
}

// said returns an answer or a refusal as people read it.
func said(reply *chat.Reply, err error) string {
	text := ""
	if refused, ok := err.(*chat.UserError); ok {
		text = chattest.English(refused.Msg) + "\n" + chattest.English(refused.Hint)
	} else if err != nil {
		text = err.Error()
	} else {
		text = chattest.TextWithFEN(reply)
	}
	return strings.ReplaceAll(text, "\u00a0", " ")
}

// The same text means the same to every reader: each answer has one of the parts between bars.
func TestOneText(t *testing.T) {
	const (
		is594   = "SP 594|brqnkbrn/pppppppp/8/8/4P3" // a game goes on from there
		is579   = "SP 579|bqrnkrnb/ppp"
		asks    = "Which one do you mean?|can mean more than one position|two different FEN tags|names 2 positions"
		none    = "I found no position in that.|I found no Chess960 start position in that message.|I found no games in that file."
		notSaid = "I assumed the normal start position.|does not say where it began"
		normal  = "SP 518|I assumed the normal start position."
		unfit   = "The castling field `HAha` does not name the rooks. It should be `KQkq` or `GBgb`."
		forbids = "The castling field `-` forbids castling. At the start it should be `KQkq` or `GBgb`.|The FEN gives no right to castle"
		partial = "The castling field `KQ` leaves castlings out.|The FEN gives no right to castle"
	)
	for text, want := range map[string]string{
		`[Fen "` + start594 + `"] 1. e4 *`: is594, `[fen "` + start594 + `"]`: is594, `[FEN"` + start594 + `"] 1. e4 *`: is594, `[FEN '` + start594 + `'] 1. e4 *`: is594,
		`[FEN „` + start594 + `“] 1. e4 *`: is594, `[Round "1.1"] [FEN "` + start594 + `" 1. e4 *`: is594, "[Round \"1.1\"]\n[FEN \"" + start594 + "\n\n1. e4 *": is594, "[FEN " + start594 + "]": is594,
		start594: is594, "BRQNKBRN": is594, "SP 594": is594, "{SP 594} 1. e4 *": is594,
		`[FEN "` + board594 + ` w HAha - 0 1"] 1. e4 *`: unfit, board594 + " w HAha - 0 1": unfit,
		`[FEN "` + board594 + ` w - - 0 1"] 1. e4 *`: forbids, board594 + " w - - 0 1": forbids, board594 + " w KQ - 0 1": partial,
		`[FEN "` + start594 + `"] [FEN "` + start153 + `"] 1. e4 *`: asks, `[FEN "` + start594 + `"] [FEN "` + start153 + `"]`: asks, start594 + " " + start153: asks, start153 + "\n" + start594: asks,
		`[Variant "Chess960"] 1. e4 e5 *`: notSaid, `[Variant "wild/fr"] 1. e4 e5 *`: notSaid, `[Variant "Fischerandom"] [SetUp "1"] 1. e4 e5 *`: notSaid, `[variant "Freestyle Chess"] 1. e4 *`: notSaid,
		`[Round "1.1"] [Variant "Chess960"] [Annotator "579"] 1. e3 *`: is579, `[Variant "Chess960"] {SP 579} 1. e3 *`: is579, `[Variant "Chess960"] {Position 579} 1. e3 *`: is579,
		`[Variant "Chess960"] {BQRNKRNB} 1. e3 *`: is579, `[Variant "Chess960"] {from bqrnkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQRNKRNB w KQkq - 0 1} 1. e3 *`: is579,
		`[Event "SP 579"] [Variant "Chess960"] 1. e3 *`: is579, `[Event "x"] {SP 579} 1. e3 *`: is579,
		`[Variant "Standard"] 1. e4 *`: normal, `[Event "x"] 1. e4 *`: normal,
		"Dear Anna, see you on Thursday.": none, "<!DOCTYPE html><html><body>Not found 404</body></html>": none, "I asked [White to move] what to do": none, "\x01\x02\xfe{{[*1-0": none,
	} {
		for name, read := range readers(t) {
			got := said(read(text))
			if !slices.ContainsFunc(strings.Split(want, "|"), func(part string) bool { return strings.Contains(got, part) }) {
				t.Errorf("%s: %q\n%s\nwant %s", name, text, got, want)
			}
			if want != normal && strings.Contains(got, "· RNBQKBNR") && want != notSaid {
				t.Errorf("%s: %q is SP 518:\n%s", name, text, got)
			}
		}
	}
}

// A link to a game and a picture are refused with a way on.
func TestWaysOn(t *testing.T) {
	for text, want := range map[string]string{
		"https://lichess.org/AbCdEfGh": "I do not open links to games.", "lichess.org/abcdefgh1234#12": "I do not open links to games.",
		"https://www.chess.com/game/live/123": "I do not open links to games.", "board.PNG": "I cannot read pictures.",
		"Milener 518": "The sources name Milener's numbering, but none of them defines it. So I cannot read such a number.",
	} {
		for _, command := range []string{"encode", "castle"} {
			_, err := chattest.Ask(t, chattest.Command(t, all, command).Answer, &chat.Request{Options: chat.Options{"position": text}})
			chattest.RefusedWith(t, err, want)
		}
	}
}
