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
	outlineWidth = 3
	haloWidth    = 1.6  // around the outline
	lineWidth    = 1.75 // within the body
)

// A sprite is a piece in one ink on a transparent square.
type sprite struct {
	piece chess960.Piece
	ink   *Ink
	size  int // of the square in pixels
}

func (s sprite) draw() *image.RGBA {
	dc, scale := gg.NewContext(s.size, s.size), float64(s.size)/PieceGrid
	dc.Scale(scale, scale)
	dc.Translate(PieceGrid/2, 0)
	dc.SetLineJoinRound()
	for _, m := range Marks(s.piece, s.ink) {
		m.paint(dc, scale)
	}
	return dc.Image().(*image.RGBA)
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
//
// The body is filled on top of its own outline. So only the outer half of the outline is
// visible, with the same width around all paths of the body.
func Marks(piece chess960.Piece, ink *Ink) []Mark {
	d, ok := drawings()[piece]
	if !ok {
		panic("render: no drawing of " + piece.String())
	}
	marks := []Mark{
		{Paths: d.body, Width: 2 * (outlineWidth + haloWidth), Colour: ink.Halo},
		{Paths: d.body, Width: 2 * outlineWidth, Colour: ink.Outline},
		{Paths: d.body, Colour: ink.Body},
		{Paths: d.lines, Width: lineWidth, Colour: ink.Detail},
		{Paths: d.spots, Colour: ink.Detail},
	}
	return slices.DeleteFunc(marks, func(m Mark) bool { return m.Colour.A == 0 || len(m.Paths) == 0 })
}

// paint paints the mark. The scale is pixels a unit.
func (m Mark) paint(dc *gg.Context, scale float64) {
	dc.SetColor(m.Colour)
	if m.Width > 0 {
		m.stroke(dc, scale)
		return
	}
	for _, path := range m.Paths {
		path.trace(dc)
	}
	dc.Fill()
}

// stroke draws a line along the paths. gg does not join the end of a closed path to its
// start. So a closed path starts in the middle of a straight line, where two butt caps
// leave no visible gap.
func (m Mark) stroke(dc *gg.Context, scale float64) {
	dc.SetLineWidth(m.Width * scale)
	for _, path := range m.Paths {
		dc.SetLineCapRound()
		if path.Closed() {
			dc.SetLineCapButt()
			path = path.fromMiddle()
		}
		path.trace(dc)
		dc.Stroke()
	}
}
