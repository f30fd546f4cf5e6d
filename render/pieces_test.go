package render

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/golden"
)

var sheetPieces = []chess960.Piece{chess960.King, chess960.Queen, chess960.Bishop, chess960.Knight, chess960.Rook, Pawn}

// The golden sheets show all pieces, large enough to judge the drawing.
func TestPieces(t *testing.T) {
	for _, theme := range testedThemes() {
		if theme.White == ivory && theme != themes[0] {
			continue // the same pieces
		}
		golden.Image(t, "testdata/pieces-"+theme.ID+".png", sheet(t, theme, 230))
	}
}

func sheet(t *testing.T, theme *Theme, size int) []byte {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, len(sheetPieces)*size, 2*size))
	for row, ink := range []*Ink{theme.White, theme.Black} {
		for column, piece := range sheetPieces {
			square := image.Rect(0, 0, size, size).Add(image.Pt(column*size, row*size))
			ground := []color.RGBA{theme.Light, theme.Dark}[(row+column)%2]
			draw.Draw(m, square, image.NewUniform(ground), image.Point{}, draw.Src)
			draw.Draw(m, square, sprite{piece, ink, size}.draw(), image.Point{}, draw.Over)
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The outermost pixels of every sprite are empty.
func TestPiecesStayOnTheirSquare(t *testing.T) {
	for _, ink := range []*Ink{ivory, pitch} {
		for _, piece := range sheetPieces {
			m := sprite{piece, ink, boardSquare}.draw()
			for i := range boardSquare {
				for _, p := range []image.Point{{i, 0}, {i, boardSquare - 1}, {0, i}, {boardSquare - 1, i}} {
					if m.RGBAAt(p.X, p.Y).A != 0 {
						t.Errorf("%v reaches the edge at %v", piece, p)
					}
				}
			}
		}
	}
}

// Outlines are closed and start with a straight line. Mark.stroke relies on this.
func TestOutlinesAreClosed(t *testing.T) {
	for _, piece := range sheetPieces {
		for i, path := range drawings()[piece].body {
			if !path.Closed() {
				t.Errorf("%v, path %d: the outline is open", piece, i)
			} else if len(path[1]) != 1 {
				t.Errorf("%v, path %d: the outline starts with a curve", piece, i)
			}
		}
	}
}

func TestBadPathData(t *testing.T) {
	for _, data := range []string{"L 1 2", "M 1", "M 1 2 X 3", "M 1 2 L 3 x", "M 1 2 M 3 4", "O 1 2 3 L 4 5 6 O 1 2 3", "m 1 2"} {
		t.Run(data, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("accepted")
				}
			}()
			mustParsePath(data)
		})
	}
}

// The pieces cover a large part of their squares, so that they can be recognised on a phone.
func TestPiecesFillTheirSquare(t *testing.T) {
	covered := 0
	for _, piece := range sheetPieces {
		for _, pixel := range silhouette(piece, boardSquare) {
			if pixel {
				covered++
			}
		}
	}
	share := float64(covered) / float64(len(sheetPieces)*boardSquare*boardSquare)
	if share < 0.38 {
		t.Errorf("the pieces cover %.1f %% of their squares, want 38 %%", 100*share)
	}
}

// The pieces are as tall as in printed diagrams, with room above and below. A pawn is the
// smallest.
func TestPiecesHaveRoom(t *testing.T) {
	const size = 10 * PieceGrid
	for _, piece := range sheetPieces {
		top, bottom := size, 0
		for i, pixel := range silhouette(piece, size) {
			if pixel {
				top, bottom = min(top, i/size), max(bottom, i/size+1)
			}
		}
		height, above, below := share(bottom-top, size), share(top, size), share(size-bottom, size)
		least, most := 74.0, 85.0
		if piece == Pawn {
			least, most = 62, 70
		}
		if height < least || height > most || above < 6 || below < 8 {
			t.Errorf("%v is %.1f %% high, with %.1f %% above and %.1f %% below", piece, height, above, below)
		}
	}
}

// share returns a part of a whole in per cent.
func share(part, whole int) float64 { return 100 * float64(part) / float64(whole) }

