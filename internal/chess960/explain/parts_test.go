package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
)

// eachByParts calls f with every text of the steps by parts. Outside long runs it takes
// one position in 23.
func eachByParts(f func(d chess960.Derivation, direction Direction, part chess960.Piece, hint, text string)) {
	for _, s := range []*chess960.Scheme{chess960.Scharnagl, chess960.Fritz9, chess960.Almanac} {
		for sp, p := range chess960.All() {
			if sp%interval() != 0 {
				continue
			}
			d := s.Derive(p)
			for _, direction := range []Direction{ToPosition, ToNumber} {
				call := func(part chess960.Piece, steps PartSteps) {
					f(d, direction, part, words(steps.Hint), linesOf(steps))
				}
				call(0, ByParts(d, direction))
				for _, part := range []chess960.Piece{chess960.Bishop, chess960.Queen, chess960.Knight} {
					call(part, PartAlone(d, part, direction))
				}
			}
		}
	}
}

// linesOf says the steps, a line for each.
func linesOf(steps PartSteps) string {
	var lines voice.Lines
	for _, line := range steps.Lines {
		lines = append(lines, voice.Run(line))
	}
	return voice.In("en").Say(lines)
}

// Every sum by parts is right.
func TestArithmeticByParts(t *testing.T) {
	eachByParts(func(d chess960.Derivation, _ Direction, _ chess960.Piece, hint, text string) {
		checkSums(t, d.Position, hint+" "+text)
	})
}

// The last number to a number is the number or the part, and everything to a position
// begins with it.
func TestByPartsLeadsToTheNumber(t *testing.T) {
	bold := regexp.MustCompile(`\*\*(\d+)\*\*$`)
	first := regexp.MustCompile(`^(\d+) `)
	eachByParts(func(d chess960.Derivation, direction Direction, part chess960.Piece, hint, text string) {
		want := d.Number()
		if part != 0 {
			want = 0
			for _, step := range d.Steps {
				if step.Piece == part {
					want += step.Adds
				}
			}
		}
		found := first.FindStringSubmatch(text)
		if direction == ToNumber {
			found = bold.FindStringSubmatch(text)
		}
		if found == nil || found[1] != fmt.Sprint(want) {
			t.Fatalf("%s %v: %d is not found in %q", d.Scheme.ID, d.Position, want, text)
		}
	})
}

