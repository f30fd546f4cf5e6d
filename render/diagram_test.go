package render

import (
	"strings"
	"testing"

	"chess960bot/internal/workshop/golden"
)

// men reads the board of a FEN.
func men(fen string) (men [64]byte) {
	for i, row := range strings.Split(fen, "/") {
		s := (7 - i) * 8
		for _, r := range row {
			if '1' <= r && r <= '8' {
				s += int(r - '0')
				continue
			}
			men[s] = byte(r)
			s++
		}
	}
	return men
}

func diagram(t testing.TB, d Diagram) []byte {
	t.Helper()
	data, err := renderer().Diagram(d)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The king castles to one side and attacks come from a queen and a knight: every kind of
// arrow, and a frame.
func bothWays() Diagram {
	return Diagram{
		Men:    men("r2qk2r/pp3ppp/2p1p3/8/5B2/2P1Pn2/PP3PPP/R3KB1R"),
		Arrows: []Arrow{{4, 2, KingArrow}, {7, 6, RookArrow}, {59, 3, AttackArrow}, {21, 4, AttackArrow}},
		Marked: []int{5},
	}
}

func TestDiagramPictures(t *testing.T) {
	for _, theme := range testedThemes() {
		d := bothWays()
		d.Theme = theme
		golden.Image(t, "testdata/diagram-"+theme.ID+".png", diagram(t, d))
	}
	d := bothWays()
	d.FromBlack = true
	golden.Image(t, "testdata/diagram-from-black.png", diagram(t, d))
	// The king's two ways to the h-side have a square in common, and the rook's begin beside it.
	golden.Image(t, "testdata/diagram-lanes.png", diagram(t, Diagram{
		Men:    men("4k3/8/8/8/8/8/8/RKR5"),
		Arrows: []Arrow{{1, 6, KingArrow}, {2, 5, RookArrow}, {1, 2, KingArrow}, {0, 3, RookArrow}},
	}))
}

func TestDiagramRankPictures(t *testing.T) {
	oo := Diagram{
		Men: men("4k3/8/8/8/8/8/8/R3K2R"), Rank: 1,
		Marked: []int{5, 6}, Shielded: []int{4, 5, 6},
		Then: [8]byte{0: 'R', 5: 'R', 6: 'K'},
	}
	for _, theme := range testedThemes() {
		oo.Theme = theme
		golden.Image(t, "testdata/diagram-rank-"+theme.ID+".png", diagram(t, oo))
	}
	golden.Image(t, "testdata/diagram-rank-change-places.png", diagram(t, Diagram{
		Men: men("5rk1/8/8/8/8/8/8/8"), Rank: 8, FromBlack: true, Shielded: []int{61, 62},
		Then: [8]byte{5: 'k', 6: 'r'},
	}))
}

func TestDiagramErrors(t *testing.T) {
	for want, d := range map[string]Diagram{
		`unknown piece 'x' on b1`:             {Men: [64]byte{1: 'x'}},
		`diagram of rank 9`:                   {Rank: 9},
		`theme "mine" is not one of Themes()`: {Theme: &Theme{ID: "mine"}},
	} {
		if _, err := renderer().Diagram(d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

func BenchmarkDiagram(b *testing.B) {
	d := bothWays()
	diagram(b, d)
	for b.Loop() {
		diagram(b, d)
	}
}
