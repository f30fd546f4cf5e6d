package number

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf16"

	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/chattest"
)

const megabyte = 1 << 20

func at(round, board int) reading.Pairing { return reading.Pairing{Round: round, Board: board} }

// encodeFile runs /encode with a file, in a channel with an evening.
func encodeFile(t *testing.T, file chat.Attachment, drawn map[reading.Pairing]chess960.Position) (*chat.Reply, error) {
	t.Helper()
	command := Encode(boards, newFiles(), func(context.Context, string) (map[reading.Pairing]chess960.Position, error) { return drawn, nil })
	return chattest.Ask(t, command.Answer, &chat.Request{Asker: chattest.Anna, Options: chat.Options{"file": "5"}, Attachments: map[string]chat.Attachment{"5": file}})
}

func pgnOf(round, fen string) string {
	return fmt.Sprintf("[Event \"x\"]\n[Round \"%s\"]\n[FEN \"%s\"]\n\n1. e4 e5 *\n\n", round, fen)
}

func TestEncodeFile(t *testing.T) {
	sp534, _ := chess960.FromSP(534)
	sp518, _ := chess960.FromSP(518)
	file := pgnOf("2.3", sp518.XFEN()) + pgnOf("2.1", sp534.XFEN()) + pgnOf("1.1.2", sp534.ShredderFEN()) + pgnOf("2", "8/8/8/8/8/8/8/8 w - - 0 1") +
		"[White \"M\xfcller\"]\n[Round \"2\"]\n[Board \"3\"]\n\n1. e4 *\n" + pgnOf("-", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
	drawn := map[reading.Pairing]chess960.Position{at(2, 3): sp534, at(2, 1): sp534, at(1, 1): sp518}
	reply, err := encodeFile(t, chattest.File("Thursday.PGN", file), drawn)
	if err != nil {
		t.Fatal(err)
	}
	const want = "## 6 games in `Thursday.PGN`\n" +
		"- Board 3 of round 2 was drawn as SP\u00a0534 and played from SP\u00a0518.\n" +
		"- Board 1 of round 1 was drawn as SP\u00a0518 and played from SP\u00a0534.\n" +
		"- Board 3 of round 2 was drawn as SP\u00a0534 and played from SP\u00a0518.\n" +
		"1 game started from the position drawn for its board.\n" +
		"- **SP 518 · RNBQKBNR**: 2 games (1 and 5)\n" +
		"- **SP 534 · RNBKQBNR**: 2 games (2 and 3)\n" +
		"1 game names no round and board of this event.\n" +
		"1 game has no FEN tag: I assume the normal start position.\n" +
		"1 game begins with a position in the middle of a game.\n" +
		"1 game has a FEN with a mistake.\n" +
		"-# I read files of up to 1 MB and 5000 games."
	if said := chattest.Text(reply); strings.ReplaceAll(said, "\u00a0", " ") != strings.ReplaceAll(want, "\u00a0", " ") {
		t.Errorf("got\n%s\nwant\n%s", said, want)
	}
}

func TestEncodeFileRefuses(t *testing.T) {
	for _, c := range []struct {
		file chat.Attachment
		want string
	}{
		{chattest.File("games.txt", "1. e4"), "That file is not a PGN file"},
		{chattest.File("x.pgn", ""), "I found no games"},
		{chattest.File("x.pgn", "\x00\xff\xfe{{{((("), ""},
		{chat.Attachment{Name: "x.pgn", Size: 100 << 20}, "too large"},
		{chat.Attachment{Name: "x.pgn", Size: 1, Read: chattest.File("", strings.Repeat("x", 2<<20)).Read}, "too large"},
	} {
		_, err := encodeFile(t, c.file, nil)
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s of %d bytes: %v, want %q", c.file.Name, c.file.Size, err, c.want)
		}
	}
	for _, options := range []chat.Options{{}, {"file": "5", "position": "SP 518"}} {
		_, err := chattest.Ask(t, chattest.Command(t, all, "encode").Answer, &chat.Request{Options: options, Attachments: map[string]chat.Attachment{"5": chattest.File("x.pgn", "1. e4")}})
		if err == nil || !strings.Contains(err.Error(), "a position or a file") {
			t.Errorf("%v: %v", options, err)
		}
	}
}

