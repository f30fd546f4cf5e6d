package card

import (
	"strings"
	"testing"
	"unicode/utf8"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/fairness"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/testrun"
)

// pageText shows a page of the card of a position, and returns the texts of
// the page with the labels of its buttons.
func pageText(t *testing.T, id string, p chess960.Position) string {
	t.Helper()
	reply, err := Pages{Boards: boards}.reply(pageOf(id), cardOf(p))
	if err != nil {
		t.Fatal(err)
	}
	text := chattest.Text(reply)
	for label := range chattest.Buttons(reply) {
		text += label
	}
	return text
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

func TestFirstLook(t *testing.T) {
	for rank, pages := range map[string]map[string]string{
		"RNBQKBNR": {
			"look": `## First look: SP 518
**Undefended**: a1, h1.
**Castling**: O-O first: 2 pieces, 1 pawn; O-O-O: 3 pieces, 1 pawn.
**Attacks**: none on move 1, none on an undefended pawn on move 2.`,
			"facts": `## More facts: SP 518 · RNBQKBNR
**Bishops** open: c1 by b- or d-pawn; f1 by e- or g-pawn.
**Knights**: b1 to c3; g1 to f3.
**Swaps**: 0 to SP 518, 1 to SP 534; same: everything.`,
		},
		"BNRNKRQB": {
			"look": `## First look: SP 179
**Undefended**: a1, c1, a2.
**Castling**: O-O-O first: 1 piece; O-O: 1 piece, 1 pawn.
**Attacks**: undefended a7 on move 1; b7, g7 on move 1.`,
			"facts": `## More facts: SP 179 · BNRNKRQB
**Bishops** open: a1 by b-pawn, facing bishop h8; h1 by g-pawn, facing bishop a8.
**Knights**: b1 to c3; d1 to c3 or e3.
**Swaps**: 3 to SP 518, 4 to SP 534; same: b1, e1.`,
		},
		"NNRQKRBB": {
			"look": `## First look: SP 63
**Undefended**: a1, h1, a2, b2; **cornered**: a1.
**Castling**: both: 1 piece, 1 pawn.
**Attacks**: undefended a7, b7 on move 1.`,
			"facts": `## More facts: SP 63 · NNRQKRBB
**Bishops** open: g1 by f- or h-pawn; h1 by g-pawn, facing knight a8.
**Knights**: a1 to b3; b1 to c3.
**Swaps**: 3 to SP 518, 4 to SP 534; same: b1, d1, e1.`,
		},
		"BQNNRKRB": {
			"look": `## First look: SP 3
**Undefended**: b1, d2, h2.
**Castling**: O-O first: at once; O-O-O: 2 pieces.
**Attacks**: undefended h7 on move 1; b7, g7 on move 1; undefended d7 on move 2.`,
			"facts": `## More facts: SP 3 · BQNNRKRB
**Bishops** open: a1 by b-pawn, facing bishop h8; h1 by g-pawn, facing bishop a8.
**Knights**: c1 to b3 or d3; d1 to c3 or e3.
**Swaps**: 6 to SP 518, 6 to SP 534.`,
		},
	} {
		p := chess960.MustParsePosition(rank)
		for page, want := range pages {
			if got := pageText(t, page, p); !strings.HasPrefix(got, want) {
				t.Errorf("%s\nwant\n%s", got, want)
			}
		}
	}
}

func TestIsItFair(t *testing.T) {
	for sp, want := range map[int]string{
		518: `## Is it fair? SP 518 · RNBQKBNR
White moves first. White's advantage, in pawns:
- Stockfish 17.1, depth 32: **+0.22**; mean of all 960: +0.29
- Stockfish 18, depth 25: **+0.32**; mean of all 960: +0.35
**The two engines disagree: nothing can be said.**
4.57 million games of people on lichess show no effect of the position. Two games with colours reversed are fair in every position.
-# Computed by Calvin Figuereo-Supraner (27 January 2026) and Barış Kısır (14 February 2026). MIT licence.`,
		644: "- Stockfish 17.1, depth 32: **0.00**; mean of all 960: +0.29\n- Stockfish 18, depth 25: **−0.01**; mean of all 960: +0.35\n**The two engines agree: White's advantage is smaller than usual.**",
		80:  "**The two engines agree: White's advantage is larger than usual.**",
		2:   "**The two engines agree: White's advantage is about as large as usual.**",
	} {
		p, _ := chess960.FromSP(sp)
		if got := pageText(t, "fair", p); !strings.Contains(got, want) {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
}

// Each page says what the tables agree on.
func TestEveryBandIsSaid(t *testing.T) {
	said := map[string]int{}
	for _, p := range chess960.All() {
		said[bandSentence(fairness.Agreed(p))]++
	}
	if len(said) != 4 || said["**The two engines disagree: nothing can be said.**"] != 395 {
		t.Error(said)
	}
}
