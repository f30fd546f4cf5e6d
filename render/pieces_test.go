package render

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/golden"
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

// No piece reaches into a corner with a letter or a digit. writing.go relies on this.
func TestPiecesLeaveCornersFree(t *testing.T) {
	for _, ink := range []*Ink{ivory, ebony, paper, pitch} {
		for _, size := range []int{boardSquare, stripSquare} {
			for _, piece := range sheetPieces {
				m := sprite{piece, ink, size}.draw()
				areas := []image.Rectangle{letterCorner(size).area, digitCorner(size).area}
				if size == stripSquare {
					areas = append(areas, figureCorner(size).area)
				}
				for _, area := range areas {
					if opaque := m.SubImage(area).(*image.RGBA); !blank(opaque) {
						t.Errorf("%v at %d pixels reaches into %v", piece, size, area)
					}
				}
			}
		}
	}
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

func blank(m *image.RGBA) bool {
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			if m.RGBAAt(x, y).A != 0 {
				return false
			}
		}
	}
	return true
}

// Outlines are closed and start with a straight line. painter.stroke relies on this.
func TestOutlinesAreClosed(t *testing.T) {
	for _, piece := range sheetPieces {
		for i, part := range drawing(piece) {
			for _, path := range part.paths {
				outline := part.style == bodyStyle || part.style == recessStyle
				if outline && !path.Closed() {
					t.Errorf("%v, part %d: the outline is open", piece, i)
				}
				if path.Closed() && outline && len(path[1]) != 1 {
					t.Errorf("%v, part %d: the outline starts with a curve", piece, i)
				}
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
	if share < 0.4 {
		t.Errorf("the pieces cover %.1f %% of their squares, want 40 %%", 100*share)
	}
}

// TestKingAndBishopDifferWhenSmall compares the outlines on a board that is 300 pixels wide.
// Of the pixels that either piece covers, a fifth must belong to only one of them.
func TestKingAndBishopDifferWhenSmall(t *testing.T) {
	king, bishop := silhouette(chess960.King, 300/8), silhouette(chess960.Bishop, 300/8)
	either, one := 0, 0
	for i := range king {
		if king[i] || bishop[i] {
			either++
		}
		if king[i] != bishop[i] {
			one++
		}
	}
	if 5*one < either {
		t.Errorf("king and bishop differ in %d of %d pixels", one, either)
	}
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