// A file that does not say where a board began accuses nobody, and what is no game is none.
func TestFilesThatDoNotSayTheirStart(t *testing.T) {
	sp594, _ := chess960.FromSP(594)
	drawn := map[reading.Pairing]chess960.Position{at(1, 1): sp594, at(1, 2): sp594}
	wide := func(order binary.AppendByteOrder, mark bool, text string) (file string) {
		if mark {
			text = "\ufeff" + text
		}
		var data []byte
		for _, unit := range utf16.Encode([]rune(text)) {
			data = order.AppendUint16(data, unit)
		}
		return string(data)
	}
	sp77, _ := chess960.FromSP(77)
	other := "[White \"Ð😀\"]\r\n[Round \"1.2\"]\r\n[FEN \"" + sp77.XFEN() + "\"]\r\n\r\n1. e4 *\r\n"
	const fen = "brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN w KQkq - 0 1"
	for file, want := range map[string]string{
		`[Round "1.1"] [Variant "Chess960"] [Fen "` + fen + `"] 1. e4 *`: "## 1 game in `x.pgn`|1 game started from the position drawn for its board.|SP 594",
		`[round "1.1"] [fen"` + fen + `"] 1. e4 *`:                       "1 game started from the position drawn for its board.",
		`[Round "1.1"] [FEN '` + fen + `'] 1. e4 *`:                      "1 game started from the position drawn for its board.",
		`[Round "1.2"] [Variant "Fischerandom"] [SetUp "1"] 1. e4 e5 *`:  "- The file does not say where the game on board 2 of round 1 began.|1 game does not say where it began.",
		`[Round "1.2"] [Variant "Chess960"] 1. e4 e5 *`:                  "- The file does not say where the game on board 2 of round 1 began.",
		`[Round "7.2"] [Variant "Chess960"] 1. e4 e5 *`:                  "1 game does not say where it began.",
		`[Round "1.1"] [Variant "Chess960"] {SP 579} 1. e3 *`:            "Board 1 of round 1 was drawn as SP 594 and played from SP 579.",
		`[Round "1.1"] 1. e4 *`:                                          "Board 1 of round 1 was drawn as SP 594 and played from SP 518.",
		`[FEN "` + fen + `"] [FEN "` + sp77.XFEN() + `"] 1. e4 *`:        "1 game has two different FEN tags.",
		wide(binary.LittleEndian, true, other):                           "## 1 game in|Board 2 of round 1 was drawn as SP 594 and played from SP 77.",
		wide(binary.BigEndian, true, other):                              "Board 2 of round 1 was drawn as SP 594 and played from SP 77.",
		wide(binary.LittleEndian, false, other):                          "Board 2 of round 1 was drawn as SP 594 and played from SP 77.",
		wide(binary.BigEndian, false, other):                             "Board 2 of round 1 was drawn as SP 594 and played from SP 77.",
		// two tags spoil no other game with that FEN
		`[FEN "` + sp77.XFEN() + `"] [FEN "` + fen + `"] * [FEN "` + fen + `"] 1. e4 *`: "## 2 games in|1 game has two different FEN tags.|SP 594",
		"1. e4 e5 *\n1. Nf3 *\n": "## 2 games in|2 games have no FEN tag",
		// records without moves
		"[Event \"A\"]\n[FEN \"" + fen + "\"]\n\n[Event \"B\"]\n[FEN \"" + sp77.XFEN() + "\"]\n":                    "## 2 games in|SP 594|SP 77",
		"[Event \"A\"]\n[FEN \"" + fen + "\"]\n\n[Event \"B\"]\n[FEN \"" + fen + "\"]\n":                            "## 2 games in|: 2 games (1 and 2)",
		"[FEN \"" + fen + "\"]\n[SetUp \"1\"]\n\n[FEN \"" + sp77.XFEN() + "\"]\n[SetUp \"1\"]\n\n1. e3 *":           "## 2 games in|SP 594|SP 77",
		"[FEN \"" + fen + "\"]\r\n\r\n[FEN \"" + sp77.XFEN() + "\"]\r\n":                                            "## 2 games in|SP 594|SP 77",
		"[White \"A\"]\n[Black \"B\"]\n\n[White \"C\"]\n[Black \"D\"]\n\n[White \"E\"]\n[Black \"F\"]\n\n1. e4 1-0": "## 3 games in",
		"<html><body>404 1. e5 <a href=\"/\">Home</a> * [x] 1-0 </body></html>":                                     "",
		"\x00\xff\x80\x01[[[*1-0\x00":                            "",
		"%PDF-1.7 1 0 obj << /Type /Catalog >> * endobj 2 0 obj": "",
		"Round 1: Anna - Ben 1-0\nRound 2: Carl - Dora 0-1\n":    "",
		words(200_000):                       "",
		strings.Repeat("nonsense * ", 10000): "",
	} {
		reply, err := encodeFile(t, chattest.File("x.pgn", file), drawn)
		if want == "" {
			if err == nil || !strings.Contains(err.Error(), "I found no games in that file.") {
				t.Errorf("%.80q: %v", file, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%.80q: %v", file, err)
			continue
		}
		said := strings.ReplaceAll(chattest.Text(reply), "\u00a0", " ")
		for part := range strings.SplitSeq(want, "|") {
			if !strings.Contains(said, part) {
				t.Errorf("%.80q: %q is not in\n%s", file, part, said)
			}
		}
		if !strings.Contains(want, "SP 518") && strings.Contains(said, "played from SP 518") {
			t.Errorf("%.80q accuses a board:\n%s", file, said)
		}
	}
}

// words are different words with results between them.
func words(most int) string {
	var text strings.Builder
	for n := range most / 10 {
		fmt.Fprintf(&text, "w%d *\n", n)
	}
	return text.String()
}

// One file of a person is read at a time, and four in all. The others read what to do.
func TestFilesTakeTurns(t *testing.T) {
	files := reader{newFiles(), nothingDrawn, nil}
	asked, leave := make(chan struct{}), make(chan struct{})
	slow := chat.Attachment{Name: "x.pgn", Size: 1, Read: func(context.Context, int) ([]byte, error) {
		asked <- struct{}{}
		<-leave
		return []byte("1. e4 *"), nil
	}}
	answers := make(chan error, 4)
	ask := func(person string, file chat.Attachment) error {
		_, err := files.answer(t.Context(), &chat.Request{Asker: person}, file)
		return err
	}
	for n := range 4 {
		go func() { answers <- ask(fmt.Sprint(n), slow) }()
		<-asked
	}
	for person, want := range map[string]string{"0": "I am still reading your last file.", "5": "I am busy with other files."} {
		if err := ask(person, slow); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("person %s: %v, want %q", person, err, want)
		}
	}
	close(leave)
	for range 4 {
		if err := <-answers; err != nil {
			t.Error(err)
		}
	}
	for _, person := range []string{"0", "5"} {
		if err := ask(person, chattest.File("x.pgn", "1. e4 *")); err != nil {
			t.Error(err)
		}
	}
}

// A file that comes so late that no time is left to count its games is answered later.
func TestLateFilesAreAnswered(t *testing.T) {
	for _, late := range []time.Duration{900 * time.Millisecond, 1100 * time.Millisecond, 1400 * time.Millisecond, 1600 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
			defer cancel()
			file := chat.Attachment{Name: "x.pgn", Size: 10, Read: func(ctx context.Context, _ int) ([]byte, error) {
				select {
				case <-time.After(late):
					return []byte("1. e4 e5 *"), nil
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			}}
			reply, err := reader{newFiles(), nothingDrawn, nil}.answer(ctx, &chat.Request{Asker: chattest.Anna}, file)
			if err == nil && reply.Later != nil {
				reply, err = reply.Later(t.Context())
			}
			if err != nil || !strings.Contains(chattest.Text(reply), "1 game") {
				t.Errorf("after %v: %v", late, err)
			}
		})
	}
}

