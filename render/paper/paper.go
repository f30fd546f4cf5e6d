// Package paper prints start positions as PDF. Cards are for the boards of a club evening: eight on
// a page, to be cut out and laid beside the boards. Diagrams are boards alone, six or
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
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"

	"chess960bot/internal/chess960"
	"chess960bot/internal/recent"
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
	l := layout{
		left: gridLeft, right: gridLeft + columns*cardWidth, headLine: headLine, headPoints: 7, leastPoints: 4,
		text: func(p *printer, title string, board frame, c Card) {
			left, top := board.left-boardLeft, board.top-padding
			p.SetDrawColor(0, 0, 0)
			p.SetLineWidth(0.1)
			for _, x := range []float64{left, left + cardWidth} { // a cross at each corner, to cut the card out
				for _, y := range []float64{top, top + cardHeight} {
					p.Line(x-markLength, y, x+markLength, y)
					p.Line(x, y-markLength, x, y+markLength)
				}
			}
			p.card(left, top, title, c)
		},
	}
	for i := range perPage {
		left, top := cardAt(i)
		l.boards = append(l.boards, frame{left + boardLeft, top + padding, boardSize})
	}
	return newPrinter(words).print(title, cards, l)
}

// A layout says what stands where on a page. At its head are the title and the page's number.
type layout struct {
	left, right, headLine   float64
	headPoints, leastPoints float64                                             // the size of the head, and the smallest of a long title
	boards                  []frame                                             // of the cards of a page
	text                    func(p *printer, title string, board frame, c Card) // prints what a card has besides its board
}

// print returns the cards, at least one, as a file.
func (p *printer) print(title string, cards []Card, l layout) ([]byte, error) {
	if len(cards) == 0 {
		return nil, errors.New("paper: no card to print")
	}
	title = printable(title)
	p.SetTitle(title, true)
	pages := (len(cards) + len(l.boards) - 1) / len(l.boards)
	for page := range slices.Chunk(cards, len(l.boards)) {
		p.AddPage()
		const numberWidth = 25
		p.fit(regular, l.headPoints, l.leastPoints, l.left, l.headLine, l.right-l.left-numberWidth, title)
		p.write(regular, l.headPoints, l.right, l.headLine, alignRight, printable(p.words.Page(p.PageNo(), pages)))
		for i, c := range page {
			if !c.Position.IsValid() {
				return nil, fmt.Errorf("paper: the card %q has no position", c.Label)
			}
			l.text(p, title, l.boards[i], c)
		}
		p.diagrams(page, l.boards)
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

// A Press prints cards for many people. It keeps the last files: the cards of a round
// never change. Make it with NewPress.
type Press struct {
	kept recent.Table[file]
}

// A file prints its cards when it is first called. Others who call it meanwhile wait.
type file func() (pdf []byte, err error)

// filesKept is the number of files that a Press keeps at least; at most it keeps twice as
// many. The cards of 200 boards take 0.6 MB.
const filesKept = 4

// NewPress returns a Press.
func NewPress() *Press { return &Press{recent.Table[file]{Size: filesKept}} }

// Cards returns the cards as a PDF file, as the function Cards does. The bytes are
// shared: do not modify them.
func (p *Press) Cards(words Words, title string, cards []Card) ([]byte, error) {
	var key strings.Builder // all that is printed in the file
	fmt.Fprintf(&key, "%q %q", words.Language, title)
	for _, c := range cards {
		fmt.Fprintf(&key, " %q %v", c.Label, c.Position)
	}
	print, _ := p.kept.Get(key.String(), func() file {
		return sync.OnceValues(func() ([]byte, error) { return Cards(words, title, cards) })
	})
	return print()
}

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
	l := layout{
		left: sheetMargin, right: pageWidth - sheetMargin, headLine: sheetMargin + 2, headPoints: 9, leastPoints: 5,
		text: func(p *printer, _ string, board frame, d Card) {
			p.write(bold, titlePoints, board.left+board.size/2, board.top-titleRoom+3.5, alignMiddle, printable(d.Label))
		},
	}
	for i := range sheet.PerPage() {
		l.boards = append(l.boards, sheet.at(i))
	}
	return newPrinter(words).print(title, diagrams, l)
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

// The typefaces, by the names that the PDF library knows.
const (
	regular = "regular"
	bold    = "bold"
	mono    = "mono"
)

// missing stands for a character that the Go fonts lack.
const missing = '□'

// goFont is the Go font, to look up its characters. All typefaces have the same.
var goFont = sync.OnceValue(func() *sfnt.Font {
	f, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		panic("paper: the Go font: " + err.Error())
	}
	return f
})

// printable returns the text in one line, with missing for each character that the Go
// fonts lack. Invisible characters that only control others are left out.
func printable(text string) string {
	var buffer sfnt.Buffer
	var b strings.Builder
	for _, r := range norm.NFC.String(text) {
		switch glyph, err := goFont().GlyphIndex(&buffer, r); {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case unicode.In(r, unicode.Cf, unicode.Variation_Selector):
		case err != nil || glyph == 0 || unicode.IsControl(r):
			b.WriteRune(missing)
		default:
			b.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// An align says which point of a text is given.
type align float64

// The value is the part of the width that is left of the point.
const (
	alignLeft   align = 0
	alignMiddle align = 0.5
	alignRight  align = 1
)

// write writes a text of a size in points on a baseline, and returns the text's width
// in millimetres.
func (p *printer) write(font string, points, x, baseline float64, a align, text string) float64 {
	p.SetFont(font, "", points)
	width := p.GetStringWidth(text)
	p.Text(x-float64(a)*width, baseline, text)
	return width
}

// fit writes a text within a width: smaller if it is too wide, down to least points,
// then shortened.
func (p *printer) fit(font string, points, least, x, baseline, width float64, text string) {
	p.SetFont(font, "", points)
	if full := p.GetStringWidth(text); full > width {
		points = max(least, 0.99*points*width/full)
	}
	p.SetFont(font, "", points)
	p.write(font, points, x, baseline, alignLeft, p.shortened(text, width))
}

// shortened returns the text, or as much of its start as fits with an ellipsis.
func (p *printer) shortened(text string, width float64) string {
	const end = "…"
	left := width - p.GetStringWidth(end)
	fits := 0 // bytes that fit with the ellipsis
	for i, r := range text {
		if left -= p.GetStringWidth(string(r)); left >= 0 {
			fits = i + utf8.RuneLen(r)
		} else if left < -p.GetStringWidth(end) {
			return text[:fits] + end
		}
	}
	return text
}

// paragraph writes a text in regular lines below top, in the largest size of 8 to 4 points that
// fits into the area. Text that does not fit even then is shortened.
func (p *printer) paragraph(x, top, width, height float64, text string) {
	const inch, least = 25.4, 4
	for points := 8.0; ; points-- {
		p.SetFont(regular, "", points)
		lineHeight := points * 1.15 * inch / 72
		lines, most := p.SplitText(text, width), int(height/lineHeight)
		if len(lines) > most && points > least {
			continue
		}
		if len(lines) > most {
			lines = append(lines[:most-1], p.shortened(strings.Join(lines[most-1:], " "), width))
		}
		for i, line := range lines {
			p.Text(x, top+float64(i+1)*lineHeight-0.3, strings.TrimSpace(line))
		}
		return
	}
}
