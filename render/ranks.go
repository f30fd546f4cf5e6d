package render

import (
	"fmt"
	"image"
	"image/color"
	"strconv"

	"golang.org/x/image/font"

	"chess960bot/internal/chess960"
	"chess960bot/render/mosaic"
)

// MostRanks is the largest number of ranks in a picture.
const MostRanks = 12

// Ranks is a request for a picture of White's first ranks in several positions, one below
// the other: the boards of a club evening. To the left of each rank are the number of the board
// and the SP number.
type Ranks struct {
	Ranks []NumberedRank // 1 to MostRanks
	Theme *Theme         // one of Themes; nil for the default
}

// A NumberedRank is the position of a board.
type NumberedRank struct {
	Board    int
	Position chess960.Position
}

// Measures of ranks in pixels. A label has two lines, each half as high as a
// square.
const (
	rankSquare  = 100
	labelWidth  = 270
	labelMargin = 24 // at the left of a label
	glyphHeight = rankSquare / 2
	glyphSize   = 44 // so that capitals are 9 pixels high on a phone
	ranksWidth  = labelWidth + 8*rankSquare
	ranksGap    = 8 // between two ranks
)

// Ranks returns the picture as PNG. It is 1070 pixels wide, and 108 pixels high
// for each rank, less 8.
func (r *Renderer) Ranks(ranks Ranks) ([]byte, error) {
	t, err := r.ranks.of(ranks.Theme)
	if err != nil {
		return nil, err
	}
	if err := ranks.check(); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return t.frame.Join(t.bands(ranks)...)
}

// check returns an error if the request is wrong. It does not check the theme.
func (r Ranks) check() error {
	if n := len(r.Ranks); n < 1 || n > MostRanks {
		return fmt.Errorf("picture of %d ranks, not 1 to %d", n, MostRanks)
	}
	for i, rank := range r.Ranks {
		if !rank.Position.IsValid() {
			return fmt.Errorf("rank %d without a position", i+1)
		}
	}
	return nil
}

// ranksTiles are the tiles for pictures of ranks in one theme.
type ranksTiles struct {
	frame  *mosaic.Frame
	pieces map[chess960.Piece]*[boardGrounds][2]*mosaic.Tile // upper and lower half
	glyphs map[rune]*mosaic.Tile
	blanks [10]*mosaic.Tile // 1, 2, 4, … 512 pixels wide
	gap    *mosaic.Tile     // of full width
}

// bands lays out the ranks.
func (t *ranksTiles) bands(ranks Ranks) []mosaic.Band {
	var bands []mosaic.Band
	for i, rank := range ranks.Ranks {
		if i > 0 {
			bands = append(bands, mosaic.Band{t.gap})
		}
		for half, line := range []string{strconv.Itoa(rank.Board), rank.Position.Name().String()} {
			band := t.line(line)
			for f := range chess960.File(8) {
				band = append(band, t.pieces[rank.Position.Piece(f)][groundOf(f, 0)][half])
			}
			bands = append(bands, band)
		}
	}
	return bands
}

// line returns the tiles for one line of a label, with a margin at the left.
func (t *ranksTiles) line(text string) mosaic.Band {
	line := t.blank(labelMargin)
	room := labelWidth - labelMargin
	for _, r := range text {
		glyph := t.glyphs[r]
		line, room = append(line, glyph), room-glyph.Width
	}
	return append(line, t.blank(room)...)
}

// blank returns empty tiles with a width together.
func (t *ranksTiles) blank(width int) (tiles mosaic.Band) {
	for i, tile := range t.blanks {
		if width&(1<<i) != 0 {
			tiles = append(tiles, tile)
		}
	}
	return tiles
}

// newRanksTiles draws and compresses the tiles.
func newRanksTiles(theme *Theme) (*ranksTiles, error) {
	s := newStudio(theme, rankSquare)
	t := &ranksTiles{
		pieces: map[chess960.Piece]*[boardGrounds][2]*mosaic.Tile{},
		glyphs: map[rune]*mosaic.Tile{},
		gap:    s.add(blankPage(theme, ranksWidth, ranksGap)),
	}
	upper := image.Rect(0, 0, rankSquare, glyphHeight)
	lower := image.Rect(0, glyphHeight, rankSquare, rankSquare)
	for _, piece := range pieces {
		t.pieces[piece] = new([boardGrounds][2]*mosaic.Tile)
		for g := range boardGrounds {
			m := s.pieceOnSquare(piece, theme.White, g)
			t.pieces[piece][g] = [2]*mosaic.Tile{s.cut(m, upper), s.cut(m, lower)}
		}
	}
	face := newFace(glyphSize)
	for _, r := range "SP\u00a00123456789" {
		t.glyphs[r] = s.add(labelGlyph(theme, r, font.MeasureString(face, string(r)).Round(), face))
	}
	for i := range t.blanks {
		t.blanks[i] = s.add(blankPage(theme, 1<<i, glyphHeight))
	}
	t.frame = &mosaic.Frame{Width: ranksWidth, Palette: s.palette()}
	return t, mosaic.Compress(ranksWidth, rankSquare, s.tiles()...)
}

// labelGlyph draws a character on a page.
func labelGlyph(theme *Theme, r rune, width int, face font.Face) *image.RGBA {
	m := blankPage(theme, width, glyphHeight)
	write(m, string(r), image.Pt(0, glyphHeight*3/4), theme.White.Outline, face)
	return m
}

func blankPage(theme *Theme, width, height int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	fill(m, m.Rect, pageColour(theme))
	return m
}

// pageColour returns the colour around squares, and behind labels and facts.
func pageColour(theme *Theme) color.RGBA { return mix(theme.Light, white, 0.6) }
