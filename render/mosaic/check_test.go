package mosaic

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"math/bits"
)

// check reads every tile back from its bits and compares the pixels. It also reads the
// header with compress/flate.
func (s *set) check(tiles []*Tile) error {
	w := bitWriter{bytes: make([]byte, s.header.n/8+32)}
	s.begin(&w, true)
	s.end(&w)
	if pixels, err := io.ReadAll(flate.NewReader(bytes.NewReader(w.bytes[:w.close()]))); err != nil || len(pixels) > 0 {
		return fmt.Errorf("mosaic: an empty block is read as %d bytes: %w", len(pixels), err)
	}
	r := reader{newTable(s.code.literals.lengths), newTable(s.code.distances.lengths)}
	for i, t := range tiles {
		for y := range t.Height {
			if !r.reads(t, y) {
				return fmt.Errorf("mosaic: tile %d of %d × %d is read back wrong in row %d", i, t.Width, t.Height, y)
			}
		}
	}
	return nil
}

// A reader reads tokens.
type reader struct{ literals, distances table }

// reads reports whether the bits of row y decode to its pixels.
func (r reader) reads(t *Tile, y int) bool {
	pixels, row := t.pixels(y), t.compressed[y].bits
	at, x := uint(0), 0
	for x < len(pixels) {
		literal := r.literals.next(row, &at)
		if literal < endOfBlock {
			if literal != int(pixels[x]) {
				return false
			}
			x++
			continue
		}
		length := longestMatch
		if literal != lastLength {
			length = shortestMatch + number(literal-firstLength, 2, row, &at)
		}
		distance := 1 + number(r.distances.next(row, &at), 1, row, &at)
		if !t.repeats(y, x, length, distance) {
			return false
		}
		x += length
	}
	return x == len(pixels) && at == row.n
}

// repeats reports whether the tile has the same length pixels at (x, y) and distance
// bytes of the picture earlier.
func (t *Tile) repeats(y, x, length, distance int) bool {
	from := y*t.set.stride() + x - distance
	fromY, fromX := from/t.set.stride(), from%t.set.stride()
	if from < 0 || x+length > t.Width || fromX+length > t.Width && fromY < y {
		return false
	}
	return bytes.Equal(t.pixels(y)[x:x+length], t.pixels(fromY)[fromX:fromX+length])
}

// next reads a symbol and moves on. It returns a number that is no symbol if no
// code begins with these bits.
func (t table) next(row bitString, at *uint) int {
	e := t[row.at(*at)&(1<<maxCodeLength-1)]
	if e.length == 0 {
		return 1 << maxCodeLength
	}
	*at += uint(e.length)
	return int(e.symbol)
}

// number reads the extra bits of a symbol and returns the number that they encode. It is
// the inverse of split.
func number(symbol int, ranges uint, row bitString, at *uint) int {
	if symbol < 2<<ranges {
		return symbol
	}
	extra := uint(symbol)>>ranges - 1
	value := row.at(*at) & (1<<extra - 1)
	*at += extra
	return (1<<ranges+symbol&(1<<ranges-1))<<extra + int(value)
}

// A table has an entry for each value of the next maxCodeLength bits: the code with
// which they begin.
type table []tableEntry

type tableEntry struct {
	symbol uint16
	length uint8 // 0 if no code begins so
}

// newTable returns the table for the code with these lengths. Symbols take consecutive
// numbers, in order of length and then of symbol.
func newTable(lengths []uint8) table {
	t := make(table, 1<<maxCodeLength)
	next := 0 // number of maxCodeLength bits, the first one highest
	for length := uint8(1); length <= maxCodeLength; length++ {
		for symbol, l := range lengths {
			if l != length {
				continue
			}
			for range 1 << (maxCodeLength - length) {
				if next < len(t) {
					t[bits.Reverse16(uint16(next))>>(16-maxCodeLength)] = tableEntry{uint16(symbol), length}
				}
				next++
			}
		}
	}
	return t
}

// at returns the 32 bits from position i on, with zeros after the end.
func (s bitString) at(i uint) uint32 {
	word := func(k uint) uint64 {
		if k < uint(len(s.words)) {
			return s.words[k]
		}
		return 0
	}
	return uint32(word(i/64)>>(i%64) | word(i/64+1)<<(64-i%64))
}
