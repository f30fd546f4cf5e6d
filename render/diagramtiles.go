package render

import (
	"image"
	"sync"

	"chess960bot/internal/chess960"
)

// diagramTiles are the squares and pieces of diagrams in one theme. Each is drawn when it is
// first needed.
type diagramTiles struct {
	theme *Theme
	mu    sync.Mutex
	drawn map[diagramTile]*image.RGBA
}

// A diagramTile is a man on a transparent square, or else an empty square.
type diagramTile struct {
	man    byte
	ground ground
	size   int
}

func newDiagramTiles(theme *Theme) (*diagramTiles, error) {
	return &diagramTiles{theme: theme, drawn: map[diagramTile]*image.RGBA{}}, nil
}

func (t *diagramTiles) ground(g ground, size int) *image.RGBA {
	return t.of(diagramTile{ground: g, size: size})
}

func (t *diagramTiles) man(man byte, size int) *image.RGBA {
	return t.of(diagramTile{man: man, size: size})
}

func (t *diagramTiles) of(tile diagramTile) *image.RGBA {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.drawn[tile] == nil {
		t.drawn[tile] = tile.draw(t.theme)
	}
	return t.drawn[tile]
}

func (tile diagramTile) draw(theme *Theme) *image.RGBA {
	if tile.man >= 'a' {
		return sprite{chess960.Piece(tile.man - 'a' + 'A'), theme.Black, tile.size}.draw()
	}
	if tile.man != 0 {
		return sprite{chess960.Piece(tile.man), theme.White, tile.size}.draw()
	}
	return theme.square(tile.ground, tile.size)
}
