// Package paper prints start positions as PDF. Cards are for the boards of a club evening: eight on
// a page, to be cut out and laid beside the boards. Diagrams (sheet.go) are boards alone, six or
// twelve on a page.
//
//	pdf, err := paper.Cards(english, "Thursday 960, round 3 of 7", []paper.Card{{"Board 1", p}, …})
//
// A card has the board's label, the SP number, the diagram, the first rank in letters,
// the squares of king and rook after castling, and the FEN.
//
// # Reading from two metres
//
// An arbiter who walks along the boards reads the cards from about two metres. With
// normal sight, people recognise letters that are 5 minutes of arc high: 2.9 mm at
// that distance. 10 to 20 minutes are comfortable. Capitals and digits of the Go
// font are 0.72 times as high as its size.
//
//	                  points  height   minutes of arc at 2 m
//	SP number             56  14.2 mm  24
//	first rank            37   9.4 mm  16
//	label of the board    24   6.1 mm  10
//	piece in the diagram       4.9 mm   8
//
// Long labels are smaller. Castling and FEN are for the players at the board.
//
// # The page
//
// The page is A4. The cards are in its middle, and leave 9 mm at the sides and 18 mm
// above and below. So a printer that prints the page on US Letter at its full size,
// centred, cuts off nothing. Cut marks are at the corners of the cards.
//
// All shapes and letters are vectors. The pieces are those of package render, in the
// colours of its theme for high contrast. The same cards always give the same bytes.
//
// The PDF is written by codeberg.org/go-pdf/fpdf (MIT licence), the maintained
// successor of gofpdf. It needs nothing but the standard library.
package paper

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"

	"chess960bot/internal/chess960"
)

// A Card is a position with the label of its board, such as "Board 3". A character
// that the Go fonts lack shows as "□".
type Card struct {
	Label    string
	Position chess960.Position
}

// Words are what a file says beside labels, numbers and letters, in one language. Diagrams need no
// Number and no Castling.
type Words struct {
	Language string                                  // of the file, such as "en"; each has its own words
	Number   string                                  // above the SP number
	Page     func(page, of int) string               // above the cards of a page
	Castling func(castling chess960.Castling) string // how king and rook move
}

// Measures in millimetres.
const (
	pageWidth, pageHeight = 210, 297
	columns, rows         = 2, 4
	cardWidth, cardHeight = 96, 65
	gridLeft              = (pageWidth - columns*cardWidth) / 2.0
	gridTop               = (pageHeight - rows*cardHeight) / 2.0
	padding               = 3.5 // within a card, because nobody cuts exactly
	markLength            = 2.2 // of cut marks, in each direction
	headLine              = gridTop - markLength - 0.2

	boardLeft = padding + 2.4 // within a card, after the digits of the ranks
	textLeft  = boardLeft + boardSize + 3
	textWidth = cardWidth - padding - textLeft
)

// perPage is the number of cards on a page.
const perPage = columns * rows

// Cards returns the cards, at least one, as a PDF file in the given order. The title is
// on every card and every page.
func Cards(words Words, title string, cards []Card) ([]byte, error) {
	return newPrinter(words).print(title, cards, layout{
		perPage: perPage,
		head:    head{gridLeft, gridLeft + columns*cardWidth, headLine, 7, 4},
		board: func(i int) frame {
			left, top := cardAt(i)
			return frame{left + boardLeft, top + padding, boardSize}
		},
		text: func(p *printer, title string, i int, c Card) {
			left, top := cardAt(i)
			p.cutMarks(left, top)
			p.card(left, top, title, c)
		},
	})
}

// A layout says what stands where on a page.
type layout struct {
	perPage int // cards
	head    head
	board   func(i int) frame                             // of a page's card, counted from 0
	text    func(p *printer, title string, i int, c Card) // prints what a card has besides its board
}

