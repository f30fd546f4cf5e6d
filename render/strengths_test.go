package render

import (
	"strconv"
	"testing"

	"chess960bot/internal/workshop/golden"
)

func TestStrengthsPictures(t *testing.T) {
	var s Strengths
	for i, sequence := range []string{"NNRKR", "NRNKR", "NRKNR", "NRKRN", "RNNKR", "RNKNR", "RNKRN", "RKNNR", "RKNRN", "RKRNN"} {
		s.Facts = append(s.Facts, Fact{strconv.Itoa(96 * i), sequence, i % (FullStrength + 1)})
	}
	for _, theme := range testedThemes() {
		s.Theme = theme
		data, err := renderer().Strengths(s)
		if err != nil {
			t.Fatal(err)
		}
		golden.Image(t, "testdata/strengths-"+theme.ID+".png", data)
	}
	for _, wrong := range []Strengths{{}, {Facts: make([]Fact, MostFacts+1)}, {Facts: []Fact{{Strength: -1}}}, {Facts: []Fact{{Strength: FullStrength + 1}}}, {Facts: []Fact{{Pattern: "RNBQKBN"}}}, {Facts: []Fact{{Label: "1234567"}}}} {
		if _, err := renderer().Strengths(wrong); err == nil {
			t.Errorf("%+v has a picture", wrong)
		}
	}
}
