package mosaic

import (
	"cmp"
	"slices"
)

// A token is a literal pixel, or a match, which copies length pixels from distance bytes
// back.
type token struct {
	pixel            uint8 // if length is 0
	length, distance int
}

// A source is where a match may copy from: in the same row or in the row above,
// shift pixels to the right, or to the left if shift is negative.
type source struct {
	up, shift int
	distance  int // the same, in bytes of the picture
	bits      int // length of the distance's code with extra bits

	reach []int // by pixel of a row: how many pixels from there on can be copied
}

// sources returns the sources for pictures with stride bytes in a row.
func sources(stride, repeat int) []source {
	return []source{
		{up: 0, shift: -1, distance: 1},
		{up: 0, shift: -repeat, distance: repeat},
		{up: 1, shift: -1, distance: stride + 1},
		{up: 1, shift: 0, distance: stride},
		{up: 1, shift: 1, distance: stride - 1},
	}
}

// unreachable is more bits than any row needs.
const unreachable = 1 << 20

// A parser finds tokens with few bits for a row of a tile, by dynamic programming from
// the end of the row. The best tokens from a pixel on are a first token, followed by the
// best tokens from the end of that token on.
type parser struct {
	literal [256]int              // bits of a pixel
	length  [longestMatch + 1]int // bits of a match's length
	sources []source              // the cheapest first

	cost   []int   // by pixel: bits of the cheapest tokens from there to the end
	choice []token // by pixel: the first of these tokens
	tokens []token
}

// newParser returns a parser for rows of up to widest pixels. It takes the bits of
// symbols from the code.
func newParser(code blockCode, from []source, widest int) *parser {
	p := &parser{cost: make([]int, widest+1), choice: make([]token, widest)}
	for pixel := range p.literal {
		p.literal[pixel] = symbol{symbol: pixel}.bits(code.literals)
	}
	for length := shortestMatch; length <= longestMatch; length++ {
		p.length[length] = lengthSymbol(length).bits(code.literals)
	}
	for _, s := range from {
		if s.bits = distanceSymbol(s.distance).bits(code.distances); s.bits < unreachable {
			p.sources = append(p.sources, s)
		}
	}
	slices.SortStableFunc(p.sources, func(a, b source) int { return cmp.Compare(a.bits, b.bits) })
	return p
}

// parse returns the tokens of row y. They are valid until the next call.
func (p *parser) parse(t *Tile, y int) []token {
	row := t.pixels(y)
	for i := range p.sources {
		p.sources[i].begin(t, y)
	}
	p.cost[len(row)] = 0
	for x := len(row) - 1; x >= 0; x-- {
		p.choose(x, row[x])
	}
	p.tokens = p.tokens[:0]
	for x := 0; x < len(row); x += max(1, p.choice[x].length) {
		p.tokens = append(p.tokens, p.choice[x])
	}
	return p.tokens
}

// begin prepares the source for row y.
func (s *source) begin(t *Tile, y int) {
	s.reach = slices.Grow(s.reach[:0], t.Width)[:t.Width]
	clear(s.reach)
	if s.up > y {
		return
	}
	row, from, reach := t.pixels(y), t.pixels(y-s.up), 0
	for x := min(t.Width, t.Width-s.shift) - 1; x >= max(0, -s.shift); x-- {
		reach++
		if row[x] != from[x+s.shift] {
			reach = 0
		}
		s.reach[x] = min(reach, longestMatch)
	}
}

// choose finds the best first token from pixel x on: a literal, or a match as long as it can be. A
// source with more bits can only help if it reaches farther than those with fewer.
func (p *parser) choose(x int, pixel uint8) {
	best, choice := p.literal[pixel]+p.cost[x+1], token{pixel: pixel}
	longest := shortestMatch - 1
	for i := range p.sources {
		s := &p.sources[i]
		length := s.reach[x]
		if length <= longest {
			continue
		}
		longest = length
		if cost := p.length[length] + s.bits + p.cost[x+length]; cost < best {
			best, choice = cost, token{length: length, distance: s.distance}
		}
	}
	p.cost[x], p.choice[x] = best, choice
}
