package render

import (
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/golden"
)

func strip(t testing.TB, s Strip) []byte {
	t.Helper()
	data, err := renderer().Strip(s)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// rankOf reads a rank of pieces, a point for an empty square.
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
	for _, theme := range Themes() {
		halfway.Theme = theme
		golden.Image(t, "testdata/strip-marked-"+theme.ID+".png", strip(t, halfway))
	}
	halfway.Theme, halfway.FromBlack = nil, true
	golden.Image(t, "testdata/strip-from-black.png", strip(t, halfway))
}

func TestStripErrors(t *testing.T) {
	for want, s := range map[string]Strip{
		`unknown piece 'P' on c1`:             {Rank: rankOf("RNP")},
		`theme "mine" is not one of Themes()`: {Theme: &Theme{ID: "mine"}},
	} {
		if _, err := renderer().Strip(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
