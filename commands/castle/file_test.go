package castle

import (
	"context"
	"strings"
	"testing"

	"chess960bot/commands/reading"
	"chess960bot/internal/chat"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/testrun"
)

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
