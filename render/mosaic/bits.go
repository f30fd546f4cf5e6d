package mosaic

import "encoding/binary"

// A bitWriter appends bits to bytes, the lowest bit first, as deflate requires.
type bitWriter struct {
	bytes   []byte // large enough for everything that is written
	at      int    // index of the next eight bytes
	pending uint64 // bits not in bytes yet
	n       uint   // number of pending bits, below 64
}

// write appends the n lowest bits of v, at most 64. The others must be 0.
func (w *bitWriter) write(v uint64, n uint) {
	w.pending |= v << w.n
	if w.n+n < 64 {
		w.n += n
		return
	}
	binary.LittleEndian.PutUint64(w.bytes[w.at:], w.pending)
	w.at += 8
	w.pending = v >> (64 - w.n) // 0 if nothing was pending
	w.n += n - 64
}

// writeAll appends n bits from words.
func (w *bitWriter) writeAll(words []uint64, n uint) {
	for ; n > 64; n -= 64 {
		w.write(words[0], 64)
		words = words[1:]
	}
	if n > 0 {
		w.write(words[0], n)
	}
}

// close fills the last byte with zeros and returns the position after that byte.
func (w *bitWriter) close() int {
	binary.LittleEndian.PutUint64(w.bytes[w.at:], w.pending)
	return w.at + int(w.n+7)/8
}

// A bitString is a sequence of bits to be written later.
type bitString struct {
	words []uint64
	n     uint
}

// append appends the n lowest bits of v, at most 32. The others must be 0.
func (s *bitString) append(v uint64, n uint) {
	used := s.n % 64
	if used > 0 {
		s.words[len(s.words)-1] |= v << used
	}
	if used == 0 && n > 0 || used+n > 64 {
		s.words = append(s.words, v>>((64-used)%64))
	}
	s.n += n
}
