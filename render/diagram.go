package render

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
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
	Marked    []int   // squares with a yellow ground and a frame
	Shielded  []int   // squares with a shield in a corner
	Crossed   []int   // squares with a red cross in a corner
	Then      [8]byte // the men of the rank after a move, below the letters of a rank; zero for none
}

// An Arrow leads from the edge of a square to another square.
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

// Diagram returns the picture as PNG: 888 by 756 pixels, or 1152 by 178 for one rank.
// With the rank after a move, the picture is 298 pixels high.
func (r *Renderer) Diagram(d Diagram) ([]byte, error) {
	k, err := r.kit(d.kind(), d.Theme)
	if err != nil {
		return nil, err
	}
	if d.Rank < 0 || d.Rank > 8 {
		return nil, fmt.Errorf("render: diagram of rank %d", d.Rank)
	}
	for s, man := range d.Men {
		if man != 0 && !strings.ContainsRune(menLetters, rune(man)) {
			return nil, fmt.Errorf("render: diagram with unknown piece %q on %v%d", man, chess960.File(s%8), s/8+1)
		}
	}
	stripes, shafts := d.stripes(k), d.shafts()
	k.paint(stripes, shafts, shaft.touches)
	return r.picture(k, stripes...), nil
}

// diagramEdge is the width in pixels at both sides of a board with arrows and frames. An answer
// with such a board has more text than others, and a wider picture is less high on a phone.
const diagramEdge = 84

var (
	diagramKind = kind{
		name: "diagram", size: boardSquare, left: diagramEdge, right: diagramEdge, edge: boardEdge, writing: boardWriting,
		digits: digits, texts: strings.Split(letters, ""), exact: []color.RGBA{white, kingBlue, rookOrange, attackRed},
	}
	diagramRankKind = kind{
		name: "diagram of a rank", size: stripSquare, left: stripLeft, right: stripLeft, edge: stripEdge, writing: stripWriting,
		digits: digits, texts: diagramKind.texts, exact: diagramKind.exact,
	}
)

func (d Diagram) kind() *kind {
	if d.Rank != 0 {
		return &diagramRankKind
	}
	return &diagramKind
}

// stripes lays out the diagram: its rows of squares, and the letters below.
func (d Diagram) stripes(k *kit) []stripe {
	rows := 8
	if d.Rank != 0 {
		rows = 1
	}
	var stripes []stripe
	var also [64]ground // on a square that is dark or light
	for _, s := range d.Marked {
		also[s] |= marked
	}
	for _, s := range d.Shielded {
		also[s] |= shielded
	}
	for _, s := range d.Crossed {
		also[s] |= crossed
	}
	var below [8]string
	var then [8]square
	for row := range rows {
		var squares [8]square
		for column := range squares {
			s := d.squareAt(column, row)
			plain := groundOf(chess960.File(s%8), s/8)
			squares[column] = square{d.Men[s], plain | also[s]}
			below[column] = letters[s%8 : s%8+1]
			then[column] = square{d.Then[s%8], plain}
		}
		stripes = append(stripes, k.rank(digits[d.squareAt(0, row)/8], squares))
	}
	edge := k.line(below)
	edge.lasting = true
	stripes = append(stripes, edge)
	if d.Then != [8]byte{} {
		stripes = append(stripes, k.rank(0, then))
	}
	return stripes
}

// squareAt returns the square in a column and a row of the picture.
func (d Diagram) squareAt(column, row int) int {
	rank := 7 - row
	if d.Rank != 0 {
		rank = d.Rank - 1
	} else if d.FromBlack {
		rank = row
	}
	if d.FromBlack {
		column = 7 - column
	}
	return 8*rank + column
}

// corner returns the upper left corner of a square in the picture. ok is false if the
// square is not shown.
func (d Diagram) corner(square int) (at image.Point, ok bool) {
	column, row, ok := square%8, 7-square/8, true
	if d.FromBlack {
		column, row = 7-column, 7-row
	}
	if d.Rank != 0 {
		row, ok = 0, square/8 == d.Rank-1
	}
	k := d.kind()
	return image.Pt(k.left+column*k.size, row*k.size), ok
}

// The colours of arrows. They differ in lightness too, and each has a white rim.
var (
	kingBlue   = rgb(0x1456b8)
	rookOrange = rgb(0xd9660a)
	attackRed  = rgb(0x9c1010)
)

// A shaft is an arrow in pixels.
type shaft struct {
	from, to gg.Point
	kind     ArrowKind
	size     float64 // of a square
}

// Where an arrow begins, and where an attack on a man ends, in squares from the middle. An arrow
// is not shorter than shortest.
const leaves, meets, shortest = 0.46, 0.42, 0.3

// shafts returns the arrows with their lanes. They begin beside the man that moves or attacks.
// An attack ends before the man that is attacked. The arrows of a king and of a rook along a rank have a lane each, so
// that none hides another: kings above, rooks below. A second arrow of the same kind over the
// same squares gets the next lane.
func (d Diagram) shafts() []shaft {
	size := float64(d.kind().size)
	var shafts []shaft
	for i, a := range d.Arrows {
		from, shown := d.corner(a.From)
		to, alsoShown := d.corner(a.To)
		if !shown || !alsoShown {
			continue
		}
		const x = 0.5
		y := 0.5
		if a.Kind != AttackArrow {
			lane := 0 // 1 if an earlier arrow of the same kind has a square in common besides its end
			for _, b := range d.Arrows[:i] {
				if b.Kind == a.Kind && min(max(a.From, a.To), max(b.From, b.To)) > max(min(a.From, a.To), min(b.From, b.To)) {
					lane = 1
				}
			}
			y = [][2]float64{KingArrow: {0.42, 0.2}, RookArrow: {0.7, 0.88}}[a.Kind][lane]
		}
		dx, dy := float64(to.X-from.X), float64(to.Y-from.Y)
		part := size / math.Hypot(dx, dy) // of the way, for one square
		begin, end := leaves*part, 1.0
		if a.Kind == AttackArrow && d.Men[a.To] != 0 {
			end = max(end-meets*part, begin+shortest*part)
		}
		point := func(way float64) gg.Point {
			return gg.Point{X: float64(from.X) + x*size + way*dx, Y: float64(from.Y) + y*size + way*dy}
		}
		shafts = append(shafts, shaft{point(begin), point(end), a.Kind, size})
	}
	return shafts
}