// Lines within a piece have at most 60 % of the width of its outline.
func TestInsideLinesAreThin(t *testing.T) {
	for _, ink := range []*Ink{ivory, ebony} {
		for _, piece := range sheetPieces {
			marks := Marks(piece, ink)
			visible := marks[0].Width / 2 // the body covers the inner half
			for _, m := range marks[1:] {
				if m.Width > 0.6*visible {
					t.Errorf("%v has a line of %.1f units in an outline of %.1f", piece, m.Width, visible)
				}
			}
		}
	}
}

// Any two pieces of a side can be told apart on a light square of 24 pixels: their greys, 0 to
// 255, differ by 60 (root of the mean square).
func TestPiecesAreClearWhenSmall(t *testing.T) {
	const size = 24
	for _, ink := range []*Ink{ivory, ebony} {
		for i, a := range sheetPieces {
			for _, b := range sheetPieces[:i] {
				sum, other := 0.0, greys(b, ink, size)
				for i, grey := range greys(a, ink, size) {
					sum += (grey - other[i]) * (grey - other[i])
				}
				if got := math.Sqrt(sum / size / size); got < 60 {
					t.Errorf("%v and %v differ by %.1f", a, b, got)
				}
			}
		}
	}
}

// greys returns the pixels of a small light square with a piece, 0 for black to 255.
func greys(piece chess960.Piece, ink *Ink, size int) []float64 {
	const finer = 8
	m := image.NewRGBA(image.Rect(0, 0, finer*size, finer*size))
	fill(m, m.Rect, themes[0].Light)
	draw.Draw(m, m.Rect, sprite{piece, ink, finer * size}.draw(), image.Point{}, draw.Over)
	greys := make([]float64, size*size)
	for i := range m.Pix[:len(m.Pix)/4] {
		x, y := i%(finer*size)/finer, i/(finer*size)/finer
		c := m.Pix[4*i:]
		greys[y*size+x] += (0.299*float64(c[0]) + 0.587*float64(c[1]) + 0.114*float64(c[2])) / finer / finer
	}
	return greys
}

// Any two pieces differ on a board that is 200 pixels wide, as on a phone at arm's length. Of
// the area that either outline covers, 29.5 % belong to only one of them, however they are
// placed upon each other. The best known set of flat pieces reaches 28.8 %.
func TestPiecesDifferWhenSmall(t *testing.T) {
	const size = 200 / 8
	for i, a := range sheetPieces {
		for _, b := range sheetPieces[:i] {
			if got := difference(outline(a, size), outline(b, size), size); got < 0.295 {
				t.Errorf("%v and %v differ by %.1f %%", a, b, 100*got)
			}
		}
	}
}

// outline returns for each pixel of a square how much of the pixel the piece covers, 0 to 1.
func outline(piece chess960.Piece, size int) []float64 {
	const finer = 8
	m := sprite{piece, ivory, finer * size}.draw()
	covered := make([]float64, size*size)
	for i := range m.Pix[:len(m.Pix)/4] {
		x, y := i%(finer*size)/finer, i/(finer*size)/finer
		covered[y*size+x] += float64(m.Pix[4*i+3]) / 255 / finer / finer
	}
	return covered
}

// difference returns the share of the area that two outlines do not have in common, the
// smallest one if the second outline may be moved by two pixels in each direction.
func difference(a, b []float64, size int) float64 {
	least := 1.0
	for shift := range 25 {
		dx, dy := shift%5-2, shift/5-2
		common, either := 0.0, 0.0
		for i := range a {
			x, y, moved := i%size+dx, i/size+dy, 0.0
			if x >= 0 && x < size && y >= 0 && y < size {
				moved = b[y*size+x]
			}
			common += min(a[i], moved)
			either += max(a[i], moved)
		}
		least = min(least, 1-common/either)
	}
	return least
}

// silhouette reports for each pixel of a square whether the piece covers it.
func silhouette(piece chess960.Piece, size int) []bool {
	m := sprite{piece, ivory, size}.draw()
	covered := make([]bool, size*size)
	for i := range covered {
		covered[i] = m.Pix[4*i+3] >= 0x80
	}
	return covered
}
