package mosaic

import "fmt"

// A Tile is a part of pictures. Compress it before use.
type Tile struct {
	Width, Height int
	Pix           []uint8 // palette entries, row by row

	set         *set
	rows        []*row
	bits        uint   // of all rows
	sum, moment uint64 // see Frame.checksum
}

// pixels returns the pixels of row y.
func (t *Tile) pixels(y int) []uint8 { return t.Pix[y*t.Width : (y+1)*t.Width] }

// Compress compresses tiles for pictures of a width. What a picture has of them
// shares a block: tiles that have colours in common, and that often stand
// together, belong in one call. repeat is a distance, in pixels, at which a
// pattern in a row is expected again.
//
// Compress reads every tile back from its bits. An error says what is wrong with
// a tile.
func Compress(width, repeat int, tiles ...*Tile) error {
	widest := 0
	for i, t := range tiles {
		if t.Width < 1 || t.Width > width || t.Height < 1 || len(t.Pix) != t.Width*t.Height {
			return fmt.Errorf("mosaic: tile %d of %d × %d with %d pixels in pictures of width %d", i, t.Width, t.Height, len(t.Pix), width)
		}
		widest = max(widest, t.Width)
	}
	s := newSet(width, tiles)
	from := sources(s.stride(), repeat)
	s.code = guessedCode()
	for range rounds {
		s.code = s.fit(newParser(s.code, from, widest), tiles)
	}
	s.header = s.code.header()
	s.compress(newParser(s.code, from, widest))
	for _, t := range tiles {
		t.settle(s)
	}
	return s.check(tiles)
}

// settle notes what pictures need to know of the tile beside its bits.
func (t *Tile) settle(s *set) {
	t.set, t.bits, t.sum, t.moment = s, 0, 0, 0
	for y, r := range t.rows {
		t.bits += r.bits.n
		for x, pixel := range t.pixels(y) {
			t.sum += uint64(pixel)
			t.moment += uint64(pixel) * uint64(y*s.stride()+x)
		}
	}
}