func (l shaft) width() float64 {
	if l.kind == AttackArrow {
		return 0.06 * l.size
	}
	return 0.1 * l.size
}

func (l shaft) rim() float64 { return 0.022 * l.size }

// headWidths is the width of an arrow's head in widths of the shaft. It is as long as wide.
const headWidths = 2.6

// draw paints the shaft and the head of the arrow on its white rim.
func (l shaft) draw(dc *gg.Context) {
	width := l.width()
	length := math.Hypot(l.to.X-l.from.X, l.to.Y-l.from.Y)
	head := headWidths * width
	dc.Push()
	defer dc.Pop()
	dc.Translate(l.from.X, l.from.Y)
	dc.Rotate(math.Atan2(l.to.Y-l.from.Y, l.to.X-l.from.X))
	neck := length - head/2 // where the head begins
	paint := func(rim float64, ink color.Color) {
		dc.SetColor(ink)
		if l.kind == RookArrow {
			piece := 1.5 * width
			for x := 0.0; x < neck-width/2; x += 2 * piece * 0.8 {
				dc.DrawRectangle(x-rim, -width/2-rim, min(piece, neck-x)+2*rim, width+2*rim)
			}
		} else {
			dc.DrawRectangle(-width/2-rim, -width/2-rim, neck+width/2+2*rim, width+2*rim)
		}
		dc.Fill()
		dc.MoveTo(neck-rim, -head/2-2*rim)
		dc.LineTo(neck+head+2*rim, 0)
		dc.LineTo(neck-rim, head/2+2*rim)
		dc.ClosePath()
		dc.Fill()
	}
	paint(l.rim(), white)
	paint(0, [...]color.RGBA{KingArrow: kingBlue, RookArrow: rookOrange, AttackArrow: attackRed}[l.kind])
}

// touches reports whether the shaft may cover a pixel of an area: the circle around the area reaches to
// the shaft.
func (l shaft) touches(area image.Rectangle) bool {
	x, y := float64(area.Min.X+area.Max.X)/2, float64(area.Min.Y+area.Max.Y)/2
	dx, dy := l.to.X-l.from.X, l.to.Y-l.from.Y
	nearest := max(0, min(1, ((x-l.from.X)*dx+(y-l.from.Y)*dy)/(dx*dx+dy*dy)))
	reach := math.Hypot(float64(area.Dx()), float64(area.Dy()))/2 + headWidths*l.width()/2 + 2*l.rim() + 1
	return math.Hypot(l.from.X+nearest*dx-x, l.from.Y+nearest*dy-y) <= reach
}

// paint replaces the parts that shafts touch by parts with the shafts.
func (k *kit) paint(stripes []stripe, shafts []shaft, touch func(shaft, image.Rectangle) bool) {
	if len(shafts) == 0 {
		return
	}
	type cell struct {
		*placed
		area image.Rectangle
	}
	var cells []cell
	height := 0
	for i, s := range stripes {
		for j, p := range s.parts {
			area := image.Rect(p.x, p.y, p.x+p.width, p.y+p.height).Add(image.Pt(0, height))
			if slices.ContainsFunc(shafts, func(l shaft) bool { return touch(l, area) }) {
				cells = append(cells, cell{&s.parts[j], area})
				stripes[i].lasting, stripes[i].passing = false, true
			}
		}
		height += s.height
	}
	atDesk(func(d *desk) {
		size := 4 * k.width() * height
		d.canvas = slices.Grow(d.canvas[:0], size)[:size]
		canvas := &image.RGBA{Pix: d.canvas, Stride: 4 * k.width(), Rect: image.Rect(0, 0, k.width(), height)}
		for _, c := range cells {
			for y := range c.height {
				row := canvas.Pix[canvas.PixOffset(c.area.Min.X, c.area.Min.Y+y):]
				for x, pixel := range c.pix[y*c.width : (y+1)*c.width] {
					binary.LittleEndian.PutUint32(row[4*x:], k.nearest.colours[pixel])
				}
			}
		}
		dc := gg.NewContextForRGBA(canvas)
		for _, l := range shafts {
			l.draw(dc)
		}
		for _, c := range cells {
			painted := *c.part
			painted.pix = bytes.Clone(c.pix)
			for y := range c.height {
				row, at := canvas.Pix[canvas.PixOffset(c.area.Min.X, c.area.Min.Y+y):], y*c.width
				for x, same := range c.pix[at : at+c.width] {
					// Pixels that no shaft has changed stay exactly as they were.
					if colour := binary.LittleEndian.Uint32(row[4*x:]); colour != k.nearest.colours[same] {
						painted.pix[at+x] = k.nearest.of(colour)
					}
				}
			}
			c.part = &painted
		}
	})
}
