package render

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fogleman/gg"

	"chess960bot/internal/chess960"
)

// The pieces are drawn on a square of PieceGrid by PieceGrid units: x runs from
// -42 at the left to 42 at the right, y from 0 at the top to 84 at the bottom.
//
// The outline runs around the paths of a body. All pieces stand on the line footBottom, and
// x = 0 is their axis. King and queen have a round base, and the rook has a plinth of two steps.
// Bishop, knight and pawn have a foot whose underside is a flat arch.

// Pawn is the letter of a pawn. Package chess960 has only the pieces of the back rank.
const Pawn chess960.Piece = 'P'

// A drawing is the paths of a piece.
type drawing struct {
	body  []Path // filled; the outline runs around all of them together
	lines []Path // within the body
	spots []Path // within the body, filled like lines
}

// drawings returns the drawing of each piece. The paths are read when they are first needed.
var drawings = sync.OnceValue(func() map[chess960.Piece]drawing {
	return map[chess960.Piece]drawing{
		chess960.King: {
			body: slices.Concat(
				// cross
				half(`M 0 8.8  L 3.4 8.8  L 2.5 14.2  L 10.6 13  L 10.6 19.8  L 2.5 18.6  L 3 27  L 0 30`),
				// a leaf under the cross
				half(`M 0 25.4  C 4.2 28.4 7.8 32.6 7.4 37.6  L 0 44`),
				// lobes, ring and base
				half(`M 0 36  L 7 36  C 9.4 30 14.6 27.4 20.2 27.4  C 28.4 27.4 33 33.4 31.7 40.4
				C 29.6 48.6 21.4 50.6 17.2 57  C 16.4 58.6 16.8 60.2 17.4 62  C 18.4 64 18.8 66 18.8 69
				C 15.4 72.8 8.4 74.2 1 74.2  L 0 74.2`),
			),
			lines: slices.Concat(
				both(`M 7.4 35  C 7.8 41.4 3.6 46.4 0 50.4`),
				// the lobes within
				both(`M 13.4 49.6  C 17 45.6 24.2 44.6 25.8 39.6  C 26.6 36 24.6 33.4 20.6 33.4  C 17.4 33.4 14.6 35 13 38`),
				// bands
				half(`M 0 54.2  C 6.6 54.2 12.2 55.2 16.6 57.2`), half(`M 0 60  C 7 60 13 61 17.2 62.6`),
				half(`M 0 66.4  C 7 66.4 13.4 67.2 18.2 69`),
			),
		},
		chess960.Queen: {
			body: slices.Concat(
				// crown of five points, then ring and base
				half(`M 0 18  L 2.8 43.2  C 3.4 47.4 6.8 47.6 7.9 43.4  L 16.4 19.6  L 13.8 44  C 13.6 48.2 17 48.6 18.4 44.8  L 31 26.8
				C 29.4 38 23.8 47.2 19.8 56  C 19 58.4 19.4 60.2 20.2 62  C 21.2 64 21.6 66 21.6 69
				C 18 72.8 9 74.2 1 74.2  L 0 74.2`),
				// a pearl on each point
				both(`O 31.4 24.4 3.6`), both(`O 16.8 17 3.6`), whole(`O 0 15.2 3.7`),
			),
			lines: slices.Concat(
				// bands
				half(`M 0 53.2  C 7.4 53.2 14 54.2 19.4 56.4`), half(`M 0 59.6  C 7.6 59.6 14.8 60.6 20 62.6`),
				half(`M 0 66.4  C 7.6 66.4 15.2 67.2 21 69`),
			),
		},
		chess960.Rook: {
			body: slices.Concat(
				// battlements and tower
				half(`M 0 13  L 4.4 13  L 4.4 20  L 12.4 20  L 12.4 13  L 21.2 13  L 21.2 27.2  L 15.6 34
				C 15.2 44 16 52.6 19.4 60  L 0 60`),
				// plinth of two steps
				half(`M 0 60  L 21.6 60  L 21.6 67.4  L 26 67.4  L 26 74.2  L 0 74.2`),
			),
			lines: slices.Concat(across(27.4, 21.2), across(34, 15.6), across(60, 19.4), across(footTop, 21.6)),
		},
		chess960.Bishop: {
			body: slices.Concat(
				whole(`O 0 13.4 4.2`),
				// mitre
				half(`M 0 15  L 0.6 15.4  C 4 20.4 20.8 27.4 21 37  C 21.1 42 17 42.4 12.4 45.4  L 0 45.4`),
				// collar
				slab(-11.4, 11.4, 45.4, 49.8),
				// robe
				half(`M 0 49.8  L 4 49.8  C 4.6 61.6 9.6 64.6 17.6 65.6  C 19.6 66.2 21.2 66.8 21.6 67.6  L 0 67.6`),
				foot(-25.6, 25.6),
			),
			lines: slices.Concat(across(45.4, 12), across(49.8, 4), half(`M 0 66.6  C 8 66.6 16 67 21.4 68`)),
			// the cross of the mitre
			spots: half(`M 0 24.4  L 2 24.4  L 2 29.8  L 8 29.8  L 8 33.6  L 2 33.6  L 2 41  L 0 41`),
		},
		chess960.Knight: {
			body: slices.Concat(
				whole(`M 24 67.6  L -10.6 67.6
				C -10.6 59 -5.8 54.2 -1 49.6      C 3 45.8 5.8 42 5.8 36.6
				C 3.2 42.2 -1.6 44.6 -6.4 43.8     C -10.8 43.2 -13.8 44.6 -16 48.4
				C -17.8 51.8 -20.6 55 -24 54.6     C -26.6 54 -28.4 52.4 -29.2 50.2
				C -30 47.8 -29.4 45.4 -28 43       C -25 38 -21.6 33 -19.8 28
				C -18.2 24 -15.4 20.8 -11.6 18.6   L -9.8 12
				C -6.6 13.4 -4.4 15.2 -3 17.6
				C 9.4 19 18.6 26.8 22.4 38.4           C 25.4 47.6 26.2 58.6 24 67.6`),
				foot(-14.8, 28.2),
			),
			lines: slices.Concat(
				// jaw
				whole(`M 5.8 36.6  C 6.8 32.4 4.8 28.2 1 26.4`),
				// locks of the mane
				whole(`M 11.8 22.6  C 14 27.4 14.6 32.6 13.4 37.8`),
				whole(`M 20 33  C 20.8 38.4 20.4 43.6 18.4 48.4`),
				// mouth
				whole(`M -27.4 52  C -25.6 51 -23.8 50.6 -21.6 50.8`),
				whole(`M -10.4 68  C -2 66.6 12 66.6 23.8 68`),
			),
			spots: slices.Concat(
				// eye
				whole(`M -15 28.4  C -13.6 25.2 -10.4 24 -7.2 25.4  C -9 28.8 -12.2 30 -15 28.4`),
				// nostril
				whole(`M -26.4 47.2  C -26 44.6 -24 43.6 -22.6 45  C -22.6 47 -24.6 48.2 -26.4 47.2`),
			),
		},
		Pawn: {
			body: slices.Concat(
				whole(`O 0 33 11.3`),
				slab(-10.8, 10.8, 43.2, 47.4),
				half(`M 0 46  L 7.4 46  C 8 52.4 9.6 57 13.6 60.8  C 15.8 62.9 17.2 65 17.6 67.6  L 0 67.6`),
				foot(-19.6, 19.6),
			),
			lines: slices.Concat(across(47.4, 7.6), half(`M 0 66.8  C 6 66.8 11.8 67.2 16.8 68.2`)),
		},
	}
})

