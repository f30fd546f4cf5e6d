package paper

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/testrun"
)

// A shape is how black each part of a square is, from 0 to 1. The outermost parts are
// left out, because the boards of package render have coordinates there.
type shape [8][8]float64

// shapeAt returns the shape of a square of a picture.
func shapeAt(m image.Image, left, top, size float64) shape {
	var l shape
	part := size / 10
	for row := range l {
		for column := range l[row] {
			black, pixels := 0, 0
			for y := int(top + float64(row+1)*part); y < int(top+float64(row+2)*part); y++ {
				for x := int(left + float64(column+1)*part); x < int(left+float64(column+2)*part); x++ {
					pixels++
					if color.GrayModel.Convert(m.At(x, y)).(color.Gray).Y < 0x40 {
						black++
					}
				}
			}
			l[row][column] = float64(black) / float64(pixels)
		}
	}
	return l
}

func (l shape) distance(other shape) float64 {
	sum := 0.0
	for row := range l {
		for column := range l[row] {
			sum += math.Abs(l[row][column] - other[row][column])
		}
	}
	return sum
}

// renderedShapes returns the shapes of all pieces, and of the empty square, as package
// render draws them. Black pieces are lower-case letters.
func renderedShapes(t *testing.T) map[string]shape {
	t.Helper()
	file, err := os.Open("../testdata/board-518-contrast.png")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	board, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	shapes := map[string]shape{}
	for _, rank := range []struct {
		row    int
		pieces string
	}{{0, "rnbqk"}, {1, "p"}, {3, " "}, {6, "P"}, {7, "RNBQK"}} {
		for column, name := range rank.pieces {
			shapes[string(name)] = shapeAt(board, float64(36+90*column), float64(90*rank.row), 90) // 36 pixels for the digits of ranks
		}
	}
	return shapes
}

// On every square of the rasterised diagrams stands the right piece, in the shape that
// package render draws.
func TestDiagrams(t *testing.T) {
	step := testrun.Choose(chess960.Count, 24)
	onPage := testrun.Choose(columns, perPage) // cards
	shapes := renderedShapes(t)
	for first := 2; first < chess960.Count; first += step {
		var cards []Card
		for sp := first; sp < first+onPage; sp++ {
			p, err := chess960.FromSP(sp % chess960.Count)
			if err != nil {
				t.Fatal(err)
			}
			cards = append(cards, Card{"x", p})
		}
		const scale = 40 / squareSize // pixels a millimetre
		width, height := int(pageWidth*scale), int((gridTop+float64(onPage/columns*cardHeight))*scale)
		page := rasterised(t, printed(t, "x", cards), scale, "-W", fmt.Sprint(width), "-H", fmt.Sprint(height))
		for i, c := range cards {
			x, y := cardAt(i)
			squares := diagramOf(c.Position)
			for square, want := range squares {
				left, top := x+boardLeft+float64(square%8)*squareSize, y+padding+float64(square/8)*squareSize
				if got := nearest(shapes, shapeAt(page, left*scale, top*scale, squareSize*scale)); got != string(want) {
					t.Errorf("SP %d, %c%d: printed is %q, want %q", c.Position.SP(), 'a'+square%8, 8-square/8, got, want)
				}
			}
		}
	}
}

// diagramOf returns the pieces on the 64 squares from a8 to h1.
func diagramOf(p chess960.Position) string {
	return strings.ToLower(p.String()) + "pppppppp" + strings.Repeat(" ", 32) + "PPPPPPPP" + p.String()
}

// nearest returns the piece that looks most like a square, or "" if none does.
func nearest(shapes map[string]shape, l shape) string {
	best, least := "", 8.0 // of 64 parts
	for name, other := range shapes {
		if d := l.distance(other); d < least {
			best, least = name, d
		}
	}
	return best
}
