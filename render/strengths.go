package render

import (
	"fmt"
	"image"
	"image/color"

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

// Measures of strengths in pixels.
const (
	factColumns = 5
	factWidth   = 192
	factHeight  = 144
	factMargin  = 16
	factBlock   = 28 // the side of a block
	factGap     = 5  // between two blocks
	factFrame   = 3  // the line around an empty block
	factText    = 42
	strengthsIn = factColumns * factWidth
)

// Strengths returns the picture as PNG. It is 960 pixels wide, and 144 pixels high for each
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
	theme, face := s.Theme.orDefault(), newMonoFace(factText)
	m := blankPage(theme, strengthsIn, rows*factHeight)
	for i, f := range s.Facts {
		column, row := i%factColumns, i/factColumns
		at := image.Pt(column*factWidth, row*factHeight)
		if (column+row)%2 == 1 {
			fill(m, image.Rectangle{at, at.Add(image.Pt(factWidth, factHeight))}, mix(theme.Light, white, 0.2))
		}
		f.draw(m, at, theme.White.Outline, face)
	}
	return encodePNG(m, theme.White.Outline)
}

// draw draws the fact with its top left corner at a point.
func (f Fact) draw(m *image.RGBA, at image.Point, ink color.RGBA, face font.Face) {
	ground := m.RGBAAt(at.X, at.Y)
	at = at.Add(image.Pt(factMargin, 0))
	write(m, f.Label, at.Add(image.Pt(0, 44)), ink, face)
	write(m, f.Pattern, at.Add(image.Pt(0, 90)), ink, face)
	for i := range FullStrength {
		corner := at.Add(image.Pt(i*(factBlock+factGap), 104))
		block := image.Rectangle{corner, corner.Add(image.Pt(factBlock, factBlock))}
		fill(m, block, ink)
		if i >= f.Strength {
			fill(m, block.Inset(factFrame), ground)
		}
	}
}
