package render

import (
	"bytes"
	"image"
	"math/rand/v2"
	"strings"
	"testing"

	"chess960bot/internal/workshop/golden"
	"chess960bot/internal/workshop/testrun"
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
	golden.Image(t, "testdata/diagram-rank-in-the-way.png", diagram(t, Diagram{
		Men: men("4k3/8/8/8/8/8/8/R2QKBNR"), Rank: 1, Crossed: []int{2, 3, 5, 6},
	}))
	golden.Image(t, "testdata/diagram-rank-change-places.png", diagram(t, Diagram{
		Men: men("5rk1/8/8/8/8/8/8/8"), Rank: 8, FromBlack: true, Shielded: []int{61, 62},
		Then: [8]byte{5: 'k', 6: 'r'},
	}))
}

// Only the parts that an arrow touches are painted. The picture is the same as if all were: no
// arrow is cut at the edge of a part.
func TestMarksArePaintedWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 6))
	for i := range testrun.Choose(24, 2000) {
		d := Diagram{FromBlack: i%2 == 0, Rank: []int{0, 0, 1, 8}[i%4]}
		first := 8 * max(0, d.Rank-1)
		shown := []int{64, 8}[min(d.Rank, 1)]
		square := func() int { return first + random.IntN(shown) }
		d.Men[square()], d.Marked = menLetters[i%len(menLetters)], []int{square()}
		if from, to := square(), square(); from != to {
			d.Arrows = []Arrow{{from, to, ArrowKind(i % 3)}, {from, to, ArrowKind(i % 3)}} // in both lanes
		}
		k, err := renderer().kit(d.kind(), nil)
		if err != nil {
			t.Fatal(err)
		}
		stripes := d.stripes(k)
		k.paint(stripes, d.shafts(), func(shaft, image.Rectangle) bool { return true })
		if got, want := decoded(t, diagram(t, d)), decoded(t, renderer().picture(k, stripes...)); !bytes.Equal(got.Pix, want.Pix) {
			t.Errorf("an arrow is cut: %+v", d.Arrows)
		}
	}
}
