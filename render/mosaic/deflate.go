package mosaic

import (
	"math/bits"
	"slices"
)

// The symbols of RFC 1951. Literals and lengths share an alphabet: 0-255 are bytes, 256
// ends a block, 257-285 are lengths.
const (
	endOfBlock      = 256
	firstLength     = 257
	lastLength      = 285 // the symbol of length 258, without extra bits
	literalSymbols  = 286
	distanceSymbols = 30
	shortestMatch   = 3
	longestMatch    = 258
	longestDistance = 32768
	maxCodeLength   = 15
)

// A symbol stands for a range of lengths or distances. Extra bits after its code
// say which one is meant.
type symbol struct {
	symbol int
	extra  uint // number of extra bits
	value  uint64
}

// lengthSymbol returns the symbol of a match's length, 3 to 258.
func lengthSymbol(length int) symbol {
	if length == longestMatch {
		return symbol{symbol: lastLength}
	}
	s := split(length-shortestMatch, 2)
	s.symbol += firstLength
	return s
}

// distanceSymbol returns the symbol of a match's distance, 1 to 32768.
func distanceSymbol(distance int) symbol { return split(distance-1, 1) }

// split returns the symbol for n. The first 2 << ranges symbols stand for one
// number each. After them, every 1 << ranges symbols stand for twice as many.
func split(n int, ranges uint) symbol {
	length := uint(bits.Len(uint(n)))
	if length <= ranges+1 {
		return symbol{symbol: n}
	}
	extra := length - 1 - ranges
	return symbol{int(extra)<<ranges + n>>extra, extra, uint64(n) & (1<<extra - 1)}
}

// append appends the symbol's code and extra bits.
func (s symbol) append(b *bitString, code huffmanCode) {
	code.append(b, s.symbol)
	b.append(s.value, s.extra)
}

// write writes the symbol's code and extra bits.
func (s symbol) write(w *bitWriter, code huffmanCode) {
	code.write(w, s.symbol)
	w.write(s.value, s.extra)
}

// bits returns how many bits append appends, or unreachable if the symbol has no
// code.
func (s symbol) bits(code huffmanCode) int {
	if !code.has(s.symbol) {
		return unreachable
	}
	return int(code.lengths[s.symbol]) + int(s.extra)
}

// A blockCode is the two Huffman codes of a block.
type blockCode struct{ literals, distances huffmanCode }

// header returns the beginning of a block with this code, after the bit that marks the
// last block. It contains the lengths of both codes, in a Huffman code of their own.
func (c blockCode) header() bitString {
	runs := lengthRuns(slices.Concat(c.literals.lengths, c.distances.lengths))
	counts := make([]int, 19)
	for _, r := range runs {
		counts[r.symbol]++
	}
	code := newHuffmanCode(counts, 7)
	var b bitString
	b.append(2, 2) // dynamic Huffman codes
	b.append(literalSymbols-257, 5)
	b.append(distanceSymbols-1, 5)
	b.append(19-4, 4)
	for _, symbol := range [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15} {
		b.append(uint64(code.lengths[symbol]), 3)
	}
	for _, r := range runs {
		r.append(&b, code)
	}
	return b
}

// lengthRuns writes code lengths as runs: 16 repeats the length before 3 to 6
// times, 17 is 3 to 10 zeros, 18 is 11 to 138 zeros.
func lengthRuns(lengths []uint8) []symbol {
	var runs []symbol
	for len(lengths) > 0 {
		l, n := lengths[0], 1
		for n < len(lengths) && lengths[n] == l {
			n++
		}
		lengths = lengths[n:]
		if l != 0 {
			runs = append(runs, symbol{symbol: int(l)})
			n--
		}
		for n > 0 {
			run := 1
			switch {
			case l == 0 && n >= 11:
				run = min(n, 138)
				runs = append(runs, symbol{18, 7, uint64(run - 11)})
			case l == 0 && n >= 3:
				run = n
				runs = append(runs, symbol{17, 3, uint64(run - 3)})
			case l != 0 && n >= 3:
				run = min(n, 6)
				runs = append(runs, symbol{16, 2, uint64(run - 3)})
			default:
				runs = append(runs, symbol{symbol: int(l)})
			}
			n -= run
		}
	}
	return runs
}

// append appends a token.
func (c blockCode) append(b *bitString, t token) {
	if t.length == 0 {
		c.literals.append(b, int(t.pixel))
		return
	}
	lengthSymbol(t.length).append(b, c.literals)
	distanceSymbol(t.distance).append(b, c.distances)
}

// guessedCode returns a code to start from. Only its lengths are used.
func guessedCode() blockCode {
	return blockCode{
		huffmanCode{lengths: slices.Repeat([]uint8{6}, literalSymbols)},
		huffmanCode{lengths: slices.Repeat([]uint8{3}, distanceSymbols)},
	}
}
