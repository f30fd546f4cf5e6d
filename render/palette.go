package render

import (
	"cmp"
	"encoding/binary"
	"image"
	"image/color"
	"math"
	"slices"
)

// A quantizer reduces the colours of many pictures to one PNG palette. The zero quantizer
// is ready to use: add the pictures, then reduce.
type quantizer struct {
	parts    []*part
	pictures []*image.RGBA // of the parts
	counts   map[color.RGBA]int
	palette  []color.RGBA
	index    map[color.RGBA]uint8
}

// paletteSize is the largest number of colours in a palette. PNG allows 256, but these
// look the same and take a fifth more bytes.
const paletteSize = 136

// add returns a part with the picture. The part gets its pixels from reduce.
func (q *quantizer) add(m *image.RGBA) *part {
	if q.counts == nil {
		q.counts = map[color.RGBA]int{}
	}
	p := &part{id: uint16(len(q.parts)), width: m.Rect.Dx(), height: m.Rect.Dy()}
	q.parts, q.pictures = append(q.parts, p), append(q.pictures, m)
	for c, n := range runs(m) {
		q.counts[c] += n
	}
	return p
}

// reduce chooses a palette for all added pictures, and fills the parts. The exact colours are in the
// palette unchanged.
func (q *quantizer) reduce(exact ...color.RGBA) {
	q.choosePalette(exact)
	for i, p := range q.parts {
		p.pix = make([]uint8, 0, p.width*p.height)
		for c, n := range runs(q.pictures[i]) {
			entry := q.index[c]
			for range n {
				p.pix = append(p.pix, entry)
			}
		}
	}
}

// runs yields the picture's pixels line by line, equal neighbours together.
func runs(m *image.RGBA) func(yield func(color.RGBA, int) bool) {
	return func(yield func(color.RGBA, int) bool) {
		var run color.RGBA
		n := 0
		for p := range slices.Chunk(m.Pix, 4) {
			c := color.RGBA{p[0], p[1], p[2], p[3]}
			if c == run {
				n++
				continue
			}
			if n > 0 && !yield(run, n) {
				return
			}
			run, n = c, 1
		}
		yield(run, n)
	}
}

// A sample is a colour with its weight for choosing the palette. The weight is the
// square root of the number of pixels, so that large areas leave enough colours for the
// edges between them.
type sample struct {
	rgb    [3]float64
	weight float64
	colour color.RGBA
}

// choosePalette fills the palette: the exact colours first, then the means of
// the boxes into which the counted colours are cut.
func (q *quantizer) choosePalette(exact []color.RGBA) {
	q.index = make(map[color.RGBA]uint8, len(q.counts))
	for _, c := range exact {
		if _, ok := q.index[c]; !ok {
			q.index[c] = uint8(len(q.palette))
			q.palette = append(q.palette, c)
		}
	}
	for _, b := range cut(q.samples(), paletteSize-len(q.palette)) {
		for _, s := range b.samples {
			q.index[s.colour] = uint8(len(q.palette))
		}
		q.palette = append(q.palette, color.RGBA{uint8(b.mean[0] + 0.5), uint8(b.mean[1] + 0.5), uint8(b.mean[2] + 0.5), 0xff})
	}
}

// samples returns the counted colours that are not in the index yet, in a fixed
// order.
func (q *quantizer) samples() []sample {
	samples := make([]sample, 0, len(q.counts))
	for c, n := range q.counts {
		if _, ok := q.index[c]; !ok {
			samples = append(samples, sample{[3]float64{float64(c.R), float64(c.G), float64(c.B)}, math.Sqrt(float64(n)), c})
		}
	}
	slices.SortFunc(samples, func(a, b sample) int {
		return cmp.Or(cmp.Compare(a.colour.R, b.colour.R), cmp.Compare(a.colour.G, b.colour.G), cmp.Compare(a.colour.B, b.colour.B))
	})
	return samples
}

// cut divides the samples into at most n boxes (median cut by variance). It repeatedly
// splits the box with the largest error, on the axis with the largest error, at the
// mean.
func cut(samples []sample, n int) []box {
	boxes := []box{newBox(samples)}
	for len(boxes) < n {
		worst := 0
		for i := range boxes {
			if boxes[i].error > boxes[worst].error {
				worst = i
			}
		}
		if boxes[worst].error == 0 {
			break
		}
		a, b := boxes[worst].split()
		boxes[worst] = a
		boxes = append(boxes, b)
	}
	return boxes
}

// A box is a set of similar colours that share one palette entry.
type box struct {
	samples []sample
	mean    [3]float64
	axis    int     // the colour channel with the largest error
	error   float64 // the weighted sum of their squared distances on the axis
}

func newBox(samples []sample) box {
	b := box{samples: samples}
	var weight float64
	var sum, squares [3]float64
	for _, s := range samples {
		weight += s.weight
		for i, v := range s.rgb {
			sum[i] += s.weight * v
			squares[i] += s.weight * v * v
		}
	}
	for i := range sum {
		b.mean[i] = sum[i] / weight
		if e := squares[i] - sum[i]*b.mean[i]; e > b.error+1e-6 {
			b.axis, b.error = i, e
		}
	}
	return b
}

// split cuts the box at its mean. Both halves have at least one sample, because the error
// is not 0.
func (b box) split() (box, box) {
	i := 0
	for j, s := range b.samples {
		if s.rgb[b.axis] <= b.mean[b.axis] {
			b.samples[i], b.samples[j] = b.samples[j], b.samples[i]
			i++
		}
	}
	return newBox(b.samples[:i]), newBox(b.samples[i:])
}

// nearest finds the entry of a palette for any colour. Colours are as in image.RGBA, red in
// the lowest byte.
type nearest struct {
	colours [256]uint32     // of the palette
	entries *[1 << 15]uint8 // by the highest five bits of red, green and blue
}

func newNearest(palette []color.RGBA) *nearest {
	n := &nearest{entries: new([1 << 15]uint8)}
	for i, c := range palette {
		n.colours[i] = binary.LittleEndian.Uint32([]byte{c.R, c.G, c.B, c.A})
	}
	for bits := range n.entries {
		const half = 4 // of the colours with the same five bits
		r, g, b := bits&31<<3+half, bits>>5&31<<3+half, bits>>10<<3+half
		least := math.MaxInt
		for i, c := range palette {
			r, g, b := int(c.R)-r, int(c.G)-g, int(c.B)-b
			if far := r*r + g*g + b*b; far < least {
				least, n.entries[bits] = far, uint8(i)
			}
		}
	}
	for i := len(palette) - 1; i >= 0; i-- { // the exact colours are the first
		n.entries[fiveBits(n.colours[i])] = uint8(i)
	}
	return n
}

// fiveBits has the highest five bits of red, green and blue.
func fiveBits(c uint32) uint32 { return c>>3&31 | c>>11&31<<5 | c>>19&31<<10 }

func (n *nearest) of(c uint32) uint8 { return n.entries[fiveBits(c)] }
