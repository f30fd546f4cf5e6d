package explain

import (
	"strings"
	"testing"

	"chess960bot/internal/chess960"
)

// Every view shows the pieces on the squares of the position. The numbers on squares are
// right for a rank with only the pieces placed so far.
func TestViews(t *testing.T) {
	each(t, func(t *testing.T, e Explanation) {
		var last *View
		for _, step := range e.Steps {
			v := step.View
			if v == nil {
				continue
			}
			last = v
			if v.New == 0 {
				t.Errorf("%v: nothing is new in the view of %q", e.Position, words(step.Said))
			}
			for f := range chess960.AllFiles.All() {
				if v.Rank[f] != 0 && v.Rank[f] != e.Position.Piece(f) {
					t.Errorf("%v: the view of %q has %v on %s", e.Position, words(step.Said), v.Rank[f], f.Square())
				}
				if v.New.Has(f) && v.Rank[f] == 0 {
					t.Errorf("%v: %s is new and empty", e.Position, f.Square())
				}
				if v.Counts[f] >= 0 && v.Counts[f] != countOf(e, v, f) {
					t.Errorf("%v: the view of %q counts %s as %d, want %d", e.Position, words(step.Said), f.Square(), v.Counts[f], countOf(e, v, f))
				}
			}
			checkCounted(t, e, v)
		}
		if last == nil {
			t.Fatalf("%v: no view", e.Position)
		}
		if e.Direction == ToPosition {
			for f := range chess960.AllFiles.All() {
				if last.Rank[f] == 0 {
					t.Errorf("%v: the last view leaves %s empty", e.Position, f.Square())
				}
			}
		}
	})
}

// countOf computes the number of a square independently: for a bishop among the squares of
// its colour, and otherwise among the squares without pieces placed before.
func countOf(e Explanation, v *View, file chess960.File) int {
	var before chess960.Files // files of pieces placed before, which are not counted
	switch newest := e.Position.Piece(firstOf(v.New)); {
	case newest == chess960.Bishop:
		return int(file) / 2
	case newest == chess960.Queen && e.Method == Fritz9:
		before = e.Position.Files(chess960.Bishop) | e.Position.Files(chess960.Knight)
	case newest == chess960.Queen, e.Method == Fritz9:
		before = e.Position.Files(chess960.Bishop)
	default:
		before = e.Position.Files(chess960.Bishop) | e.Position.Files(chess960.Queen)
	}
	n := 0
	for f := range chess960.AllFiles.All() {
		if f < file && !before.Has(f) {
			n++
		}
	}
	return n
}

// checkCounted checks a view with numbers: the squares of new pieces have one, and so do
// other squares.
func checkCounted(t *testing.T, e Explanation, v *View) {
	t.Helper()
	var counted chess960.Files
	for f := range chess960.AllFiles.All() {
		if v.Counts[f] >= 0 {
			counted |= chess960.FilesOf(f)
		}
	}
	if counted != 0 && (v.New&^counted != 0 || counted == v.New) {
		t.Errorf("%v: new on %v, counted are %v", e.Position, v.New, counted)
	}
}

func firstOf(files chess960.Files) chess960.File {
	for f := range files.All() {
		return f
	}
	return 0
}

// The row of the knights' table is above the counted squares, with each N above a knight.
// Direct and codes show it once.
func TestRowsAreAboveSquares(t *testing.T) {
	each(t, func(t *testing.T, e Explanation) {
		rows := 0
		for _, step := range e.Steps {
			block := step.View.RowText()
			if block == "" {
				continue
			}
			rows++
			lines := strings.Split(block, "\n")
			if len(lines) != 5 || lines[0] != "```" || lines[3] != "```" || len(lines[2]) > 24 {
				t.Fatalf("%v: %q", e.Position, block)
			}
			squares := 0
			for f := range chess960.AllFiles.All() {
				column := strings.Index(lines[2], f.Square())
				if column < 0 {
					if v := step.View; v.Counts[f] >= 0 {
						t.Errorf("%v: %s is missing in\n%s", e.Position, f.Square(), block)
					}
					continue
				}
				squares++
				want := byte('-')
				if e.Position.Piece(f) == chess960.Knight {
					want = 'N'
				}
				if row := lines[1] + strings.Repeat(" ", 24); row[column] != want {
					t.Errorf("%v: no %c above %s in\n%s", e.Position, want, f.Square(), block)
				}
			}
			if squares != 5 {
				t.Errorf("%v: %d squares in\n%s", e.Position, squares, block)
			}
		}
		if uses := e.Method == Direct || e.Method == codes; rows > 1 || uses && rows == 0 {
			t.Errorf("%v by %s: %d rows", e.Position, e.Method.ID, rows)
		}
	})
}
