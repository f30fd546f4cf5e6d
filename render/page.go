package render

import (
	"image"
	"image/color"
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
	pageGrounds
)

// shades is the number of colours from a ground to the ink, both included.
const shades = 16

func newPage(size image.Rectangle, theme *Theme) *page {
	var palette color.Palette
	for _, ground := range [pageGrounds]color.RGBA{pageColour(theme), mix(theme.Light, white, 0.2)} {
		for i := range shades {
			palette = append(palette, mix(ground, theme.White.Outline, float64(i)/(shades-1)))
		}
	}
	return &page{image.NewPaletted(size, palette), image.NewAlpha(size)}
}

var white = color.RGBA{0xff, 0xff, 0xff, 0xff}

func (p *page) paint(area image.Rectangle, g pageGround) { p.fill(area, uint8(g)*shades) }

// fill gives an area a colour of the palette.
func (p *page) fill(area image.Rectangle, colour uint8) {
	for y := area.Min.Y; y < area.Max.Y; y++ {
		row := p.grounds.Pix[p.grounds.PixOffset(area.Min.X, y):p.grounds.PixOffset(area.Max.X, y)]
		for x := range row {
			row[x] = colour
		}
	}
}

// frame draws a line in ink along the inside of the area, for readers without
// colour vision.
func (p *page) frame(area image.Rectangle) {
	const width, ink = 3, shades - 1
	p.fill(image.Rectangle{area.Min, image.Pt(area.Max.X, area.Min.Y+width)}, ink)
	p.fill(image.Rectangle{image.Pt(area.Min.X, area.Max.Y-width), area.Max}, ink)
	p.fill(image.Rectangle{area.Min, image.Pt(area.Min.X+width, area.Max.Y)}, ink)
	p.fill(image.Rectangle{image.Pt(area.Max.X-width, area.Min.Y), area.Max}, ink)
}

func (p *page) write(text string, at image.Point, with *typeface) {
	with.write(text, at, p.writing)
}

// picture puts the writing on the grounds. Writing must not touch a frame.
func (p *page) picture() *image.Paletted {
	for i, a := range p.writing.Pix {
		p.grounds.Pix[i] += a / (256 / shades)
	}
	return p.grounds
}
