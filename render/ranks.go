package render

import (
	"fmt"
	"image"
	"strconv"
	"strings"

	"golang.org/x/image/font"

	"chess960bot/internal/chess960"
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
	ranksGap    = 8  // between two ranks
)

var ranksKind = kind{
	name: "ranks", size: rankSquare, left: labelWidth,
	texts: strings.Split("SP\u00a00123456789", ""), men: "KQRBN", grounds: boardGrounds,
}

// Ranks returns the picture as PNG. It is 1070 pixels wide, and 108 pixels high
// for each rank, less 8.
func (r *Renderer) Ranks(ranks Ranks) ([]byte, error) {
	k, err := r.kit(&ranksKind, ranks.Theme)
	if err != nil {
		return nil, err
	}
	if err := ranks.check(); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	return r.picture(k, ranks.stripes(k)...), nil
}

// stripes lays out the ranks.
func (r Ranks) stripes(k *kit) []stripe {
	var stripes []stripe
	for i, rank := range r.Ranks {
		if i > 0 {
			stripes = append(stripes, stripe{height: ranksGap})
		}
		var squares [8]square
		for f := range chess960.File(8) {
			squares[f] = square{byte(rank.Position.Piece(f)), groundOf(f, 0)}
		}
		s := k.rank(0, squares)
		for half, line := range []string{strconv.Itoa(rank.Board), rank.Position.Name().String()} {
			x := labelMargin
			for _, character := range line {
				glyph := k.around[string(character)]
				s.parts = append(s.parts, placed{glyph, x, half * glyphHeight})
				x += glyph.width
			}
		}
		stripes = append(stripes, s)
	}
	return stripes
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

// labelGlyph draws a character of a label.
func labelGlyph(theme *Theme, character string) *image.RGBA {
	face := newFace(glyphSize)
	m := blankPage(theme, font.MeasureString(face, character).Round(), glyphHeight)
	write(m, character, image.Pt(0, glyphHeight*3/4), theme.White.Outline, face)
	return m
}

// Strengths is a request for a picture of how well somebody knows some facts: five beside
// each other, each with blocks.
type Strengths struct {
	Facts []Fact // 1 to MostFacts
	Theme *Theme // one of Themes; nil for the default
}

// A Fact is a number with its pattern, and how well it is known.
type Fact struct {
	Label, Pattern string // such as "480" and "RNKNR"
	Strength       int    // 0 to FullStrength, the number of blocks that are full
}

// Limits of Strengths.
const (
	MostFacts    = 16
	FullStrength = 5
	longestFact  = 6 // letters of a pattern
)

// Measures of strengths in pixels. On a phone a picture is 330 pixels wide, and its letters are
// at least 12 pixels high.
const (
	factColumns    = 5
	factWidth      = 192
	factHeight     = 162
	factMargin     = 6  // around a card
	blockWidth     = 28 // the width of a block
	blockHeight    = 16 // the height of a block
	factGap        = 4  // between two blocks
	factLine       = 3  // around an empty block
	factText       = 46
	strengthsWidth = factColumns * factWidth
)

// Strengths returns the picture as PNG. It is 960 pixels wide, and 162 pixels high for each
// five facts.
func (r *Renderer) Strengths(s Strengths) ([]byte, error) {
	if n := len(s.Facts); n < 1 || n > MostFacts {
		return nil, fmt.Errorf("render: picture of %d facts, not 1 to %d", n, MostFacts)
	}
	for _, f := range s.Facts {
		if f.Strength < 0 || f.Strength > FullStrength || len(f.Pattern) > longestFact || len(f.Label) > longestFact {
			return nil, fmt.Errorf("render: picture of the fact %+v", f)
		}
	}
	rows := (len(s.Facts) + factColumns - 1) / factColumns
	theme, face := s.Theme.orDefault(), newFace(factText)
	m := blankPage(theme, strengthsWidth, rows*factHeight)
	for i, f := range s.Facts {
		column, row := i%factColumns, i/factColumns
		area := image.Rect(0, 0, factWidth, factHeight).Add(image.Pt(column*factWidth, row*factHeight))
		f.draw(m, area.Inset(factMargin), theme, face)
	}
	var q quantizer
	page := q.add(m)
	q.reduce(theme.White.Outline, theme.Frame, theme.MarkedLight)
	k := &kit{kind: &kind{left: strengthsWidth}, palette: q.palette}
	return r.picture(k, stripe{height: page.height, parts: []placed{{page, 0, 0}}, passing: true}), nil
}

// draw draws the card of the fact. The better a fact is known, the more yellow is its card.
func (f Fact) draw(m *image.RGBA, card image.Rectangle, theme *Theme, face font.Face) {
	page, ink := pageColour(theme), theme.White.Outline
	fill(m, card, mix(page, theme.Dark, 0.35))
	fill(m, card.Inset(2), mix(page, theme.MarkedLight, float64(f.Strength)/FullStrength))
	for i, text := range []string{f.Label, f.Pattern} {
		width := font.MeasureString(face, text).Round()
		write(m, text, image.Pt(card.Min.X+(card.Dx()-width)/2, card.Min.Y+50+50*i), ink, face)
	}
	const blocks = FullStrength*(blockWidth+factGap) - factGap
	for i := range FullStrength {
		corner := image.Pt(card.Min.X+(card.Dx()-blocks)/2+i*(blockWidth+factGap), card.Min.Y+118)
		block := image.Rectangle{corner, corner.Add(image.Pt(blockWidth, blockHeight))}
		fill(m, block, theme.Frame)
		if i >= f.Strength {
			fill(m, block.Inset(factLine), page)
		}
	}
}
