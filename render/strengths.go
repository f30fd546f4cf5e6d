package render

import (
	"fmt"
	"image"

	"golang.org/x/image/font"
)

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
	MostFacts    = 15
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
	return encodePNG(m, theme.White.Outline, theme.Frame, theme.MarkedLight)
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
