package render

import (
	"bytes"
	"fmt"
	"image"
	"image/png"

	"golang.org/x/image/font/gofont/gomonobold"
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
	factText    = 42
	strengthsIn = factColumns * factWidth
)

// newFactFace returns the typeface of labels and patterns.
func newFactFace() *typeface { return newTypeface(gomonobold.TTF, factText) }

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
	m := newPage(image.Rect(0, 0, strengthsIn, rows*factHeight), s.Theme.orDefault())
	for i, f := range s.Facts {
		column, row := i%factColumns, i/factColumns
		m.fact(f, image.Pt(column*factWidth, row*factHeight), (column+row)%2 == 1, r.facts())
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	err := encoder.Encode(&b, m.picture())
	return b.Bytes(), err
}

// fact draws a fact with its top left corner at a point.
func (p *page) fact(f Fact, at image.Point, shaded bool, with *typeface) {
	if shaded {
		p.paint(image.Rectangle{at, at.Add(image.Pt(factWidth, factHeight))}, shadedPage)
	}
	at = at.Add(image.Pt(factMargin, 0))
	p.write(f.Label, at.Add(image.Pt(0, 44)), with)
	p.write(f.Pattern, at.Add(image.Pt(0, 90)), with)
	for i := range FullStrength {
		corner := at.Add(image.Pt(i*(factBlock+factGap), 104))
		block := image.Rectangle{corner, corner.Add(image.Pt(factBlock, factBlock))}
		if i < f.Strength {
			p.fill(block, shades-1)
		} else {
			p.frame(block)
		}
	}
}
