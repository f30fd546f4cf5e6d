package render

import (
	"image"
	"image/draw"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// A typeface writes text in one size. It draws each character only once. Characters
// are hinted: they have whole pixels as their widths. The methods may be called from any
// number of goroutines.
type typeface struct {
	mu     sync.Mutex
	face   font.Face
	glyphs map[rune]glyph
}

// A glyph is the drawing of a character, relative to the point where it is written.
type glyph struct {
	mask    *image.Alpha
	advance int // to the next character
}

func newTypeface(ttf []byte, size float64) *typeface {
	face, err := opentype.NewFace(mustParseFont(ttf), &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		panic("render: the Go font: " + err.Error())
	}
	return &typeface{face: face, glyphs: map[rune]glyph{}}
}

// write writes the text from a point on the baseline on.
func (t *typeface) write(text string, at image.Point, on *image.Alpha) {
	t.each(text, func(g glyph, x int) {
		box := g.mask.Rect.Add(at.Add(image.Pt(x, 0)))
		shown := box.Intersect(on.Rect)
		for y := shown.Min.Y; y < shown.Max.Y; y++ {
			to := on.Pix[on.PixOffset(shown.Min.X, y):on.PixOffset(shown.Max.X, y)]
			from := g.mask.Pix[(y-box.Min.Y)*g.mask.Stride+shown.Min.X-box.Min.X:]
			for i := range to {
				to[i] = max(to[i], from[i])
			}
		}
	})
}

// each calls f with the characters and their distances from the start.
func (t *typeface) each(text string, f func(g glyph, x int)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	x, previous := 0, rune(-1)
	for _, r := range text {
		if previous >= 0 {
			x += t.face.Kern(previous, r).Round()
		}
		g, ok := t.glyphs[r]
		if !ok {
			g = t.drawn(r)
		}
		f(g, x)
		x, previous = x+g.advance, r
	}
}

// mostGlyphs is the number of characters that a typeface keeps.
const mostGlyphs = 500

// drawn draws a character, and keeps the drawing.
func (t *typeface) drawn(r rune) glyph {
	area, mask, maskAt, advance, _ := t.face.Glyph(fixed.P(0, 0), r) // a missing character is a box
	g := glyph{image.NewAlpha(area), advance.Round()}
	draw.DrawMask(g.mask, area, image.Opaque, image.Point{}, mask, maskAt, draw.Src)
	if len(t.glyphs) < mostGlyphs {
		t.glyphs[r] = g
	}
	return g
}

// mustParseFont reads a font that is part of the program.
func mustParseFont(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic("render: the Go font: " + err.Error())
	}
	return f
}
