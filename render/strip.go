package render

import (
	"fmt"
	"slices"

	"chess960bot/internal/chess960"
	"chess960bot/render/mosaic"
)

// Measures of a strip in pixels.
const (
	stripSquare = 120
	stripEdge   = 58 // below, with the letters; and above, with figures and throws
	stripLeft   = 96 // at the left, with the digit of the rank: Discord's ALT covers the corner below
)

// A Strip is a request for a picture of White's first rank, larger than on a board, with
// the letters of the files. The rank may be incomplete. A strip can show how a step
// counts squares, or which throw filled a square.
type Strip struct {
	Rank      [8]chess960.Piece // by file; 0 for an empty square
	Theme     *Theme            // one of Themes; nil for the default
	FromBlack bool              // seen from Black's side, the h-file at the left
	Marked    chess960.Files    // squares with a yellow ground and a frame
	Above     [8]string         // by file, what is written above a square: a number up to 20, or a throw such as "HT"; "" for nothing
}

// Strip returns the picture as PNG, 1056 by 178 pixels, or 1056 by 236 with writing above
// squares.
func (r *Renderer) Strip(s Strip) ([]byte, error) {
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	kits := r.strips
	if !s.writes(figures) {
		kits = r.throws
	}
	t, err := kits.of(s.Theme)
	if err != nil {
		return nil, err
	}
	return t.frame.Join(t.bands(s)...)
}

// check returns an error if the request is wrong. It does not check the theme.
func (s Strip) check() error {
	for f, piece := range s.Rank {
		if piece != 0 && piece.Name() == "" {
			return fmt.Errorf("strip with unknown piece %q on %s", byte(piece), chess960.File(f).Square())
		}
	}
	if !s.writes(figures) && !s.writes(throws) {
		return fmt.Errorf("strip with %q above its squares", s.Above)
	}
	return nil
}

// writes reports whether every text above a square is one of some texts.
func (s Strip) writes(texts []string) bool {
	for _, text := range s.Above {
		if text != "" && !slices.Contains(texts, text) {
			return false
		}
	}
	return true
}

// ground returns the kind of square that file f has.
func (s Strip) ground(f chess960.File) ground {
	g := groundOf(f, 0)
	if s.Marked.Has(f) {
		g |= marked
	}
	return g
}

// bands lays out the strip.
func (t *stripTiles) bands(s Strip) []mosaic.Band {
	above, squares, edge := mosaic.Band{t.corner}, mosaic.Band{t.digit}, mosaic.Band{t.corner}
	for column := range 8 {
		f := chess960.File(column)
		if s.FromBlack {
			f = 7 - f
		}
		above = append(above, t.above[s.Above[f]])
		squares = append(squares, t.squares[s.ground(f)][s.Rank[f]])
		edge = append(edge, t.letters[f])
	}
	if s.Above == [8]string{} {
		return []mosaic.Band{squares, edge}
	}
	return []mosaic.Band{above, squares, edge}
}

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
