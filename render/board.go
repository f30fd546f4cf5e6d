package render

import (
	"errors"
	"fmt"
	"slices"
	"strings"

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
	if err := b.check(); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	d := Diagram{FromBlack: b.FromBlack}
	sides := b.sides()
	for f := range 8 {
		d.Men[f], d.Men[8+f], d.Men[48+f], d.Men[56+f] = byte(sides.White[f]), 'P', 'p', byte(sides.Black[f])-'A'+'a'
	}
	rows := d.stripes(k)
	middle := stacked(rows[1:7]...) // the same on every board
	middle.lasting = true
	return r.picture(k, rows[0], middle, rows[7], rows[8]), nil
}

// check returns an error if the request is wrong. It does not check the theme.
func (b Board) check() error {
	if !b.Position.IsValid() && b.Sides == (Sides{}) {
		return errors.New("board without a position")
	}
	sides := b.sides()
	for rank, pieces := range map[int][8]chess960.Piece{1: sides.White, 8: sides.Black} {
		for f, piece := range pieces {
			if piece.Name() == "" {
				return fmt.Errorf("board with unknown piece %q on %v%d", byte(piece), chess960.File(f), rank)
			}
		}
	}
	return nil
}

// sides returns the first ranks that the board shows.
func (b Board) sides() Sides {
	if b.Sides != (Sides{}) {
		return b.Sides
	}
	return Sides{White: b.Position.Rank(), Black: b.Position.Rank()}
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
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	of := &stripKind
	if !s.writes(figures) {
		of = &throwsKind
	}
	k, err := r.kit(of, s.Theme)
	if err != nil {
		return nil, err
	}
	d := Diagram{Rank: 1, FromBlack: s.FromBlack}
	for f, piece := range s.Rank {
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

// check returns an error if the request is wrong. It does not check the theme.
func (s Strip) check() error {
	for f, piece := range s.Rank {
		if piece != 0 && piece.Name() == "" {
			return fmt.Errorf("strip with unknown piece %q on %s", byte(piece), chess960.File(f).Square())
		}
	}
	if !s.writes(figures) && !s.writes(throws) {
		return fmt.Errorf("strip with %q above its squares", s.Above)
	}
	return nil
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
