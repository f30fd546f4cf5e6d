package render

import (
	"fmt"
	"image"
	"strings"

	"chess960bot/internal/chess960"
)

// stripSquare is the side of a strip's square in pixels.
const stripSquare = 120

// A Strip is a request for a picture of White's first rank alone, larger than on
// a board, with the files' letters. It need not be complete: the steps that lead
// to a position can be shown one by one, with the numbers by which they count
// squares.
type Strip struct {
	Rank      [8]chess960.Piece // by file; 0 for an empty square
	Theme     *Theme            // one of Themes; nil for the default
	FromBlack bool              // seen from Black's side, the h-file at the left
	Marked    chess960.Files    // whose squares are marked
	Empty     chess960.Files    // whose squares must be empty: striped
	Safe      chess960.Files    // whose squares must not be attacked: with a shield
	Counts    [8]byte           // by what figure a square is counted, by file; 0 for none
}

// Strip returns the picture as PNG, 960 by 120 pixels. The bytes are shared with
// other callers: do not modify them.
func (r *Renderer) Strip(s Strip) ([]byte, error) {
	s.Theme = s.Theme.orDefault()
	return r.strips.png(s)
}

func (s Strip) theme() *Theme { return s.Theme }

func (s Strip) check() error {
	for f, piece := range s.Rank {
		if piece != 0 && piece.Name() == "" {
			return fmt.Errorf("strip with unknown piece %q on %s", byte(piece), chess960.File(f).Square())
		}
		if count := s.Counts[f]; count != 0 && !strings.Contains(figures, string(rune(count))) {
			return fmt.Errorf("strip that counts %s by %q", chess960.File(f).Square(), count)
		}
		if s.Counts[f] != 0 && s.Safe.Has(chess960.File(f)) {
			return fmt.Errorf("strip with a figure and a shield on %s", chess960.File(f).Square())
		}
	}
	return nil
}

// ground returns the kind of square that file f has.
func (s Strip) ground(f chess960.File) ground {
	g := groundOf(f, 0)
	if s.Marked.Has(f) {
		g |= marked
	}
	if s.Empty.Has(f) {
		g |= striped
	}
	return g
}

func (s Strip) compose(canvas *image.Paletted, t *tileSet) {
	for column := range 8 {
		f := chess960.File(column)
		if s.FromBlack {
			f = 7 - f
		}
		g := s.ground(f)
		x := column * t.size
		t.man(man{s.Rank[f], true}, g).copyTo(canvas, x, 0)
		corner := figureCorner(t.size).area.Min
		switch count, empty := s.Counts[f], s.Rank[f] == 0; {
		case s.Safe.Has(f) && empty:
			t.safe[g].copyTo(canvas, x, 0)
		case s.Safe.Has(f):
			t.shields[g].copyTo(canvas, x+corner.X, corner.Y)
		case count != 0 && empty:
			t.counted[g][count-'0'].copyTo(canvas, x, 0)
		case count != 0:
			t.figures[g][count-'0'].copyTo(canvas, x+corner.X, corner.Y)
		}
		t.letters[g][f].copyTo(canvas, x, letterCorner(t.size).area.Min.Y)
	}
}
