package render

import (
	"bytes"
	"image/png"
	"testing"

	"github.com/fogleman/gg"

	"chess960bot/internal/chess960"
)

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		New()
	}
}

// BenchmarkBoard compares a board drawn for the first time and one asked for
// again with the plain way: everything drawn with gg for every request, encoded
// in full colour.
func BenchmarkBoard(b *testing.B) {
	b.Run("first", func(b *testing.B) {
		measure(b, func(p chess960.Position) ([]byte, error) {
			return renderer().boards.draw(Board{Position: p, Theme: themes[0]})
		})
	})
	b.Run("again", func(b *testing.B) {
		measure(b, func(chess960.Position) ([]byte, error) {
			return renderer().Board(Board{Position: traditional})
		})
	})
	b.Run("plain gg", func(b *testing.B) {
		measure(b, func(p chess960.Position) ([]byte, error) {
			return plainBoard(Board{Position: p, Theme: themes[0]})
		})
	})
}

func BenchmarkStrip(b *testing.B) {
	b.Run("first", func(b *testing.B) {
		measure(b, func(p chess960.Position) ([]byte, error) {
			return renderer().strips.draw(Strip{Rank: rankOf(p.String()), Theme: themes[0]})
		})
	})
	b.Run("again", func(b *testing.B) {
		rank := rankOf("RNBQKBNR")
		measure(b, func(chess960.Position) ([]byte, error) {
			return renderer().Strip(Strip{Rank: rank})
		})
	})
}

// measure draws one position after the other and reports the mean size.
func measure(b *testing.B, draw func(chess960.Position) ([]byte, error)) {
	b.Helper()
	renderer()
	var positions []chess960.Position
	for _, p := range chess960.All() {
		positions = append(positions, p)
	}
	b.ReportAllocs()
	i, size := 0, 0
	for b.Loop() {
		data, err := draw(positions[i*37%len(positions)])
		if err != nil {
			b.Fatal(err)
		}
		i++
		size += len(data)
	}
	b.ReportMetric(float64(size)/float64(i), "png-bytes")
}

func plainBoard(b Board) ([]byte, error) {
	dc := gg.NewContext(8*boardSquare, 8*boardSquare)
	dc.SetFontFace(face(smallWriting, boardSquare))
	for row := range 8 {
		for column := range 8 {
			f, rank := chess960.File(column), 7-row
			x, y := column*boardSquare, row*boardSquare
			g := groundOf(f, rank)
			dc.SetColor(b.Theme.square(g, 1).RGBAAt(0, 0))
			dc.DrawRectangle(float64(x), float64(y), boardSquare, boardSquare)
			dc.Fill()
			dc.SetColor(b.Theme.writing(g))
			if row == 7 {
				dc.DrawString(f.String(), float64(x+4), float64(y+83))
			}
			if column == 7 {
				dc.DrawStringAnchored(digits[rank:rank+1], float64(x+86), float64(y+13), 1, 0)
			}
			if m := b.manOn(f, rank); m.piece != 0 {
				dc.DrawImage(b.Theme.sprite(m, boardSquare).draw(), x, y)
			}
		}
	}
	var w bytes.Buffer
	err := png.Encode(&w, dc.Image())
	return w.Bytes(), err
}
