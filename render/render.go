// Package render draws Chess960 start positions as PNG pictures: whole boards,
// and White's first rank alone.
//
//	r := render.New()
//	png, err := r.Board(render.Board{Position: p})
//	png, err = r.Strip(render.Strip{Rank: rank, Marked: chess960.FilesOf(chess960.FileA)})
//
// A request is a comparable value that says everything about its picture; what
// is left out has the default: the first theme, seen from White's side, nothing
// marked. New draws all there is to draw; after that a picture is put together
// by copying tiles, encoded once, and remembered for the next who asks for it.
// The pictures remembered and the tiles take less than 20 MB.
//
// From the drawing to the picture:
//
//   - pieces.go holds the six drawings as paths on a grid (path.go), painted by
//     gg in layers (drawing.go) onto transparent sprites;
//   - tiles.go puts the sprites on every kind of square that the themes of
//     theme.go have, and coordinates.go the coordinates into their corners;
//   - palette.go reduces what a theme needs to 256 colours, so that a pixel is
//     one byte to copy and to compress;
//   - board.go and strip.go lay the tiles out, picture.go encodes the result,
//     and cache.go keeps it.
//
// Lookup tables (table.go) have no tiles: they are written on a page (page.go)
// each time. A new theme is one literal in theme.go.
package render

import (
	"image"
	"iter"
	"maps"
	"slices"
	"sync"
)

// How many bytes of pictures are remembered: some 560 boards and 270 strips.
const (
	boardBytes = 12 << 20
	stripBytes = 3 << 20
)

// A Renderer draws pictures. It is safe for concurrent use.
type Renderer struct {
	boards *studio[Board]
	strips *studio[Strip]
}

// New draws every tile, on all cores, and returns a Renderer.
func New() *Renderer {
	r := &Renderer{
		boards: newStudio[Board](8, 8, boardSquare, boardBytes),
		strips: newStudio[Strip](8, 1, stripSquare, stripBytes),
	}
	sprites := drawSprites()
	r.boards.tiles = each(slices.Values(themes), func(t *Theme) *tileSet {
		return drawTileSet(t, boardSquare, boardMen, false, sprites)
	})
	r.strips.tiles = each(slices.Values(themes), func(t *Theme) *tileSet {
		return drawTileSet(t, stripSquare, stripMen, true, sprites)
	})
	return r
}

// drawSprites draws every man in every size and ink that a theme needs.
func drawSprites() map[sprite]*image.RGBA {
	needed := map[sprite]bool{}
	for _, t := range themes {
		for _, m := range boardMen {
			needed[t.sprite(m, boardSquare)] = true
		}
		for _, m := range stripMen {
			needed[t.sprite(m, stripSquare)] = true
		}
	}
	return each(maps.Keys(needed), sprite.draw)
}

// each makes a value from every key, all at the same time.
func each[K comparable, V any](keys iter.Seq[K], value func(K) V) map[K]V {
	values := map[K]V{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for k := range keys {
		wg.Go(func() {
			v := value(k)
			mu.Lock()
			defer mu.Unlock()
			values[k] = v
		})
	}
	wg.Wait()
	return values
}
