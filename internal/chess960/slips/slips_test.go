package slips

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/testrun"
)

// figures are the parts of a position, read off its letters as people do.
type figures struct {
	rank                 string
	dark, light          int // 0 to 3
	sequence             int // the row among the ten sequences
	queen, queenFile     int // squares to her left, without bishops and with them
	knights, fritzQueen  int // Fritz 9: the pair among 15, the queen's square without knights
	queenAmongAllButPair int // Fritz 9's queen with the bishops' squares counted
}

var sequences = []string{"NNRKR", "NRNKR", "NRKNR", "NRKRN", "RNNKR", "RNKNR", "RNKRN", "RKNNR", "RKNRN", "RKRNN"}

func without(rank, pieces string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(pieces, r) {
			return -1
		}
		return r
	}, rank)
}

func figuresOf(rank string) figures {
	f := figures{rank: rank}
	for _, bishop := range []int{strings.Index(rank, "B"), strings.LastIndex(rank, "B")} {
		if bishop%2 == 0 {
			f.dark = bishop / 2
		} else {
			f.light = bishop / 2
		}
	}
	f.sequence = slices.Index(sequences, without(rank, "BQ"))
	f.queen, f.queenFile = strings.Index(without(rank, "B"), "Q"), strings.Index(rank, "Q")
	six := without(rank, "B")
	pair := 0
	for left := range 6 {
		for right := left + 1; right < 6; right++ {
			if six[left] == 'N' && six[right] == 'N' {
				f.knights = pair
			}
			pair++
		}
	}
	f.fritzQueen = strings.Index(without(rank, "BN"), "Q")
	f.queenAmongAllButPair = strings.Index(without(rank, "N"), "Q")
	return f
}

// The three numberings from their parts: sequence (or knights), queen, dark bishop, light
// bishop.
type formula func(k, q, d, l int) int

var (
	scharnagl = func(k, q, d, l int) int { return 96*k + 16*q + 4*d + l }
	almanac   = func(k, q, d, l int) int { return 96*k + 16*q + 4*l + d + 1 }
	fritz9    = func(k, q, d, l int) int { return 240*q + 16*k + 4*d + l + 1 }
)

// numbersByHand returns the number of every origin.
func numbersByHand(meant *chess960.Scheme, rank string) map[Origin]int {
	f := figuresOf(rank)
	var m strings.Builder
	for i := range rank {
		m.WriteByte(rank[7-i])
	}
	numbers := map[Origin]int{}
	for _, mirrored := range []bool{false, true} {
		of := f
		if mirrored {
			of = figuresOf(m.String())
		}
		sp := scharnagl(of.sequence, of.queen, of.dark, of.light)
		numbers[Origin{Numbered, chess960.Scharnagl, mirrored}] = sp
		numbers[Origin{Numbered, chess960.Fritz9, mirrored}] = fritz9(of.knights, of.fritzQueen, of.dark, of.light)
		numbers[Origin{Numbered, chess960.Almanac, mirrored}] = almanac(of.sequence, of.queen, of.dark, of.light)
		numbers[Origin{Numbered, chess960.Scharnagl1To960, mirrored}] = (sp+959)%960 + 1
		numbers[Origin{PlusOne, chess960.Scharnagl, mirrored}] = sp + 1
		for _, s := range laterSchemes() {
			numbers[Origin{Numbered, s, mirrored}] = s.Derive(chess960.MustParsePosition(of.rank)).Number()
		}
	}
	sp := numbers[Origin{Numbered, chess960.Scharnagl, false}]
	numbers[Origin{DoubleIndex, chess960.Scharnagl, false}] = 961 * sp

	calculate, k, q, counted := formula(scharnagl), f.sequence, f.queen, f.queenFile
	weights := formula(func(k, q, d, l int) int { return 16*k + 96*q + 4*d + l })
	switch meant {
	case chess960.Almanac:
		calculate, weights = almanac, func(k, q, d, l int) int { return 16*k + 96*q + 4*l + d + 1 }
	case chess960.Fritz9:
		calculate, k, q, counted = fritz9, f.knights, f.fritzQueen, f.queenAmongAllButPair
		weights = func(k, q, d, l int) int { return 240*k + 16*q + 4*d + l + 1 }
	}
	d, l := f.dark, f.light
	for kind, number := range map[Kind]int{
		BishopsExchanged: calculate(k, q, l, d),
		BishopsCounted:   calculate(k, counted, d, l),
		QueenFromOne:     calculate(k, q+1, d, l),
		DarkFromOne:      calculate(k, q, d+1, l),
		LightFromOne:     calculate(k, q, d, l+1),
		BishopsFromOne:   calculate(k, q, d+1, l+1),
		SequenceAbove:    calculate(k+1, q, d, l),
		SequenceBelow:    calculate(k-1, q, d, l),
		NoBishops:        calculate(k, q, 0, 0),
		NoQueen:          calculate(k, 0, d, l),
		NoSequence:       calculate(0, q, d, l),
		WeightsExchanged: weights(k, q, d, l),
	} {
		numbers[Origin{kind, meant, false}] = number
	}
	return numbers
}

