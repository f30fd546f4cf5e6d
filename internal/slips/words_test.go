package slips

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/testrun"
)

// The order is fixed: numberings, the mirror image's, slips.
func TestOrder(t *testing.T) {
	var got []string
	for _, o := range Origins(chess960.Scharnagl) {
		got = append(got, o.Words(chess960.Classical()))
	}
	want := []string{
		"is this position's SP number",
		"is this position's Fritz 9 number",
		"is this position's Almanac number",
		"is this position's SP number plus 1, as in lists that begin with 1",
		"is this position's Scharnagl 1-960 number",
		"is this position's index in double Chess960, 960 × 518 + 518 = 497798",
		"is the mirror image's SP number (Black's view)",
		"is the mirror image's Fritz 9 number (Black's view)",
		"is the mirror image's Almanac number (Black's view)",
		"is the mirror image's SP number plus 1, as in lists that begin with 1 (Black's view)",
		"is the mirror image's Scharnagl 1-960 number (Black's view)",
		"takes the bishops the other way round, 4 × 2 + 1 = 9 instead of 4 × 1 + 2 = 6",
		"counts the bishops' squares for the queen, 16 × 3 = 48 instead of 16 × 2 = 32",
		"counts the queen's squares from 1, 16 × 3 = 48 instead of 16 × 2 = 32",
		"counts the dark squares from 1, 4 × 2 = 8 instead of 4 × 1 = 4",
		"counts the light squares from 1, 3 instead of 2",
		"counts both bishops' squares from 1, 4 × 2 + 3 = 11 instead of 4 × 1 + 2 = 6",
		"counts the sequence one too high, 96 × 6 = 576 instead of 96 × 5 = 480",
		"counts the sequence one too low, 96 × 4 = 384 instead of 96 × 5 = 480",
		"leaves out the bishops, 4 × 1 + 2 = 6",
		"leaves out the queen, 16 × 2 = 32",
		"leaves out the sequence, 96 × 5 = 480",
		"multiplies the queen by 96 and the sequence by 16",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSay(t *testing.T) {
	for _, c := range []struct {
		meant  *chess960.Scheme
		rank   string
		number int
		want   string
	}{
		{chess960.Scharnagl, "RNBQKBNR", 518, "518 is this position's SP number."},
		{chess960.Scharnagl, "RNBQKBNR", 359, "359 is this position's Fritz 9 number."},
		{chess960.Scharnagl, "RNBQKBNR", 534, "534 is the mirror image's SP number (Black's view), or counts the bishops' squares for the queen, or counts the queen's squares from 1."},
		{chess960.Scharnagl, "RNBQKBNR", 519, "519 is this position's SP number plus 1, as in lists that begin with 1, or counts the light squares from 1."},
		{chess960.Scharnagl, "RNBQKBNR", 521, "521 takes the bishops the other way round, 4 × 2 + 1 = 9 instead of 4 × 1 + 2 = 6."},
		{chess960.Scharnagl, "BBQNNRKR", 960, "960 is this position's number where 960 stands for SP 0, or is the mirror image's Almanac number (Black's view), or is the mirror image's SP number plus 1."},
		{chess960.Scharnagl, "RKRNNQBB", 960, "960 is this position's Almanac number, or is this position's SP number plus 1, or is the mirror image's number where 960 stands for SP 0 (Black's view), or counts the light squares from 1."},
		{chess960.Scharnagl1To960, "BBQNNRKR", 960, "960 is this position's number where 960 stands for SP 0."},
		{chess960.Scharnagl1To960, "BBQNNRKR", 0, "0 is this position's SP number, or is this position's index in double Chess960."},
		{chess960.Scharnagl1To960, "RNBQKBNR", 534, "534 is the mirror image's Scharnagl 1-960 number (Black's view), or counts the bishops' squares for the queen, or counts the queen's squares from 1."},
		{chess960.Fritz9, "RNBQKBNR", 518, "518 is this position's SP number."},
		{chess960.Fritz9, "RNBQKBNR", 375, "375 counts the knights one too high, 16 × 8 = 128 instead of 16 × 7 = 112."},
		{chess960.Almanac, "RNBQKBNR", 526, "526 counts the light squares from 1, 4 × 3 = 12 instead of 4 × 2 = 8."},
	} {
		p := chess960.MustParsePosition(c.rank)
		origins := Explain(c.meant, p, c.number)
		if len(origins) == 0 {
			t.Errorf("%s %s: %d is not explained", c.meant.ID, c.rank, c.number)
		} else if got := Say(p, c.number, origins); got != c.want {
			t.Errorf("%s %s:\n got %s\nwant %s", c.meant.ID, c.rank, got, c.want)
		}
	}
}

var (
	sum      = regexp.MustCompile(`(\d+) × (-?\d+)(?: \+ (\d+))? = (-?\d+)`)
	compared = regexp.MustCompile(`(-?\d+) instead of (?:.*= )?(-?\d+)$`)
	leftOut  = regexp.MustCompile(`^leaves out .*= (\d+)$|^leaves out .* (\d)$`)
)

func atoi(t *testing.T, s string) int {
	t.Helper()
	if s == "" {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Every sum of every text is right, and the differences lead from the right number to the
// wrong one. What is said about a number has at most 200 characters. Outside long runs one
// position in 7 is tried.
func TestWords(t *testing.T) {
	for _, meant := range meantSchemes() {
		for sp, p := range chess960.All() {
			if sp%testrun.Choose(7, 1) != 0 {
				continue
			}
			right := meant.Derive(p).Number()
			for n, origins := range fitting(meant, p) {
				if said := Say(p, n, origins); len([]rune(said)) > 200 {
					t.Fatalf("%d characters: %s", len([]rune(said)), said)
				}
			}
			for _, o := range Origins(meant) {
				words, wrong := o.Words(p), o.Number(p)
				for _, m := range sum.FindAllStringSubmatch(words, -1) {
					if atoi(t, m[1])*atoi(t, m[2])+atoi(t, m[3]) != atoi(t, m[4]) {
						t.Fatalf("SP-%d: %s in %q", sp, m[0], words)
					}
				}
				if m := compared.FindStringSubmatch(words); m != nil && right+atoi(t, m[1])-atoi(t, m[2]) != wrong {
					t.Fatalf("SP-%d %s: %q leads from %d to %d", sp, meant.ID, words, right, wrong)
				}
				if m := leftOut.FindStringSubmatch(words); m != nil && right-atoi(t, m[1])-atoi(t, m[2]) != wrong {
					t.Fatalf("SP-%d %s: %q leads from %d to %d", sp, meant.ID, words, right, wrong)
				}
				if o.IsSlip() != (strings.HasPrefix(words, "is ") == false) {
					t.Fatalf("SP-%d %s: %q", sp, meant.ID, words)
				}
			}
		}
	}
}
