package render

import (
	"image"
	"image/color"
	"strings"
	"sync"

	"github.com/fogleman/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The writing beside squares consists of outlines of the font Go Bold. The letters of files
// have shorter ascenders than in the font. So they can be larger in the same edge, and the
// letters without ascenders can be read on a phone.

// Heights above the baseline, as parts of the font's size.
const (
	descender   = -0.206 // the lowest point of g
	shortFrom   = 0.55   // a, c, e and g are lower
	shortTo     = 0.67   // the hook of f is higher
	ascenderCut = 0.095  // what ascenders lose between shortFrom and shortTo
	ascender    = 0.782 - ascenderCut
	figure      = 0.74 // digits; capitals are a little lower
)

// goBold returns the font. It is read when it is first needed.
var goBold = sync.OnceValue(func() *opentype.Font { return ofFont(opentype.Parse(gobold.TTF)) })

// ofFont returns what was read from a font, and panics after an error: the fonts are part of the
// program, and have every character that is written here.
func ofFont[T any](read T, err error) T {
	if err != nil {
		panic("render: the Go font: " + err.Error())
	}
	return read
}

// newFace returns Go Bold in one size. Its characters are hinted: they have whole pixels as
// their widths. A face is for one goroutine.
func newFace(size float64) font.Face {
	return ofFont(opentype.NewFace(goBold(), &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull}))
}

// write writes a text from a point on the baseline on.
func write(m *image.RGBA, text string, at image.Point, ink color.RGBA, face font.Face) {
	d := font.Drawer{Dst: m, Src: image.NewUniform(ink), Face: face, Dot: fixed.P(at.X, at.Y)}
	d.DrawString(text)
}

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

// edgePart returns a part of a picture's edge with a text in its middle. The size of the writing
// is in pixels. Letters of files all stand on one line. Digits and capitals are as high as the
// ascenders.
func (t *Theme) edgePart(text string, width, height, pixels int) *image.RGBA {
	m := blankPage(t, width, height)
	dc := gg.NewContextForRGBA(m)
	dc.SetColor(t.Writing)
	size, top, bottom, short := float64(pixels), ascender, descender, strings.Contains(letters, text)
	if !short {
		size *= ascender / figure
		top, bottom = figure, 0
	}
	em, f := fixed.Int26_6(size*64), goBold()
	var glyphs []sfnt.GlyphIndex
	var advances []float64 // from each character to the next one
	x := float64(width) / 2
	for _, r := range text {
		glyph := ofFont(f.GlyphIndex(nil, r))
		advance := float64(ofFont(f.GlyphAdvance(nil, glyph, em, font.HintingNone))) / 64
		glyphs, advances = append(glyphs, glyph), append(advances, advance)
		x -= advance / 2
	}
	y := float64(height)/2 + (top+bottom)/2*size // of the baseline
	point := func(p fixed.Point26_6) (float64, float64) {
		up := -float64(p.Y) / 64
		if short {
			up -= ascenderCut * size * max(0, min(1, (up/size-shortFrom)/(shortTo-shortFrom)))
		}
		return x + float64(p.X)/64, y - up
	}
	var buffer sfnt.Buffer
	for i, glyph := range glyphs {
		for _, s := range ofFont(f.LoadGlyph(&buffer, glyph, em, nil)) {
			x1, y1 := point(s.Args[0])
			x2, y2 := point(s.Args[1])
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				dc.MoveTo(x1, y1)
			case sfnt.SegmentOpLineTo:
				dc.LineTo(x1, y1)
			case sfnt.SegmentOpQuadTo:
				dc.QuadraticTo(x1, y1, x2, y2)
			}
		}
		x += advances[i]
	}
	dc.Fill()
	return m
}