// A foot, or the lower step of a plinth, runs from one of these lines to the other.
const footTop, footBottom = 67.4, 74.2

// foot returns a slab whose underside is a flat arch.
func foot(left, right float64) []Path {
	const bend, rise = 6, 2.2 // from an end of the arch to the control point of its curve
	s := slab(left, right, footTop, footBottom)
	start, end := s[0][4][2], s[0][5][0]
	s[0][5] = []Point{{start.X - bend, start.Y - rise}, {end.X + bend, end.Y - rise}, end}
	return s
}

// slab returns a rectangle with round ends.
func slab(left, right, top, bottom float64) []Path {
	r := 0.46 * (bottom - top)
	k := 0.45 * r
	return []Path{{
		{{left + r, top}}, {{right - r, top}},
		{{right - k, top}, {right, top + k}, {right, top + r}},
		{{right, bottom - r}},
		{{right, bottom - k}, {right - k, bottom}, {right - r, bottom}},
		{{left + r, bottom}},
		{{left + k, bottom}, {left, bottom - k}, {left, bottom - r}},
		{{left, top + r}},
		{{left, top + k}, {left + k, top}, {left + r, top}},
	}}
}

// across returns a level line through the axis.
func across(y, halfWidth float64) []Path { return []Path{{{{-halfWidth, y}}, {{halfWidth, y}}}} }