// laterSchemes are the schemes that nobody works out by hand in these tests.
func laterSchemes() []*chess960.Scheme {
	return slices.DeleteFunc(chess960.DistinctSchemes(), func(s *chess960.Scheme) bool { return slices.Contains(meantSchemes(), s) })
}

// meantSchemes are the schemes that a number is worked out in by hand.
func meantSchemes() []*chess960.Scheme {
	return []*chess960.Scheme{chess960.Scharnagl, chess960.Fritz9, chess960.Almanac}
}

// Every origin gives every position the number that a person would work out.
func TestNumbers(t *testing.T) {
	for _, meant := range meantSchemes() {
		origins := Origins(meant)
		for sp, p := range chess960.All() {
			want := numbersByHand(meant, p.String())
			if len(origins) != len(want) {
				t.Fatalf("%s: %d origins, want %d", meant.ID, len(origins), len(want))
			}
			for _, o := range origins {
				if n, ok := want[o]; !ok || o.Number(p) != n {
					t.Fatalf("SP-%d %s %+v: %d, want %d", sp, meant.ID, o, o.Number(p), n)
				}
			}
		}
	}
}

// fitting returns the origins of each number, in the order of Origins.
func fitting(meant *chess960.Scheme, p chess960.Position) map[int][]Origin {
	byHand := numbersByHand(meant, p.String())
	origins := map[int][]Origin{}
	for _, o := range Origins(meant) {
		n := byHand[o]
		if o.Scheme == chess960.Scharnagl1To960 && n != 960 {
			continue // an SP number
		}
		origins[n] = append(origins[n], o)
	}
	right := byHand[Origin{Numbered, meant, false}]
	origins[right] = []Origin{{Numbered, meant, false}}
	return origins
}

// Every number is explained by all origins that give it. Outside long runs one position in
// 7 is tried: TestNumbers has the numbers of all.
func TestExplain(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 60))
	for _, meant := range meantSchemes() {
		for sp, p := range chess960.All() {
			if sp%testrun.Choose(7, 1) != 0 {
				continue
			}
			origins := fitting(meant, p)
			for range 4 {
				n := random.IntN(1200) - 100
				if _, found := origins[n]; !found {
					origins[n] = nil
				}
			}
			for n, want := range origins {
				if got := Whole.Explain(meant, p, n); !slices.Equal(got, want) {
					t.Fatalf("SP-%d %s: %d is %v, want %v", sp, meant.ID, n, got, want)
				}
			}
		}
	}
}

