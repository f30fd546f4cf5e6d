package mosaic

import (
	"cmp"
	"math/bits"
	"slices"
)

// A huffmanCode gives each symbol of an alphabet a sequence of bits, shorter for
// frequent symbols. The bits follow from the lengths (RFC 1951, section 3.2.2).
type huffmanCode struct {
	lengths []uint8  // by symbol, in bits; 0 for a symbol without a code
	codes   []uint16 // by symbol, the first bit lowest
}

// newHuffmanCode returns a code for symbols with these counts. Lengths are at most
// longest. Unless that limit shortens a code, the result is optimal.
func newHuffmanCode(counts []int, longest uint8) huffmanCode {
	counts = slices.Clone(counts)
	lengths := huffmanLengths(counts)
	for slices.Max(lengths) > longest { // more equal counts make a flatter tree
		for i, n := range counts {
			counts[i] = (n + 1) / 2
		}
		lengths = huffmanLengths(counts)
	}
	return huffmanCode{lengths, canonicalCodes(lengths)}
}

// A node is a tree of Huffman's method: a symbol, or two trees.
type node struct {
	count       int
	symbol      int // if left is nil
	left, right *node
}

// huffmanLengths joins the two rarest trees until one is left. The length of a
// symbol's code is the symbol's depth in that tree. There are always two symbols:
// some decoders refuse a code with fewer.
func huffmanLengths(counts []int) []uint8 {
	var trees []*node
	for symbol, count := range counts {
		if count > 0 {
			trees = append(trees, &node{count: count, symbol: symbol})
		}
	}
	for symbol := 0; len(trees) < 2; symbol++ {
		if counts[symbol] == 0 {
			trees = append(trees, &node{symbol: symbol})
		}
	}
	rarest := func(a, b *node) int { return cmp.Compare(a.count, b.count) }
	slices.SortStableFunc(trees, rarest)
	for len(trees) > 1 {
		joined := &node{count: trees[0].count + trees[1].count, left: trees[0], right: trees[1]}
		trees = trees[2:]
		at, _ := slices.BinarySearchFunc(trees, joined, rarest)
		trees = slices.Insert(trees, at, joined)
	}
	lengths := make([]uint8, len(counts))
	trees[0].setLengths(lengths, 0)
	return lengths
}

func (n *node) setLengths(lengths []uint8, depth uint8) {
	if n.left == nil {
		lengths[n.symbol] = depth
		return
	}
	n.left.setLengths(lengths, depth+1)
	n.right.setLengths(lengths, depth+1)
}

// canonicalCodes numbers the codes of each length in the order of their symbols,
// after the shorter ones.
func canonicalCodes(lengths []uint8) []uint16 {
	codes := make([]uint16, len(lengths))
	next := 0
	for length := uint8(1); length <= maxCodeLength; length++ {
		for symbol, l := range lengths {
			if l == length {
				codes[symbol] = bits.Reverse16(uint16(next)) >> (16 - length)
				next++
			}
		}
		next <<= 1
	}
	return codes
}

// has reports whether the symbol has a code.
func (c huffmanCode) has(symbol int) bool { return c.lengths[symbol] > 0 }

// append appends the symbol's code.
func (c huffmanCode) append(s *bitString, symbol int) {
	s.append(uint64(c.codes[symbol]), uint(c.lengths[symbol]))
}

// write writes the symbol's code.
func (c huffmanCode) write(w *bitWriter, symbol int) {
	w.write(uint64(c.codes[symbol]), uint(c.lengths[symbol]))
}
