package render

import (
	"image"

	"chess960bot/internal/chess960"
	"chess960bot/internal/mosaic"
)

// stripTiles are the tiles of strips in one theme.
type stripTiles struct {
	frame   *mosaic.Frame
	squares [striped]*stripSquares
}

// stripSquares are the squares of one kind. The lower part of a square has two corners:
// the left one for the file's letter, the right one for a figure.
type stripSquares struct {
	pieces       map[chess960.Piece]stripPiece // 0 for no piece
	letters      [8]*mosaic.Tile
	blank        *mosaic.Tile // the corner without figure
	smallFigures [10]*mosaic.Tile
	figures      [10]*mosaic.Tile // upper parts of empty squares
}

// A stripPiece is a piece on its square without the lower corners.
type stripPiece struct{ top, bottom *mosaic.Tile }

// newStripTiles draws and compresses the tiles.
func newStripTiles(theme *Theme) (*stripTiles, error) {
	s, t := newStudio(theme, stripSquare), &stripTiles{}
	corner := figureCorner(stripSquare)
	for g := range striped {
		squares := s.stripSquares(g)
		for i := range figures {
			squares.smallFigures[i] = s.corner(corner, figures[i:i+1], g)
			figure := counted(figures[i:i+1], theme.square(g, stripSquare), theme.writing(g))
			squares.figures[i] = s.cut(figure, upperPart)
		}
		t.squares[g] = squares
	}
	return t, t.compress(s)
}

func (t *stripTiles) compress(s *studio) error {
	const width = 8 * stripSquare
	t.frame = &mosaic.Frame{Width: width, Palette: s.palette()}
	return mosaic.Compress(width, pixels(stripePeriod, stripSquare), s.tiles()...)
}

// The parts of a strip's square without the lower corners.
var (
	upperPart = image.Rect(0, 0, stripSquare, letterCorner(stripSquare).area.Min.Y)
	lowerPart = image.Rect(letterCorner(stripSquare).area.Max.X, upperPart.Max.Y, figureCorner(stripSquare).area.Min.X, stripSquare)
)

// stripSquares draws the squares of one kind, without figures.
func (s *studio) stripSquares(g ground) *stripSquares {
	empty := s.theme.square(g, stripSquare)
	cut := func(m *image.RGBA) stripPiece { return stripPiece{s.cut(m, upperPart), s.cut(m, lowerPart)} }
	t := &stripSquares{
		pieces: map[chess960.Piece]stripPiece{0: cut(empty)},
		blank:  s.cut(empty, figureCorner(stripSquare).area),
	}
	for _, piece := range pieces {
		t.pieces[piece] = cut(s.pieceOnSquare(piece, s.theme.White, g))
	}
	for f := range chess960.File(8) {
		if groundOf(f, 0) == g&dark {
			t.letters[f] = s.corner(letterCorner(stripSquare), letters[f:f+1], g)
		}
	}
	return t
}
