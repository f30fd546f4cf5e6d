package render

import (
	"errors"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/font"

	"chess960bot/internal/chess960"
)

// Measures in pixels.
const (
	boardSquare = gridSize
	boardEdge   = 36 // beside the squares, with the digits, and below, with the letters
	stripSquare = 120
	stripEdge   = 58 // below, with the letters; and above, with figures and throws
	stripLeft   = 96 // at the left, with the digit of the rank: Discord's ALT covers the corner below
)

// Boards, and strips with figures or throws. A board has an empty edge at the right: a board as wide as
// a phone leaves room for more text.
var (
	boardKind = kind{
		name: "board", size: boardSquare, left: boardEdge, right: boardEdge, edge: boardEdge, writing: boardWriting,
		digits: digits, texts: strings.Split(letters, ""), men: menLetters, grounds: boardGrounds,
	}
	stripKind  = stripsWith("strip", figures)
	throwsKind = stripsWith("throws", throws)
)

func stripsWith(name string, above []string) kind {
	return kind{
		name: name, size: stripSquare, left: stripLeft, edge: stripEdge, writing: stripWriting,
		digits: "1", texts: append(strings.Split(letters, ""), above...), men: "KQRBN", grounds: grounds,
	}
}

// A Board is a request for a picture of a start position: all 32 pieces, with
// coordinates.
type Board struct {
	Position  chess960.Position
	Sides     Sides  // replaces the position, unless zero
	Theme     *Theme // one of Themes; nil for the default
	FromBlack bool   // seen from Black's side, a1 at the top right
}

// Sides are the first ranks of White and Black, each from the a-file. The zero Sides
// means that both follow from the position.
type Sides struct{ White, Black [8]chess960.Piece }

// Board returns the picture as PNG, 792 by 756 pixels.
func (r *Renderer) Board(b Board) ([]byte, error) {
	k, err := r.kit(&boardKind, b.Theme)
	if err != nil {
		return nil, err
	}
	sides := b.Sides
	if sides == (Sides{}) {
		if !b.Position.IsValid() {
			return nil, errors.New("render: board without a position")
		}
		sides = Sides{White: b.Position.Rank(), Black: b.Position.Rank()}
	}
	d := Diagram{FromBlack: b.FromBlack}
	for f := range 8 {
		for rank, piece := range map[int]chess960.Piece{1: sides.White[f], 8: sides.Black[f]} {
			if piece.Name() == "" {
				return nil, fmt.Errorf("render: board with unknown piece %q on %v%d", byte(piece), chess960.File(f), rank)
			}
		}
		d.Men[f], d.Men[8+f], d.Men[48+f], d.Men[56+f] = byte(sides.White[f]), 'P', 'p', byte(sides.Black[f])-'A'+'a'
	}
	rows := d.stripes(k)
	middle := stacked(rows[1:7]...) // the same on every board
	middle.lasting = true
	return r.picture(k, rows[0], middle, rows[7], rows[8]), nil
}

// Cover returns a picture of the first three ranks of a start position, with coordinates, as PNG, 792 by 306 pixels: about
// the form of the pictures of Discord's events. Without a position, the first rank is empty.
func (r *Renderer) Cover(p chess960.Position, theme *Theme) ([]byte, error) {
	k, err := r.kit(&boardKind, theme)
	if err != nil {
		return nil, err
	}
	var d Diagram
	for f := range 8 {
		d.Men[8+f] = 'P'
		if p.IsValid() {
			d.Men[f] = byte(p.Rank()[f])
		}
	}
	return r.picture(k, d.stripes(k)[5:]...), nil
}

// A Strip is a request for a picture of White's first rank, larger than on a board, with
// the letters of the files. The rank may be incomplete. A strip can show how a step
// counts squares, or which throw filled a square.
type Strip struct {
	Rank      [8]chess960.Piece // by file; 0 for an empty square
	Theme     *Theme            // one of Themes; nil for the default
	FromBlack bool              // seen from Black's side, the h-file at the left
	Marked    chess960.Files    // squares with a yellow ground and a frame
	Above     [8]string         // by file, what is written above a square: a number up to 20, or a throw such as "HT"; "" for nothing
}

