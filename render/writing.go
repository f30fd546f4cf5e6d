package render

import (
	"image"
	"strings"

	"github.com/fogleman/gg"
)

// A square is gridSize units wide. On a board a unit is a pixel.
const gridSize = 90

// pixels converts a length from units to pixels, for squares of the given size.
func pixels(units, size int) int { return units * size / gridSize }

// The characters beside squares. Letters of files are below a picture's squares, digits of
// ranks at their left.
const (
	letters = "abcdefgh"
	digits  = "12345678"
)

// The texts above the squares of a strip: figures that count the squares, and the throws of
// dice, coins, pieces and playing cards that filled them.
var (
	figures = strings.Fields("0 1 2 3 4 5 6 7 8 9")
	throws  = strings.Fields("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 TT TH HT HH T H K Q R B N A J")
)

// Sizes of writing in units. On a phone, a picture is 330 pixels wide, and every letter and
// digit is at least 9 pixels high, also a, c and e.
const (
	boardWriting = 38
	stripWriting = 43
)

// edgePart returns a part of a picture's edge with a text in its middle. The size of the
// writing is in pixels.
func (t *Theme) edgePart(text string, width, height, size int) *image.RGBA {
	m := blankPage(t, width, height)
	dc := gg.NewContextForRGBA(m)
	dc.SetColor(t.Writing)
	centre(dc, text, m.Rect, size)
	return m
}
