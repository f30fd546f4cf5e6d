package render

import (
	"fmt"
	"image"

	"chess960bot/internal/chess960"
)

// stripSquare is the side of a strip's square in pixels.
const stripSquare = 120

// A Strip is a request for a picture of White's first rank alone, larger than on
// a board, with the files' letters. It need not be complete: the steps that lead
// to a position can be shown one by one.
type Strip struct {
	Rank      [8]chess960.Piece // by file; 0 for an empty square
	Theme     *Theme            // one of Themes; nil for the default
	FromBlack bool              // seen from Black's side, the h-file at the left
	Marked    chess960.Files    // whose squares are marked
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
		t.letters[g][f].copyTo(canvas, x, letterCorner(t.size).area.Min.Y)
	}
}
