package paper

import (
	"fmt"
	"image/color"
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

// darkSquare is the colour of dark squares. White paper is the other colour: the
// pieces stand out more, and printing is cheaper.
var darkSquare = color.RGBA{0xcc, 0xcc, 0xcc, 0xff}

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
	p.pieces = map[piece]string{}
	for _, on := range pieces {
		recorded := p.template(squareSize, func(t *fpdf.Tpl) { paint(t, on, 0, 0) }).Bytes()
		p.pieces[on] = string(needless.ReplaceAll(recorded, []byte("$1")))
	}
	p.board = p.template(boardSize, func(t *fpdf.Tpl) {
		setFill(t, darkSquare)
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

// template returns what draw draws on a square area.
func (p *printer) template(size float64, draw func(*fpdf.Tpl)) fpdf.Template {
	return p.CreateTemplateCustom(fpdf.PointType{}, fpdf.SizeType{Wd: size, Ht: size}, draw)
}

// paint paints a piece on the square whose corner is at a point.
func paint(t *fpdf.Tpl, on piece, left, top float64) {
	t.SetLineJoinStyle("round")
	t.SetLineCapStyle("round")
	const scale = squareSize / render.PieceGrid
	contrast, ok := render.ThemeByID("contrast")
	if !ok {
		panic("paper: package render has no theme for high contrast")
	}
	ink := contrast.White
	if on.black {
		ink = contrast.Black
	}
	for _, m := range render.Marks(on.letter, ink) {
		setFill(t, m.Colour)
		t.SetDrawColor(int(m.Colour.R), int(m.Colour.G), int(m.Colour.B))
		t.SetLineWidth(m.Width * scale)
		for _, path := range m.Paths {
			trace(t, path, func(p render.Point) (x, y float64) {
				return left + (p.X+render.PieceGrid/2)*scale, top + p.Y*scale
			})
			if m.Width > 0 {
				t.DrawPath("D")
			}
		}
		if m.Width == 0 {
			t.DrawPath("F")
		}
	}
}

// trace adds a path to the page. at says where a point is on the page.
func trace(t *fpdf.Tpl, path render.Path, at func(render.Point) (x, y float64)) {
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
}

func setFill(t *fpdf.Tpl, c color.RGBA) { t.SetFillColor(int(c.R), int(c.G), int(c.B)) }

// diagrams prints the boards of a page, seen from White's side. at says where each is. The same
// pieces of all boards follow each other, because then they are compressed best.
func (p *printer) diagrams(cards []Card, at func(i int) frame) {
	for i := range cards {
		p.diagram(at(i))
	}
	for _, on := range pieces {
		for i, c := range cards {
			board := at(i)
			y := board.top
			if !on.black {
				y += 7 * board.square()
			}
			for file := range c.Position.Files(on.letter).All() {
				p.stamp(p.pieces[on], board.left+float64(file)*board.square(), y, board.scale())
			}
		}
	}
}

// square is the size of a square.
func (b frame) square() float64 { return b.size / 8 }

// scale is how many times as large as on a card the board is.
func (b frame) scale() float64 { return b.size / boardSize }

// stamp prints a recorded piece on the square whose top left corner is at a point.
func (p *printer) stamp(recorded string, x, y, scale float64) {
	_, height := p.GetPageSize()
	p.TransformBegin()
	p.Transform(fpdf.TransformMatrix{A: scale, D: scale, E: p.UnitToPointConvert(x), F: p.UnitToPointConvert(height - y - squareSize*scale)})
	p.RawWriteStr(recorded)
	p.TransformEnd()
}

// diagram prints a board without the pieces of ranks 1 and 8.
func (p *printer) diagram(b frame) {
	p.UseTemplateScaled(p.board, fpdf.PointType{X: b.left, Y: b.top}, fpdf.SizeType{Wd: b.size, Ht: b.size})
	p.SetDrawColor(0, 0, 0)
	p.SetLineWidth(0.25)
	p.Rect(b.left, b.top, b.size, b.size, "D")
	for i := range 8 {
		along, scale := (float64(i)+0.5)*b.square(), b.scale()
		p.write(regular, 5.5*scale, b.left+along, b.top+b.size+2.1*scale, alignMiddle, chess960.File(i).String())
		p.write(regular, 5.5*scale, b.left-1.2*scale, b.top+along+0.7*scale, alignMiddle, fmt.Sprint(8-i))
	}
}
