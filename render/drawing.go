package render

import (
	"image"
	"image/color"
	"slices"

	"github.com/fogleman/gg"

	"chess960bot/internal/chess960"
)

// PieceGrid is the side of a square in the units of the pieces' drawings. x runs from
// -PieceGrid/2 at the left to PieceGrid/2 at the right, y from 0 at the top down.
const PieceGrid = 84

// Measures in units of the pieces' grid.
const (
	outlineWidth = 3.6
	haloWidth    = 1.6 // around the outline
	detailWidth  = 3.2
	shineWidth   = 2.4
)

// A part is one layer of a piece's drawing: paths, and the style in which they are
// painted.
type part struct {
	style style
	paths []Path
}

type style int

const (
	bodyStyle  style = iota // filled, outlined
	lineStyle               // stroked in the detail colour
	spotStyle               // filled with the detail colour
	shineStyle              // stroked where parts of a dark piece meet
)

func body(paths ...[]Path) part  { return part{bodyStyle, slices.Concat(paths...)} }
func line(paths ...[]Path) part  { return part{lineStyle, slices.Concat(paths...)} }
func spot(paths ...[]Path) part  { return part{spotStyle, slices.Concat(paths...)} }
func shine(paths ...[]Path) part { return part{shineStyle, slices.Concat(paths...)} }

// A sprite is a piece in one ink on a transparent square.
type sprite struct {
	piece chess960.Piece
	ink   *Ink
	size  int // of the square in pixels
}

func (s sprite) draw() *image.RGBA {
	p := painter{dc: gg.NewContext(s.size, s.size), scale: float64(s.size) / PieceGrid}
	p.dc.Scale(p.scale, p.scale)
	p.dc.Translate(PieceGrid/2, 0)
	p.dc.SetLineJoinRound()
	for _, m := range Marks(s.piece, s.ink) {
		p.paint(m)
	}
	return p.dc.Image().(*image.RGBA)
}

// A Mark is one step of painting a piece: paths that are filled, or a line along
// paths.
type Mark struct {
	Paths  []Path
	Width  float64 // of the line, in units of PieceGrid; 0 for filled paths
	Colour color.RGBA
}

// Marks returns the steps of painting a piece in an ink, for formats that this package
// does not write. Lines have round joins, and round caps unless their path is closed.
func Marks(piece chess960.Piece, ink *Ink) []Mark {
	var marks []Mark
	parts := drawing(piece)
	for _, part := range parts {
		if ink.Halo.A > 0 && part.style == bodyStyle {
			marks = append(marks, Mark{Paths: part.paths, Width: 2 * (outlineWidth + haloWidth), Colour: ink.Halo})
		}
	}
	for _, part := range parts {
		marks = append(marks, part.marks(ink)...)
	}
	return marks
}

// marks returns the steps of painting a part. Bodies are filled on top of
// their own outline. So only the outer half of the outline is visible. It has the same
// width everywhere, also where paths of the part overlap.
func (p part) marks(ink *Ink) []Mark {
	switch p.style {
	case bodyStyle:
		return []Mark{{Paths: p.paths, Width: 2 * outlineWidth, Colour: ink.Outline}, {Paths: p.paths, Colour: ink.Body}}
	case lineStyle:
		return []Mark{{Paths: p.paths, Width: detailWidth, Colour: ink.Detail}}
	case spotStyle:
		return []Mark{{Paths: p.paths, Colour: ink.Detail}}
	case shineStyle:
		if ink.Shine.A > 0 {
			return []Mark{{Paths: p.paths, Width: shineWidth, Colour: ink.Shine}}
		}
	}
	return nil
}

// A painter paints marks.
type painter struct {
	dc    *gg.Context
	scale float64 // pixels a unit
}

func (p painter) paint(m Mark) {
	if m.Width > 0 {
		p.stroke(m)
		return
	}
	for _, path := range m.Paths {
		path.trace(p.dc)
	}
	p.dc.SetColor(m.Colour)
	p.dc.Fill()
}

// stroke draws a line along the paths. gg does not join the end of a closed path to its
// start. So a closed path starts in the middle of a straight line, where two butt caps
// leave no visible gap.
func (p painter) stroke(m Mark) {
	p.dc.SetLineWidth(m.Width * p.scale)
	p.dc.SetColor(m.Colour)
	for _, path := range m.Paths {
		p.dc.SetLineCapRound()
		if path.Closed() {
			p.dc.SetLineCapButt()
			path = path.fromMiddle()
		}
		path.trace(p.dc)
		p.dc.Stroke()
	}
}

var white = color.RGBA{0xff, 0xff, 0xff, 0xff}

// mix returns a mixture of two colours: a for t = 0, b for t = 1.
func mix(a, b color.RGBA, t float64) color.RGBA {
	between := func(a, b uint8) uint8 { return uint8(float64(a) + t*(float64(b)-float64(a)) + 0.5) }
	return color.RGBA{between(a.R, b.R), between(a.G, b.G), between(a.B, b.B), 0xff}
}