// Games are counted within the limit for heavy work, and the file comes before.
func TestFilesAreHeavyWork(t *testing.T) {
	heavy, read := chat.NewHeavyWork(), make(chan struct{})
	begun, leave := make(chan struct{}), make(chan struct{})
	for range min(runtime.GOMAXPROCS(0), 4) { // as many pieces of work as are done at a time
		go heavy.Do(t.Context(), "", func() error { begun <- struct{}{}; <-leave; return nil })
		<-begun
	}
	defer close(leave)
	ctx, cancel := context.WithCancel(t.Context())
	files := reader{reading.NewFiles(heavy), nothingDrawn, nil}
	answered := make(chan error, 1)
	go func() {
		_, err := files.read(ctx, &chat.Request{Asker: "1"}, chat.Attachment{Read: func(context.Context, int) ([]byte, error) { close(read); return []byte("1. e4 *"), nil }})
		answered <- err
	}()
	<-read
	cancel()
	if err := <-answered; !errors.Is(err, context.Canceled) {
		t.Errorf("the games were counted beside other heavy work: %v", err)
	}
}

// A file whose games an answer cannot all list has a table of them. A round alone is no board if its
// boards have different positions.
func TestFilesOfManyGames(t *testing.T) {
	p594, _ := chess960.FromSP(594)
	var file strings.Builder
	for sp := range 30 {
		p, _ := chess960.FromSP(sp)
		file.WriteString(pgnOf(fmt.Sprint("1.", sp+1), p.XFEN()))
	}
	reply, err := encodeFile(t, chattest.File("x.pgn", file.String()), map[reading.Pairing]chess960.Position{at(1, 2): p594})
	if err != nil || len(reply.Files) != 1 || !strings.Contains(chattest.Text(reply), "The file has all games as a table.") {
		t.Fatal(err, chattest.Text(reply))
	}
	table := strings.Split(string(reply.Files[0].Bytes), "\n")
	if len(table) != 32 || table[0] != "game,round,board,white,black,drawn,x_fen" || !strings.HasPrefix(table[1], "1,1,1,0,0,,bbqnnrkr/") || !strings.HasPrefix(table[2], "2,1,2,1,1,594,bqnbnrkr/") {
		t.Errorf("%q", table)
	}
	p7, _ := chess960.FromSP(7)
	reply, err = encodeFile(t, chattest.File("x.pgn", pgnOf("1", p7.XFEN())), map[reading.Pairing]chess960.Position{at(1, 1): p594, at(1, 2): p7})
	if said := chattest.Text(reply); err != nil || strings.Contains(said, "drawn as") || !strings.Contains(said, "1 game names no round and board of this event.") {
		t.Error(err, said)
	}
}

