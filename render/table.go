package render

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"sync"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
)

// A Table is a request for a picture of a lookup table: numbers and their patterns, in
// columns.
type Table struct {
	Title   string
	Rows    []TableRow
	Columns int    // of equal length; each is read from top to bottom
	Theme   *Theme // one of Themes; nil for the default
}

// A TableRow is a number and its pattern, such as "512" and "RNQKNR".
type TableRow struct {
	Number, Pattern string
	Marked          bool
}

// Measures of a table in pixels.
const (
	tableMargin    = 24
	titleHeight    = 64
	rowHeight      = 40
	columnGap      = 24
	numberWidth    = 64
	patternSpace   = 20 // between number and pattern
	tableTextSize  = 26
	tableTitleSize = 30
)

// tablesKept is the number of pictures of tables that are kept at least; at most twice as
// many are. A sheet of 200 boards has 8, with 0.8 MB.
const tablesKept = 32

// Table returns the picture as PNG. Its size follows from the rows. The last pictures are
// kept: players of a round ask for the same sheet. The bytes are shared: do not modify
// them.
func (r *Renderer) Table(t Table) ([]byte, error) {
	t.Theme = t.Theme.orDefault()
	picture, _ := r.keptTables.Get(fmt.Sprintf("%#v", t), func() tablePicture {
		return sync.OnceValues(func() ([]byte, error) { return t.encode(r.tables()) })
	})
	return picture()
}

// A tablePicture draws its table when it is first called. Others who call it meanwhile
// wait for the picture.
type tablePicture func() ([]byte, error)

func (t Table) encode(faces tableFaces) ([]byte, error) {
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	err := encoder.Encode(&b, t.draw(t.Theme, faces))
	return b.Bytes(), err
}

// tableFaces are the typefaces of tables.
type tableFaces struct{ title, numbers, patterns *typeface }

func newTableFaces() tableFaces {
	return tableFaces{
		title:    newTypeface(gobold.TTF, tableTitleSize),
		numbers:  newTypeface(gomonobold.TTF, tableTextSize),
		patterns: newTypeface(gomono.TTF, tableTextSize),
	}
}

// perColumn returns the number of rows in the longest column.
func (t Table) perColumn() int { return (len(t.Rows) + t.Columns - 1) / t.Columns }

func (t Table) draw(theme *Theme, with tableFaces) *image.Paletted {
	columnWidth := numberWidth + patternSpace + t.patternWidth(with.patterns) + 2*patternSpace
	size := image.Rect(0, 0,
		2*tableMargin+t.Columns*columnWidth+(t.Columns-1)*columnGap,
		titleHeight+t.perColumn()*rowHeight+tableMargin)
	m := newPage(size, theme)
	m.write(t.Title, image.Pt(tableMargin, titleHeight-22), with.title)
	for i, row := range t.Rows {
		column, line := i/t.perColumn(), i%t.perColumn()
		at := image.Pt(tableMargin+column*(columnWidth+columnGap), titleHeight+line*rowHeight)
		area := image.Rectangle{at, at.Add(image.Pt(columnWidth, rowHeight))}
		m.paint(area, row.ground(line))
		if row.Marked {
			m.frame(area)
		}
		right := at.X + patternSpace/2 + numberWidth
		m.write(row.Number, image.Pt(right-with.numbers.width(row.Number), at.Y+29), with.numbers)
		m.write(row.Pattern, image.Pt(right+patternSpace, at.Y+29), with.patterns)
	}
	return m.picture()
}

func (t Table) patternWidth(face *typeface) int {
	widest := 0
	for _, row := range t.Rows {
		widest = max(widest, face.width(row.Pattern))
	}
	return widest
}

// ground returns the background of the row. Lines that are not marked alternate between
// plain and shaded.
func (r TableRow) ground(line int) pageGround {
	switch {
	case r.Marked:
		return markedPage
	case line%2 == 1:
		return shadedPage
	}
	return plainPage
}
