package slips

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/testrun"
)

// byHand returns what the part adds by every origin.
func (part Part) byHand(meant *chess960.Scheme, p chess960.Position) map[Origin]int {
	f, mirror := figuresOf(p.String()), figuresOf(p.Mirror().String())
	weight := map[Part]int{Queen: 16, Sequence: 96}
	digit, counted := map[Part]int{Queen: f.queen, Sequence: f.sequence}, f.queenFile
	mirrored := map[Part]int{Queen: mirror.queen, Sequence: mirror.sequence}
	if meant == chess960.Fritz9 {
		weight = map[Part]int{Queen: 240, Sequence: 16}
		digit, counted = map[Part]int{Queen: f.fritzQueen, Sequence: f.knights}, f.queenAmongAllButPair
		mirrored = map[Part]int{Queen: mirror.fritzQueen, Sequence: mirror.knights}
	}
	other := map[Part]Part{Queen: Sequence, Sequence: Queen}[part]
	code := func(dark, light int) int { return 4*dark + light }
	if meant == chess960.Almanac {
		code = func(dark, light int) int { return 4*light + dark }
	}
	by := map[Kind]int{}
	read := mirrored[part] * weight[part]
	switch part {
	case Bishops:
		read = code(mirror.dark, mirror.light)
		by = map[Kind]int{BishopsExchanged: code(f.light, f.dark), DarkFromOne: code(f.dark+1, f.light), LightFromOne: code(f.dark, f.light+1), BishopsFromOne: code(f.dark+1, f.light+1)}
	case Queen:
		by = map[Kind]int{BishopsCounted: counted * weight[Queen], QueenFromOne: (f.queen + 1) * weight[Queen]}
		if meant == chess960.Fritz9 {
			by[QueenFromOne] = (f.fritzQueen + 1) * weight[Queen]
		}
	case Sequence:
		by = map[Kind]int{SequenceAbove: (digit[part] + 1) * weight[part], SequenceBelow: (digit[part] - 1) * weight[part]}
	}
	if part != Bishops {
		by[WeightForgotten], by[WeightsExchanged] = digit[part], digit[part]*weight[other]
	}
	numbers := map[Origin]int{{Numbered, meant, true}: read}
	for kind, n := range by {
		numbers[Origin{kind, meant, false}] = n
	}
	return numbers
}

// Every slip in every part of every position is named, together with the other slips that
// lead to the same number and with no others. The sums in the sentence are right and lead
// from the right number to the wrong one. Outside long runs one position in 23 is tried.
func TestSlipsInParts(t *testing.T) {
	product := regexp.MustCompile(`(\d+) × (\d+) = (\d+)`)
	for _, meant := range []*chess960.Scheme{chess960.Scharnagl, chess960.Fritz9, chess960.Almanac} {
		for sp, p := range chess960.All() {
			if sp%testrun.Choose(23, 1) != 0 {
				continue
			}
			for _, part := range []Part{Bishops, Queen, Sequence} {
				right, wrong := part.Number(meant, p), part.byHand(meant, p)
				for origin, n := range wrong {
					var want []Origin
					for _, o := range part.origins(meant) {
						if by, ok := wrong[o]; !ok {
							t.Fatalf("%+v is not known by hand", o)
						} else if by == n {
							want = append(want, o)
						}
					}
					if n == right {
						want = []Origin{{Numbered, meant, false}}
					}
					got := part.Explain(meant, p, n)
					if !slices.Equal(got, want) || len(part.origins(meant)) != len(wrong) {
						t.Fatalf("%v %s part %d: %d is %v, want %v", p, meant.ID, part, n, got, want)
					}
					if n == right {
						continue
					}
					said := part.Say(p, n, []Origin{origin})
					for _, m := range product.FindAllStringSubmatch(said, -1) {
						if atoi(t, m[1])*atoi(t, m[2]) != atoi(t, m[3]) {
							t.Fatalf("%v: %s", p, said)
						}
					}
					if m := compared.FindStringSubmatch(strings.TrimSuffix(said, ".")); m != nil && right+atoi(t, m[1])-atoi(t, m[2]) != n {
						t.Fatalf("%v: %q leads from %d to %d", p, said, right, n)
					}
					if origin.Kind == WeightForgotten && !strings.HasSuffix(said, fmt.Sprintf(" = %d.", right)) {
						t.Fatalf("%v: %s", p, said)
					}
				}
			}
		}
	}
}

func TestSayPart(t *testing.T) {
	p := chess960.Classical()
	for _, c := range []struct {
		part   Part
		number int
		want   string
	}{
		{Whole, 521, "521 takes the bishops the other way round, 4 × 2 + 1 = 9 instead of 4 × 1 + 2 = 6."},
		{Bishops, 9, "9 takes the bishops the other way round, 4 × 2 + 1 = 9 instead of 4 × 1 + 2 = 6."},
		{Queen, 2, "2 is not multiplied yet, 16 × 2 = 32."},
		{Queen, 48, "48 counts the bishops' squares for the queen, 16 × 3 = 48 instead of 16 × 2 = 32, or counts the queen's squares from 1, or is right for the mirror image (Black's view)."},
		{Queen, 192, "192 multiplies by 96, 96 × 2 = 192 instead of 16 × 2 = 32."},
		{Sequence, 384, "384 counts the sequence one too low, 96 × 4 = 384 instead of 96 × 5 = 480."},
		{Sequence, 480, "480 is right."},
	} {
		if got := c.part.Say(p, c.number, c.part.Explain(chess960.Scharnagl, p, c.number)); got != c.want {
			t.Errorf("%d:\n got %s\nwant %s", c.number, got, c.want)
		}
	}
}

// Every origin has a habit with words, and different slips have different ones.
func TestHabits(t *testing.T) {
	words := map[string]Habit{}
	for _, meant := range meantSchemes() {
		for _, o := range slices.Concat(Origins(meant), Queen.origins(meant)) {
			said := o.Habit().Words()
			if other, ok := words[said]; said == "" || ok && other != o.Habit() {
				t.Errorf("%+v: %q %q", o, o.Habit(), said)
			}
			words[said] = o.Habit()
		}
	}
	if len(words) != 4+len(habitWords) || Habit("x").Words() != "" {
		t.Errorf("%d habits: %v", len(words), words)
	}
}