// print returns the cards, at least one, as a file.
func (p *printer) print(title string, cards []Card, l layout) ([]byte, error) {
	if len(cards) == 0 {
		return nil, errors.New("paper: no card to print")
	}
	title = printable(title)
	p.SetTitle(title, true)
	pages := (len(cards) + l.perPage - 1) / l.perPage
	for page := range slices.Chunk(cards, l.perPage) {
		p.AddPage()
		const numberWidth = 25
		h := l.head
		p.fit(regular, h.points, h.least, h.left, h.line, h.right-h.left-numberWidth, title)
		p.write(regular, h.points, h.right, h.line, alignRight, printable(p.words.Page(p.PageNo(), pages)))
		for i, c := range page {
			if !c.Position.IsValid() {
				return nil, fmt.Errorf("paper: the card %q has no position", c.Label)
			}
			l.text(p, title, i, c)
		}
		p.diagrams(page, l.board)
	}
	var pdf bytes.Buffer
	if err := p.Output(&pdf); err != nil {
		return nil, fmt.Errorf("paper: %w", err)
	}
	return pdf.Bytes(), nil
}

// cardAt returns where the top left corner of a page's card is. Cards are counted from 0.
func cardAt(i int) (left, top float64) {
	return gridLeft + float64(i%columns*cardWidth), gridTop + float64(i/columns*cardHeight)
}

// A printer prints cards into one PDF file.
type printer struct {
	*fpdf.Fpdf
	words  Words
	board  fpdf.Template    // see record
	pieces map[piece]string // in the language of PDF
}

func newPrinter(words Words) *printer {
	p := &printer{Fpdf: fpdf.New("P", "mm", "A4", ""), words: words}
	p.SetAutoPageBreak(false, 0)
	p.SetCellMargin(0)
	p.SetCatalogSort(true) // for equal bytes, and so are the dates
	p.SetCreationDate(time.Unix(0, 0).UTC())
	p.SetModificationDate(time.Unix(0, 0).UTC())
	p.SetCreator("chess960bot", false)
	p.SetLang(words.Language)
	// Only the characters that are used are embedded. The library may write to a font, so each printer has its own.
	p.AddUTF8FontFromBytes(regular, "", slices.Clone(goregular.TTF))
	p.AddUTF8FontFromBytes(bold, "", slices.Clone(gobold.TTF))
	p.AddUTF8FontFromBytes(mono, "", slices.Clone(gomono.TTF))
	p.record()
	return p
}

// A head is the line with the title and the page's number above the cards.
type head struct {
	left, right, line float64
	points, least     float64 // the size, and the smallest of a long title
}

// cutMarks draws a cross at each corner of a card.
func (p *printer) cutMarks(left, top float64) {
	p.SetDrawColor(0, 0, 0)
	p.SetLineWidth(0.1)
	for _, x := range []float64{left, left + cardWidth} {
		for _, y := range []float64{top, top + cardHeight} {
			p.Line(x-markLength, y, x+markLength, y)
			p.Line(x, y-markLength, x, y+markLength)
		}
	}
}

// card prints the text of a card. left and top are its corner on the page.
func (p *printer) card(left, top float64, title string, c Card) {
	x := left + textLeft
	p.fit(bold, 24, 9, x, top+9.6, textWidth, printable(c.Label))
	p.paragraph(x, top+11.2, textWidth, 7.2, title)
	p.fit(regular, 8, 5, x, top+21.2, textWidth, printable(p.words.Number))
	p.write(bold, 56, x-0.8, top+37.4, alignLeft, fmt.Sprint(c.Position.SP()))
	for i, side := range chess960.CastlingSides() {
		castling := p.words.Castling(c.Position.Castling(side, chess960.Chess960Castling))
		p.fit(regular, castlingPoints, 5, x, top+41.8+float64(i)*3.8, textWidth, printable(castling))
	}

	p.write(bold, 37, left+boardLeft-0.8, top+56.6, alignLeft, c.Position.String())
	p.write(mono, 7, left+boardLeft, top+60.9, alignLeft, c.Position.XFEN())
}

// castlingPoints is the size in which every castling fits beside the board in English. Longer
// words are printed smaller.
const castlingPoints = 7.9
