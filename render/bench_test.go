package render

import (
	"bytes"
	"image"
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

// BenchmarkBoard renders boards of different positions in three ways: joined with package
// mosaic, composed and encoded with image/png, and drawn with gg every time.
func BenchmarkBoard(b *testing.B) {
	var boards []Board
	for _, p := range chess960.All() {
		boards = append(boards, Board{Position: p})
	}
	b.Run("mosaic", func(b *testing.B) {
		measure(b, boards, renderer().Board)
		reportSizes(b, boards, renderer().Board)
	})
	b.Run("image-png", func(b *testing.B) {
		measure(b, boards, func(board Board) ([]byte, error) { return encode(composedBoard(b, board)) })
	})
	b.Run("plain-gg", func(b *testing.B) { measure(b, boards, plainBoard) })
}

// BenchmarkStrip does the same for the strips of explanations.
func BenchmarkStrip(b *testing.B) {
	var strips []Strip
	for s := range explained(1) {
		strips = append(strips, s)
	}
	b.Run("mosaic", func(b *testing.B) {
		measure(b, strips, renderer().Strip)
		reportSizes(b, strips, renderer().Strip)
	})
	b.Run("image-png", func(b *testing.B) {
		measure(b, strips, func(s Strip) ([]byte, error) { return encode(composedStrip(b, s)) })
	})
}

// measure measures rendering one picture after the other.
func measure[P any](b *testing.B, pictures []P, draw func(P) ([]byte, error)) {
	b.Helper()
	renderer()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := draw(pictures[i*37%len(pictures)]); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

// reportSizes reports the smallest, the mean and the largest size of all
// pictures.
func reportSizes[P any](b *testing.B, pictures []P, draw func(P) ([]byte, error)) {
	b.Helper()
	size, smallest, largest := 0, 1<<30, 0
	for _, p := range pictures {
		data, err := draw(p)
		if err != nil {
			b.Fatal(err)
		}
		size += len(data)
		smallest, largest = min(smallest, len(data)), max(largest, len(data))
	}
	b.ReportMetric(float64(size)/float64(len(pictures)), "mean-bytes")
	b.ReportMetric(float64(smallest), "least-bytes")
	b.ReportMetric(float64(largest), "most-bytes")
}

func encode(m image.Image) ([]byte, error) {
	var w bytes.Buffer
	err := png.Encode(&w, m)
	return w.Bytes(), err
}

func plainBoard(b Board) ([]byte, error) {
	theme := b.Theme.orDefault()
	dc := gg.NewContext(boardWidth, boardHeight)
	dc.SetColor(pageColour(theme))
	dc.Clear()
	for row := range 8 {
		for column := range 8 {
			f, rank := chess960.File(column), 7-row
			x, y := boardEdge+column*boardSquare, row*boardSquare
			g := groundOf(f, rank)
			dc.SetColor(theme.colour(g))
			dc.DrawRectangle(float64(x), float64(y), boardSquare, boardSquare)
			dc.Fill()
			dc.SetColor(theme.Writing)
			if row == 7 {
				centre(dc, f.String(), image.Rect(x, boardHeight-boardEdge, x+boardSquare, boardHeight), boardWriting)
			}
			if column == 0 {
				centre(dc, digits[rank:rank+1], image.Rect(0, y, boardEdge, y+boardSquare), boardWriting)
			}
			switch rank {
			case 0:
				dc.DrawImage(sprite{b.Position.Piece(f), theme.White, boardSquare}.draw(), x, y)
			case 1:
				dc.DrawImage(sprite{Pawn, theme.White, boardSquare}.draw(), x, y)
			case 6:
				dc.DrawImage(sprite{Pawn, theme.Black, boardSquare}.draw(), x, y)
			case 7:
				dc.DrawImage(sprite{b.Position.Piece(f), theme.Black, boardSquare}.draw(), x, y)
			}
		}
	}
	return encode(dc.Image())
}
