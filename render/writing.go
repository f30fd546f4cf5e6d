package render

import (
	"image"
	"image/color"
	"slices"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// A square is gridSize units wide. On a board a unit is a pixel.
const gridSize = 90

// pixels converts a length from units to pixels, for squares of the given size.
func pixels(units, size int) int { return units * size / gridSize }

// The characters on squares. Letters of files are at the bottom left, digits of ranks at
// the top right, and figures that count squares at the bottom right of a piece.
const (
	letters = "abcdefgh"
	digits  = "12345678"
	figures = "0123456789"
)

// Heights of writing in units.
const (
	smallWriting  = 16 // letters and digits
	middleWriting = 19 // the figure beside a piece
	largeWriting  = 44 // the figure of an empty square
)

// A corner is a part of a square that is free of every piece.
type corner struct {
	area   image.Rectangle
	dot    fixed.Point26_6 // where writing starts, or ends if right is true
	right  bool
	height int // of the writing in units
}

func letterCorner(size int) corner {
	return corner{
		area:   image.Rect(0, size-pixels(22, size), pixels(14, size), size),
		dot:    fixed.P(pixels(4, size), size-pixels(7, size)),
		height: smallWriting,
	}
}

func digitCorner(size int) corner {
	return corner{
		area:   image.Rect(size-pixels(14, size), 0, size, pixels(14, size)),
		dot:    fixed.P(size-pixels(4, size), pixels(13, size)),
		right:  true,
		height: smallWriting,
	}
}

func figureCorner(size int) corner {
	return corner{
		area:   image.Rect(size-pixels(14, size), size-pixels(22, size), size, size),
		dot:    fixed.P(size-pixels(3, size), size-pixels(7, size)),
		right:  true,
		height: middleWriting,
	}
}

// write writes the text into the corner of a square.
func (c corner) write(text string, square *image.RGBA, ink color.RGBA) {
	d := font.Drawer{Dst: square, Src: image.NewUniform(ink), Face: face(c.height, square.Rect.Dx()), Dot: c.dot}
	if c.right {
		d.Dot.X -= d.MeasureString(text)
	}
	d.DrawString(text)
}

// counted returns the empty square with a figure in its middle.
func counted(figure string, square *image.RGBA, ink color.RGBA) *image.RGBA {
	m, size := copied(square), square.Rect.Dx()
	d := font.Drawer{Dst: m, Src: image.NewUniform(ink), Face: face(largeWriting, size)}
	height := fixed.I(pixels(largeWriting, size) * 72 / 100) // of the Go font's figures
	d.Dot = fixed.Point26_6{X: (fixed.I(size) - d.MeasureString(figure)) / 2, Y: (fixed.I(size) + height) / 2}
	d.DrawString(figure)
	return m
}

func copied(m *image.RGBA) *image.RGBA {
	return &image.RGBA{Pix: slices.Clone(m.Pix), Stride: m.Stride, Rect: m.Rect}
}

// face returns the typeface for writing of a height in units, on squares of a size.
func face(height, size int) font.Face {
	return parsedFace(gobold.TTF, &opentype.FaceOptions{Size: float64(height*size) / gridSize, DPI: 72})
}

// parsedFace returns a typeface of a font that is part of the program.
func parsedFace(ttf []byte, options *opentype.FaceOptions) font.Face {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic("render: the Go font: " + err.Error())
	}
	face, err := opentype.NewFace(f, options)
	if err != nil {
		panic("render: the Go font: " + err.Error())
	}
	return face
}
