package render

import (
	"image"
	"image/color"

	"github.com/fogleman/gg"
)

// shieldMiddle returns the area of the shield on an empty square.
func shieldMiddle(size int) image.Rectangle {
	return image.Rect(pixels(26, size), pixels(22, size), pixels(64, size), pixels(68, size))
}

// shieldCorner returns the area of the shield beside a piece: the corner for figures.
func shieldCorner(size int) image.Rectangle {
	return image.Rect(size-pixels(14, size), size-pixels(20, size), size-pixels(4, size), size-pixels(7, size))
}

// shielded returns the empty square with a shield in the area.
func shielded(square *image.RGBA, area image.Rectangle, ink color.RGBA) *image.RGBA {
	m := copied(square)
	dc := gg.NewContextForRGBA(m)
	scale := float64(area.Dy()) / 24 // the paths are on a grid of 20 by 24
	dc.Translate(float64(area.Min.X+area.Max.X)/2, float64(area.Min.Y))
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
