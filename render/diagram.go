package render

import (
	"fmt"
	"image"
	"strings"

	"chess960bot/internal/chess960"
)

// A Diagram is a request for a picture of any position, or of one rank, with arrows and
// marks. Squares are numbered from 0 for a1 and 7 for h1 to 63 for h8.
type Diagram struct {
	Men       [64]byte // the letters of a FEN; 0 for an empty square
	Rank      int      // the only rank shown, 1 to 8, in larger squares; 0 for all ranks
	Theme     *Theme   // one of Themes; nil for the default
	FromBlack bool     // seen from Black's side, a1 at the top right
	Arrows    []Arrow
	Marked    []int   // squares with a yellow ground and a frame
	Shielded  []int   // squares with a shield in a corner
	Then      [8]byte // the men of the rank after a move, below the letters of a rank; zero for none
}

// An Arrow leads from the edge of a square to another square.
type Arrow struct {
	From, To int
	Kind     ArrowKind
}

// An ArrowKind is the look of an arrow. The kinds differ in colour and in form.
type ArrowKind uint8

// The kinds of arrows.
const (
	KingArrow   ArrowKind = iota // blue, a solid line
	RookArrow                    // orange, a broken line
	AttackArrow                  // dark red, a thin line
)

// Diagram returns the picture as PNG: 888 by 756 pixels, or 1152 by 178 for one rank.
// With the rank after a move, the picture is 298 pixels high.
func (r *Renderer) Diagram(d Diagram) ([]byte, error) {
	kits := r.diagrams
	if d.Rank != 0 {
		kits = r.diagramRanks
	}
	tiles, err := kits.of(d.Theme)
	if err != nil {
		return nil, err
	}
	if err := d.check(); err != nil {
		return nil, fmt.Errorf("render: %w", err)
	}
	bands, err := tiles.bands(d)
	if err != nil {
		return nil, err
	}
	return tiles.frame.Join(bands...)
}

// check returns an error if the request is wrong. It does not check the theme.
func (d Diagram) check() error {
	if d.Rank < 0 || d.Rank > 8 {
		return fmt.Errorf("diagram of rank %d", d.Rank)
	}
	for s, man := range d.Men {
		if man != 0 && !strings.ContainsRune(menLetters, rune(man)) {
			return fmt.Errorf("diagram with unknown piece %q on %v%d", man, chess960.File(s%8), s/8+1)
		}
	}
	return nil
}

// measures are the lengths of a diagram's parts in pixels.
type measures struct {
	square  int
	rows    int // of squares, 8 in each
	edge    int // the width of the edge with the digits of ranks, and of the empty one at the right
	below   int // the height of the edge with the letters of files
	writing int // the size of letters and digits, in units
}

var (
	allRanks = measures{square: boardSquare, rows: 8, edge: diagramEdge, below: boardEdge, writing: boardWriting}
	oneRank  = measures{square: stripSquare, rows: 1, edge: stripLeft, below: stripEdge, writing: stripWriting}
)

func (d Diagram) measures() measures {
	if d.Rank != 0 {
		return oneRank
	}
	return allRanks
}

// diagramEdge is the width in pixels at both sides of a board with arrows and frames. An answer
// with such a board has more text than others, and a wider picture is less high on a phone.
const diagramEdge = 84

func (m measures) width() int { return 8*m.square + 2*m.edge }

// squareAt returns the square in a column and a row of the picture.
func (d Diagram) squareAt(column, row int) int {
	rank := 7 - row
	if d.Rank != 0 {
		rank = d.Rank - 1
	} else if d.FromBlack {
		rank = row
	}
	if d.FromBlack {
		column = 7 - column
	}
	return 8*rank + column
}

// corner returns the upper left corner of a square in the picture. ok is false if the
// square is not shown.
func (d Diagram) corner(square int) (at image.Point, ok bool) {
	column, row, ok := square%8, 7-square/8, true
	if d.FromBlack {
		column, row = 7-column, 7-row
	}
	if d.Rank != 0 {
		row, ok = 0, square/8 == d.Rank-1
	}
	of := d.measures()
	return image.Pt(of.edge+column*of.square, row*of.square), ok
}

func (d Diagram) grounds() [64]ground {
	var grounds [64]ground
	for s := range grounds {
		grounds[s] = groundOf(chess960.File(s%8), s/8)
	}
	for _, s := range d.Marked {
		grounds[s] |= marked
	}
	for _, s := range d.Shielded {
		grounds[s] |= shielded
	}
	return grounds
}
