package render

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"math"
	"slices"

	"github.com/fogleman/gg"

	"chess960bot/render/mosaic"
)

// crosses reports whether a line crosses an area with a margin around it (the method of Liang
// and Barsky).
func crosses(a, b gg.Point, area image.Rectangle, margin float64) bool {
	from, to := 0.0, 1.0 // the part of the line within the area
	for _, axis := range [2]struct{ at, way, low, high float64 }{
		{a.X, b.X - a.X, float64(area.Min.X), float64(area.Max.X)},
		{a.Y, b.Y - a.Y, float64(area.Min.Y), float64(area.Max.Y)},
	} {
		low, high := axis.low-margin-axis.at, axis.high+margin-axis.at
		if axis.way == 0 {
			if low > 0 || high < 0 {
				return false
			}
			continue
		}
		in, out := low/axis.way, high/axis.way
		from, to = max(from, min(in, out)), min(to, max(in, out))
	}
	return from <= to
}

// paint replaces tiles by tiles with the arrows.
func (t *diagramTiles) paint(touched []cell, arrows []shaft) error {
	if len(arrows) == 0 {
		return nil
	}
	t.painting <- struct{}{}
	defer func() { <-t.painting }()
	canvas, ok := t.canvases.Get().(*image.RGBA)
	if !ok {
		canvas = image.NewRGBA(image.Rect(0, 0, t.of.width(), (t.of.rows+1)*t.of.square+t.of.below))
	}
	defer t.canvases.Put(canvas)
	for _, s := range touched {
		t.show(*s.tile, canvas, s.area)
	}
	dc := gg.NewContextForRGBA(canvas)
	for _, a := range arrows {
		a.draw(dc)
	}
	for _, s := range touched {
		painted, err := (*s.tile).Alike(t.read(canvas, s.area, *s.tile))
		if err != nil {
			return err
		}
		*s.tile = painted
	}
	return nil
}

// A cell is a tile and where the picture has it.
type cell struct {
	tile **mosaic.Tile
	area image.Rectangle
}

// cellsOf returns the tiles that arrows may cover.
func cellsOf(bands []mosaic.Band, arrows []shaft) (cells []cell) {
	y := 0
	for _, band := range bands {
		x := 0
		for i, tile := range band {
			area := image.Rect(x, y, x+tile.Width, y+tile.Height)
			if slices.ContainsFunc(arrows, func(a shaft) bool { return a.touches(area) }) {
				cells = append(cells, cell{&band[i], area})
			}
			x += tile.Width
		}
		y += band[0].Height
	}
	return cells
}

// show paints a tile on an area of a canvas.
func (t *diagramTiles) show(tile *mosaic.Tile, canvas *image.RGBA, area image.Rectangle) {
	for y := range tile.Height {
		row := canvas.Pix[canvas.PixOffset(area.Min.X, area.Min.Y+y):]
		for x, pixel := range tile.Pix[y*tile.Width : (y+1)*tile.Width] {
			binary.LittleEndian.PutUint32(row[4*x:], t.nearest.colours[pixel])
		}
	}
}

// read returns the pixels of an area of a canvas on which a tile was shown. Pixels that no
// arrow has changed stay exactly as they were.
func (t *diagramTiles) read(canvas *image.RGBA, area image.Rectangle, shown *mosaic.Tile) []uint8 {
	pix := bytes.Clone(shown.Pix)
	for y := range shown.Height {
		row, at := canvas.Pix[canvas.PixOffset(area.Min.X, area.Min.Y+y):], y*shown.Width
		for x, same := range pix[at : at+shown.Width] {
			if c := binary.LittleEndian.Uint32(row[4*x:]); c != t.nearest.colours[same] {
				pix[at+x] = t.nearest.of(c)
			}
		}
	}
	return pix
}

// nearest finds the entry of a palette for any colour. Colours are as in image.RGBA, red in
// the lowest byte.
type nearest struct {
	colours [256]uint32     // of the palette
	entries *[1 << 15]uint8 // by the highest five bits of red, green and blue
}

func newNearest(palette color.Palette) nearest {
	n := nearest{entries: new([1 << 15]uint8)}
	channels := make([][3]int32, len(palette))
	for i, c := range palette {
		c := c.(color.RGBA)
		n.colours[i] = binary.LittleEndian.Uint32([]byte{c.R, c.G, c.B, c.A})
		channels[i] = [3]int32{int32(c.R), int32(c.G), int32(c.B)}
	}
	for bits := range n.entries {
		const half = 4 // of the colours with the same five bits
		r, g, b := int32(bits&31<<3+half), int32(bits>>5&31<<3+half), int32(bits>>10<<3+half)
		least := int32(math.MaxInt32)
		for i, c := range channels {
			r, g, b := c[0]-r, c[1]-g, c[2]-b
			if far := r*r + g*g + b*b; far < least {
				least, n.entries[bits] = far, uint8(i)
			}
		}
	}
	for i := len(palette) - 1; i >= 0; i-- { // the exact colours are the first
		n.entries[fiveBits(n.colours[i])] = uint8(i)
	}
	return n
}

// fiveBits has the highest five bits of red, green and blue.
func fiveBits(c uint32) uint32 { return c>>3&31 | c>>11&31<<5 | c>>19&31<<10 }

func (n nearest) of(c uint32) uint8 { return n.entries[fiveBits(c)] }

// all returns the entries for the pixels of a picture.
func (n nearest) all(m *image.RGBA) []uint8 {
	pix := make([]uint8, 0, len(m.Pix)/4)
	for c := range slices.Chunk(m.Pix, 4) {
		pix = append(pix, n.of(binary.LittleEndian.Uint32(c)))
	}
	return pix
}
