package render

import (
	"image"
	"image/color"
	"image/draw"

	"github.com/fogleman/gg"

	"chess960bot/internal/chess960"
	"chess960bot/render/mosaic"
)

// A studio draws the tiles for pictures in one theme and one size.
type studio struct {
	theme   *Theme
	size    int // of a square in pixels
	sprites map[sprite]*image.RGBA
	quantizer
}

func newStudio(theme *Theme, size int) *studio {
	return &studio{theme: theme, size: size, sprites: map[sprite]*image.RGBA{}}
}

// pieceOnSquare returns a picture of the piece on a square.
func (s *studio) pieceOnSquare(piece chess960.Piece, ink *Ink, g ground) *image.RGBA {
	key := sprite{piece, ink, s.size}
	if s.sprites[key] == nil {
		s.sprites[key] = key.draw()
	}
	m := s.theme.square(g, s.size)
	draw.Draw(m, m.Rect, s.sprites[key], image.Point{}, draw.Over)
	return m
}

// cut returns a tile for an area of the picture. The method palette fills in its pixels.
func (s *studio) cut(m *image.RGBA, area image.Rectangle) *mosaic.Tile {
	part := image.NewRGBA(image.Rectangle{Max: area.Size()})
	draw.Draw(part, part.Rect, m, area.Min, draw.Src)
	return s.add(part)
}

// palette chooses the colours and gives all tiles their pixels. More colours may be exact than those
// of the theme.
func (s *studio) palette(exact ...color.RGBA) color.Palette {
	t := s.theme
	return s.reduce(append([]color.RGBA{t.Light, t.Dark, t.MarkedLight, t.MarkedDark, t.Frame, pageColour(t)}, exact...)...)
}

// A ground is one of the kinds of square that a theme has. The zero ground is a
// plain light square.
type ground uint8

const (
	dark     ground = 1 << iota
	marked          // yellow, with a frame
	shielded        // with a shield in a corner

	grounds = shielded // the number of kinds without shields
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
	fill(m, inside, t.colour(g))
	return m
}

// drawShield draws a shield into the upper right corner of a square, before its man.
func (t *Theme) drawShield(m *image.RGBA) {
	dc := gg.NewContextForRGBA(m)
	unit := float64(m.Rect.Dx()) / gridSize
	dc.Scale(unit, unit)
	dc.Translate(gridSize-15, 17)
	dc.Scale(0.85, 0.85)
	dc.MoveTo(0, -13)
	dc.CubicTo(3, -11, 6, -10, 10, -10)
	dc.CubicTo(10.5, 1, 8, 9, 0, 14)
	dc.CubicTo(-8, 9, -10.5, 1, -10, -10)
	dc.CubicTo(-6, -10, -3, -11, 0, -13)
	dc.ClosePath()
	dc.SetColor(white)
	dc.SetLineWidth(4 * unit)
	dc.StrokePreserve()
	dc.SetColor(t.Frame)
	dc.Fill()
}

// fill gives an area of a picture one colour.
func fill(m *image.RGBA, area image.Rectangle, colour color.RGBA) {
	draw.Draw(m, area, image.NewUniform(colour), image.Point{}, draw.Src)
}

// colour returns the colour of a square.
func (t *Theme) colour(g ground) color.RGBA {
	return [grounds]color.RGBA{t.Light, t.Dark, t.MarkedLight, t.MarkedDark}[g]
}
