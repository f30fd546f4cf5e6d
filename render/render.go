// Package render draws positions as PNG pictures: whole boards of start positions, White's
// first rank alone or of several boards, and any position with arrows and marks.
//
//	r := render.New()
//	png, err := r.Board(render.Board{Position: p})
//	png, err = r.Strip(render.Strip{Rank: rank, Marked: chess960.FilesOf(chess960.FileA)})
//
// A request is a value that describes its picture completely. Fields that are left out
// have defaults: the first theme, seen from White's side, nothing marked.
//
// From the drawing to the picture:
//
//   - pieces.go holds the six drawings as paths on a grid, and gg paints them in layers.
//     lettering.go writes beside the squares.
//   - render.go draws the parts of pictures once: squares with their men, letters, digits. theme.go
//     reduces their colours, so that a pixel is one byte.
//   - board.go and diagram.go lay parts out as stripes, each as wide as the picture.
//   - bands.go compresses a stripe and remembers it as a band. A PNG file is the bands one behind the
//     other, so a board that shares a rank with another one costs half, and a known one nearly nothing.
//
// Arrows (diagram.go) are painted for each picture, on copies of the parts that they touch. A new theme
// is one literal in theme.go.
package render

import (
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"sync"

	"github.com/fogleman/gg"

	"chess960bot/internal/chess960"
	"chess960bot/internal/recent"
)

// A Renderer makes pictures. It is safe for concurrent use.
type Renderer struct {
	kits  map[kitKey]func() *kit
	bands recent.Table[func() band]
}

type kitKey struct {
	kind  *kind
	theme *Theme
}

// bandsKept bands are some 2.5 MB, and the table keeps at most twice as many.
const bandsKept = 180

// New returns a Renderer. It draws the parts of pictures when they are first needed, which takes some
// 50 ms of a processor for each kind and theme.
func New() *Renderer {
	r := &Renderer{map[kitKey]func() *kit{}, recent.Table[func() band]{Size: bandsKept}}
	for _, theme := range themes {
		for _, kind := range []*kind{&boardKind, &stripKind, &throwsKind, &diagramKind, &diagramRankKind, &ranksKind} {
			r.kits[kitKey{kind, theme}] = sync.OnceValue(func() *kit { return newKit(kind, theme) })
		}
	}
	return r
}

// Prepare draws the parts of boards and strips in the default theme, one kind after the other, so that
// the first pictures come soon.
func (r *Renderer) Prepare() error {
	_, board := r.Board(Board{Position: chess960.Classical()})
	_, strip := r.Strip(Strip{})
	return errors.Join(board, strip)
}

// kit returns the parts for pictures of a kind in a theme, nil for the default.
func (r *Renderer) kit(of *kind, t *Theme) (*kit, error) {
	t = t.orDefault()
	k := r.kits[kitKey{of, t}]
	if k == nil {
		return nil, fmt.Errorf("render: theme %q is not one of Themes()", t.ID)
	}
	return k(), nil
}

// A kind is the measures of pictures in pixels, and what is drawn for them.
type kind struct {
	name        string
	size        int          // of a square
	left, right int          // the width of the edges beside squares, the left one with the digits of ranks
	edge        int          // the height of the edges below and above squares; 0 if texts are characters of labels
	writing     int          // the size of letters and digits, in units
	digits      string       // of ranks
	texts       []string     // letters of files, figures, throws; or characters
	men         string       // on squares of the first grounds; "" if squares are drawn when they are needed, beside arrows
	grounds     ground       // the number of kinds of squares
	exact       []color.RGBA // in the palette unchanged, besides the colours of squares
}

// width returns the width of pictures.
func (k *kind) width() int { return k.left + 8*k.size + k.right }

// A part is a rectangle that pictures have in common: a square with its man, a letter, a digit.
type part struct {
	id            uint16 // its number in the kit
	width, height int
	pix           []uint8 // entries of the palette, row by row
}

// A square is a kind of square with a man, or 0.
type square struct {
	man    byte // the letter of a FEN
	ground ground
}

