package paper

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
	return newPrinter(words).print(title, diagrams, layout{
		perPage: sheet.PerPage(),
		head:    head{sheetMargin, pageWidth - sheetMargin, sheetMargin + 2, 9, 5},
		board:   sheet.at,
		text: func(p *printer, _ string, i int, d Card) {
			at := sheet.at(i)
			p.write(bold, titlePoints, at.left+at.size/2, at.top-titleRoom+3.5, alignMiddle, printable(d.Label))
		},
	})
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
