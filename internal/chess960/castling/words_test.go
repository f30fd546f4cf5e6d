package castling

import (
	"testing"

	"chess960bot/internal/chess960"
)

// A verdict with reasons is no permission, and the ways are those of the castling.
func TestSentencesOfVerdicts(t *testing.T) {
	seen := map[Answer]int{}
	ways := map[WaysKind]int{}
	middleGames(someCastlings(), func(_ *board, p Position) {
		for right := range 4 {
			c, side := playerAndSide(right)
			for _, rules := range chess960.AllCastlingRules() {
				v := p.Judge(c, side, rules)
				seen[v.Answer()]++
				if h := v.Heading(); h.Answer != v.Answer() || h.Side != side {
					t.Fatalf("%s: %v %v has the heading %+v", p.XFEN(), c, side, h)
				}
				for _, r := range v.Reasons {
					if r.Sentence() != string(r.Kind) || r.By.Word() == "" {
						t.Fatalf("%s: %+v cannot be said", p.XFEN(), r)
					}
				}
				if v.Answer() == NotAnyMore {
					continue
				}
				w := v.Ways()
				ways[w.Kind]++
				if kingStays, rookStays := p.King(c) == w.KingTo, c.Square(v.Castling.Rook.From) == w.RookTo; kingStays != (w.Kind == KingStays) || rookStays != (w.Kind == RookStays) {
					t.Fatalf("%s: the ways are %+v", p.XFEN(), w)
				}
				if w.KingTo != c.Square(v.Castling.King.To) || w.RookTo != c.Square(v.Castling.Rook.To) {
					t.Fatalf("%s: the ways are %+v", p.XFEN(), w)
				}
			}
		}
	})
	if len(seen) != 3 || ways[BothMove] == 0 {
		t.Errorf("the answers are %v, the ways %v", seen, ways)
	}
	for fen, want := range map[string]Ways{
		"4k3/8/8/8/8/8/8/4K2R w K": {BothMove, 6, 5},
		"4k3/8/8/8/8/8/8/6KR w K":  {KingStays, 6, 5},
		"4k3/8/8/8/8/8/8/4KR2 w K": {RookStays, 6, 5},
	} {
		if got := verdict(t, fen, White, chess960.HSide).Ways(); got != want {
			t.Errorf("%s: the ways are %+v, want %+v", fen, got, want)
		}
	}
	if v := verdict(t, "4k3/8/8/8/8/8/4K3/R6R w", White, chess960.HSide); v.Heading() != (Heading{NotAnyMore, chess960.HSide}) || v.Reasons[0].Kind != KingMoved {
		t.Errorf("a king that has moved: %+v", v)
	}
}
