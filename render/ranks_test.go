package render

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/golden"
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
	for n := 1; n <= MostRanks; n++ {
		data, err := renderer().Ranks(evening(n, nil))
		if err != nil {
			t.Fatal(err)
		}
		if size := decoded(t, data).Rect.Size(); size.X != 1070 || size.Y != 108*n-8 {
			t.Errorf("%d ranks: %v", n, size)
		}
		if n == MostRanks {
			golden.Image(t, "testdata/ranks-12.png", data)
		}
	}
}

// Each error says what is wrong with the request.
func TestErrors(t *testing.T) {
	mine := &Theme{ID: "mine"}
	for _, test := range []struct {
		request any
		want    string
	}{
		{Board{}, "board without a position"},
		{Board{Sides: Sides{White: rankOf("BBQNNRKR"), Black: rankOf("RKR")}}, `unknown piece '\x00' on d8`},
		{Board{Position: traditional, Theme: mine}, `theme "mine" is not one of Themes()`},
		{Strip{Rank: rankOf("RNP")}, `unknown piece 'P' on c1`},
		{Strip{Above: [8]string{1: "x"}}, `"x" "" "" "" "" "" ""] above`},
		{Strip{Above: [8]string{1: "0", 2: "HH"}}, `above`},
		{Strip{Theme: mine}, `theme "mine" is not one of Themes()`},
		{Ranks{}, "picture of 0 ranks"},
		{Ranks{Ranks: make([]NumberedRank, 13)}, "picture of 13 ranks"},
		{Ranks{Ranks: make([]NumberedRank, 1)}, "rank 1 without a position"},
		{Ranks{Theme: mine}, `theme "mine" is not one of Themes()`},
		{Diagram{Men: [64]byte{1: 'x'}}, `unknown piece 'x' on b1`},
		{Diagram{Rank: 9}, `diagram of rank 9`},
		{Diagram{Theme: mine}, `theme "mine" is not one of Themes()`},
		{Strengths{}, "picture of 0 facts"},
		{Strengths{Facts: make([]Fact, MostFacts+1)}, "picture of 17 facts"},
		{Strengths{Facts: []Fact{{Strength: -1}}}, "Strength:-1"},
		{Strengths{Facts: []Fact{{Strength: FullStrength + 1}}}, "Strength:6"},
		{Strengths{Facts: []Fact{{Pattern: "RNBQKBN"}}}, "Pattern:RNBQKBN"},
		{Strengths{Facts: []Fact{{Label: "1234567"}}}, "Label:1234567"},
	} {
		if _, err := drawn(renderer(), test.request); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%T: error %v, want %q", test.request, err, test.want)
		}
	}
}

// drawn returns the picture of any request.
func drawn(r *Renderer, request any) ([]byte, error) {
	switch request := request.(type) {
	case Board:
		return r.Board(request)
	case Strip:
		return r.Strip(request)
	case Ranks:
		return r.Ranks(request)
	case Diagram:
		return r.Diagram(request)
	}
	return r.Strengths(request.(Strengths))
}

func TestStrengthsPictures(t *testing.T) {
	var s Strengths
	for i, sequence := range []string{"NNRKR", "NRNKR", "NRKNR", "NRKRN", "RNNKR", "RNKNR", "RNKRN", "RKNNR", "RKNRN", "RKRNN"} {
		s.Facts = append(s.Facts, Fact{strconv.Itoa(96 * i), sequence, i % (FullStrength + 1)})
	}
	s.Facts = append(s.Facts, Fact{"32", "--Q---", 1}, Fact{"224", "----NN", 2}, Fact{"0", "Q---", 3}, Fact{"15", "g1 h1", 4})
	for _, theme := range testedThemes() {
		s.Theme = theme
		data, err := renderer().Strengths(s)
		if err != nil {
			t.Fatal(err)
		}
		golden.Image(t, "testdata/strengths-"+theme.ID+".png", data)
	}
	var most Strengths
	for code := range MostFacts {
		dark, light := "aceg"[code/4], "bdfh"[code%4]
		most.Facts = append(most.Facts, Fact{strconv.Itoa(code), fmt.Sprintf("%c1 %c1", min(dark, light), max(dark, light)), code % (FullStrength + 1)})
	}
	data, err := renderer().Strengths(most)
	if err != nil {
		t.Fatal(err)
	}
	golden.Image(t, "testdata/strengths-most.png", data)
}
