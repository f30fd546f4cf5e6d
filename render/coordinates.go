package render

import (
	"image"
	"image/color"
	"slices"

	"github.com/fogleman/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Coordinates are written into corners that no piece reaches: the file's letter
// at the bottom left of a square, the rank's digit at the top right. Strips write
// a third thing, at the bottom right: by what figure a piece's square is counted.
const (
	letters = "abcdefgh"
	digits  = "12345678"
	figures = "0123456789"
)

// gridSize is the side of a square in the units of coordinates and frames. On a
// board a unit is a pixel.
const gridSize = 90

// A corner says where on a square of one size coordinates of one kind go.
type corner struct {
	area   image.Rectangle // what the writing may cover
	dot    fixed.Point26_6 // where it starts, or ends if right is true
	right  bool
	height int // of the writing in units of the grid
}

func letterCorner(size int) corner {
	u := func(units int) int { return units * size / gridSize }
	return corner{
		area:   image.Rect(0, size-u(22), u(14), size),
		dot:    fixed.P(u(4), size-u(7)),
		height: smallWriting,
	}
}

func digitCorner(size int) corner {
	u := func(units int) int { return units * size / gridSize }
	return corner{
		area:   image.Rect(size-u(14), 0, size, u(14)),
		dot:    fixed.P(size-u(4), u(13)),
		right:  true,
		height: smallWriting,
	}
}

func figureCorner(size int) corner {
	u := func(units int) int { return units * size / gridSize }
	return corner{
		area:   image.Rect(size-u(14), size-u(22), size, size),
		dot:    fixed.P(size-u(3), size-u(7)),
		right:  true,
		height: middleWriting,
	}
}

// Heights of writing in units of the grid.
const (
	smallWriting  = 16 // coordinates
	middleWriting = 19 // the figure of a piece's square
	largeWriting  = 44 // the figure of an empty square
)

// face returns the typeface for writing of a height on squares of a size.
func face(height, size int) font.Face {
	goBold, err := opentype.Parse(gobold.TTF)
	if err != nil {
		panic("render: the Go font: " + err.Error())
	}
	face, err := opentype.NewFace(goBold, &opentype.FaceOptions{Size: float64(height*size) / gridSize, DPI: 72})
	if err != nil {
		panic("render: the Go font: " + err.Error())
	}
	return face
}

// write writes the text on a square.
func (c corner) write(text string, square *image.RGBA, ink color.RGBA) {
	d := font.Drawer{Dst: square, Src: image.NewUniform(ink), Face: face(c.height, square.Rect.Dx()), Dot: c.dot}
	if c.right {
		d.Dot.X -= d.MeasureString(text)
	}
	d.DrawString(text)
}

// counted returns the empty square with a figure in its middle.
func counted(figure string, square *image.RGBA, ink color.RGBA) *image.RGBA {
	m := copied(square)
	size := square.Rect.Dx()
	d := font.Drawer{Dst: m, Src: image.NewUniform(ink), Face: face(largeWriting, size)}
	height := fixed.I(largeWriting * size / gridSize * 72 / 100) // of the Go font's figures
	d.Dot = fixed.Point26_6{X: (fixed.I(size) - d.MeasureString(figure)) / 2, Y: (fixed.I(size) + height) / 2}
	d.DrawString(figure)
	return m
}

func copied(m *image.RGBA) *image.RGBA {
	return &image.RGBA{Pix: slices.Clone(m.Pix), Stride: m.Stride, Rect: m.Rect}
}

// shieldMiddle and shieldCorner say where the shield of a safe square goes: large
// if the square is empty, else into the corner for figures.
func shieldMiddle(size int) image.Rectangle {
	u := func(units int) int { return units * size / gridSize }
	return image.Rect(u(26), u(22), u(64), u(68))
}

func shieldCorner(size int) image.Rectangle {
	u := func(units int) int { return units * size / gridSize }
	return image.Rect(size-u(14), size-u(20), size-u(4), size-u(7))
}

// shielded returns the empty square with a shield in the area: an outline on a
// grid of 20 by 24, with a tick in the square's colour.
func shielded(square *image.RGBA, area image.Rectangle, ink color.RGBA) *image.RGBA {
	m := copied(square)
	dc := gg.NewContextForRGBA(m)
	dc.Translate(float64(area.Min.X+area.Max.X)/2, float64(area.Min.Y))
	scale := float64(area.Dy()) / 24
	dc.Scale(scale, scale)
	for _, outline := range half(`M 0 0  C 3 2.5 6.5 3.5 10 3.5  C 10.5 13 8 20 0 24`) {
		outline.trace(dc)
	}
	dc.SetColor(ink)
	dc.Fill()
	for _, tick := range whole(`M -4.5 11.5  L -1 15.5  L 5 8`) {
		tick.trace(dc)
	}
	dc.SetLineWidth(3 * scale)
	dc.SetColor(square.At(area.Min.X, area.Min.Y))
	dc.Stroke()
	return m
}
