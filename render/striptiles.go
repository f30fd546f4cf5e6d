package render

import (
	"chess960bot/internal/chess960"
	"chess960bot/internal/mosaic"
)

// stripTiles are the tiles of strips in one theme.
type stripTiles struct {
	frame   *mosaic.Frame
	squares [striped]map[chess960.Piece]*mosaic.Tile // 0 for no piece
	letters [8]*mosaic.Tile                          // below the squares
	figures map[byte]*mosaic.Tile                    // above the squares; 0 for none
}

// newStripTiles draws and compresses the tiles.
func newStripTiles(theme *Theme) (*stripTiles, error) {
	const width = 8 * stripSquare
	s := newStudio(theme, stripSquare)
	t := &stripTiles{figures: map[byte]*mosaic.Tile{0: s.stripEdge("")}}
	for g := range striped {
		t.squares[g] = map[chess960.Piece]*mosaic.Tile{0: s.add(theme.square(g, stripSquare))}
		for _, piece := range pieces {
			t.squares[g][piece] = s.add(s.pieceOnSquare(piece, theme.White, g))
		}
	}
	for f := range t.letters {
		t.letters[f] = s.stripEdge(letters[f : f+1])
	}
	for i := range figures {
		t.figures[figures[i]] = s.stripEdge(figures[i : i+1])
	}
	t.frame = &mosaic.Frame{Width: width, Palette: s.palette()}
	return t, mosaic.Compress(width, pixels(stripePeriod, stripSquare), s.tiles()...)
}

// stripEdge returns the tile with a letter below a square, or with a figure above.
func (s *studio) stripEdge(text string) *mosaic.Tile {
	return s.add(s.theme.edgePart(text, stripSquare, stripEdge, face(stripWriting, stripSquare)))
}
