package render

import (
	"bytes"
	"fmt"
	"image/color"
	"sync"
	"testing"

	"chess960bot/internal/chess960"
)

func TestRepeatedPictureIsTheSameBytes(t *testing.T) {
	b := Board{Position: traditional}
	if first, again := board(t, b), board(t, b); &first[0] != &again[0] {
		t.Error("the board was drawn again")
	}
	s := Strip{Rank: rankOf("RNB")}
	if first, again := strip(t, s), strip(t, s); &first[0] != &again[0] {
		t.Error("the strip was drawn again")
	}
}

func TestRenderersAgree(t *testing.T) {
	other := New()
	for _, theme := range Themes() {
		b := Board{Position: traditional, Theme: theme}
		got, err := other.Board(b)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, board(t, b)) {
			t.Errorf("%s: two renderers draw different bytes", theme.ID)
		}
	}
}

// TestConcurrentUse is for the race detector; the pictures have to be right too.
func TestConcurrentUse(t *testing.T) {
	r := New()
	r.boards.cache = newCache[Board](100_000)
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for sp, p := range chess960.All() {
				if sp%240 != worker/2 {
					continue
				}
				b := Board{Position: p, Theme: Themes()[worker%4], FromBlack: worker%3 == 0}
				got, err := r.Board(b)
				if err != nil || !bytes.Equal(got, board(t, b)) {
					t.Errorf("%v: %d bytes, %v", b, len(got), err)
				}
				if _, err := r.Strip(Strip{Rank: rankOf(p.String()), Theme: b.Theme}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if r.boards.cache.size > 100_000 {
		t.Errorf("the cache holds %d bytes", r.boards.cache.size)
	}
}

func TestCache(t *testing.T) {
	c := newCache[int](35)
	ten := func(key int) []byte { return fmt.Appendf(nil, "picture %02d", key)[:10] }
	for key := range 3 {
		c.add(key, ten(key))
	}
	c.get(0)
	c.add(3, ten(3)) // no room for four: 1 goes, which nobody asked for
	for key, want := range []bool{true, false, true, true} {
		if got := c.get(key) != nil; got != want {
			t.Errorf("picture %d kept: %t, want %t", key, got, want)
		}
	}
	first := c.get(0)
	if got := c.add(0, ten(0)); &got[0] != &first[0] {
		t.Error("a picture drawn twice is kept twice")
	}
	c.add(4, make([]byte, 36)) // larger than everything allowed
	if c.size != 0 || c.recent.Len() != 0 || len(c.elements) != 0 {
		t.Errorf("after a picture that does not fit: %d bytes, %d pictures, %d keys", c.size, c.recent.Len(), len(c.elements))
	}
}

// TestPaletteKeepsSquares asks for the exact colours of the theme, and for a
// palette good enough that nobody can tell it from full colour.
func TestPaletteKeepsSquares(t *testing.T) {
	sprites := drawSprites()
	for _, theme := range Themes() {
		tiles := renderer().strips.tiles[theme]
		for g, want := range [striped]color.RGBA{theme.Light, theme.Dark, theme.MarkedLight, theme.MarkedDark} {
			middle := tiles.empty[g].pix[stripSquare*stripSquare/2+stripSquare/2]
			if got := tiles.palette[middle]; got != want {
				t.Errorf("%s: ground %d is %v, want %v", theme.ID, g, got, want)
			}
			for m := range tiles.men {
				full := over(sprites[theme.sprite(m, stripSquare)], theme.square(ground(g), stripSquare))
				if got := meanSquareError(tiles.men[m][g], tiles.palette, full.Pix); got > 1.5 {
					t.Errorf("%s: %v on ground %d is off by %.2f levels squared in the mean", theme.ID, m.piece, g, got)
				}
			}
		}
	}
}

func meanSquareError(got tile, palette color.Palette, want []byte) float64 {
	sum := 0
	for i, index := range got.pix {
		c := palette[index].(color.RGBA)
		for k, v := range []uint8{c.R, c.G, c.B} {
			d := int(v) - int(want[4*i+k])
			sum += d * d
		}
	}
	return float64(sum) / float64(3*len(got.pix))
}
