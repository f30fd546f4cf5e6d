package render

import (
	"image"
	"image/color"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

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

// Heights of writing in units. A tall letter takes about three quarters of its height. On
// a phone, a picture is 330 pixels wide, and letters and digits are at least 9 pixels high.
const (
	boardWriting = 32
	stripWriting = 27
)

// centre writes the text into the middle of an area. Letters of all heights stand on one
// line, and those that reach below stay within the area.
func centre(text string, m *image.RGBA, area image.Rectangle, ink color.RGBA, face font.Face) {
	d := font.Drawer{Dst: m, Src: image.NewUniform(ink), Face: face}
	tall, _ := font.BoundString(face, digits)
	height, below := tall.Max.Y-tall.Min.Y, face.Metrics().Descent
	d.Dot = fixed.Point26_6{
		X: fixed.I(area.Min.X) + (fixed.I(area.Dx())-d.MeasureString(text))/2,
		Y: fixed.I(area.Min.Y) + min((fixed.I(area.Dy())+height)/2, fixed.I(area.Dy())-below),
	}
	d.DrawString(text)
}

// edgePart returns a part of a picture's edge with a letter or a digit in its middle.
func (t *Theme) edgePart(text string, width, height int, with font.Face) *image.RGBA {
	m := blankPage(t, width, height)
	centre(text, m, m.Rect, t.Writing, with)
	return m
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
