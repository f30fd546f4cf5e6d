package render

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/text/unicode/norm"

	"chess960bot/internal/chess960"
)

// A Hall is a request for a picture of a round for a projector: one position as a large board with the pairings
// beside it, or the first ranks of several boards with their players.
type Hall struct {
	Event  string // is cut, and left out if it cannot be written
	Round  string // such as "Round 2 of 5"
	Boards []HallBoard
	Theme  *Theme // one of Themes; nil for the default
}

// A HallBoard is a board of the round. If one of the names cannot be written, the board has its number alone.
type HallBoard struct {
	Board        int
	Position     chess960.Position
	White, Black string // names, cut if they are too wide; "" if nobody knows
}

// MostHallBoards is the largest number of boards in a picture for a hall.
const MostHallBoards = 12

// Measures of pictures for a hall in pixels. Capitals and digits are 54 pixels high.
const (
	hallWidth  = 1920
	hallHeight = 1080
	hallMargin = 40
	hallHead   = 112 // the height of the line at the top
	hallLine   = 80  // the height of a line of names
	hallText   = 76  // the size of letters
	hallCap    = 54  // the height of capitals
	hallSquare = 110 // of the large board
	hallEdge   = 56  // at the left of the large board and below
	hallGap    = 28  // between a number and what stands behind
	hallRule   = 3   // the height of a line between boards
)

// CanWrite reports whether the font of pictures has every letter of a text.
func CanWrite(text string) bool {
	f := goBold()
	for _, r := range norm.NFC.String(text) {
		if glyph, err := f.GlyphIndex(nil, r); err != nil || glyph == 0 {
			return false
		}
	}
	return true
}

// Hall returns the picture as PNG, 1920 by 1080 pixels. All boards with one position share the large board.
func (r *Renderer) Hall(h Hall) ([]byte, error) {
	if n := len(h.Boards); n < 1 || n > MostHallBoards {
		return nil, fmt.Errorf("render: picture of %d boards for a hall, not 1 to %d", n, MostHallBoards)
	}
	one := true
	for _, b := range h.Boards {
		if !b.Position.IsValid() {
			return nil, errors.New("render: board for a hall without a position")
		}
		one = one && b.Position == h.Boards[0].Position
	}
	theme := h.Theme.orDefault()
	p := hallPage{blankPage(theme, hallWidth, hallHeight), painter{theme, map[sprite]*image.RGBA{}}, newFace(hallText)}
	area := p.m.Rect.Inset(hallMargin)
	area.Min.Y, area.Max.Y = hallHead, hallHeight-hallMargin/2
	head := h.Round
	if one {
		head += " · " + h.Boards[0].Position.Name().String()
	}
	if width := area.Dx() - p.width(" · "+head); CanWrite(h.Event) && h.Event != "" {
		head = p.cut(h.Event, width) + " · " + head
	}
	p.write(image.Pt(area.Min.X, 0), hallHead, p.cut(head, area.Dx()))
	switch n := len(h.Boards); {
	case one:
		p.board(area.Min, h.Boards[0].Position)
		area.Min.X += hallEdge + 8*hallSquare + hallMargin
		lines := min(2, MostHallBoards/n)
		for _, b := range h.Boards {
			if b.White+b.Black != "" || n > 1 {
				left := p.number(area.Min, b)
				for i, line := range p.names(b, area.Max.X-left, lines) {
					p.write(image.Pt(left, area.Min.Y+i*hallLine), hallLine, line)
				}
			}
			area.Min.Y += lines * hallLine
		}
	case n <= MostHallBoards/2:
		for i, b := range h.Boards {
			p.row(image.Rect(area.Min.X, area.Min.Y+i*area.Dy()/n, area.Max.X, area.Min.Y+(i+1)*area.Dy()/n), b)
		}
	default:
		const rows = MostHallBoards / 2
		width, height := (area.Dx()-hallMargin)/2, area.Dy()/rows
		for i, b := range h.Boards {
			corner := area.Min.Add(image.Pt(i/rows*(width+hallMargin), i%rows*height))
			p.cell(image.Rectangle{corner, corner.Add(image.Pt(width, height))}, b)
			if i%rows > 0 {
				fill(p.m, image.Rectangle{corner, corner.Add(image.Pt(width, hallRule))}, mix(pageColour(theme), theme.Dark, 0.5))
			}
		}
	}
	return r.page(p.m, theme.White.Outline, theme.Light, theme.Dark, pageColour(theme)), nil
}

// A hallPage is a picture for a hall that is being drawn.
type hallPage struct {
	m *image.RGBA
	painter
	face font.Face
}

// paste pastes a drawing from a corner on.
func (p *hallPage) paste(corner image.Point, drawing *image.RGBA) {
	draw.Draw(p.m, drawing.Rect.Add(corner), drawing, image.Point{}, draw.Src)
}

func (p *hallPage) width(text string) int { return font.MeasureString(p.face, text).Ceil() }

