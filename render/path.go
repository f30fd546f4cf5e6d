package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fogleman/gg"
)

// A path is the point where an outline starts, then one point for every straight
// line and three for every cubic curve. A closed path ends where it starts, and
// its first segment is a straight line (see painter.stroke).
type path [][]gg.Point

// whole returns the path with these data.
func whole(data string) []path { return []path{mustParsePath(data)} }

// half returns a symmetrical path. The data are its right half, from the axis down. The
// path is closed if that half also ends on the axis.
func half(data string) []path {
	right := mustParsePath(data)
	return []path{append(right.reflected(), right[1:]...)}
}

// both returns the path with these data, and its mirror image.
func both(data string) []path {
	right := mustParsePath(data)
	return []path{right, right.reflected()}
}

// mustParsePath reads a path in the form of SVG: command letters and numbers, separated
// by blanks, with absolute coordinates. M, L and C are as in SVG. "O x y r" is a circle;
// the path begins with it. mustParsePath panics on anything else, because the data are
// literals of this package.
func mustParsePath(data string) path {
	var p path
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

func points(coordinates []float64) []gg.Point {
	var points []gg.Point
	for xy := range slices.Chunk(coordinates, 2) {
		points = append(points, gg.Point{X: xy[0], Y: xy[1]})
	}
	return points
}

// circle returns four cubic curves that stay within 1 % of the circle. They
// start and end in the middle of a straight line, too short to be seen.
func circle(x, y, r float64) path {
	const e = 0.3 // half the straight line
	k := 0.5523 * r
	at := func(dx, dy float64) gg.Point { return gg.Point{X: x + dx, Y: y + dy} }
	return path{
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
func (p path) reflected() path {
	mirror := slices.Concat(p...)
	slices.Reverse(mirror)
	for i := range mirror {
		mirror[i].X = -mirror[i].X
	}
	r := path{mirror[:1]}
	mirror = mirror[1:]
	for _, segment := range slices.Backward(p[1:]) {
		r = append(r, mirror[:len(segment)])
		mirror = mirror[len(segment):]
	}
	return r
}

// extent returns the smallest and the largest x among the path's points.
func (p path) extent() (left, right float64) {
	left, right = p[0][0].X, p[0][0].X
	for _, pt := range slices.Concat(p...) {
		left, right = min(left, pt.X), max(right, pt.X)
	}
	return left, right
}

// closed reports whether the path ends where it starts.
func (p path) closed() bool {
	last := p[len(p)-1]
	return p[0][0] == last[len(last)-1]
}

// fromMiddle returns the closed path, starting in the middle of its first
// segment.
func (p path) fromMiddle() path {
	a, b := p[0][0], p[1][0]
	middle := []gg.Point{{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2}}
	return slices.Concat(path{middle}, p[1:], path{middle})
}

// trace adds the path to the current path of dc, which the next stroke or fill uses.
func (p path) trace(dc *gg.Context) {
	dc.MoveTo(p[0][0].X, p[0][0].Y)
	for _, s := range p[1:] {
		if len(s) == 1 {
			dc.LineTo(s[0].X, s[0].Y)
		} else {
			dc.CubicTo(s[0].X, s[0].Y, s[1].X, s[1].Y, s[2].X, s[2].Y)
		}
	}
}
