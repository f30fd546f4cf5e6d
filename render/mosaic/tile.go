package mosaic

import (
	"bytes"
	"fmt"
	"slices"
)

// A Tile is a part of pictures. Compress it before use.
type Tile struct {
	Width, Height int
	Pix           []uint8 // palette entries, row by row

	set         *set
	rows        []*row
	compressed  []rowBits // all rows, contiguous in memory so that Join is fast
	bits        uint      // number of bits of all rows
	highest     uint8     // the highest palette entry
	sum, moment uint64    // of the pixels, and of the pixels times their distances from the start: see Frame.checksum
}

// pixels returns the pixels of row y.
func (t *Tile) pixels(y int) []uint8 { return t.Pix[y*t.Width : (y+1)*t.Width] }

// Compress compresses tiles for pictures of a width, up to 32,766 pixels. The tiles
// share a Huffman code, so tiles with the same colours should be in the same call.
// repeat is the distance, in pixels, at which patterns in a row are expected to repeat.
//
// The error says which tile does not fit pictures of the width.
func Compress(width, repeat int, tiles ...*Tile) error {
	if width < 1 || width > widestPicture || repeat < 1 || repeat > width {
		return fmt.Errorf("mosaic: pictures of width %d, with patterns that repeat after %d pixels", width, repeat)
	}
	widest := 0
	for i, t := range tiles {
		if t.Width < 1 || t.Width > width || t.Height < 1 || len(t.Pix) != t.Width*t.Height {
			return fmt.Errorf("mosaic: tile %d of %d × %d with %d pixels in pictures of width %d", i, t.Width, t.Height, len(t.Pix), width)
		}
		widest = max(widest, t.Width)
	}
	s := newSet(width, tiles)
	s.sources = sources(s.stride(), repeat)
	s.code = s.fit(newParser(guessedCode(), s.sources, widest), tiles)
	s.header = s.code.header()
	s.compress(newParser(s.code, s.sources, widest))
	for _, t := range tiles {
		t.settle(s)
	}
	s.rows = nil
	return nil
}

// Alike returns a tile of the same width and height, compressed in the code of t. That takes
// a few microseconds for a thousand pixels, and less where rows are as in t, so a tile may be
// made for one picture. It takes more bytes than a tile of Compress. Each colour must be in
// one of the tiles that were compressed together with t.
func (t *Tile) Alike(pix []uint8) (*Tile, error) {
	if len(pix) != len(t.Pix) {
		return nil, fmt.Errorf("mosaic: a tile of %d pixels like one of %d", len(pix), len(t.Pix))
	}
	made := &Tile{Width: t.Width, Height: t.Height, Pix: pix, compressed: slices.Clone(t.compressed)}
	skim := newSkimmer(t.set)
	for y := range made.compressed {
		from := max(0, y-1) * t.Width // a row may copy from the one above
		if bytes.Equal(pix[from:(y+1)*t.Width], t.Pix[from:(y+1)*t.Width]) {
			continue
		}
		bits, err := skim.row(made, y)
		if err != nil {
			return nil, err
		}
		made.compressed[y] = rowBits{bits, notCopied}
	}
	made.measure(t.set)
	return made, nil
}

// widestPicture is the largest width of a picture: a match can still copy from one pixel
// to the left in the row above.
const widestPicture = longestDistance - 2

// settle computes the other data that Join needs. Then the rows are not needed any more: they keep
// all tiles in memory.
func (t *Tile) settle(s *set) {
	t.compressed = nil
	for _, r := range t.rows {
		t.compressed = append(t.compressed, r.rowBits)
	}
	t.rows = nil
	t.measure(s)
}

// measure computes what Join needs besides the compressed rows.
func (t *Tile) measure(s *set) {
	t.set, t.bits, t.highest, t.sum, t.moment = s, 0, slices.Max(t.Pix), 0, 0
	for y, r := range t.compressed {
		t.bits += r.bits.n
		var sum, moment uint64
		for x, pixel := range t.pixels(y) {
			sum += uint64(pixel)
			moment += uint64(pixel) * uint64(x)
		}
		t.sum += sum
		t.moment += sum*uint64(y*s.stride()) + moment
	}
}
