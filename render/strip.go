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
	}
	return nil
}

func (s Strip) compose(canvas *image.Paletted, t *tileSet) {
	for column := range 8 {
		f := chess960.File(column)
		if s.FromBlack {
			f = 7 - f
		}
		g := groundOf(f, 0, s.Marked.Has(f))
		x := column * t.size
		t.man(man{s.Rank[f], true}, g).copyTo(canvas, x, 0)
		if count := s.Counts[f]; count != 0 {
			s.write(count-'0', canvas, t, g, f, x)
		}
		t.letters[g][f].copyTo(canvas, x, letterCorner(t.size).area.Min.Y)
	}
}

// write writes by what a square is counted: large if it is empty, else in the
// corner.
func (s Strip) write(count byte, canvas *image.Paletted, t *tileSet, g ground, f chess960.File, x int) {
	if s.Rank[f] == 0 {
		t.counted[g][count].copyTo(canvas, x, 0)
		return
	}
	corner := figureCorner(t.size).area.Min
	t.figures[g][count].copyTo(canvas, x+corner.X, corner.Y)
}
