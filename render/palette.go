package render

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"

	"chess960bot/render/mosaic"
)

// A quantizer reduces the colours of many pictures to one PNG palette. The zero quantizer
// is ready to use: add the pictures, then reduce.
type quantizer struct {
	jobs    []job
	counts  map[color.RGBA]int
	palette color.Palette
	index   map[color.RGBA]uint8
}

// A job is a picture and the tile for its pixels.
type job struct {
	to      *mosaic.Tile
	picture *image.RGBA
}

// paletteSize is the largest number of colours in a palette. PNG allows 256, but these
// look the same and take a fifth more bytes.
const paletteSize = 136

// add returns a tile for the picture. The tile gets its pixels from reduce.
func (q *quantizer) add(m *image.RGBA) *mosaic.Tile {
	if q.counts == nil {
		q.counts = map[color.RGBA]int{}
	}
	t := &mosaic.Tile{Width: m.Rect.Dx(), Height: m.Rect.Dy()}
	q.jobs = append(q.jobs, job{t, m})
	for c, n := range runs(m) {
		q.counts[c] += n
	}
	return t
}

// tiles returns all tiles.
func (q *quantizer) tiles() []*mosaic.Tile {
	var tiles []*mosaic.Tile
	for _, j := range q.jobs {
		tiles = append(tiles, j.to)
	}
	return tiles
}

// reduce chooses a palette for all added pictures, fills the tiles and returns the
// palette. The exact colours are in the palette unchanged.
func (q *quantizer) reduce(exact ...color.RGBA) color.Palette {
	q.choosePalette(exact)
	for _, j := range q.jobs {
		j.to.Pix = make([]uint8, 0, j.to.Width*j.to.Height)
		for c, n := range runs(j.picture) {
			i := q.index[c]
			for range n {
				j.to.Pix = append(j.to.Pix, i)
			}
		}
	}
	return q.palette
}

// encodePNG returns a picture as PNG with a palette that has the exact colours.
func encodePNG(m *image.RGBA, exact ...color.RGBA) ([]byte, error) {
	var q quantizer
	tile := q.add(m)
	palette := q.reduce(exact...)
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	err := encoder.Encode(&b, &image.Paletted{Pix: tile.Pix, Stride: tile.Width, Rect: m.Rect, Palette: palette})
	return b.Bytes(), err
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
		q.palette = append(q.palette, b.colour())
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

func (b box) colour() color.RGBA {
	return color.RGBA{uint8(b.mean[0] + 0.5), uint8(b.mean[1] + 0.5), uint8(b.mean[2] + 0.5), 0xff}
}