// write writes a text into the middle of a line, from a corner on.
func (p *hallPage) write(corner image.Point, height int, text string) {
	write(p.m, norm.NFC.String(text), corner.Add(image.Pt(0, (height+hallCap)/2)), p.theme.White.Outline, p.face)
}

// cut returns the beginning of a text that is not wider than a width.
func (p *hallPage) cut(text string, width int) string {
	letters := []rune(norm.NFC.String(text))
	if p.width(string(letters)) <= width {
		return string(letters)
	}
	for len(letters) > 0 && p.width(string(letters)+"…") > width {
		letters = letters[:len(letters)-1]
	}
	return string(letters) + "…"
}

// names returns the players of a board in one line or two of a width; none if nobody knows them, or they cannot be
// written.
func (p *hallPage) names(b HallBoard, width, lines int) []string {
	const dash = " – "
	switch {
	case b.White+b.Black == "" || !CanWrite(b.White+b.Black):
		return nil
	case b.White == "" || b.Black == "":
		return []string{p.cut(b.White+b.Black, width)}
	case lines > 1 && p.width(b.White+dash+b.Black) > width:
		return []string{p.cut(b.White, width-p.width(" –")) + " –", p.cut(b.Black, width)}
	}
	width -= p.width(dash)
	white, black := p.width(b.White), p.width(b.Black)
	switch { // the shorter name leaves its room to the other
	case white+black <= width:
	case white <= width/2:
		black = width - white
	case black <= width/2:
		white = width - black
	default:
		white, black = width/2, width/2
	}
	return []string{p.cut(b.White, white) + dash + p.cut(b.Black, black)}
}

// number writes the number of a board, and returns where the text behind begins: numbers of two digits stand one
// below the other.
func (p *hallPage) number(corner image.Point, b HallBoard) (left int) {
	number := strconv.Itoa(b.Board)
	column := max(p.width("00"), p.width(number))
	p.write(corner.Add(image.Pt(column-p.width(number), 0)), hallLine, number)
	return corner.X + column + hallGap
}

// row draws a board in the whole width: its first rank, and beside it the number with the name of the position and
// the players, who have a line each if there is room.
func (p *hallPage) row(area image.Rectangle, b HallBoard) {
	const largest = 130
	size := min(area.Dy()-hallMargin/2, largest)
	p.rank(area.Min.Add(image.Pt(0, (area.Dy()-size)/2)), b.Position, size)
	area.Min.X += 8*size + hallMargin
	lines := []string{strconv.Itoa(b.Board) + " · " + b.Position.Name().String()}
	lines = append(lines, p.names(b, area.Dx(), area.Dy()/hallText-1)...)
	height := min(hallLine, area.Dy()/len(lines))
	top := area.Min.Y + (area.Dy()-len(lines)*height)/2
	for i, line := range lines {
		p.write(image.Pt(area.Min.X, top+i*height), height, line)
	}
}

// cell draws a board in a part of the width: its number, its first rank and its position in a line, and the players
// below.
func (p *hallPage) cell(area image.Rectangle, b HallBoard) {
	const size = 60
	area.Min.X = p.number(area.Min, b)
	p.rank(area.Min.Add(image.Pt(0, (hallLine-size)/2)), b.Position, size)
	after, name := area.Min.Add(image.Pt(8*size+hallGap, 0)), b.Position.Name().String()
	if p.width(name) > area.Max.X-after.X {
		name = strconv.Itoa(b.Position.SP())
	}
	p.write(after, hallLine, name)
	for _, line := range p.names(b, area.Dx(), 1) {
		p.write(area.Min.Add(image.Pt(0, hallLine-4)), hallLine, line)
	}
}

// rank draws the first rank of a position from a corner on.
func (p *hallPage) rank(corner image.Point, position chess960.Position, size int) {
	for f := range chess960.File(8) {
		p.paste(corner.Add(image.Pt(int(f)*size, 0)), p.draw(square{byte(position.Piece(f)), groundOf(f, 0)}, size))
	}
}

// board draws a start position with letters and digits from a corner on.
func (p *hallPage) board(corner image.Point, position chess960.Position) {
	for row := range 8 {
		y := corner.Y + row*hallSquare
		p.paste(image.Pt(corner.X, y), p.theme.edgePart(digits[7-row:8-row], hallEdge, hallSquare, hallCap))
		for f := range chess960.File(8) {
			man := map[int]byte{0: byte(position.Piece(f)) - 'A' + 'a', 1: 'p', 6: 'P', 7: byte(position.Piece(f))}[row]
			p.paste(image.Pt(corner.X+hallEdge+int(f)*hallSquare, y), p.draw(square{man, groundOf(f, 7-row)}, hallSquare))
		}
	}
	for f := range 8 {
		letter := p.theme.edgePart(letters[f:f+1], hallSquare, hallEdge, hallCap)
		p.paste(corner.Add(image.Pt(hallEdge+f*hallSquare, 8*hallSquare)), letter)
	}
}
