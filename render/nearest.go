package render

import (
	"encoding/binary"
	"image"
	"image/color"
	"slices"
)

// nearest finds the entry of a palette for any colour. Colours are as in image.RGBA, red in
// the lowest byte.
type nearest struct {
	colours [256]uint32     // of the palette
	entries *[1 << 15]uint8 // by the highest five bits of red, green and blue
}

func newNearest(palette color.Palette) nearest {
	n := nearest{entries: new([1 << 15]uint8)}
	for i := range n.entries {
		const half = 4 // of the colours with the same five bits
		n.entries[i] = uint8(palette.Index(color.RGBA{uint8(i<<3 + half), uint8(i>>5<<3 + half), uint8(i>>10<<3 + half), 0xff}))
	}
	for i := len(palette) - 1; i >= 0; i-- { // the exact colours are the first
		c := palette[i].(color.RGBA)
		n.colours[i] = binary.LittleEndian.Uint32([]byte{c.R, c.G, c.B, c.A})
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