// PieceGrid is the side of a square in the units of the pieces' drawings. x runs from
// -PieceGrid/2 at the left to PieceGrid/2 at the right, y from 0 at the top down.
const PieceGrid = 84

// Measures in units of the pieces' grid.
const (
	outlineWidth = 3
	haloWidth    = 1.6  // around the outline
	lineWidth    = 1.75 // within the body
)

// A sprite is a piece in one ink on a transparent square.
type sprite struct {
	piece chess960.Piece
	ink   *Ink
	size  int // of the square in pixels
}

func (s sprite) draw() *image.RGBA {
	dc, scale := gg.NewContext(s.size, s.size), float64(s.size)/PieceGrid
	dc.Scale(scale, scale)
	dc.Translate(PieceGrid/2, 0)
	dc.SetLineJoinRound()
	for _, m := range Marks(s.piece, s.ink) {
		dc.SetColor(m.Colour)
		dc.SetLineWidth(m.Width * scale)
		for _, path := range m.Paths {
			dc.SetLineCapRound()
			if m.Width > 0 && path.Closed() {
				// gg does not join the end of a closed path to its start. So the path begins and ends in the middle of its
				// first segment, a straight line, where two butt caps leave no visible gap.
				dc.SetLineCapButt()
				a, b := path[0][0], path[1][0]
				middle := Path{{{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}}}
				path = slices.Concat(middle, path[1:], middle)
			}
			dc.MoveTo(path[0][0].X, path[0][0].Y)
			for _, s := range path[1:] {
				if len(s) == 1 {
					dc.LineTo(s[0].X, s[0].Y)
				} else {
					dc.CubicTo(s[0].X, s[0].Y, s[1].X, s[1].Y, s[2].X, s[2].Y)
				}
			}
			if m.Width > 0 {
				dc.Stroke()
			}
		}
		if m.Width == 0 {
			dc.Fill()
		}
	}
	return dc.Image().(*image.RGBA)
}

// A Mark is one step of painting a piece: paths that are filled, or a line along
// paths.
type Mark struct {
	Paths  []Path
	Width  float64 // of the line, in units of PieceGrid; 0 for filled paths
	Colour color.RGBA
}

// Marks returns the steps of painting a piece in an ink, for formats that this package
// does not write. Lines have round joins, and round caps unless their path is closed.
//
// The body is filled on top of its own outline. So only the outer half of the outline is
// visible, with the same width around all paths of the body.
func Marks(piece chess960.Piece, ink *Ink) []Mark {
	d, ok := drawings()[piece]
	if !ok {
		panic("render: no drawing of " + piece.String())
	}
	marks := []Mark{
		{Paths: d.body, Width: 2 * (outlineWidth + haloWidth), Colour: ink.Halo},
		{Paths: d.body, Width: 2 * outlineWidth, Colour: ink.Outline},
		{Paths: d.body, Colour: ink.Body},
		{Paths: d.lines, Width: lineWidth, Colour: ink.Detail},
		{Paths: d.spots, Colour: ink.Detail},
	}
	return slices.DeleteFunc(marks, func(m Mark) bool { return m.Colour.A == 0 || len(m.Paths) == 0 })
}

