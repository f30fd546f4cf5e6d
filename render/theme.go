package render

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"github.com/fogleman/gg"

	"chess960bot/internal/chess960"
)

// A Theme is a set of colours for boards and strips.
type Theme struct {
	ID   string // stable, for commands and file names: "brown"
	Name string // for people: "Brown"

	Light, Dark             color.RGBA // the squares
	Writing                 color.RGBA // letters and figures beside the squares
	MarkedLight, MarkedDark color.RGBA // the squares when marked
	Frame                   color.RGBA // of marked squares, for people without colour vision; also shields and blocks

	White, Black *Ink // the pieces
}

// themes lists all themes. To add one, add an entry here. The first is the default.
var themes = []*Theme{
	{
		ID: "brown", Name: "Brown",
		Light: rgb(0xf0dab6), Dark: rgb(0xb58763), Writing: rgb(0x7d5433),
		MarkedLight: rgb(0xf8e27a), MarkedDark: rgb(0xdcb545), Frame: rgb(0x6e3f16),
		White: ivory, Black: ebony,
	},
	{
		ID: "green", Name: "Green",
		Light: rgb(0xeeeed4), Dark: rgb(0x779556), Writing: rgb(0x4a6330),
		MarkedLight: rgb(0xf6e97a), MarkedDark: rgb(0xc6c23a), Frame: rgb(0x2f4a17),
		White: ivory, Black: ebony,
	},
	{
		ID: "blue", Name: "Blue",
		Light: rgb(0xe3e9f0), Dark: rgb(0x7593b4), Writing: rgb(0x44617f),
		MarkedLight: rgb(0xf8e38a), MarkedDark: rgb(0xd9bb52), Frame: rgb(0x24415f),
		White: ivory, Black: ebony,
	},
	{
		ID: "contrast", Name: "High contrast",
		Light: rgb(0xbcc4cd), Dark: rgb(0x6b7785), Writing: rgb(0x000000),
		MarkedLight: rgb(0xffe45c), MarkedDark: rgb(0xf0b400), Frame: rgb(0x000000),
		White: paper, Black: pitch,
	},
}

// An Ink is the colours of one side's pieces.
type Ink struct {
	Body    color.RGBA // flat, so that a small piece stays clear
	Outline color.RGBA
	Detail  color.RGBA // lines and spots within the body
	Halo    color.RGBA // a rim around the outline; transparent for none
}

// The inks of most themes, and those of the theme for low vision.
var (
	ivory = &Ink{Body: rgb(0xfffdf8), Outline: rgb(0x15110f), Detail: rgb(0x15110f)}
	ebony = &Ink{Body: rgb(0x1a1714), Outline: rgb(0x100e0c), Detail: rgb(0xd9d1c5)}
	paper = &Ink{Body: rgb(0xffffff), Outline: rgb(0x000000), Detail: rgb(0x000000)}
	pitch = &Ink{Body: rgb(0x000000), Outline: rgb(0x000000), Detail: rgb(0xffffff), Halo: rgb(0xffffff)}
)

// Themes returns all themes, the default first. They are shared: do not modify
// them.
func Themes() []*Theme { return slices.Clone(themes) }

// ThemeByID returns the theme with the given ID.
func ThemeByID(id string) (*Theme, bool) {
	for _, t := range themes {
		if t.ID == id {
			return t, true
		}
	}
	return nil, false
}

// orDefault returns t, or the default theme for nil.
func (t *Theme) orDefault() *Theme {
	if t == nil {
		return themes[0]
	}
	return t
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
}

var white = rgb(0xffffff)

// mix returns a mixture of two colours: a for t = 0, b for t = 1.
func mix(a, b color.RGBA, t float64) color.RGBA {
	between := func(a, b uint8) uint8 { return uint8(float64(a) + t*(float64(b)-float64(a)) + 0.5) }
	return color.RGBA{between(a.R, b.R), between(a.G, b.G), between(a.B, b.B), 0xff}
}

// A ground is one of the kinds of square that a theme has. The zero ground is a
// plain light square.
type ground uint8

const (
	dark     ground = 1 << iota
	marked          // yellow, with a frame
	shielded        // with a shield in a corner
	crossed         // with a red cross in a corner

	grounds = shielded // the number of kinds without a sign in a corner
)

// boardGrounds is the number of kinds of square on boards: only plain ones.
const boardGrounds = marked

func (g ground) has(property ground) bool { return g&property != 0 }

// groundOf returns the kind of the plain square on file f and rank r; r is 0 for rank 1.
func groundOf(f chess960.File, r int) ground {
	if (int(f)+r)%2 == 0 {
		return dark
	}
	return 0
}

// frameWidth is the width of a marked square's frame in units.
const frameWidth = 5

// A painter draws squares with their men in one theme. Each man is drawn once in each size.
type painter struct {
	theme   *Theme
	sprites map[sprite]*image.RGBA
}