// Strip returns the picture as PNG, 1056 by 178 pixels, or 1056 by 236 with writing above
// squares.
func (r *Renderer) Strip(s Strip) ([]byte, error) {
	of := &stripKind
	if !s.writes(figures) {
		of = &throwsKind
		if !s.writes(throws) {
			return nil, fmt.Errorf("render: strip with %q above its squares", s.Above)
		}
	}
	k, err := r.kit(of, s.Theme)
	if err != nil {
		return nil, err
	}
	d := Diagram{Rank: 1, FromBlack: s.FromBlack}
	for f, piece := range s.Rank {
		if piece != 0 && piece.Name() == "" {
			return nil, fmt.Errorf("render: strip with unknown piece %q on %s", byte(piece), chess960.File(f).Square())
		}
		d.Men[f] = byte(piece)
		if s.Marked.Has(chess960.File(f)) {
			d.Marked = append(d.Marked, f)
		}
	}
	stripes := d.stripes(k)
	if s.Above != [8]string{} {
		if s.FromBlack {
			slices.Reverse(s.Above[:])
		}
		stripes = append([]stripe{k.line(s.Above)}, stripes...)
	}
	return r.picture(k, stripes...), nil
}

// writes reports whether every text above a square is one of some texts.
func (s Strip) writes(texts []string) bool {
	for _, text := range s.Above {
		if text != "" && !slices.Contains(texts, text) {
			return false
		}
	}
	return true
}

// MostRanks is the largest number of ranks in a picture.
const MostRanks = 12

// Ranks is a request for a picture of White's first ranks in several positions, one below
// the other: the boards of a club evening. To the left of each rank are the number of the board
// and the SP number.
type Ranks struct {
	Ranks []NumberedRank // 1 to MostRanks
	Theme *Theme         // one of Themes; nil for the default
}

// A NumberedRank is the position of a board.
type NumberedRank struct {
	Board    int
	Position chess960.Position
}

// Measures of ranks in pixels. A label has two lines, each half as high as a
// square.
const (
	rankSquare  = 100
	labelWidth  = 270
	labelMargin = 24 // at the left of a label
	glyphHeight = rankSquare / 2
	glyphSize   = 44 // so that capitals are 9 pixels high on a phone
	ranksGap    = 8  // between two ranks
)

var ranksKind = kind{
	name: "ranks", size: rankSquare, left: labelWidth,
	texts: strings.Split("SP\u00a00123456789", ""), men: "KQRBN", grounds: boardGrounds,
}

// Ranks returns the picture as PNG. It is 1070 pixels wide, and 108 pixels high
// for each rank, less 8.
func (r *Renderer) Ranks(ranks Ranks) ([]byte, error) {
	k, err := r.kit(&ranksKind, ranks.Theme)
	if err != nil {
		return nil, err
	}
	if n := len(ranks.Ranks); n < 1 || n > MostRanks {
		return nil, fmt.Errorf("render: picture of %d ranks, not 1 to %d", n, MostRanks)
	}
	for i, rank := range ranks.Ranks {
		if !rank.Position.IsValid() {
			return nil, fmt.Errorf("render: rank %d without a position", i+1)
		}
	}
	return r.picture(k, ranks.stripes(k)...), nil
}

// stripes lays out the ranks.
func (r Ranks) stripes(k *kit) []stripe {
	var stripes []stripe
	for i, rank := range r.Ranks {
		if i > 0 {
			stripes = append(stripes, stripe{height: ranksGap})
		}
		var squares [8]square
		for f := range chess960.File(8) {
			squares[f] = square{byte(rank.Position.Piece(f)), groundOf(f, 0)}
		}
		s := k.rank(0, squares)
		for half, line := range []string{strconv.Itoa(rank.Board), rank.Position.Name().String()} {
			x := labelMargin
			for _, character := range line {
				glyph := k.around[string(character)]
				s.parts = append(s.parts, placed{glyph, x, half * glyphHeight})
				x += glyph.width
			}
		}
		stripes = append(stripes, s)
	}
	return stripes
}

