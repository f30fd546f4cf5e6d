package render

import (
	"image"
	"image/color"
	"image/draw"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// A page is a picture of writing on areas of different grounds. There is one ink, so each
// ground needs only the shades between its colour and the ink's.
type page struct {
	grounds *image.Paletted
	writing *image.Alpha
}

// A pageGround is a background colour of a page.
type pageGround uint8

const (
	plainPage pageGround = iota
	shadedPage
	markedPage
	pageGrounds
)

// shades is the number of colours from a ground to the ink, both included.
const shades = 16

func newPage(size image.Rectangle, theme *Theme) *page {
	var palette color.Palette
	for _, ground := range [pageGrounds]color.RGBA{pageColour(theme), mix(theme.Light, white, 0.2), theme.MarkedLight} {
		for i := range shades {
			palette = append(palette, mix(ground, theme.White.Outline, float64(i)/(shades-1)))
		}
	}
	return &page{image.NewPaletted(size, palette), image.NewAlpha(size)}
}

var white = color.RGBA{0xff, 0xff, 0xff, 0xff}

func (p *page) paint(area image.Rectangle, g pageGround) {
	draw.Draw(p.grounds, area, image.NewUniform(p.grounds.Palette[int(g)*shades]), image.Point{}, draw.Src)
}

// frame draws a line in ink along the inside of the area, for readers without
// colour vision.
func (p *page) frame(area image.Rectangle) {
	const width = 3
	ink := image.NewUniform(p.grounds.Palette[shades-1])
	for _, side := range []image.Rectangle{
		{area.Min, image.Pt(area.Max.X, area.Min.Y+width)},
		{image.Pt(area.Min.X, area.Max.Y-width), area.Max},
		{area.Min, image.Pt(area.Min.X+width, area.Max.Y)},
		{image.Pt(area.Max.X-width, area.Min.Y), area.Max},
	} {
		draw.Draw(p.grounds, side, ink, image.Point{}, draw.Src)
	}
}

func (p *page) write(text string, at image.Point, face font.Face) {
	d := font.Drawer{Dst: p.writing, Src: image.Opaque, Face: face, Dot: fixed.P(at.X, at.Y)}
	d.DrawString(text)
}

// picture puts the writing on the grounds. Writing must not touch a frame.
func (p *page) picture() *image.Paletted {
	for i, a := range p.writing.Pix {
		p.grounds.Pix[i] += a / (256 / shades)
	}
	return p.grounds
}