// draw draws a square.
func (p *painter) draw(q square, size int) *image.RGBA {
	t := p.theme
	m := image.NewRGBA(image.Rect(0, 0, size, size))
	inside := m.Rect
	if q.ground.has(marked) {
		fill(m, m.Rect, t.Frame)
		inside = inside.Inset(pixels(frameWidth, size))
	}
	fill(m, inside, [grounds]color.RGBA{t.Light, t.Dark, t.MarkedLight, t.MarkedDark}[q.ground%grounds])
	if q.man != 0 {
		of := sprite{chess960.Piece(q.man), t.White, size}
		if q.man >= 'a' {
			of = sprite{chess960.Piece(q.man - 'a' + 'A'), t.Black, size}
		}
		if p.sprites[of] == nil {
			p.sprites[of] = of.draw()
		}
		draw.Draw(m, m.Rect, p.sprites[of], image.Point{}, draw.Over)
	}
	if q.ground.has(shielded) {
		dc, unit := corner(m)
		dc.MoveTo(0, -13)
		dc.CubicTo(3, -11, 6, -10, 10, -10)
		dc.CubicTo(10.5, 1, 8, 9, 0, 14)
		dc.CubicTo(-8, 9, -10.5, 1, -10, -10)
		dc.CubicTo(-6, -10, -3, -11, 0, -13)
		dc.ClosePath()
		dc.SetColor(white)
		dc.SetLineWidth(4 * unit)
		dc.StrokePreserve()
		dc.SetColor(t.Frame)
		dc.Fill()
	}
	if q.ground.has(crossed) { // in the red of the arrows of attackers
		dc, unit := corner(m)
		dc.SetLineCapButt()
		const reach, rim, width = 10, 2, 6.5
		for _, line := range []struct {
			end, width float64
			ink        color.Color
		}{{reach + rim, width + 2*rim, white}, {reach, width, attackRed}} {
			dc.DrawLine(-line.end, -line.end, line.end, line.end)
			dc.DrawLine(-line.end, line.end, line.end, -line.end)
			dc.SetLineWidth(line.width * unit)
			dc.SetColor(line.ink)
			dc.Stroke()
		}
	}
	return m
}

// corner returns a canvas with its middle in the upper right corner of a square, before its man.
// A line of width 1 is unit pixels wide.
func corner(m *image.RGBA) (dc *gg.Context, unit float64) {
	dc, unit = gg.NewContextForRGBA(m), float64(m.Rect.Dx())/gridSize
	dc.Scale(unit, unit)
	dc.Translate(gridSize-15, 17)
	dc.Scale(0.85, 0.85)
	return dc, unit
}

// fill gives an area of a picture one colour.
func fill(m *image.RGBA, area image.Rectangle, colour color.RGBA) {
	draw.Draw(m, area, image.NewUniform(colour), image.Point{}, draw.Src)
}

func blankPage(theme *Theme, width, height int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	fill(m, m.Rect, pageColour(theme))
	return m
}

// pageColour returns the colour around squares, and behind labels and facts.
func pageColour(theme *Theme) color.RGBA { return mix(theme.Light, white, 0.6) }

// A quantizer reduces the colours of many pictures to one PNG palette. The zero quantizer
// is ready to use: add the pictures, then reduce.
type quantizer struct {
	parts    []*part
	pictures []*image.RGBA // of the parts
	counts   map[color.RGBA]int
	palette  []color.RGBA
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

// reduce chooses a palette for all added pictures, and fills the parts. The exact colours are the first
// of the palette, unchanged. Then come the means of the boxes into which the other colours are cut.
func (q *quantizer) reduce(exact ...color.RGBA) {
	index := make(map[color.RGBA]uint8, len(q.counts))
	for _, c := range exact {
		if _, ok := index[c]; !ok {
			index[c] = uint8(len(q.palette))
			q.palette = append(q.palette, c)
		}
	}
	var samples []sample
	for c, n := range q.counts {
		if _, ok := index[c]; !ok {
			samples = append(samples, sample{[3]float64{float64(c.R), float64(c.G), float64(c.B)}, math.Sqrt(float64(n)), c})
		}
	}
	slices.SortFunc(samples, func(a, b sample) int { return slices.Compare(a.rgb[:], b.rgb[:]) })
	for _, b := range cut(samples, paletteSize-len(q.palette)) {
		for _, s := range b.samples {
			index[s.colour] = uint8(len(q.palette))
		}
		q.palette = append(q.palette, color.RGBA{uint8(b.mean[0] + 0.5), uint8(b.mean[1] + 0.5), uint8(b.mean[2] + 0.5), 0xff})
	}
	for i, p := range q.parts {
		p.pix = make([]uint8, 0, p.width*p.height)
		for c, n := range runs(q.pictures[i]) {
			entry := index[c]
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
		b, low := boxes[worst], 0 // both halves have a sample, because the error is not 0
		for i, s := range b.samples {
			if s.rgb[b.axis] <= b.mean[b.axis] {
				b.samples[low], b.samples[i] = b.samples[i], b.samples[low]
				low++
			}
		}
		boxes[worst] = newBox(b.samples[:low])
		boxes = append(boxes, newBox(b.samples[low:]))
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
