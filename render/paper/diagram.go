package paper

import (
	"fmt"
	"regexp"

	"codeberg.org/go-pdf/fpdf"

	"chess960bot/internal/chess960"
	"chess960bot/render"
)

// Measures in millimetres, of a board as on a card.
const (
	boardSize  = 40
	squareSize = boardSize / 8.0
)

// A frame is the square on a page that a board fills.
type frame struct {
	left, top, size float64 // in millimetres
}

// darkSquare is the grey of dark squares. White paper is the other colour: the
// pieces stand out more, and printing is cheaper.
const darkSquare = 0xcc

// A piece is a piece of one side.
type piece struct {
	letter chess960.Piece
	black  bool
}

// pieces are all pieces but pawns.
var pieces = []piece{
	{chess960.King, false}, {chess960.Queen, false}, {chess960.Rook, false}, {chess960.Bishop, false}, {chess960.Knight, false},
	{chess960.King, true}, {chess960.Queen, true}, {chess960.Rook, true}, {chess960.Bishop, true}, {chess960.Knight, true},
}

// record records the board and the pieces, so that each is formatted once. The board
// has everything but the pieces of ranks 1 and 8.
//
// The board is a template, a part of the file that pages refer to. The pieces are not:
// a template takes all fonts with it, and some viewers read those again every time,
// 128 times on a page.
func (p *printer) record() {
	template := func(size float64, draw func(*fpdf.Tpl)) fpdf.Template {
		return p.CreateTemplateCustom(fpdf.PointType{}, fpdf.SizeType{Wd: size, Ht: size}, draw)
	}
	p.pieces = map[piece]string{}
	for _, on := range pieces {
		recorded := template(squareSize, func(t *fpdf.Tpl) { paint(t, on, 0, 0) }).Bytes()
		p.pieces[on] = string(needless.ReplaceAll(recorded, []byte("$1")))
	}
	p.board = template(boardSize, func(t *fpdf.Tpl) {
		t.SetFillColor(darkSquare, darkSquare, darkSquare)
		for row := range 8 {
			for column := range 8 {
				if (row+column)%2 == 1 {
					t.Rect(float64(column)*squareSize, float64(row)*squareSize, squareSize, squareSize, "F")
				}
			}
		}
		for column := range 8 {
			paint(t, piece{render.Pawn, true}, float64(column)*squareSize, 1*squareSize)
			paint(t, piece{render.Pawn, false}, float64(column)*squareSize, 6*squareSize)
		}
	})
}

// needless matches the digits of a number after the second decimal: 0.01 points are 4 µm. A file keeps
// all its pages in memory until the last one, with some 100 KB of pieces on each.
var needless = regexp.MustCompile(`(\.\d\d)\d+`)

// paint paints a piece on the square whose corner is at a point.
func paint(t *fpdf.Tpl, on piece, left, top float64) {
	t.SetLineJoinStyle("round")
	t.SetLineCapStyle("round")
	contrast, ok := render.ThemeByID("contrast")
	if !ok {
		panic("paper: package render has no theme for high contrast")
	}
	ink := contrast.White
	if on.black {
		ink = contrast.Black
	}
	const scale = squareSize / render.PieceGrid
	at := func(p render.Point) (x, y float64) { return left + (p.X+render.PieceGrid/2)*scale, top + p.Y*scale }
	for _, m := range render.Marks(on.letter, ink) {
		r, g, b := int(m.Colour.R), int(m.Colour.G), int(m.Colour.B)
		t.SetFillColor(r, g, b)
		t.SetDrawColor(r, g, b)
		t.SetLineWidth(m.Width * scale)
		for _, path := range m.Paths {
			t.MoveTo(at(path[0][0]))
			for _, s := range path[1:] {
				x, y := at(s[len(s)-1])
				if len(s) == 1 {
					t.LineTo(x, y)
					continue
				}
				x1, y1 := at(s[0])
				x2, y2 := at(s[1])
				t.CurveBezierCubicTo(x1, y1, x2, y2, x, y)
			}
			if path.Closed() {
				t.ClosePath()
			}
			if m.Width > 0 {
				t.DrawPath("D")
			}
		}
		if m.Width == 0 {
			t.DrawPath("F")
		}
	}
}

// diagrams prints the cards of a page on its boards, seen from White's side. The same
// pieces of all boards follow each other, because then they are compressed best.
func (p *printer) diagrams(cards []Card, boards []frame) {
	for _, b := range boards[:len(cards)] {
		p.UseTemplateScaled(p.board, fpdf.PointType{X: b.left, Y: b.top}, fpdf.SizeType{Wd: b.size, Ht: b.size})
		p.SetDrawColor(0, 0, 0)
		p.SetLineWidth(0.25)
		p.Rect(b.left, b.top, b.size, b.size, "D")
		for i := range 8 {
			along, scale := (float64(i)+0.5)*b.square(), b.size/boardSize
			p.write(regular, 5.5*scale, b.left+along, b.top+b.size+2.1*scale, alignMiddle, chess960.File(i).String())
			p.write(regular, 5.5*scale, b.left-1.2*scale, b.top+along+0.7*scale, alignMiddle, fmt.Sprint(8-i))
		}
	}
	_, height := p.GetPageSize()
	for _, on := range pieces {
		for i, c := range cards {
			b, rank := boards[i], 1.0 // from the top
			if !on.black {
				rank = 8
			}
			for file := range c.Position.Files(on.letter).All() {
				left, scale := b.left+float64(file)*b.square(), b.size/boardSize
				p.TransformBegin()
				p.Transform(fpdf.TransformMatrix{A: scale, D: scale, E: p.UnitToPointConvert(left), F: p.UnitToPointConvert(height - b.top - rank*b.square())})
				p.RawWriteStr(p.pieces[on])
				p.TransformEnd()
			}
		}
	}
}

// square is the size of a square.
func (b frame) square() float64 { return b.size / 8 }
