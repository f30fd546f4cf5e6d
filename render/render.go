// Package render draws positions as PNG pictures: whole boards of start positions, White's
// first rank alone or of several boards, and any position with arrows and marks.
//
//	r := render.New()
//	png, err := r.Board(render.Board{Position: p})
//	png, err = r.Strip(render.Strip{Rank: rank, Marked: chess960.FilesOf(chess960.FileA)})
//
// A request is a value that describes its picture completely. Fields that are left out
// have defaults: the first theme, seen from White's side, nothing marked.
//
// From the drawing to the picture:
//
//   - pieces.go holds the six drawings as paths on a grid (path.go). gg paints
//     them in layers (drawing.go).
//   - boardtiles.go, strip.go and ranks.go cut pieces, squares, letters and figures
//     into tiles. studio.go draws the tiles and the squares, and lettering.go the
//     letters and figures on them.
//   - palette.go reduces the colours of a theme, so that a pixel is one byte.
//   - board.go, strip.go and ranks.go lay out the tiles. Package mosaic joins them into
//     a PNG file in a few microseconds, so there is no cache of them.
//
// Diagrams (diagram.go) show any position with arrows (arrow.go). Only the squares
// that these touch are painted for each picture (arrowtiles.go); the others are joined.
//
// Strengths (strengths.go) have no tiles. They are written on a page as they are needed. A new
// theme is one literal in theme.go.
package render

import (
	"cmp"
	"fmt"
	"sync"
)

// A Renderer makes pictures. It is safe for concurrent use.
type Renderer struct {
	boards       kits[*boardTiles]
	strips       kits[*stripTiles]   // with figures
	throws       kits[*stripTiles]   // with throws
	diagrams     kits[*diagramTiles] // of all ranks
	diagramRanks kits[*diagramTiles] // of one rank
	ranks        kits[*ranksTiles]
}

// New returns a Renderer. It draws and compresses the tiles of a picture when they are first
// needed, which takes some 50 ms of a processor for each kind and theme.
func New() *Renderer {
	return &Renderer{
		boards:       newKits(newBoardTiles),
		strips:       newKits(func(t *Theme) (*stripTiles, error) { return newStripTiles(t, figures) }),
		throws:       newKits(func(t *Theme) (*stripTiles, error) { return newStripTiles(t, throws) }),
		diagrams:     newKits(diagramTilesOf(allRanks)),
		diagramRanks: newKits(diagramTilesOf(oneRank)),
		ranks:        newKits(newRanksTiles),
	}
}

// Prepare draws the tiles of boards and strips in the default theme, one kind after the other, so that
// the first pictures come soon.
func (r *Renderer) Prepare() error {
	_, boards := r.boards.of(nil)
	_, strips := r.strips.of(nil)
	return cmp.Or(boards, strips)
}

// kits are the tiles of each theme.
type kits[T any] map[*Theme]func() (T, error)

// newKits returns kits that are made when they are first needed.
func newKits[T any](draw func(*Theme) (T, error)) kits[T] {
	k := kits[T]{}
	for _, t := range themes {
		k[t] = sync.OnceValues(func() (T, error) { return draw(t) })
	}
	return k
}

// of returns the tiles of a theme, nil for the default.
func (k kits[T]) of(t *Theme) (T, error) {
	t = t.orDefault()
	if k[t] == nil {
		var none T
		return none, fmt.Errorf("render: theme %q is not one of Themes()", t.ID)
	}
	return k[t]()
}
