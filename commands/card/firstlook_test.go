package card

import (
	"strings"
	"testing"
	"unicode/utf8"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/firstlook"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/golden"
	"chess960bot/internal/workshop/testrun"
)

// pageText shows a page of the card of a position, and returns the texts of
// the page.
func pageText(t *testing.T, id string, p chess960.Position) string {
	t.Helper()
	reply, err := Pages{Boards: boards}.reply(pageOf(id), cardOf(p))
	if err != nil {
		t.Fatal(err)
	}
	return chattest.Text(reply)
}

// The pages of every position are short.
func TestInnerPagesAreShort(t *testing.T) {
	for sp, p := range chess960.All() {
		if sp%97 != 0 && !testrun.Long() {
			continue // a first look takes 2 ms to draw
		}
		for _, id := range []string{"look", "facts", "fair"} {
			if text := pageText(t, id, p); utf8.RuneCountInString(text) > 600 {
				t.Errorf("SP %d: %d characters\n%s", sp, utf8.RuneCountInString(text), text)
			}
		}
	}
}

// The golden text has the pages that describe some positions: those without attacks or with
// many, with castling on move 1, with a knight in a corner, and one of each band of firstlook.
func TestPagesAboutPositions(t *testing.T) {
	var said []string
	for _, sp := range []int{518, 534, 179, 63, 3, 594, 644, 80, 2} {
		p, _ := chess960.FromSP(sp)
		for _, id := range []string{"look", "facts", "fair"} {
			said = append(said, pageText(t, id, p))
		}
	}
	golden.Text(t, "testdata/pages.txt", strings.Join(said, "\n\n")+"\n")
}

// Every position has something to say, and each band is said of one position or more.
func TestEveryPositionIsSaid(t *testing.T) {
	bands := map[voice.Phrase]int{}
	for sp, p := range chess960.All() {
		bands[agreement(firstlook.Agreed(p))]++
		facts := firstlook.Of(p)
		for _, s := range []voice.Sentence{soonest(facts), earlyAttacks(facts), besideClassical(p)} {
			if said := voice.In("en").Say(s); !strings.HasSuffix(said, ".") {
				t.Errorf("SP %d: %q", sp, said)
			}
		}
	}
	if len(bands) != 4 || bands["card.enginesDisagree"] != 395 {
		t.Error(bands)
	}
}
