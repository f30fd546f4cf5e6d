package render

import (
	"errors"
	"image"

	"chess960bot/internal/chess960"
)

// boardSquare is the side of a board's square in pixels.
const boardSquare = 90

// A Board is a request for a picture of a start position: all 32 pieces, with
// coordinates.
type Board struct {
	Position  chess960.Position
	Sides     Sides  // first ranks instead of the position's
	Theme     *Theme // one of Themes; nil for the default
	FromBlack bool   // seen from Black's side, a1 at the top right
}

// Sides are the first ranks of White and Black, each from the a-file, of a set-up
// that no Position can say: the two differ. The zero Sides stands for none.
type Sides struct{ White, Black [8]chess960.Piece }

// Board returns the picture as PNG, 720 by 720 pixels. The bytes are shared with
// other callers: do not modify them.
func (r *Renderer) Board(b Board) ([]byte, error) {
	b.Theme = b.Theme.orDefault()
	return r.boards.png(b)
}

func (b Board) theme() *Theme { return b.Theme }

func (b Board) check() error {
	if !b.Position.IsValid() && b.Sides == (Sides{}) {
		return errors.New("board without a position")
	}
	return nil
}

func (b Board) compose(canvas *image.Paletted, t *tileSet) {
	for row := range 8 {
		for column := range 8 {
			f, rank := chess960.File(column), 7-row
			if b.FromBlack {
				f, rank = 7-f, 7-rank
			}
			g := groundOf(f, rank)
			x, y := column*t.size, row*t.size
			t.man(b.manOn(f, rank), g).copyTo(canvas, x, y)
			if row == 7 {
				t.letters[g][f].copyTo(canvas, x, y+letterCorner(t.size).area.Min.Y)
			}
			if column == 7 {
				t.digits[g][rank].copyTo(canvas, x+digitCorner(t.size).area.Min.X, y)
			}
		}
	}
}

// manOn returns who stands on file f of a rank, counted from 0.
func (b Board) manOn(f chess960.File, rank int) man {
	switch rank {
	case 0:
		return man{b.sides().White[f], true}
	case 7:
		return man{b.sides().Black[f], false}
	case 1, 6:
		return man{pawn, rank == 1}
	}
	return man{}
}

// sides returns the first ranks that the board shows.
func (b Board) sides() Sides {
	if b.Sides != (Sides{}) {
		return b.Sides
	}
	var s Sides
	for f := range chess960.AllFiles.All() {
		s.White[f], s.Black[f] = b.Position.Piece(f), b.Position.Piece(f)
	}
	return s
}