// The pieces that the texts place are those of the position, and the whole text to a
// position places all.
func TestByPartsPutsThePiecesRight(t *testing.T) {
	on := regexp.MustCompile(`(?i)(bishops?|queen|knights)(?: stands)?(?: on)? ([a-h])1(?: and ([a-h])1)?`)
	sequence := regexp.MustCompile("`([KRN]{5})` is sequence (\\d)")
	filled := regexp.MustCompile("Put `([KRN]{5})` in order on the free squares ([a-h])1, ([a-h])1, ([a-h])1, ([a-h])1 and ([a-h])1:")
	eachByParts(func(d chess960.Derivation, direction Direction, part chess960.Piece, hint, text string) {
		placed := 0
		for _, m := range on.FindAllStringSubmatch(text, -1) {
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
		for _, m := range sequence.FindAllStringSubmatch(text, -1) {
			placed += 2
			if weeks[m[1]] != 96*atoi(m[2]) || factsOf(d.Position.String()).sequence != m[1] {
				t.Fatalf("%v: %s", d.Position, m[0])
			}
		}
		fills := filled.FindStringSubmatch(text)
		if whole := part == 0 && direction == ToPosition && strings.Contains(text, "is sequence"); whole != (fills != nil) {
			t.Fatalf("%v: the sequence is not put on its squares: %s", d.Position, text)
		}
		if fills != nil {
			for i, file := range fills[2:] {
				if d.Position.String()[file[0]-'a'] != fills[1][i] {
					t.Fatalf("%v: %s", d.Position, fills[0])
				}
			}
		}
		want := map[chess960.Piece]int{0: 5, chess960.Bishop: 2, chess960.Queen: 1, chess960.Knight: 2}[part]
		if placed != want {
			t.Fatalf("%v: %d pieces placed, want %d: %s", d.Position, placed, want, text)
		}
	})
}

// A hint to a part does not say what the part adds, or where its pieces are.
func TestHintsLeaveTheResultOut(t *testing.T) {
	const allPairs = ": 01 02 03 04 05 12 13 14 15 23 24 25 34 35 45" // of Fritz 9's rule
	result := regexp.MustCompile(`^\d+ ÷|: \d|\*\*\d+\*\*$`)
	eachByParts(func(d chess960.Derivation, direction Direction, part chess960.Piece, hint, text string) {
		if part == 0 {
			return
		}
		hint = strings.Replace(hint, allPairs, "", 1)
		if direction == ToNumber && result.MatchString(hint) || direction == ToPosition && strings.Contains(hint, "1 ") && regexp.MustCompile(`[a-h]1|[KRN]{5}`).MatchString(hint) {
			t.Fatalf("%s %v: %s", d.Scheme.ID, d.Position, hint)
		}
	})
}

// What is said about the row of a sequence in the list of all ten follows from the squares of its
// knights, and the list of all pairs of squares in order.
func TestSequencesFollow(t *testing.T) {
	row := 0
	for left := range 4 {
		first := row
		for right := left + 1; right < 5; right++ {
			pattern := []byte("-----")
			pattern[left], pattern[right] = 'N', 'N'
			for _, piece := range "RKR" {
				pattern[slices.Index(pattern, '-')] = byte(piece)
			}
			p, err := chess960.ParsePosition("BBQ" + string(pattern))
			if err != nil {
				t.Fatal(err)
			}
			want := KnightCount{"count", left, first, right - left - 1, row}
			for _, s := range []*chess960.Scheme{chess960.Scharnagl, chess960.Almanac} {
				for _, direction := range []Direction{ToNumber, ToPosition} {
					steps := PartAlone(s.Derive(p), chess960.Knight, direction)
					if said := slices.Concat(steps.Lines...); !slices.Contains(said, Sentence(want)) {
						t.Errorf("%s %v: %v, want %v", s.ID, p, said, want)
					}
				}
			}
			row++
		}
	}
}

// The rules are those of the part, the numbering and the direction, with the right weights.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		scheme    *chess960.Scheme
		part      chess960.Piece
		direction Direction
		want      PartRule
	}{
		{chess960.Scharnagl, chess960.Bishop, ToNumber, PartRule{"darkTimesFour", 4}},
		{chess960.Fritz9, chess960.Bishop, ToPosition, PartRule{"darkByFour", 4}},
		{chess960.Almanac, chess960.Bishop, ToNumber, PartRule{"lightTimesFour", 4}},
		{chess960.Almanac, chess960.Bishop, ToPosition, PartRule{"lightByFour", 4}},
		{chess960.Scharnagl, chess960.Queen, ToNumber, PartRule{"queenAdds", 16}},
		{chess960.Almanac, chess960.Queen, ToPosition, PartRule{"queenBack", 16}},
		{chess960.Fritz9, chess960.Queen, ToNumber, PartRule{"queenAddsKnights", 240}},
		{chess960.Fritz9, chess960.Queen, ToPosition, PartRule{"queenBackKnights", 240}},
		{chess960.Almanac, chess960.Knight, ToNumber, PartRule{"sequenceAdds", 96}},
		{chess960.Scharnagl, chess960.Knight, ToPosition, PartRule{"sequenceBack", 96}},
		{chess960.Fritz9, chess960.Knight, ToNumber, PartRule{"pairAdds", 16}},
		{chess960.Fritz9, chess960.Knight, ToPosition, PartRule{"pairBack", 16}},
	} {
		if got := Rule(c.scheme.Derive(chess960.Classical()), c.part, c.direction); got[0] != c.want || len(got) > 1 != (c.part == chess960.Bishop) {
			t.Errorf("%s: %v, want %v", c.scheme.ID, got, c.want)
		}
	}
	pairs := "01 02 03 04 05 12 13 14 15 23 24 25 34 35 45"
	for _, direction := range []Direction{ToNumber, ToPosition} {
		if said := words(Rule(chess960.Fritz9.Derive(chess960.Classical()), chess960.Knight, direction)); !strings.Contains(said, " "+pairs+". ") {
			t.Error(said)
		}
	}
	places := strings.Fields(pairs)
	for _, p := range chess960.All() {
		knights := figuresOf(chess960.Fritz9.Derive(p)).knights
		if numbers := put("", knights).Numbers; places[knights.Digit] != fmt.Sprint(numbers[0])+fmt.Sprint(numbers[1]) {
			t.Fatalf("%v: %v is pair %d", p, numbers, knights.Digit)
		}
	}
}

// The list of all ten has every sequence.
func TestTenSequences(t *testing.T) {
	want := "The ten sequences, 96 apart: 0 `NNRKR`, 96 `NRNKR`, 192 `NRKNR`, 288 `NRKRN`, 384 `RNNKR`, 480 `RNKNR`, 576 `RNKRN`, 672 `RKNNR`, 768 `RKNRN` and 864 `RKRNN`."
	if got := words([]Sentence{TenSequences(chess960.Almanac)}); got != want || TenSequences(chess960.Fritz9) != nil {
		t.Error(got)
	}
}
