package commands

import (
	"strings"
	"testing"

	"chess960bot/commands/castle"
	"chess960bot/commands/number"
	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
)

// Discord makes a file message.txt of a long paste, and people add pictures to a message.
func TestTextFilesOfMessages(t *testing.T) {
	files := reading.NewFiles(chat.NewHeavyWork())
	commands := map[string]chat.Command{"explain": number.ExplainThis(boards, files, nil), "castle": castle.CastleHere(boards, files)}
	game := `[Variant "Chess960"]
[FEN "brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN w KQkq - 0 1"]

1. g3 g6 2. Bg2 Bg7 *`
	picture := chattest.File("board.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
	long := strings.Repeat("We played all evening long, and then some more.\n", 200)
	for _, c := range []struct {
		text    string
		files   []chat.Attachment
		explain string
		castle  string
	}{
		{"", []chat.Attachment{chattest.File("message.txt", game)}, "SP 594", "White to move"},
		{"our game", []chat.Attachment{picture, chattest.File("Message.TXT", game)}, "SP 594", "White to move"},
		{"", []chat.Attachment{chattest.File("message.txt", "\ufeff"+long+"brqnkbrn/pppppppp/8/8/8/8/PPPPPPPP/BRQNKBRN w KQkq - 0 1")}, "SP 594", ""},
		{"", []chat.Attachment{chattest.File("notes", "SP 594")}, "SP 594", "SP 594"},
		{"SP 518", []chat.Attachment{chattest.File("message.txt", game)}, "SP 518", "SP 518"},
		{"look", []chat.Attachment{picture}, "I found no Chess960 start position in that message.", ""},
		{"", []chat.Attachment{chattest.File("message.txt", "\x00\x01")}, "`message.txt` is not a text file.", "`message.txt` is not a text file."},
		{"", []chat.Attachment{picture}, "I found no Chess960 start position in that message. `board.png` is not a text file.", "`board.png` is not a text file."},
		{"SP 594", []chat.Attachment{picture}, "SP 594", "SP 594"},
	} {
		for name, want := range map[string]string{"explain": c.explain, "castle": c.castle} {
			reply, err := chattest.Ask(t, commands[name].Answer, &chat.Request{Asker: chattest.Anna, Target: c.text, TargetFiles: c.files})
			said := ""
			if refused, ok := err.(*chat.UserError); ok {
				said = chattest.English(refused.Msg)
			} else if err != nil {
				t.Fatal(err)
			} else {
				said = chattest.Text(reply)
			}
			if !strings.Contains(strings.ReplaceAll(said, "\u00a0", " "), want) {
				t.Errorf("%s: %q with %s: %.300s", name, c.text, c.files[0].Name, said)
			}
		}
	}
}