// labelGlyph draws a character of a label.
func labelGlyph(theme *Theme, character string) *image.RGBA {
	face := newFace(glyphSize)
	m := blankPage(theme, font.MeasureString(face, character).Round(), glyphHeight)
	write(m, character, image.Pt(0, glyphHeight*3/4), theme.White.Outline, face)
	return m
}

// Strengths is a request for a picture of how well somebody knows some facts: five beside
// each other, or six if there are more than fifteen, each with blocks.
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
	MostFacts    = 16
	FullStrength = 5
	longestFact  = 6 // letters of a pattern
)

// Measures of strengths in pixels. On a phone a picture is 330 pixels wide, and its letters are
// at least 12 pixels high.
const (
	factColumns    = 5
	mostRows       = 3 // a phone is low: more facts stand in one more column
	factHeight     = 162
	factMargin     = 6  // around a card
	blockWidth     = 24 // the width of a block
	blockHeight    = 16 // the height of a block
	factGap        = 4  // between two blocks
	factLine       = 3  // around an empty block
	factText       = 46
	factSquare     = 27 // the width of a square in a pattern
	factFoot       = 52 // below the cards: Discord's ALT covers the corner
	strengthsWidth = 960
)

// Strengths returns the picture as PNG. It is 960 pixels wide, and 162 pixels high for each
// row of facts, with 52 below them.
func (r *Renderer) Strengths(s Strengths) ([]byte, error) {
	if n := len(s.Facts); n < 1 || n > MostFacts {
		return nil, fmt.Errorf("render: picture of %d facts, not 1 to %d", n, MostFacts)
	}
	for _, f := range s.Facts {
		if f.Strength < 0 || f.Strength > FullStrength || len(f.Pattern) > longestFact || len(f.Label) > longestFact {
			return nil, fmt.Errorf("render: picture of the fact %+v", f)
		}
	}
	columns := factColumns
	if len(s.Facts) > mostRows*factColumns {
		columns++
	}
	rows, width := (len(s.Facts)+columns-1)/columns, strengthsWidth/columns
	theme, face := s.Theme.orDefault(), newFace(factText)
	m := blankPage(theme, strengthsWidth, rows*factHeight+factFoot)
	for i, f := range s.Facts {
		area := image.Rect(0, 0, width, factHeight).Add(image.Pt(i%columns*width, i/columns*factHeight))
		f.draw(m, area.Inset(factMargin), theme, face)
	}
	return r.page(m, theme.White.Outline, theme.Frame, theme.MarkedLight), nil
}

// draw draws the card of the fact. The better a fact is known, the more yellow is its card. Empty squares are dots at
// equal distances: dashes beside each other would be one line, in which nobody can count.
func (f Fact) draw(m *image.RGBA, card image.Rectangle, theme *Theme, face font.Face) {
	page, ink := pageColour(theme), theme.White.Outline
	fill(m, card, mix(page, theme.Dark, 0.35))
	fill(m, card.Inset(2), mix(page, theme.MarkedLight, float64(f.Strength)/FullStrength))
	centred := func(text string, middle, baseline int) {
		write(m, text, image.Pt(middle-font.MeasureString(face, text).Round()/2, baseline), ink, face)
	}
	middle := (card.Min.X + card.Max.X) / 2
	centred(f.Label, middle, card.Min.Y+50)
	if strings.Contains(f.Pattern, "-") {
		for i, square := range strings.Split(strings.ReplaceAll(f.Pattern, "-", "·"), "") {
			centred(square, middle+factSquare*(2*i+1-len(f.Pattern))/2, card.Min.Y+100)
		}
	} else {
		centred(f.Pattern, middle, card.Min.Y+100)
	}
	const blocks = FullStrength*(blockWidth+factGap) - factGap
	for i := range FullStrength {
		corner := image.Pt(card.Min.X+(card.Dx()-blocks)/2+i*(blockWidth+factGap), card.Min.Y+118)
		block := image.Rectangle{corner, corner.Add(image.Pt(blockWidth, blockHeight))}
		fill(m, block, theme.Frame)
		if i >= f.Strength {
			fill(m, block.Inset(factLine), page)
		}
	}
}
