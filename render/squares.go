package render

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"chess960bot/internal/chess960"
)

// A ground is one of the kinds of square that a theme has. The zero ground is a
// plain light square.
type ground uint8

const (
	dark    ground = 1 << iota
	marked         // yellow, with a frame
	striped        // only in diagrams
)

// boardGrounds is the number of kinds of square on boards: only plain ones.
const boardGrounds = marked

func (g ground) has(property ground) bool { return g&property != 0 }

// groundOf returns the kind of the plain square on file f and rank r; r is 0 for rank 1.
func groundOf(f chess960.File, r int) ground {
	if (int(f)+r)%2 == 0 {
		return dark
	}
	return 0
}

// pieces are the pieces of a back rank.
var pieces = []chess960.Piece{chess960.King, chess960.Queen, chess960.Rook, chess960.Bishop, chess960.Knight}

// frameWidth is the width of a marked square's frame in units.
const frameWidth = 5

// square returns an empty square.
func (t *Theme) square(g ground, size int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, size, size))
	inside := m.Rect
	if g.has(marked) {
		fill(m, m.Rect, t.Frame)
		inside = inside.Inset(pixels(frameWidth, size))
	}
	if g.has(striped) {
		stripe(m, inside, t.colour(g), t.stripes(g))
	} else {
		fill(m, inside, t.colour(g))
	}
	return m
}

// fill gives an area of a picture one colour.
func fill(m *image.RGBA, area image.Rectangle, colour color.RGBA) {
	draw.Draw(m, area, image.NewUniform(colour), image.Point{}, draw.Src)
}

// colour returns the colour of a square.
func (t *Theme) colour(g ground) color.RGBA {
	return [striped]color.RGBA{t.Light, t.Dark, t.MarkedLight, t.MarkedDark}[g&^striped]
}

// stripes returns the colour of a square's stripes: white on plain dark squares, otherwise
// dark.
func (t *Theme) stripes(g ground) color.RGBA {
	switch {
	case g.has(marked):
		return mix(t.Frame, t.colour(g), 0.2)
	case g.has(dark):
		return white
	}
	return t.Writing
}

// Measures of stripes along the edge of a square, in units. A square has a whole number
// of periods, so stripes continue on the next square.
const (
	stripePeriod = gridSize / 5
	stripeWidth  = 6
)

// stripe fills the area with diagonal stripes that have smooth edges.
func stripe(m *image.RGBA, area image.Rectangle, ground, stripes color.RGBA) {
	size := m.Rect.Dx()
	period := make([]color.RGBA, pixels(stripePeriod, size))
	for i := range period {
		fromMiddle := math.Abs(float64(i) - float64(len(period))/2)
		coverage := (float64(stripeWidth*size)/gridSize/2-fromMiddle)/2 + 0.5
		period[i] = mix(ground, stripes, max(0, min(1, coverage)))
	}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			m.SetRGBA(x, y, period[(x+y)%len(period)])
		}
	}
}
