package render

import (
	"chess960bot/internal/chess960"
	"chess960bot/render/mosaic"
)

// stripTiles are the tiles of strips in one theme.
type stripTiles struct {
	frame   *mosaic.Frame
	squares [grounds]map[chess960.Piece]*mosaic.Tile // 0 for no piece
	digit   *mosaic.Tile                             // 1, at the left of the squares
	corner  *mosaic.Tile                             // empty, below the digit and above it
	letters [8]*mosaic.Tile                          // below the squares
	above   map[string]*mosaic.Tile                  // above the squares
}

// newStripTiles draws and compresses the tiles, with figures or throws above the squares.
func newStripTiles(theme *Theme, above []string) (*stripTiles, error) {
	const width = stripLeft + 8*stripSquare
	s := newStudio(theme, stripSquare)
	t := &stripTiles{above: map[string]*mosaic.Tile{"": s.stripEdge("")}}
	t.digit = s.add(theme.edgePart(digits[:1], stripLeft, stripSquare, pixels(stripWriting, stripSquare)))
	t.corner = s.add(blankPage(theme, stripLeft, stripEdge))
	for g := range ground(grounds) {
		t.squares[g] = map[chess960.Piece]*mosaic.Tile{0: s.add(theme.square(g, stripSquare))}
		for _, piece := range pieces {
			t.squares[g][piece] = s.add(s.pieceOnSquare(piece, theme.White, g))
		}
	}
	for f := range t.letters {
		t.letters[f] = s.stripEdge(letters[f : f+1])
	}
	for _, text := range above {
		t.above[text] = s.stripEdge(text)
	}
	t.frame = &mosaic.Frame{Width: width, Palette: s.palette()}
	return t, mosaic.Compress(width, stripSquare, s.tiles()...)
}

// stripEdge returns the tile with a letter below a square, or with a text above.
func (s *studio) stripEdge(text string) *mosaic.Tile {
	return s.add(s.theme.edgePart(text, stripSquare, stripEdge, pixels(stripWriting, stripSquare)))
}
