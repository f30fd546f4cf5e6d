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

// A diagramTile is a man on a transparent square, or else a square with or without writing.
type diagramTile struct {
	man    byte
	text   string
	letter bool // the text is a file's letter, not a rank's digit
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

func (t *diagramTiles) letter(file int, g ground, size int) *image.RGBA {
	return t.of(diagramTile{text: letters[file : file+1], letter: true, ground: g, size: size})
}

func (t *diagramTiles) digit(rank int, g ground, size int) *image.RGBA {
	return t.of(diagramTile{text: digits[rank : rank+1], ground: g, size: size})
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
	m := theme.square(tile.ground, tile.size)
	switch {
	case tile.letter:
		letterCorner(tile.size).write(tile.text, m, theme.writing(tile.ground))
	case tile.text != "":
		digitCorner(tile.size).write(tile.text, m, theme.writing(tile.ground))
	}
	return m
}
