package render

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"strings"

	"github.com/fogleman/gg"

	"chess960bot/internal/chess960"
)

// A Diagram is a request for a picture of any position, or of one rank, with arrows and
// marks. Squares are numbered from 0 for a1 and 7 for h1 to 63 for h8.
type Diagram struct {
	Men       [64]byte // the letters of a FEN; 0 for an empty square
	Rank      int      // the only rank shown, 1 to 8, in larger squares; 0 for all ranks
	Theme     *Theme   // one of Themes; nil for the default
	FromBlack bool     // seen from Black's side, a1 at the top right
	Arrows    []Arrow
	Marked    []int // squares with a yellow ground and a frame
	Striped   []int // squares with stripes
	Targets   []int // squares with a ring and four ticks: attacked
	Untouched []int // squares with a ring and a slash: must not be attacked
}

// An Arrow leads from the middle of a square to another one.
type Arrow struct {
	From, To int
	Kind     ArrowKind
}

// An ArrowKind is the look of an arrow. The kinds differ in colour and in form.
type ArrowKind uint8

// The kinds of arrows.
const (
	KingArrow   ArrowKind = iota // blue, a solid line
	RookArrow                    // orange, a broken line
	AttackArrow                  // dark red, a thin line
)

// Diagram returns the picture as PNG: 756 by 756 pixels, or 960 by 168 for one rank.
func (r *Renderer) Diagram(d Diagram) ([]byte, error) {
	theme := d.Theme.orDefault()
	if err := d.check(); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	tiles, err := r.diagrams.of(theme)
	if err != nil {
		return nil, err
	}
	m := d.draw(tiles)
	var q quantizer
	tile := q.add(m)
	palette := q.reduce(theme.Light, theme.Dark, theme.MarkedLight, theme.MarkedDark, theme.Frame)
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	err = encoder.Encode(&b, &image.Paletted{Pix: tile.Pix, Stride: tile.Width, Rect: m.Rect, Palette: palette})
	return b.Bytes(), err
}

// check returns an error if the request is wrong. It does not check the theme.
func (d Diagram) check() error {
	if d.Rank < 0 || d.Rank > 8 {
		return fmt.Errorf("diagram of rank %d", d.Rank)
	}
	for s, man := range d.Men {
		if man != 0 && !strings.ContainsRune("KQRBNPkqrbnp", rune(man)) {
			return fmt.Errorf("diagram with unknown piece %q on %v%d", man, chess960.File(s%8), s/8+1)
		}
	}
	return nil
}

// measures are the lengths of a diagram's parts in pixels.
type measures struct {
	square  int
	rows    int // of squares, 8 in each
	left    int // the width of the edge with the digits of ranks; 0 without digits
	below   int // the height of the edge with the letters of files
	writing int // the size of letters and digits, in units
}

func (d Diagram) measures() measures {
	if d.Rank != 0 {
		return measures{square: stripSquare, rows: 1, below: stripEdge, writing: stripWriting}
	}
	return measures{square: boardSquare, rows: 8, left: boardEdge, below: boardEdge, writing: boardWriting}
}

// cell returns the column and the row of a square in the picture. ok is false if the
// square is not shown.
func (d Diagram) cell(square int) (column, row int, ok bool) {
	column, row = square%8, 7-square/8
	if d.FromBlack {
		column, row = 7-column, 7-row
	}
	if d.Rank != 0 {
		return column, 0, square/8 == d.Rank-1
	}
	return column, row, true
}

// corner returns the upper left corner of a square in the picture. ok is false if the
// square is not shown.
func (d Diagram) corner(square int) (at image.Point, ok bool) {
	column, row, ok := d.cell(square)
	of := d.measures()
	return image.Pt(of.left+column*of.square, row*of.square), ok
}

func (d Diagram) draw(tiles *diagramTiles) *image.RGBA {
	of := d.measures()
	size := of.square
	m := blankPage(tiles.theme, of.left+8*size, of.rows*size+of.below)
	grounds := d.grounds()
	for s, ground := range grounds {
		at, ok := d.corner(s)
		if !ok {
			continue
		}
		area := image.Rectangle{at, at.Add(image.Pt(size, size))}
		draw.Draw(m, area, tiles.ground(ground, size), image.Point{}, draw.Src)
		if man := d.Men[s]; man != 0 {
			draw.Draw(m, area, tiles.man(man, size), image.Point{}, draw.Over)
		}
	}
	dc := gg.NewContextForRGBA(m)
	dc.SetColor(tiles.theme.Writing)
	d.coordinates(dc)
	for _, s := range d.Targets {
		d.target(dc, s, false)
	}
	for _, s := range d.Untouched {
		d.target(dc, s, true)
	}
	for _, arrow := range d.shafts() {
		arrow.draw(dc)
	}
	return m
}

// coordinates writes the letters of files below the squares, and the digits of ranks at
// their left.
func (d Diagram) coordinates(dc *gg.Context) {
	of := d.measures()
	size, writing := of.square, pixels(of.writing, of.square)
	for i := range 8 {
		column, row, _ := d.cell(9 * i) // a1, b2, c3 to h8
		foot := image.Rect(0, of.rows*size, size, of.rows*size+of.below).Add(image.Pt(of.left+column*size, 0))
		centre(dc, letters[i:i+1], foot, writing)
		if of.left > 0 {
			centre(dc, digits[i:i+1], image.Rect(0, row*size, of.left, (row+1)*size), writing)
		}
	}
}

func (d Diagram) grounds() [64]ground {
	var grounds [64]ground
	for s := range grounds {
		grounds[s] = groundOf(chess960.File(s%8), s/8)
	}
	for _, s := range d.Marked {
		grounds[s] |= marked
	}
	for _, s := range d.Striped {
		grounds[s] |= striped
	}
	return grounds
}
