package paper

import (
	"errors"
	"fmt"
	"slices"
)

// A Sheet says how many diagrams a page has.
type Sheet struct{ columns, rows int }

// The sheets, for an exercise each and for a list.
var (
	SixDiagrams    = Sheet{2, 3}
	TwelveDiagrams = Sheet{3, 4}
)

// PerPage is the number of diagrams on a page.
func (s Sheet) PerPage() int { return s.columns * s.rows }

// Measures of a page of diagrams, in millimetres.
const (
	sheetMargin = 14
	sheetHead   = 12  // above the first row
	sheetGap    = 8   // between two boards, with room for the digits of the ranks
	titleRoom   = 5.5 // between a title's line and its board
	titlePoints = 13
)

// Diagrams returns the positions, at least one, as a PDF file of diagrams in the given order.
// The label of each stands above it; "" for none. The title and the number of the page are at
// the head of each page.
func Diagrams(words Words, sheet Sheet, title string, diagrams []Card) ([]byte, error) {
	if len(diagrams) == 0 {
		return nil, errors.New("paper: no diagram to print")
	}
	p := newPrinter(words)
	title = printable(title)
	p.SetTitle(title, true)
	pages := (len(diagrams) + sheet.PerPage() - 1) / sheet.PerPage()
	for page := range slices.Chunk(diagrams, sheet.PerPage()) {
		p.AddPage()
		const right, line, numberWidth = pageWidth - sheetMargin, sheetMargin + 2, 25
		p.fit(regular, 9, 5, sheetMargin, line, right-sheetMargin-numberWidth, title)
		p.write(regular, 9, right, line, alignRight, printable(words.Page(p.PageNo(), pages)))
		for i, d := range page {
			if !d.Position.IsValid() {
				return nil, fmt.Errorf("paper: the diagram %q has no position", d.Label)
			}
			at := sheet.at(i)
			p.write(bold, titlePoints, at.left+at.size/2, at.top-titleRoom+3.5, alignMiddle, printable(d.Label))
		}
		p.diagrams(page, sheet.at)
	}
	return p.file()
}

// at returns where a page's diagram is. Diagrams are counted from 0.
func (s Sheet) at(i int) frame {
	const width, height = pageWidth - 2*sheetMargin, pageHeight - 2*sheetMargin - sheetHead
	cellWidth, cellHeight := width/float64(s.columns), height/float64(s.rows)
	size := min(cellWidth, cellHeight-titleRoom) - sheetGap
	column, row := float64(i%s.columns), float64(i/s.columns)
	return frame{
		left: sheetMargin + column*cellWidth + (cellWidth-size)/2,
		top:  sheetMargin + sheetHead + row*cellHeight + titleRoom,
		size: size,
	}
}
