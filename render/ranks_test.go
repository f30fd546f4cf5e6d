package render

import (
	"bytes"
	"image/png"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/golden"
	"chess960bot/internal/workshop/testrun"
)

// evening returns the ranks of the given number of boards.
func evening(boards int, theme *Theme) Ranks {
	r := Ranks{Theme: theme}
	for sp, p := range chess960.All() {
		if sp%80 == 38 && len(r.Ranks) < boards {
			r.Ranks = append(r.Ranks, NumberedRank{len(r.Ranks) + 1, p})
		}
	}
	return r
}

func TestRanksPictures(t *testing.T) {
	for name, ranks := range map[string]Ranks{
		"ranks-12": evening(12, nil),
	} {
		data, err := renderer().Ranks(ranks)
		if err != nil {
			t.Fatal(err)
		}
		golden.Image(t, "testdata/"+name+".png", data)
	}
}

// Pictures of one to twelve ranks have the right size and pixels. Outside long runs only the
// lowest and the highest pictures are made.
func TestRanksDecode(t *testing.T) {
	for _, theme := range testedThemes() {
		kit, err := renderer().ranks.of(theme)
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= MostRanks; n += testrun.Choose(MostRanks-1, 1) {
			ranks := evening(n, theme)
			data, err := renderer().Ranks(ranks)
			if err != nil {
				t.Fatal(err)
			}
			want := composed(kit.bands(ranks)...)
			want.Palette = kit.frame.Palette
			checkDecoded(t, n, data, want)
			if c, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || c.Width != 1070 || c.Height != 108*n-8 {
				t.Errorf("%d ranks: %d × %d, %v", n, c.Width, c.Height, err)
			}
		}
	}
}

func TestRanksErrors(t *testing.T) {
	for want, r := range map[string]Ranks{
		"picture of 0 ranks":                  {},
		"picture of 13 ranks":                 {Ranks: make([]NumberedRank, 13)},
		"rank 1 without a position":           {Ranks: make([]NumberedRank, 1)},
		`theme "mine" is not one of Themes()`: {Theme: &Theme{ID: "mine"}},
	} {
		if _, err := renderer().Ranks(r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
