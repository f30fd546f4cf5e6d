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
		want := map[chess960.Piece]int{0: 5, chess960.Bishop: 2, chess960.Queen: 1, chess960.Knight: 2}[part]
		if placed != want {
			t.Fatalf("%v: %d pieces placed, want %d: %s", d.Position, placed, want, text)
		}
	})
}

// A hint to a part does not say what the part adds, or where its pieces are.
func TestHintsLeaveTheResultOut(t *testing.T) {
	result := regexp.MustCompile(`^\d+ ÷|: \d|\*\*\d+\*\*$`)
	eachByParts(func(d chess960.Derivation, direction Direction, part chess960.Piece, hint, text string) {
		if part == 0 {
			return
		}
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
			want := SequenceBegins{Left: left, First: first, Moved: right - left - 1, Row: row}
			for _, s := range []*chess960.Scheme{chess960.Scharnagl, chess960.Almanac} {
				for _, direction := range []Direction{ToNumber, ToPosition} {
					steps := PartAlone(s.Derive(p), chess960.Knight, direction)
					if said := slices.Concat(steps.Lines...); !slices.Contains(said, Sentence(want)) || !slices.Contains(steps.Hint, Sentence(sequencesFollow)) {
						t.Errorf("%s %v: %v, %v, want %v", s.ID, p, said, steps.Hint, want)
					}
				}
			}
			row++
		}
	}
}

// The rules have every number with its pattern, and the right weights.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		scheme *chess960.Scheme
		part   chess960.Piece
		want   []Sentence
	}{
		{chess960.Scharnagl, chess960.Bishop, []Sentence{darkTimesFour, DarkSquares, LightSquares}},
		{chess960.Almanac, chess960.Bishop, []Sentence{lightTimesFour, DarkSquares, LightSquares}},
		{chess960.Scharnagl, chess960.Queen, []Sentence{QueenRule{"bishops", 16}}},
		{chess960.Fritz9, chess960.Queen, []Sentence{QueenRule{"knights", 240}}},
	} {
		if got := Rule(c.scheme.Derive(chess960.Classical()), c.part); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.scheme.ID, got, c.want)
		}
	}
	for _, c := range []struct {
		scheme *chess960.Scheme
		want   string
	}{
		{chess960.Almanac, "Count the five squares from 0. From one sequence to the next, the right knight moves on. At the end, the left one moves on, and the right one stands next to it again: with the left knight on 0, 1, 2 or 3, the sequences begin with 0, 4, 7 or 9. Each adds its number × 96."},
		{chess960.Fritz9, "Number the squares without bishops, starting from 0. The pairs of knights are worth 0 `NN----` (0, 1), 16 `N-N---` (0, 2), 32 `N--N--` (0, 3), 48 `N---N-` (0, 4), 64 `N----N` (0, 5), 80 `-NN---` (1, 2), 96 `-N-N--` (1, 3), 112 `-N--N-` (1, 4), 128 `-N---N` (1, 5), 144 `--NN--` (2, 3), 160 `--N-N-` (2, 4), 176 `--N--N` (2, 5), 192 `---NN-` (3, 4), 208 `---N-N` (3, 5) and 224 `----NN` (4, 5)."},
	} {
		if got := strings.ReplaceAll(words(Rule(c.scheme.Derive(chess960.Classical()), chess960.Knight)), "\u2011", "-"); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.scheme.ID, got, c.want)
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
