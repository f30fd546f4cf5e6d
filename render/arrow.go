package render

import (
	"image"
	"image/color"
	"math"

	"github.com/fogleman/gg"
)

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
	size := float64(d.measures().square)
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
			y = [][2]float64{KingArrow: {0.42, 0.2}, RookArrow: {0.7, 0.88}}[a.Kind][d.lane(i)]
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
		return 0.06 * l.size
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

func (l shaft) touches(area image.Rectangle) bool {
	return crosses(l.from, l.to, area, headWidths*l.width()/2+2*l.rim()+1)
}
