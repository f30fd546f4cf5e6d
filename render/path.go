package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fogleman/gg"
)

// A Path is the point where an outline starts, then one point for every straight
// line and three for every cubic curve. A closed path ends where it starts, and
// its first segment is a straight line (see Mark.stroke).
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
		args := mustParseNumbers(words[1 : 1+n])
		if words[0] == "O" {
			p = circle(args[0], args[1], args[2])
		} else {
			p = append(p, points(args))
		}
		words = words[1+n:]
	}
	return p
}

func mustParseNumbers(words []string) []float64 {
	args := make([]float64, len(words))
	for i, w := range words {
		v, err := strconv.ParseFloat(w, 64)
		if err != nil {
			panic("render: path data: " + err.Error())
		}
		args[i] = v
	}
	return args
}

func points(coordinates []float64) []Point {
	var points []Point
	for xy := range slices.Chunk(coordinates, 2) {
		points = append(points, Point{X: xy[0], Y: xy[1]})
	}
	return points
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

// fromMiddle returns the closed path, starting in the middle of its first
// segment.
func (p Path) fromMiddle() Path {
	a, b := p[0][0], p[1][0]
	middle := []Point{{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}}
	return slices.Concat(Path{middle}, p[1:], Path{middle})
}

// trace adds the path to the current path of dc, which the next stroke or fill uses.
func (p Path) trace(dc *gg.Context) {
	dc.MoveTo(p[0][0].X, p[0][0].Y)
	for _, s := range p[1:] {
		if len(s) == 1 {
			dc.LineTo(s[0].X, s[0].Y)
		} else {
			dc.CubicTo(s[0].X, s[0].Y, s[1].X, s[1].Y, s[2].X, s[2].Y)
		}
	}
}