// A Path is the point where an outline starts, then one point for every straight
// line and three for every cubic curve. A closed path ends where it starts, and
// its first segment is a straight line (see sprite.draw).
type Path [][]Point

// A Point is a point of the pieces' grid: see PieceGrid.
type Point struct{ X, Y float64 }

// whole returns the path with these data.
func whole(data string) []Path { return []Path{mustParsePath(data)} }

// half returns a symmetrical path. The data are its right half, from the axis down. The
// path is closed if that half also ends on the axis.
func half(data string) []Path {
	right := mustParsePath(data)
	return []Path{append(right.reflected(), right[1:]...)}
}

// both returns the path with these data, and its mirror image.
func both(data string) []Path {
	right := mustParsePath(data)
	return []Path{right, right.reflected()}
}

// mustParsePath reads a path in the form of SVG: command letters and numbers, separated
// by blanks, with absolute coordinates. M, L and C are as in SVG. "O x y r" is a circle;
// the path begins with it. mustParsePath panics on anything else, because the data are
// literals of this package.
func mustParsePath(data string) Path {
	var p Path
	for words := strings.Fields(data); len(words) > 0; {
		n := map[string]int{"M": 2, "L": 2, "C": 6, "O": 3}[words[0]]
		starts := words[0] == "M" || words[0] == "O"
		if n == 0 || len(words) <= n || starts != (p == nil) {
			panic(fmt.Sprintf("render: path data: bad command at %q", strings.Join(words, " ")))
		}
		var args []float64
		for _, w := range words[1 : 1+n] {
			v, err := strconv.ParseFloat(w, 64)
			if err != nil {
				panic("render: path data: " + err.Error())
			}
			args = append(args, v)
		}
		if words[0] == "O" {
			p = circle(args[0], args[1], args[2])
		} else {
			var points []Point
			for xy := range slices.Chunk(args, 2) {
				points = append(points, Point{X: xy[0], Y: xy[1]})
			}
			p = append(p, points)
		}
		words = words[1+n:]
	}
	return p
}

// circle returns four cubic curves that stay within 1 % of the circle. They
// start and end in the middle of a straight line, too short to be seen.
func circle(x, y, r float64) Path {
	const e = 0.3 // half the straight line
	k := 0.5523 * r
	at := func(dx, dy float64) Point { return Point{X: x + dx, Y: y + dy} }
	return Path{
		{at(r, 0)},
		{at(r, e)},
		{at(r, k), at(k, r), at(0, r)},
		{at(-k, r), at(-r, k), at(-r, 0)},
		{at(-r, -k), at(-k, -r), at(0, -r)},
		{at(k, -r), at(r, -k), at(r, -e)},
		{at(r, 0)},
	}
}

// reflected returns the mirror image of the path in the axis x = 0, in reverse order. So
// the image has the same orientation as the path.
func (p Path) reflected() Path {
	mirror := slices.Concat(p...)
	slices.Reverse(mirror)
	for i := range mirror {
		mirror[i].X = -mirror[i].X
	}
	r := Path{mirror[:1]}
	mirror = mirror[1:]
	for _, segment := range slices.Backward(p[1:]) {
		r = append(r, mirror[:len(segment)])
		mirror = mirror[len(segment):]
	}
	return r
}

// Closed reports whether the path ends where it starts.
func (p Path) Closed() bool {
	last := p[len(p)-1]
	return p[0][0] == last[len(last)-1]
}
