package reading

import (
	"fmt"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/game"
	"chess960bot/internal/chess960/recognize"
	"chess960bot/internal/workshop/testrun"
)

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
	count := func(text string) (n int, cut bool) {
		cut = Games(text, func(recognize.Origin, game.Tags) { n++ })
		return n, cut
	}
	if few, cut := count(games(20)); few != 20 || cut {
		t.Errorf("%d games, cut: %t", few, cut)
	}
	if many, cut := count(games(500)); many > mostText/len(comment)+2 || many < mostText/len(comment)-3 || !cut {
		t.Errorf("%d games, cut: %t; want about %d", many, cut, mostText/len(comment))
	}
	var tagged strings.Builder // whose start the tag FEN says
	for i := range 3000 {
		p, _ := chess960.FromSP(i % chess960.Count)
		fmt.Fprintf(&tagged, "[White \"%d SP 1\"]\n[Variant \"Chess960\"]\n[FEN \"%s\"]\n{%s}\n1. e4 *\n", i, p.XFEN(), comment[:100])
	}
	if all, cut := count(tagged.String()); all != 3000 || cut {
		t.Errorf("%d games with FEN, cut: %t", all, cut)
	}
}
