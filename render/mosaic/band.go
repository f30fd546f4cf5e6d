package mosaic

// A Band is tiles side by side. They have one height and come from one call of
// Compress.
type Band []*Tile

func (b Band) height() int { return b[0].Height }

func (b Band) set() *set { return b[0].set }

// room returns how many bits are enough for the band in a block of its own.
func (b Band) room() uint {
	kinds := b.height() * int(b.set().code.literals.lengths[0]) // of filters
	bits := 1 + b.set().header.n + uint(kinds) + maxCodeLength
	for _, t := range b {
		bits += t.bits
	}
	return bits
}

// write writes the band row by row.
func (b Band) write(w *bitWriter) {
	var room [64]int
	left := append(room[:0], 0) // the columns at which the tiles begin
	for i, t := range b {
		left = append(left, left[i]+t.Width)
	}
	for y := range b.height() {
		b.set().code.literals.write(w, 0) // the kind of filter
		for i, t := range b {
			if r := &t.compressed[y]; r.bits.n <= shortRow || r.pixelsID == notCopied || !b.writeCopy(w, left, i, y) {
				w.writeAll(r.bits.words, r.bits.n)
			}
		}
	}
}

// shortRow is the number of bits up to which a row is not worth copying.
const shortRow = 16

// writeCopy writes row y of tile i as a match, if the same pixels are farther
// left and the match is shorter than the row.
func (b Band) writeCopy(w *bitWriter, left []int, i, y int) bool {
	r, code := &b[i].compressed[y], &b.set().code
	for j := i - 1; j >= 0; j-- {
		if b[j].compressed[y].pixelsID != r.pixelsID {
			continue
		}
		if b[i].Width < shortestMatch || b[i].Width > longestMatch {
			return false
		}
		length, distance := lengthSymbol(b[i].Width), distanceSymbol(left[i]-left[j])
		if length.bits(code.literals)+distance.bits(code.distances) >= int(r.bits.n) {
			return false
		}
		length.write(w, code.literals)
		distance.write(w, code.distances)
		return true
	}
	return false
}
