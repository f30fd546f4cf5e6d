package explain

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
)

// eachByParts calls f with every text of the steps by parts. Outside long runs it takes
// one position in 23.
func eachByParts(f func(d chess960.Derivation, direction Direction, part chess960.Piece, steps PartSteps)) {
	for _, s := range []*chess960.Scheme{chess960.Scharnagl, chess960.Fritz9, chess960.Almanac} {
		for sp, p := range chess960.All() {
			if sp%interval() != 0 {
				continue
			}
			d := s.Derive(p)
			for _, direction := range []Direction{ToPosition, ToNumber} {
				f(d, direction, 0, ByParts(d, direction))
				for _, part := range []chess960.Piece{chess960.Bishop, chess960.Queen, chess960.Knight} {
					f(d, direction, part, PartAlone(d, part, direction))
				}
			}
		}
	}
}

// Every sum by parts is right.
func TestArithmeticByParts(t *testing.T) {
	eachByParts(func(d chess960.Derivation, _ Direction, _ chess960.Piece, steps PartSteps) {
		checkSums(t, d.Position, steps.Hint+" "+steps.Text)
	})
}

// The last number to a number is the number or the part, and everything to a position
// begins with it.
func TestByPartsLeadsToTheNumber(t *testing.T) {
	bold := regexp.MustCompile(`\*\*(\d+)\*\*\.$`)
	first := regexp.MustCompile(`^(\d+) `)
	eachByParts(func(d chess960.Derivation, direction Direction, part chess960.Piece, steps PartSteps) {
		want := d.Number()
		if part != 0 {
			want = 0
			for _, step := range d.Steps {
				if step.Piece == part {
					want += step.Adds
				}
			}
		}
		found := first.FindStringSubmatch(steps.Text)
		if direction == ToNumber {
			found = bold.FindStringSubmatch(steps.Text)
		}
		if found == nil || found[1] != fmt.Sprint(want) {
			t.Fatalf("%s %v: %d is not found in %q", d.Scheme.ID, d.Position, want, steps.Text)
		}
	})
}

// The pieces that the texts place are those of the position, and the whole text to a
// position places all.
func TestByPartsPutsThePiecesRight(t *testing.T) {
	on := regexp.MustCompile(`(?i)(bishops?|queen|knights) on ([a-h])1(?: and ([a-h])1)?`)
	sequence := regexp.MustCompile("`([KRN]{5})` is sequence (\\d)")
	eachByParts(func(d chess960.Derivation, direction Direction, part chess960.Piece, steps PartSteps) {
		placed := 0
		for _, m := range on.FindAllStringSubmatch(steps.Text, -1) {
			for _, file := range m[2:] {
				if file == "" {
					continue
				}
				placed++
				if name := strings.TrimSuffix(strings.ToLower(m[1]), "s"); d.Position.Piece(chess960.File(file[0]-'a')).Name() != name {
					t.Fatalf("%v: %s", d.Position, m[0])
				}
			}
		}
		for _, m := range sequence.FindAllStringSubmatch(steps.Text, -1) {
			placed += 2
			if weeks[m[1]] != 96*atoi(m[2]) || factsOf(d.Position.String()).sequence != m[1] {
				t.Fatalf("%v: %s", d.Position, m[0])
			}
		}
		want := map[chess960.Piece]int{0: 5, chess960.Bishop: 2, chess960.Queen: 1, chess960.Knight: 2}[part]
		if placed != want {
			t.Fatalf("%v: %d pieces placed, want %d: %s", d.Position, placed, want, steps.Text)
		}
	})
}

// A hint to a part does not say what the part adds, or where its pieces are.
func TestHintsLeaveTheResultOut(t *testing.T) {
	result := regexp.MustCompile(`^\d+ ÷|: \d|\*\*\d+\*\*\.$`)
	eachByParts(func(d chess960.Derivation, direction Direction, part chess960.Piece, steps PartSteps) {
		if part == 0 {
			return
		}
		if direction == ToNumber && result.MatchString(steps.Hint) || direction == ToPosition && strings.Contains(steps.Hint, "1 ") && regexp.MustCompile(`[a-h]1|[KRN]{5}`).MatchString(steps.Hint) {
			t.Fatalf("%s %v: %s", d.Scheme.ID, d.Position, steps.Hint)
		}
	})
}

// The rules have every number with its pattern, and the right weights.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		scheme *chess960.Scheme
		part   chess960.Piece
		want   string
	}{
		{chess960.Scharnagl, chess960.Bishop, "-# 4 × dark bishop + light bishop. Dark squares count a = 0, c = 1, e = 2, g = 3. Light squares count b = 0, d = 1, f = 2, h = 3."},
		{chess960.Almanac, chess960.Bishop, "-# 4 × light bishop + dark bishop. Dark squares count a = 0, c = 1, e = 2, g = 3. Light squares count b = 0, d = 1, f = 2, h = 3."},
		{chess960.Scharnagl, chess960.Queen, "-# Each square to the queen's left counts 16, without the bishops."},
		{chess960.Fritz9, chess960.Queen, "-# Each square to the queen's left counts 240, without the bishops and knights."},
		{chess960.Almanac, chess960.Knight, "-# 0 `NNRKR`, 96 `NRNKR`, 192 `NRKNR`, 288 `NRKRN`, 384 `RNNKR`, 480 `RNKNR`, 576 `RNKRN`, 672 `RKNNR`, 768 `RKNRN`, 864 `RKRNN`."},
		{chess960.Fritz9, chess960.Knight, "-# 0 `NN----` 1st and 2nd, 16 `N-N---` 1st and 3rd, 32 `N--N--` 1st and 4th, 48 `N---N-` 1st and 5th, 64 `N----N` 1st and 6th, 80 `-NN---` 2nd and 3rd, 96 `-N-N--` 2nd and 4th, 112 `-N--N-` 2nd and 5th, 128 `-N---N` 2nd and 6th, 144 `--NN--` 3rd and 4th, 160 `--N-N-` 3rd and 5th, 176 `--N--N` 3rd and 6th, 192 `---NN-` 4th and 5th, 208 `---N-N` 4th and 6th, 224 `----NN` 5th and 6th."},
	} {
		if got := strings.ReplaceAll(Rule(c.scheme, c.part), "\u2011", "-"); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.scheme.ID, got, c.want)
		}
	}
}
