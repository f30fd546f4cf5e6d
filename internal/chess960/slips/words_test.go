package slips

import (
	"slices"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/testrun"
)

func TestSums(t *testing.T) {
	for want, s := range map[string]Sum{
		"4 × 1 + 2 = 6": {4, 1, 2, true}, "4 × 1 + 0 = 4": {4, 1, 0, true},
		"16 × 2 = 32": {Weight: 16, Digit: 2}, "96 × 0 = 0": {Weight: 96},
		"3": {Weight: 1, Digit: 3}, "-1": {Weight: 1, Digit: -1},
	} {
		if got := s.String(); got != want {
			t.Errorf("%+v is %q, want %q", s, got, want)
		}
	}
}

func TestSay(t *testing.T) {
	for _, c := range []struct {
		meant  *chess960.Scheme
		rank   string
		number int
		want   []SourceKind
		scheme chess960.Called // of the first
	}{
		{chess960.Scharnagl, "RNBQKBNR", 518, []SourceKind{"numbered"}, "scharnagl"},
		{chess960.Scharnagl, "RNBQKBNR", 359, []SourceKind{"numbered"}, "fritz9"},
		{chess960.Scharnagl, "RNBQKBNR", 534, []SourceKind{"mirrorNumbered", "bishopsCounted", "queenFromOne"}, "scharnagl"},
		{chess960.Scharnagl, "RNBQKBNR", 519, []SourceKind{"plusOne", "lightFromOne"}, "scharnagl"},
		{chess960.Scharnagl, "RNBQKBNR", 521, []SourceKind{"bishopsExchanged"}, "scharnagl"},
		{chess960.Scharnagl, "BBQNNRKR", 960, []SourceKind{"from960", "mirrorNumbered", "mirrorPlusOne"}, "scharnagl1To960"},
		{chess960.Scharnagl, "RKRNNQBB", 960, []SourceKind{"numbered", "plusOne", "mirrorFrom960", "lightFromOne"}, "almanac"},
		{chess960.Scharnagl1To960, "BBQNNRKR", 0, []SourceKind{"numbered", "doubleIndex"}, "scharnagl"},
		{chess960.Fritz9, "RNBQKBNR", 375, []SourceKind{"knightsAbove"}, "fritz9"},
	} {
		p := chess960.MustParsePosition(c.rank)
		origins := slices.DeleteFunc(Whole.Explain(c.meant, p, c.number), func(o Origin) bool { return slices.Contains(laterSchemes(), o.Scheme) })
		said := Whole.Say(p, c.number, origins)
		if len(said) != len(c.want) {
			t.Errorf("%s %s: %d is %+v, want %v", c.meant.ID, c.rank, c.number, said, c.want)
			continue
		}
		for i, s := range said {
			if s.Sentence() != string(c.want[i]) {
				t.Errorf("%s %s: %d is %+v, want %v", c.meant.ID, c.rank, c.number, s, c.want[i])
			}
		}
		if first := said[0].(Source); first.Scheme != c.scheme || first.Number != c.number {
			t.Errorf("%s %s: %d is %+v", c.meant.ID, c.rank, c.number, first)
		}
	}
}

// The sums of every sentence lead from the right number to the wrong one. Outside long runs
// one position in 7 is tried.
func TestSumsLeadToTheWrongNumber(t *testing.T) {
	for _, meant := range meantSchemes() {
		for sp, p := range chess960.All() {
			if sp%testrun.Choose(7, 1) != 0 {
				continue
			}
			right := meant.Derive(p).Number()
			for _, o := range Origins(meant) {
				s, wrong := o.source(p, o.Number(p)), o.Number(p)
				switch {
				case o.Kind == DoubleIndex:
					if s.Want.Result() != wrong {
						t.Fatalf("SP-%d: %+v", sp, s)
					}
				case o.Kind == NoBishops, o.Kind == NoQueen, o.Kind == NoSequence:
					if right-s.Want.Result() != wrong {
						t.Fatalf("SP-%d %s: %+v leads from %d to %d", sp, meant.ID, s, right, wrong)
					}
				case o.IsSlip() && o.Kind != WeightsExchanged: // which changes two parts
					if right+s.Got.Result()-s.Want.Result() != wrong {
						t.Fatalf("SP-%d %s: %+v leads from %d to %d", sp, meant.ID, s, right, wrong)
					}
				}
				if s.Kind == "" || s.Number != wrong {
					t.Fatalf("SP-%d %s: %+v", sp, meant.ID, s)
				}
			}
		}
	}
}
