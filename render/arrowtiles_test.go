package render

import (
	"image"
	"math/rand/v2"
	"testing"

	"chess960bot/internal/workshop/testrun"
)

// everywhere is an arrow that touches every tile.
var everywhere = []shaft{{size: 1e6}}

// Only the tiles that an arrow touches are painted. The picture is the same as if all were: no
// arrow is cut at the edge of a tile.
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
		tiles, err := diagramKit(d)
		if err != nil {
			t.Fatal(err)
		}
		arrows := d.shafts()
		d.Arrows = nil
		var pictures [2]*image.Paletted
		for way, touching := range [][]shaft{arrows, everywhere} {
			bands, err := tiles.bands(d)
			if err == nil {
				err = tiles.paint(cellsOf(bands, touching), arrows)
			}
			if err != nil {
				t.Fatal(err)
			}
			pictures[way] = composed(bands...)
		}
		if string(pictures[0].Pix) != string(pictures[1].Pix) {
			t.Errorf("an arrow is cut: %+v", arrows)
		}
	}
}

func diagramKit(d Diagram) (*diagramTiles, error) {
	if d.Rank != 0 {
		return renderer().diagramRanks.of(nil)
	}
	return renderer().diagrams.of(nil)
}

// A diagram of every size and theme decodes to its tiles, with marks.
func TestEveryDiagramDecodes(t *testing.T) {
	for _, theme := range testedThemes() {
		for _, rank := range []int{0, 1} {
			d := bothWays()
			d.Theme, d.Rank = theme, rank
			tiles, err := renderer().diagrams.of(theme)
			if rank != 0 {
				tiles, err = renderer().diagramRanks.of(theme)
			}
			if err != nil {
				t.Fatal(err)
			}
			bands, err := tiles.bands(d)
			if err != nil {
				t.Fatal(err)
			}
			want := composed(bands...)
			want.Palette = tiles.frame.Palette
			checkDecoded(t, d, diagram(t, d), want)
		}
	}
}
