package number

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"chess960bot/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/chattest"
)

// fileOf is a file that Discord keeps.
func fileOf(name, text string) chat.Attachment {
	return chat.Attachment{Name: name, Size: len(text), Read: func(_ context.Context, most int) ([]byte, error) {
		if len(text) > most {
			return nil, chat.ErrTooLarge
		}
		return []byte(text), nil
	}}
}

// encodeFile runs /encode with a file, in a channel with an evening.
func encodeFile(t *testing.T, file chat.Attachment, drawn map[Pairing]chess960.Position) (*chat.Reply, error) {
	t.Helper()
	command := Encode(boards, func(context.Context, string) (map[Pairing]chess960.Position, error) { return drawn, nil })
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
	drawn := map[Pairing]chess960.Position{{2, 3}: sp534, {2, 1}: sp534, {1, 1}: sp518}
	reply, err := encodeFile(t, fileOf("Thursday.PGN", file), drawn)
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
		"1 game has no tag FEN, so it counts from the normal start position.\n" +
		"1 game begins with a position in the middle of a game.\n" +
		"1 game has a FEN that I cannot read.\n" +
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
		{fileOf("games.txt", "1. e4"), "That is no PGN file"},
		{fileOf("x.pgn", ""), "I find no games"},
		{fileOf("x.pgn", "\x00\xff\xfe{{{((("), ""},
		{chat.Attachment{Name: "x.pgn", Size: 100 << 20}, "too large"},
		{chat.Attachment{Name: "x.pgn", Size: 1, Read: fileOf("", strings.Repeat("x", 2<<20)).Read}, "too large"},
	} {
		_, err := encodeFile(t, c.file, nil)
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s of %d bytes: %v, want %q", c.file.Name, c.file.Size, err, c.want)
		}
	}
	for _, options := range []chat.Options{{}, {"file": "5", "position": "SP 518"}} {
		_, err := chattest.Ask(t, chattest.Command(t, all, "encode").Answer, &chat.Request{Options: options, Attachments: map[string]chat.Attachment{"5": fileOf("x.pgn", "1. e4")}})
		if err == nil || !strings.Contains(err.Error(), "a position or a file") {
			t.Errorf("%v: %v", options, err)
		}
	}
}

// A hostile file costs little, and its answer is short.
func TestEncodeHostileFiles(t *testing.T) {
	var positions strings.Builder
	for _, p := range chess960.All() {
		positions.WriteString(pgnOf("1.1", p.XFEN()))
	}
	for name, unit := range map[string]string{"games": "*\n1. e4 *\n", "tags": `[A "b"]` + "\n", "variations": "1. e4 (", "positions": positions.String()} {
		file := strings.Repeat(unit, largestFile/len(unit))
		begin := time.Now()
		reply, err := encodeFile(t, fileOf("x.pgn", file), map[Pairing]chess960.Position{{1, 1}: chess960.Classical()})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if said := chattest.Text(reply); len(said) > 3500 || time.Since(begin) > 3*time.Second {
			t.Errorf("%s: %d bytes after %v", name, len(said), time.Since(begin))
		}
	}
}
