package render

import (
	"image"
	"image/color"
	"slices"

	"github.com/fogleman/gg"

	"chess960bot/internal/chess960"
)

// Measures in units of the pieces' grid.
const (
	pieceGrid    = 84 // the side of a square
	outlineWidth = 2.7
	haloWidth    = 1.6 // around the outline
	detailWidth  = 2
	shineWidth   = 1.4
)

// A part is one layer of a piece's drawing: paths, and the style in which they are
// painted.
type part struct {
	style style
	paths []path
}

type style int

const (
	bodyStyle   style = iota // filled with a gradient, outlined
	recessStyle              // filled with a dark shade, outlined
	lineStyle                // stroked in the detail colour
	spotStyle                // filled with the detail colour
	shineStyle               // stroked in the ink's reflection, if it has one
)

func body(paths ...[]path) part   { return part{bodyStyle, slices.Concat(paths...)} }
func recess(paths ...[]path) part { return part{recessStyle, slices.Concat(paths...)} }
func line(paths ...[]path) part   { return part{lineStyle, slices.Concat(paths...)} }
func spot(paths ...[]path) part   { return part{spotStyle, slices.Concat(paths...)} }
func shine(paths ...[]path) part  { return part{shineStyle, slices.Concat(paths...)} }

// A sprite is a piece in one ink on a transparent square.
type sprite struct {
	piece chess960.Piece
	ink   *Ink
	size  int // of the square in pixels
}

func (s sprite) draw() *image.RGBA {
	p := painter{dc: gg.NewContext(s.size, s.size), ink: s.ink, scale: float64(s.size) / pieceGrid}
	p.dc.Scale(p.scale, p.scale)
	p.dc.Translate(pieceGrid/2, 0)
	p.dc.SetLineJoinRound()
	parts := drawing(s.piece)
	for _, part := range parts {
		p.halo(part)
	}
	for _, part := range parts {
		p.paint(part)
	}
	return p.dc.Image().(*image.RGBA)
}

// A painter paints parts in one ink.
type painter struct {
	dc    *gg.Context
	ink   *Ink
	scale float64 // pixels a unit
}

func (p painter) halo(part part) {
	if p.ink.Halo.A > 0 && (part.style == bodyStyle || part.style == recessStyle) {
		p.stroke(part, 2*(outlineWidth+haloWidth), p.ink.Halo)
	}
}

func (p painter) paint(part part) {
	switch part.style {
	case bodyStyle:
		p.outlined(part, p.gradient(part))
	case recessStyle:
		p.outlined(part, gg.NewSolidPattern(mix(p.ink.Shaded, p.ink.Outline, 0.3)))
	case lineStyle:
		p.stroke(part, detailWidth, p.ink.Detail)
	case spotStyle:
		p.fill(part, gg.NewSolidPattern(p.ink.Detail))
	case shineStyle:
		if p.ink.Shine.A > 0 {
			p.stroke(part, shineWidth, p.ink.Shine)
		}
	}
}

// outlined fills the part on top of its own outline. So only the outer half of the
// outline is visible. It has the same width everywhere, also where paths of the part
// overlap.
func (p painter) outlined(part part, pattern gg.Pattern) {
	p.stroke(part, 2*outlineWidth, p.ink.Outline)
	p.fill(part, pattern)
}

// stroke draws along the part's paths. gg does not join the end of a closed path to its
// start. So a closed path starts in the middle of a straight line, where two butt caps
// leave no visible gap.
func (p painter) stroke(part part, width float64, c color.RGBA) {
	p.dc.SetLineWidth(width * p.scale)
	p.dc.SetColor(c)
	for _, path := range part.paths {
		p.dc.SetLineCapRound()
		if path.closed() {
			p.dc.SetLineCapButt()
			path = path.fromMiddle()
		}
		path.trace(p.dc)
		p.dc.Stroke()
	}
}

func (p painter) fill(part part, pattern gg.Pattern) {
	for _, path := range part.paths {
		path.trace(p.dc)
	}
	p.dc.SetFillStyle(pattern)
	p.dc.Fill()
}

// gradient shades the part from left to right, as light falls on turned wood. The
// gradient is purely horizontal: rows of pixels that repeat make a small file.
func (p painter) gradient(part part) gg.Pattern {
	left, right := part.paths[0].extent()
	for _, path := range part.paths[1:] {
		l, r := path.extent()
		left, right = min(left, l), max(right, r)
	}
	g := gg.NewLinearGradient((pieceGrid/2+left)*p.scale, 0, (pieceGrid/2+right)*p.scale, 0)
	g.AddColorStop(0, mix(p.ink.Lit, p.ink.Shaded, 0.25))
	g.AddColorStop(0.25, p.ink.Lit)
	g.AddColorStop(0.5, mix(p.ink.Lit, p.ink.Shaded, 0.3))
	g.AddColorStop(1, p.ink.Shaded)
	return g
}

// mix returns a mixture of two colours: a for t = 0, b for t = 1.
func mix(a, b color.RGBA, t float64) color.RGBA {
	between := func(a, b uint8) uint8 { return uint8(float64(a) + t*(float64(b)-float64(a)) + 0.5) }
	return color.RGBA{between(a.R, b.R), between(a.G, b.G), between(a.B, b.B), 0xff}
}
