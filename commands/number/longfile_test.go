package number

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/testrun"
)

// castleHere answers "Can I castle here?" for a message with a file.
func castleHere(t *testing.T, text string) (*chat.Reply, error) {
	t.Helper()
	files := NewFiles(chat.NewHeavyWork(), nothingDrawn)
	return CastleHere(boards, files).Run(t.Context(), &chat.Request{Asker: chattest.Anna, TargetFiles: []chat.Attachment{fileOf("x.pgn", text)}})
}

// A file for "Can I castle here?" has one game of usual length, or is short. A megabyte of anything
// else is refused soon.
func TestCastleHereInHostileFiles(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"a game with long comments": {"1. e4 {" + strings.Repeat("good ", longestGame/6) + "} e5 *", ""},
		"a longer game":             {"1. e4 {" + strings.Repeat("good ", longestGame/4) + "} e5 *", "That game is too long for me: the file has more than 64 KB."},
		"moves without an end":      {"[Event \"x\"]\n" + strings.Repeat("1. Nf3 Nf6 2. Ng1 Ng8 ", largestFile/22-1), "That game is too long for me: the file has more than 64 KB."},
		"numbers":                   {strings.Repeat("SP 518 ", largestFile/7), "I found no games in that file."},
		"a little text":             {"SP 518", ""},
		"a longer text":             {strings.Repeat(" ", longestPosition) + "SP 518", "I found no games in that file."},
		"two games":                 {"1. e4 *\n1. d4 *\n", "That file has more than one game."},
	} {
		_, err := castleHere(t, c.file)
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// Texts before the moves of games are searched for names of positions, up to 64 KB of them in a file.
func TestTextsBeforeMovesHaveALimit(t *testing.T) {
	testrun.NotShort(t, "reads texts alone")
	comment := strings.Repeat("SP 1 ", 390)
	games := func(n int) string {
		var file strings.Builder
		for i := range n {
			fmt.Fprintf(&file, "{%s SP %d} 1. Nf3 *\n", comment, i)
		}
		return file.String()
	}
	few := readGames(games(20), nil)
	if few.all != 20 || few.cut {
		t.Errorf("%d games, cut: %t", few.all, few.cut)
	}
	many := readGames(games(500), nil)
	if most := mostText/len(comment) + 2; many.all > most || many.all < most-5 || !many.cut {
		t.Errorf("%d games, cut: %t; want about %d", many.all, many.cut, most)
	}
	var tagged strings.Builder // whose start the tag FEN says
	for i := range 3000 {
		p, _ := chess960.FromSP(i % chess960.Count)
		fmt.Fprintf(&tagged, "[White \"%d SP 1\"]\n[Variant \"Chess960\"]\n[FEN \"%s\"]\n{%s}\n1. e4 *\n", i, p.XFEN(), comment[:100])
	}
	if all := readGames(tagged.String(), nil); all.all != 3000 || all.cut {
		t.Errorf("%d games with FEN, cut: %t", all.all, all.cut)
	}
	_, err := castleHere(t, strings.Repeat("{"+comment+"} 1. Nf6 *\n", testrun.Choose(5, 500))) // no legal moves
	chattest.RefusedWith(t, err, "I found no games in that file.")
}

// A file for "Can I castle here?" is read as heavy work, one for a person.
func TestCastleHereIsHeavyWork(t *testing.T) {
	heavy, leave := chat.NewHeavyWork(), make(chan struct{})
	defer close(leave)
	begun := make(chan struct{})
	go heavy.Do(context.Background(), chattest.Anna, func() error { close(begun); <-leave; return nil })
	<-begun
	_, err := CastleHere(boards, NewFiles(heavy, nothingDrawn)).Run(t.Context(), &chat.Request{Asker: chattest.Anna, TargetFiles: []chat.Attachment{fileOf("x.pgn", "1. e4 *")}})
	chattest.RefusedWith(t, err, "I am still working on your last question.")
}
