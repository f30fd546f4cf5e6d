package mosaic

import "fmt"

// A skimmer finds tokens in one pass over a row. A parser needs ten times as long, and saves
// a few bits.
type skimmer struct {
	code    blockCode
	sources []skimmedSource
}

// A skimmedSource is a source whose distance has a code.
type skimmedSource struct {
	source
	distance symbol
}

func newSkimmer(s *set) skimmer {
	k := skimmer{code: s.code}
	for _, from := range s.sources {
		if d := distanceSymbol(from.distance); s.code.distances.has(d.symbol) {
			k.sources = append(k.sources, skimmedSource{from, d})
		}
	}
	return k
}

// row returns the bits of row y. Each token reaches as far as possible, unless literals
// take fewer bits.
func (k skimmer) row(t *Tile, y int) (bits bitString, err error) {
	bits.words = make([]uint64, 0, 16)
	row := t.pixels(y)
	for i := range k.sources {
		k.sources[i].begin(t, y)
	}
	for x := 0; x < len(row); {
		n, from := k.farthest(x)
		if n >= shortestMatch {
			length := lengthSymbol(n)
			if length.bits(k.code.literals)+from.bits(k.code.distances) < k.literals(row[x:x+n]) {
				length.append(&bits, k.code.literals)
				from.append(&bits, k.code.distances)
				x += n
				continue
			}
		}
		if !k.code.literals.has(int(row[x])) {
			return bits, fmt.Errorf("mosaic: a tile has colour %d, and no tile compressed with the one it is like", row[x])
		}
		k.code.literals.append(&bits, int(row[x]))
		x++
	}
	return bits, nil
}

// farthest returns the longest match from pixel x on.
func (k skimmer) farthest(x int) (longest int, from symbol) {
	for _, s := range k.sources {
		if s.reach[x] > longest {
			longest, from = s.reach[x], s.distance
		}
	}
	return longest, from
}

// literals returns the bits of pixels as literals. A few are enough to tell.
func (k skimmer) literals(pixels []uint8) (bits int) {
	for _, pixel := range pixels[:min(len(pixels), 12)] {
		bits += int(k.code.literals.lengths[pixel])
	}
	return bits
}