// The slips of all positions lead to 12,293 different wrong numbers from 0 to 960. 87.4 %
// of them have one origin. “The light squares from 1” is always SP + 1 too.
func TestHowOftenOriginsAreAmbiguous(t *testing.T) {
	all, single := 0, 0
	for sp, p := range chess960.All() {
		for n, origins := range fitting(chess960.Scharnagl, p) {
			origins = slices.DeleteFunc(slices.Clone(origins), func(o Origin) bool {
				return o.Mirrored && o != Origin{Numbered, chess960.Scharnagl, true} || o.Kind == DoubleIndex || o.Scheme == chess960.Scharnagl1To960 || slices.Contains(laterSchemes(), o.Scheme)
			})
			if n == sp || n < 0 || n > 960 || len(origins) == 0 {
				continue
			}
			all++
			if len(origins) == 1 {
				single++
			}
			if slices.Contains(origins, Origin{LightFromOne, chess960.Scharnagl, false}) && !slices.Contains(origins, Origin{PlusOne, chess960.Scharnagl, false}) {
				t.Errorf("SP-%d: %d is %v", sp, n, origins)
			}
		}
	}
	if all != 12293 || single != 10750 {
		t.Errorf("%d wrong numbers, %d with one origin; want 12293 and 10750", all, single)
	}
}

// The parts in which two positions differ are those in which their letters do.
func TestDifferences(t *testing.T) {
	for sp, want := range chess960.All() {
		for _, got := range []chess960.Position{want, chess960.MustFromSP((want.SP() + 1) % chess960.Count), want.Mirror(), chess960.Classical()} {
			w, g := figuresOf(want.String()), figuresOf(got.String())
			for _, meant := range meantSchemes() {
				differ := map[string]bool{"dark bishop": w.dark != g.dark, "light bishop": w.light != g.light, "queen": w.queen != g.queen, "knights": w.sequence != g.sequence}
				if meant == chess960.Fritz9 {
					differ["queen"], differ["knights"] = w.fritzQueen != g.fritzQueen, w.knights != g.knights
				}
				for _, d := range Differences(meant, want, got) {
					if !differ[d.Want.Rule] || d.Want.Rule != d.Got.Rule || d.Want.Digit == d.Got.Digit {
						t.Fatalf("SP-%d %s %v: %+v", sp, meant.ID, got, d)
					}
					delete(differ, d.Want.Rule)
				}
				for rule, still := range differ {
					if still {
						t.Fatalf("SP-%d %s %v: the %s differs", sp, meant.ID, got, rule)
					}
				}
			}
		}
	}
}

// Somebody who builds SP-518 with a slip gets a position to which the slip gives 518.
func TestExplainAWrongPosition(t *testing.T) {
	for rank, want := range map[string]Origin{
		"RNQBBKNR": {BishopsExchanged, chess960.Scharnagl, false}, // light bishop by 6 ÷ 4, dark bishop by 6 mod 4
		"RNBKQBNR": {Numbered, chess960.Scharnagl, true},          // from the h-file
		"RQBNKBNR": {QueenFromOne, chess960.Scharnagl, false},     // on square 2, counted from 1
		"RNBQKBRN": {SequenceBelow, chess960.Scharnagl, false},    // the next row
		"RNBBKQNR": {},
	} {
		origins := Whole.Explain(chess960.Scharnagl, chess960.MustParsePosition(rank), 518)
		if len(origins) == 0 && want.Scheme == nil {
			continue
		}
		if len(origins) == 0 || origins[0] != want {
			t.Errorf("%s for 518: %+v, want %+v", rank, origins, want)
		}
	}
	fritz, _ := chess960.Fritz9.Locate(518)
	if origins := Whole.Explain(chess960.Scharnagl, fritz.Position, 518); len(origins) == 0 || origins[0] != (Origin{Numbered, chess960.Fritz9, false}) {
		t.Errorf("Fritz 9's 518 for SP-518: %+v", origins)
	}
}

func BenchmarkExplain(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Whole.Explain(chess960.Scharnagl, chess960.Classical(), 521)
	}
}
