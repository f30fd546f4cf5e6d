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

// A lettering is a text that is being added to the current path of a drawing.
type lettering struct {
	dc     *gg.Context
	font   *opentype.Font
	buffer sfnt.Buffer
	size   float64 // of the font in pixels
	short  bool    // with short ascenders
	x, y   float64 // where the next character starts, on the baseline
}

// centre writes a text into the middle of an area in the colour of the drawing. Letters of
// files all stand on one line. Digits and capitals are as high as the ascenders.
func centre(dc *gg.Context, text string, area image.Rectangle, size int) {
	l := lettering{dc: dc, font: goBold(), size: float64(size)}
	top, bottom := ascender, descender
	if l.short = strings.Contains(letters, text); !l.short {
		l.size *= ascender / figure
		top, bottom = figure, 0
	}
	middle := area.Min.Add(area.Max)
	width := 0.0
	for _, r := range text {
		width += l.advance(r)
	}
	l.x = (float64(middle.X) - width) / 2
	l.y = float64(middle.Y)/2 + (top+bottom)/2*l.size
	for _, r := range text {
		l.add(r)
	}
	dc.Fill()
}

// advance returns the distance from a character to the next one.
func (l *lettering) advance(r rune) float64 {
	return float64(ofFont(l.font.GlyphAdvance(&l.buffer, l.glyph(r), l.pixelsPerEm(), font.HintingNone))) / 64
}

// add adds the outline of a character.
func (l *lettering) add(r rune) {
	for _, s := range ofFont(l.font.LoadGlyph(&l.buffer, l.glyph(r), l.pixelsPerEm(), nil)) {
		a, b := l.point(s.Args[0]), l.point(s.Args[1])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			l.dc.MoveTo(a.X, a.Y)
		case sfnt.SegmentOpLineTo:
			l.dc.LineTo(a.X, a.Y)
		case sfnt.SegmentOpQuadTo:
			l.dc.QuadraticTo(a.X, a.Y, b.X, b.Y)
		}
	}
	l.x += l.advance(r)
}

// glyph returns the font's index of a character.
func (l *lettering) glyph(r rune) sfnt.GlyphIndex { return ofFont(l.font.GlyphIndex(&l.buffer, r)) }

func (l *lettering) pixelsPerEm() fixed.Int26_6 { return fixed.Int26_6(l.size * 64) }

// point returns where in the drawing a point of an outline is.
func (l *lettering) point(p fixed.Point26_6) gg.Point {
	up := -float64(p.Y) / 64
	if l.short {
		const span = shortTo - shortFrom
		up -= ascenderCut * l.size * max(0, min(1, (up/l.size-shortFrom)/span))
	}
	return gg.Point{X: l.x + float64(p.X)/64, Y: l.y - up}
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

// edgePart returns a part of a picture's edge with a text in its middle. The size of the
// writing is in pixels.
func (t *Theme) edgePart(text string, width, height, size int) *image.RGBA {
	m := blankPage(t, width, height)
	dc := gg.NewContextForRGBA(m)
	dc.SetColor(t.Writing)
	centre(dc, text, m.Rect, size)
	return m
}