// A game that differs from the draw only on Black's side is told with both positions.
func TestFilesNameBothSides(t *testing.T) {
	p594, _ := chess960.FromSP(594)
	p7, _ := chess960.FromSP(7)
	played := chess960.Double{White: p594, Black: p7}.XFEN()
	for round, want := range map[string]string{"1.1": "Board 1 of round 1 was", "1": "Game 1 of round 1 was"} {
		reply, err := encodeFile(t, chattest.File("x.pgn", pgnOf(round, played)), map[reading.Pairing]chess960.Position{at(1, 1): p594})
		said := strings.ReplaceAll(chattest.Text(reply), "\u00a0", " ")
		if want += " drawn as SP 594 and played from SP 594 / SP 7."; err != nil || !strings.Contains(said, want) {
			t.Errorf("%v, %q is not in\n%s", err, want, said)
		}
	}
}

// Games that are told but not listed are counted as games, not as positions.
func TestFilesCountGamesThatAreLeftOut(t *testing.T) {
	p594, _ := chess960.FromSP(594)
	drawn := map[reading.Pairing]chess960.Position{}
	var file strings.Builder
	for board := range 20 {
		drawn[at(1, board+1)] = p594
		file.WriteString(pgnOf(fmt.Sprint("1.", board+1), chess960.Classical().XFEN()))
	}
	reply, err := encodeFile(t, chattest.File("x.pgn", file.String()), drawn)
	if said := chattest.Text(reply); err != nil || !strings.Contains(said, "… and 5 more.") || strings.Contains(said, "more positions") {
		t.Error(err, said)
	}
}

// A hostile file costs little, and its answer is short.
func TestEncodeHostileFiles(t *testing.T) {
	var positions strings.Builder
	for _, p := range chess960.All() {
		positions.WriteString(pgnOf("1.1", p.XFEN()))
	}
	for name, unit := range map[string]string{"games": "*\n1. e4 *\n", "tags": `[White "b"]` + "\n", "variations": "1. e4 (", "positions": positions.String()} {
		file := strings.Repeat(unit, megabyte/len(unit))
		begin := time.Now()
		reply, err := encodeFile(t, chattest.File("x.pgn", file), map[reading.Pairing]chess960.Position{at(1, 1): chess960.Classical()})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if said := chattest.Text(reply); len(said) > 3500 || time.Since(begin) > 3*time.Second {
			t.Errorf("%s: %d bytes after %v", name, len(said), time.Since(begin))
		}
	}
}

// The dearest files of a megabyte, beside the time to copy one.
func BenchmarkFiles(b *testing.B) {
	var positions strings.Builder
	for i := 0; positions.Len() < megabyte; i++ {
		p, _ := chess960.FromSP(i % chess960.Count)
		fmt.Fprintf(&positions, "[Round \"1.%d\"]\n[FEN \"%s\"]\n1. e4 *\n", i, p.XFEN())
	}
	drawn := map[reading.Pairing]chess960.Position{}
	for board := range 200 {
		drawn[at(1, board)] = chess960.Classical()
	}
	files := map[string]string{
		"moves":     "[Event \"x\"]\n" + strings.Repeat("1. Nf3 Nf6 2. Ng1 Ng8 ", megabyte/22),
		"positions": positions.String()[:megabyte],
		"variants":  strings.Repeat("[Variant \"Chess960\"]\n{SP 1000 SP 1001 SP 1002 SP 1003} 1. e4 *\n", megabyte/64),
		"untagged":  strings.Repeat("1. e4 *\n", megabyte/8),
		"Latin-1":   strings.Repeat("1. N\xfc\xff \xff ", megabyte/9),
		"UTF-16":    "\xff\xfe" + strings.Repeat("e\x004\x00 \x00", megabyte/6),
		"signs":     strings.Repeat("+ ", megabyte/2),
		"brackets":  strings.Repeat("[a ", megabyte/3),
	}
	b.Run("copy", func(b *testing.B) {
		for b.Loop() {
			_ = strings.Clone(files["moves"])
		}
	})
	for name, file := range files {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				gamesIn(file, drawn)
			}
		})
	}
}
