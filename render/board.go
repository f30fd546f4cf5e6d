package render

import (
	"errors"
	"fmt"

	"chess960bot/internal/chess960"
	"chess960bot/render/mosaic"
)

// Measures of a board in pixels.
const (
	boardSquare = gridSize
	boardEdge   = 36        // at the left and below, with the coordinates
	boardRight  = boardEdge // empty, at the right: a board as wide as a phone leaves room for more text
	boardWidth  = boardEdge + 8*boardSquare + boardRight
	boardHeight = 8*boardSquare + boardEdge
)

// A Board is a request for a picture of a start position: all 32 pieces, with
// coordinates.
type Board struct {
	Position  chess960.Position
	Sides     Sides  // replaces the position, unless zero
	Theme     *Theme // one of Themes; nil for the default
	FromBlack bool   // seen from Black's side, a1 at the top right
}

// Sides are the first ranks of White and Black, each from the a-file. The zero Sides
// means that both follow from the position.
type Sides struct{ White, Black [8]chess960.Piece }

// Board returns the picture as PNG, 792 by 756 pixels.
func (r *Renderer) Board(b Board) ([]byte, error) {
	t, err := r.boards.of(b.Theme)
	if err != nil {
		return nil, err
	}
	if err := b.check(); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return t.frame.Join(t.bands(b)...)
}

// check returns an error if the request is wrong. It does not check the theme.
func (b Board) check() error {
	if !b.Position.IsValid() && b.Sides == (Sides{}) {
		return errors.New("board without a position")
	}
	sides := b.sides()
	for rank, pieces := range map[int][8]chess960.Piece{1: sides.White, 8: sides.Black} {
		for f, piece := range pieces {
			if piece.Name() == "" {
				return fmt.Errorf("board with unknown piece %q on %v%d", byte(piece), chess960.File(f), rank)
			}
		}
	}
	return nil
}

// sides returns the first ranks that the board shows.
func (b Board) sides() Sides {
	if b.Sides != (Sides{}) {
		return b.Sides
	}
	return Sides{White: b.Position.Rank(), Black: b.Position.Rank()}
}

// A view is the side from which a board is seen.
type view int

const (
	fromWhite view = iota
	fromBlack
	views
)

// file returns the file in a column, counted from 0 at the left.
func (v view) file(column int) chess960.File {
	if v == fromBlack {
		return chess960.File(7 - column)
	}
	return chess960.File(column)
}

// bands lays out the board.
func (t *boardTiles) bands(b Board) []mosaic.Band {
	sides, v := b.sides(), fromWhite
	if b.FromBlack {
		v = fromBlack
	}
	top, bottom := t.black.band(sides.Black, v), t.white.band(sides.White, v)
	if b.FromBlack {
		top, bottom = bottom, top
	}
	return []mosaic.Band{top, {t.middle[v]}, bottom, {t.letters[v]}}
}

// band lays out the rank.
func (t *rankTiles) band(pieces [8]chess960.Piece, v view) mosaic.Band {
	band := append(make(mosaic.Band, 0, 10), t.digit)
	for column := range 8 {
		f := v.file(column)
		band = append(band, t.pieces[pieces[f]][groundOf(f, t.rank)])
	}
	return append(band, t.right)
}