// menLetters are the letters of a FEN.
const menLetters = "KQRBNPkqrbnp"

// A kit is the parts for pictures of one kind in one theme. gg draws each part once.
type kit struct {
	*kind
	painter
	palette []color.RGBA
	page    uint8            // the colour around squares
	beside  map[byte]*part   // digits of ranks, at the left of squares
	around  map[string]*part // texts below and above squares, or on labels
	nearest *nearest         // nil if everything is drawn beforehand

	mu      sync.Mutex
	squares map[square]*part
}

func newKit(of *kind, theme *Theme) *kit {
	k := &kit{
		kind: of, painter: painter{theme, map[sprite]*image.RGBA{}},
		beside: map[byte]*part{}, around: map[string]*part{}, squares: map[square]*part{},
	}
	var q quantizer
	for _, digit := range []byte(k.digits) {
		k.beside[digit] = q.add(theme.edgePart(string(digit), k.left, k.size, pixels(k.writing, k.size)))
	}
	for _, text := range k.texts {
		if k.edge == 0 {
			k.around[text] = q.add(labelGlyph(theme, text))
		} else {
			k.around[text] = q.add(theme.edgePart(text, k.size, k.edge, pixels(k.writing, k.size)))
		}
	}
	if k.men == "" {
		q.add(k.sample())
	} else {
		for g := range k.grounds {
			for _, man := range append([]byte(k.men), 0) {
				k.squares[square{man, g}] = q.add(k.draw(square{man, g}, k.size))
			}
		}
	}
	q.reduce(append([]color.RGBA{theme.Light, theme.Dark, theme.MarkedLight, theme.MarkedDark, theme.Frame, pageColour(theme)}, k.exact...)...)
	k.palette, k.page = q.palette, uint8(slices.Index(q.palette, pageColour(theme)))
	if k.men == "" {
		k.nearest = newNearest(q.palette)
	}
	clear(k.sprites)
	return k
}

// at returns the part of a square.
func (k *kit) at(q square) *part {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.squares[q] == nil {
		const after = 1000 // the other parts
		p := &part{id: uint16(after + len(k.squares)), width: k.size, height: k.size}
		for c := range slices.Chunk(k.draw(q, k.size).Pix, 4) {
			p.pix = append(p.pix, k.nearest.of(binary.LittleEndian.Uint32(c)))
		}
		k.squares[q] = p
	}
	return k.squares[q]
}

// sample draws squares with every man, ground and arrow, for the palette.
func (k *kit) sample() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 8*k.size, 8*k.size))
	var d Diagram
	for i := range 64 {
		man := byte(0)
		if i%16 < len(menLetters) {
			man = menLetters[(i+i/16)%len(menLetters)]
		}
		x, y := i%8*k.size, i/8*k.size
		one := k.draw(square{man, ground(i/2+i) % (4 * grounds)}, k.size)
		draw.Draw(m, image.Rect(x, y, x+k.size, y+k.size), one, image.Point{}, draw.Src)
		if i%7 == 0 {
			d.Arrows = append(d.Arrows, Arrow{i, (i * 37) % 64, ArrowKind(i % 3)})
		}
	}
	dc := gg.NewContextForRGBA(m)
	dc.Scale(float64(k.size)/boardSquare, float64(k.size)/boardSquare)
	for _, arrow := range d.shafts() {
		arrow.draw(dc)
	}
	return m
}

// rank lays out a rank with its digit, or 0.
func (k *kit) rank(digit byte, squares [8]square) stripe {
	s := stripe{height: k.size}
	if digit != 0 {
		s.parts = append(s.parts, placed{k.beside[digit], 0, 0})
	}
	for column, q := range squares {
		s.parts = append(s.parts, placed{k.at(q), k.left + column*k.size, 0})
	}
	return s
}

// line lays out what stands below or above the squares of a rank.
func (k *kit) line(texts [8]string) stripe {
	s := stripe{height: k.edge}
	for column, text := range texts {
		if text != "" {
			s.parts = append(s.parts, placed{k.around[text], k.left + column*k.size, 0})
		}
	}
	return s
}
