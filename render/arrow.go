package render

import (
	"image"
	"image/color"
	"math"
	"slices"

	"github.com/fogleman/gg"
)

// The colours of arrows and targets. They differ in lightness too, and each has a white rim.
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

// shafts returns the arrows with their lanes. The arrows of a king and of a rook along a
// rank have a lane each, so that none hides another: kings above, rooks below. A second
// arrow of the same kind over the same squares gets the next lane.
func (d Diagram) shafts() []shaft {
	size := float64(d.measures().square)
	var shafts []shaft
	for i, a := range d.Arrows {
		from, shown := d.corner(a.From)
		to, alsoShown := d.corner(a.To)
		if !shown || !alsoShown {
			continue
		}
		x, y := 0.5, 0.5
		if a.Kind != AttackArrow {
			y = [][2]float64{KingArrow: {0.42, 0.2}, RookArrow: {0.7, 0.88}}[a.Kind][d.lane(i)]
		}
		shafts = append(shafts, shaft{
			gg.Point{X: float64(from.X) + x*size, Y: float64(from.Y) + y*size},
			gg.Point{X: float64(to.X) + x*size, Y: float64(to.Y) + y*size},
			a.Kind, size,
		})
	}
	return shafts
}

// lane returns 1 if an earlier arrow of the same kind has a square in common with the arrow
// besides its end, otherwise 0.
func (d Diagram) lane(i int) int {
	a := d.Arrows[i]
	for _, b := range d.Arrows[:i] {
		if b.Kind == a.Kind && min(max(a.From, a.To), max(b.From, b.To)) > max(min(a.From, a.To), min(b.From, b.To)) {
			return 1
		}
	}
	return 0
}

func (l shaft) draw(dc *gg.Context) {
	l.path(dc, l.rim(), white)
	l.path(dc, 0, [...]color.RGBA{KingArrow: kingBlue, RookArrow: rookOrange, AttackArrow: attackRed}[l.kind])
}

func (l shaft) width() float64 {
	if l.kind == AttackArrow {
		return 0.045 * l.size
	}
	return 0.1 * l.size
}

func (l shaft) rim() float64 { return 0.022 * l.size }

// headWidths is the width of an arrow's head in widths of the shaft. It is as long as wide.
const headWidths = 2.6

// path paints the shaft and the head of the arrow, widened by the rim.
func (l shaft) path(dc *gg.Context, rim float64, ink color.Color) {
	width := l.width()
	length := math.Hypot(l.to.X-l.from.X, l.to.Y-l.from.Y)
	head := headWidths * width
	dc.Push()
	defer dc.Pop()
	dc.Translate(l.from.X, l.from.Y)
	dc.Rotate(math.Atan2(l.to.Y-l.from.Y, l.to.X-l.from.X))
	dc.SetColor(ink)
	neck := length - head/2 // where the head begins
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

// A ring is the mark of an attacked square: a ring with four ticks. Crossed, with a slash, it
// marks a square that must not be attacked. Both stand in an upper corner, free of pieces and
// of first lanes.
type ring struct {
	middle       gg.Point
	radius, size float64 // size is that of a square
	crossed      bool
}

// rings returns the marks of squares.
func (d Diagram) rings() []ring {
	size := float64(d.measures().square)
	x, y, r := 0.16, 0.16, 0.09
	if d.Rank != 0 {
		x, y, r = 0.83, 0.17, 0.12
	}
	var rings []ring
	for i, s := range slices.Concat(d.Targets, d.Untouched) {
		if corner, shown := d.corner(s); shown {
			middle := gg.Point{X: float64(corner.X) + x*size, Y: float64(corner.Y) + y*size}
			rings = append(rings, ring{middle, r * size, size, i >= len(d.Targets)})
		}
	}
	return rings
}

func (m ring) draw(dc *gg.Context) {
	x, y, r := m.middle.X, m.middle.Y, m.radius
	for _, pen := range []struct {
		width float64
		ink   color.Color
	}{{0.085 * m.size, white}, {0.042 * m.size, attackRed}} {
		dc.SetLineWidth(pen.width)
		dc.SetColor(pen.ink)
		dc.DrawCircle(x, y, r)
		if m.crossed {
			dc.DrawLine(x-0.7*r, y+0.7*r, x+0.7*r, y-0.7*r)
			dc.Stroke()
			continue
		}
		for _, to := range [4][2]float64{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			dc.DrawLine(x+to[0]*r*0.45, y+to[1]*r*0.45, x+to[0]*r*1.5, y+to[1]*r*1.5)
		}
		dc.Stroke()
	}
}

// touches reports whether the mark may cover a part of an area.
func (m ring) touches(area image.Rectangle) bool {
	return crosses(m.middle, m.middle, area, 1.5*m.radius+0.05*m.size)
}

func (l shaft) touches(area image.Rectangle) bool {
	return crosses(l.from, l.to, area, headWidths*l.width()/2+2*l.rim()+1)
}
