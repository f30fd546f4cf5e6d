package render

import (
	"image/color"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/golden"
	"chess960bot/internal/workshop/testrun"
)

func strip(t testing.TB, s Strip) []byte {
	t.Helper()
	data, err := renderer().Strip(s)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// rankOf reads a rank. A point is an empty square.
func rankOf(letters string) (rank [8]chess960.Piece) {
	for f, letter := range letters {
		rank[f] = manOf(letter).piece
	}
	return rank
}

func TestStripPictures(t *testing.T) {
	golden.Image(t, "testdata/strip-518.png", strip(t, Strip{Rank: rankOf("RNBQKBNR")}))
	golden.Image(t, "testdata/strip-empty.png", strip(t, Strip{}))
	halfway := Strip{Rank: rankOf(".QB..B.."), Marked: chess960.FilesOf(chess960.FileB, chess960.FileE)}
	themes := Themes() // a marked strip has all the colours of a theme
	if testrun.Short() {
		themes = testedThemes()
	}
	for _, theme := range themes {
		halfway.Theme = theme
		golden.Image(t, "testdata/strip-marked-"+theme.ID+".png", strip(t, halfway))
	}
	halfway.Theme, halfway.FromBlack = nil, true
	golden.Image(t, "testdata/strip-from-black.png", strip(t, halfway))
}

func TestCountedStripPictures(t *testing.T) {
	queen := Strip{Rank: rankOf("..BQ.B.."), Marked: chess960.FilesOf(chess960.FileD), Above: [8]string{"0", "1", "", "2", "3", "", "4", "5"}}
	for _, theme := range testedThemes() {
		queen.Theme = theme
		golden.Image(t, "testdata/strip-counted-"+theme.ID+".png", strip(t, queen))
	}
	queen.Theme, queen.FromBlack = nil, true
	golden.Image(t, "testdata/strip-counted-from-black.png", strip(t, queen))
}

func TestStripErrors(t *testing.T) {
	for want, s := range map[string]Strip{
		`unknown piece 'P' on c1`:             {Rank: rankOf("RNP")},
		`"x" "" "" "" "" "" ""] above`:        {Above: [8]string{1: "x"}},
		`theme "mine" is not one of Themes()`: {Theme: &Theme{ID: "mine"}},
	} {
		if _, err := renderer().Strip(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// Marked squares have a frame. TestMarks looks for it in the middle of the upper edge, which
// no piece reaches.
func TestMarks(t *testing.T) {
	for _, theme := range testedThemes() {
		for _, fromBlack := range []bool{false, true} {
			for marked := chess960.Files(1); marked != 0; marked <<= 1 {
				marked := marked | 0b10010 // two or three squares
				s := composedStrip(t, Strip{Rank: rankOf("RNBQKBNR"), Theme: theme, FromBlack: fromBlack, Marked: marked})
				for column := range 8 {
					want := edge(theme, marked, column, fromBlack)
					if got := s.At(stripLeft+column*stripSquare+stripSquare/2, 0); got != color.Color(want) {
						t.Errorf("%s, from Black %t, marked %v: column %d has %v, want %v", theme.ID, fromBlack, marked, column, got, want)
					}
				}
			}
		}
	}
}

// edge returns the colour of the upper edge of a square of White's first rank.
func edge(theme *Theme, marked chess960.Files, column int, fromBlack bool) color.Color {
	f := chess960.File(column)
	if fromBlack {
		f = 7 - f
	}
	switch {
	case marked.Has(f):
		return theme.Frame
	case f.Dark():
		return theme.Dark
	}
	return theme.Light
}

// A strip of throws, the longest ones included.
func TestThrownStripPictures(t *testing.T) {
	golden.Image(t, "testdata/strip-thrown.png", strip(t, Strip{
		Rank: rankOf("BRQNKBRN"), Marked: chess960.FilesOf(chess960.FileA, chess960.FileF), Above: [8]string{"HH", "", "10", "20", "K", "TT", "Q", "17"},
	}))
}
