package render

import (
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Coordinates are written into corners that no piece reaches: the file's letter
// at the bottom left of a square, the rank's digit at the top right.
const (
	letters = "abcdefgh"
	digits  = "12345678"
)

// A corner says where on a square of one size coordinates of one kind go.
type corner struct {
	area  image.Rectangle // what a coordinate may cover
	dot   fixed.Point26_6 // where the writing starts, or ends if right is true
	right bool
}

func letterCorner(size int) corner {
	u := func(units int) int { return units * size / gridSize }
	return corner{
		area: image.Rect(0, size-u(20), u(16), size),
		dot:  fixed.P(u(5), size-u(7)),
	}
}

func digitCorner(size int) corner {
	u := func(units int) int { return units * size / gridSize }
	return corner{
		area:  image.Rect(size-u(16), 0, size, u(15)),
		dot:   fixed.P(size-u(5), u(14)),
		right: true,
	}
}

// face returns the typeface of coordinates on squares of the given size.
func face(size int) font.Face {
	goBold, err := opentype.Parse(gobold.TTF)
	if err != nil {
		panic("render: the Go font: " + err.Error())
	}
	face, err := opentype.NewFace(goBold, &opentype.FaceOptions{Size: 13 * float64(size) / gridSize, DPI: 72})
	if err != nil {
		panic("render: the Go font: " + err.Error())
	}
	return face
}

// write returns the corner of the empty square with the text in it.
func (c corner) write(text string, square *image.RGBA, ink color.RGBA) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, c.area.Dx(), c.area.Dy()))
	draw.Draw(m, m.Rect, square, c.area.Min, draw.Src)
	d := font.Drawer{Dst: m, Src: image.NewUniform(ink), Face: face(square.Rect.Dx()), Dot: c.dot.Sub(fixed.P(c.area.Min.X, c.area.Min.Y))}
	if c.right {
		d.Dot.X -= d.MeasureString(text)
	}
	d.DrawString(text)
	return m
}
