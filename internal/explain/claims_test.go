package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
)

// facts are what is true of a rank, found by looking at its letters alone.
type facts struct {
	rank        string
	queen       int    // squares left of her, bishops left out
	fritzQueen  int    // likewise, knights left out too
	left, right int    // the knights' squares, bishops and queen left out
	n5n         string // their pattern there
	fritzRow    string // their pattern with the bishops alone left out
	sequence    string // king, rooks and knights
	bishops     string // the bishops' pattern
}

func factsOf(rank string) facts {
	keep := func(pieces string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(pieces, r) {
				return r
			}
			return -1
		}, rank)
	}
	dashes := func(s, piece string) string {
		return strings.Map(func(r rune) rune {
			if string(r) == piece {
				return r
			}
			return '-'
		}, s)
	}
	f := facts{rank: rank, sequence: keep("KRN"), bishops: dashes(rank, "B")}
	f.queen = strings.Index(keep("KQRN"), "Q")
	f.fritzQueen = strings.Index(keep("KQR"), "Q")
	f.n5n, f.fritzRow = dashes(keep("KRN"), "N"), dashes(keep("KQRN"), "N")
	f.left, f.right = strings.Index(f.n5n, "N"), strings.LastIndex(f.n5n, "N")
	return f
}

// skeleton is the NQ-skeleton.
func (f facts) skeleton() string {
	return strings.NewReplacer("B", "", "K", "-", "R", "-").Replace(f.rank)
}

// without lists the squares without some pieces, as texts do.
func (f facts) without(pieces string) string {
	var list []string
	for i, piece := range f.rank {
		if !strings.ContainsRune(pieces, piece) {
			list = append(list, chess960.File(i).Square())
		}
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " and " + list[last]
}

// The lists that are learnt by heart, as their sources have them.
var (
	weeks     = map[string]int{"NNRKR": 0, "NRNKR": 96, "NRKNR": 192, "NRKRN": 288, "RNNKR": 384, "RNKNR": 480, "RNKRN": 576, "RKNNR": 672, "RKNRN": 768, "RKRNN": 864}
	n5nCodes  = []string{"NN---", "N-N--", "N--N-", "N---N", "-NN--", "-N-N-", "-N--N", "--NN-", "--N-N", "---NN"}
	fritzList = func() []string {
		var rows []string
		for a := range 6 {
			for b := a + 1; b < 6; b++ {
				row := []byte("------")
				row[a], row[b] = 'N', 'N'
				rows = append(rows, string(row))
			}
		}
		slices.SortFunc(rows, func(a, b string) int { // alphabetical, dashes last
			return strings.Compare(strings.ReplaceAll(a, "-", "z"), strings.ReplaceAll(b, "-", "z"))
		})
		return rows
	}()
	leftCounts = []int{-1, 3, 6, 8}
)

// A claim is a phrase that says something of a position, and what it must say.
type claim struct {
	phrase *regexp.Regexp
	want   func(f facts, e Explanation) []string // the groups
}

func says(phrase string, want func(f facts, e Explanation) []string) claim {
	return claim{regexp.MustCompile(phrase), want}
}

// count writes a number of squares as texts do.
func count(n int) string {
	if n == 0 {
		return "no"
	}
	return fmt.Sprint(n)
}

func num(n ...int) []string {
	var texts []string
	for _, n := range n {
		texts = append(texts, strings.Replace(fmt.Sprint(n), "-", "−", 1))
	}
	return texts
}

// queenOf is how many squares are left of the queen when the method counts them.
func queenOf(f facts, e Explanation) int {
	if e.Method == fritz9 {
		return f.fritzQueen
	}
	return f.queen
}

const list = `([a-h]1(?:(?:, | and )[a-h]1)+)`

var claims = []claim{
	says(`(no|\d) free squares? left of her`, func(f facts, e Explanation) []string { return []string{count(queenOf(f, e))} }),
	says(`has (no|\d) squares? left of her`, func(f facts, e Explanation) []string { return []string{count(f.queen)} }),
	says(`(no|\d) squares? left of her, bishops left out`, func(f facts, e Explanation) []string { return []string{count(f.queen)} }),
	says(`Signs left of the Q: \*\*(\d)`, func(f facts, e Explanation) []string { return num(f.queen) }),
	says(`Dashes left of the Q: (\d), so column (\d)`, func(f facts, e Explanation) []string { return num(f.fritzQueen, f.fritzQueen) }),
	says(`Column \*\*(\d)`, func(f facts, e Explanation) []string { return num(f.fritzQueen) }),
	says(`Column (\d):`, func(f facts, e Explanation) []string { return num(f.fritzQueen) }),
	says("with (\\d) of its pieces on her left: `([A-Z]+)`", func(f facts, e Explanation) []string {
		return []string{fmt.Sprint(f.queen), strings.ReplaceAll(f.rank, "B", "")}
	}),
	says("NQ-skeleton is `(.{6})`", func(f facts, e Explanation) []string { return []string{f.skeleton()} }),
	says("reads `([A-Z]{6})`", func(f facts, e Explanation) []string { return []string{strings.ReplaceAll(f.rank, "B", "")} }),
	says("`([B-]{8})`", func(f facts, e Explanation) []string { return []string{f.bishops} }),
	says("(?:Of|count) the squares "+list, func(f facts, e Explanation) []string { return []string{f.without("BQ")} }),
	says("of the free squares "+list+" the knights", func(f facts, e Explanation) []string {
		if e.Method == fritz9 {
			return []string{f.without("B")}
		}
		return []string{f.without("BQ")}
	}),
	says("fills the free squares "+list, func(f facts, e Explanation) []string { return []string{f.without("B")} }),
	says(`square (\d) of the (?:free )?squares `+list, func(f facts, e Explanation) []string {
		return []string{fmt.Sprint(f.left), f.without("BQ")}
	}),
	says(`(?:stands|goes) (\d) squares? further`, func(f facts, e Explanation) []string { return num(f.right - f.left) }),
	says(`counts (−?\d) \(of −1, 3, 6, 8\)`, func(f facts, e Explanation) []string { return num(leftCounts[f.left]) }),
	says(`largest that is smaller is (−?\d)`, func(f facts, e Explanation) []string { return num(leftCounts[f.left]) }),
	says(`N1 = \*?\*?(\d)\*?\*? and N2 = \*?\*?(\d)`, func(f facts, e Explanation) []string { return num(f.left, f.right) }),
	says("The \\*\\*(\\d)\\*\\* left over is", func(f facts, e Explanation) []string { return num(slices.Index(n5nCodes, f.n5n)) }),
	says("N = \\*\\*(\\d)\\*\\* is left over", func(f facts, e Explanation) []string { return num(slices.Index(n5nCodes, f.n5n)) }),
	says("`([KRN]{5})`, which counts \\*\\*(\\d+)", func(f facts, e Explanation) []string {
		return []string{f.sequence, fmt.Sprint(weeks[f.sequence])}
	}),
	says("is \\*\\*(\\d+)\\*\\*: `([KRN]{5})`", func(f facts, e Explanation) []string {
		return []string{fmt.Sprint(weeks[f.sequence]), f.sequence}
	}),
	says("Row (\\d+) in alphabetical order is `(.{6})`", func(f facts, e Explanation) []string {
		return []string{fmt.Sprint(slices.Index(fritzList, f.fritzRow)), f.fritzRow}
	}),
	says("`(.{6})`, row (\\d+) in alphabetical order", func(f facts, e Explanation) []string {
		return []string{f.fritzRow, fmt.Sprint(slices.Index(fritzList, f.fritzRow))}
	}),
	says(`Row \*\*(\d+)`, func(f facts, e Explanation) []string { return num(slices.Index(fritzList, f.fritzRow)) }),
}

// Whatever a text claims of its position is true, in all of them; and each
// phrase is claimed of every position by every method that says it.
func TestClaims(t *testing.T) {
	found := make([]int, len(claims))
	each(t, func(t *testing.T, e Explanation) {
		f := factsOf(e.Position.String())
		for i, c := range claims {
			for _, step := range e.Steps {
				for _, m := range c.phrase.FindAllStringSubmatch(step.Text, -1) {
					found[i]++
					if want := c.want(f, e); !slices.Equal(m[1:], want) {
						t.Errorf("%v: %q, want %v", e.Position, m[0], want)
					}
				}
			}
		}
	})
	for i, c := range claims {
		if found[i] == 0 || found[i]%perMethod() != 0 {
			t.Errorf("%d texts say %s", found[i], c.phrase)
		}
	}
}

var (
	legend  = regexp.MustCompile(`\(([a-h])\x{a0}(\d), ([a-h])\x{a0}(\d), ([a-h])\x{a0}(\d), ([a-h])\x{a0}(\d)\)`)
	counted = regexp.MustCompile(`(?:bishop on ([a-h])1 is (?:B[wb] = )?\**(\d)|\b([a-h]) is (\d) \(|(\d) for ([a-h]) \(|and (\d) for the (?:dark|light)-square bishop on ([a-h])1)`)
)

// A bishop counts by its file: a, c, e, g and b, d, f, h are 0 to 3, in every
// legend and wherever one is counted.
func TestBishopsAreCounted(t *testing.T) {
	legends, counts := 0, 0
	each(t, func(t *testing.T, e Explanation) {
		check := func(file, digit string) {
			if int(file[0]-'a')/2 != atoi(digit) {
				t.Errorf("%v: %s counts %s", e.Position, file, digit)
			}
		}
		for _, m := range legend.FindAllStringSubmatch(e.Text(), -1) {
			legends++
			for i := 1; i < len(m); i += 2 {
				check(m[i], m[i+1])
				if (m[i][0]-m[1][0])%2 != 0 {
					t.Errorf("%v: both colours in %s", e.Position, m[0])
				}
			}
		}
		for _, m := range counted.FindAllStringSubmatch(e.Text(), -1) {
			counts++
			file, digit := m[1]+m[3]+m[6]+m[8], m[2]+m[4]+m[5]+m[7]
			check(file, digit)
			if e.Position.Piece(chess960.File(file[0]-'a')) != chess960.Bishop {
				t.Errorf("%v: no bishop on the %s-file: %s", e.Position, file, m[0])
			}
		}
	})
	if legends%perMethod() != 0 || legends < 20*perMethod() || counts%perMethod() != 0 || counts < 10*perMethod() {
		t.Errorf("%d legends and %d counts of bishops found", legends, counts)
	}
}

var listed = regexp.MustCompile("(\\d+) `([KRN-]+)`")

// What stands below an explanation to be learnt by heart is what its source has.
func TestNotes(t *testing.T) {
	rows := 0
	for _, m := range Methods() {
		for _, row := range listed.FindAllStringSubmatch(m.note, -1) {
			rows++
			n, pattern := atoi(row[1]), row[2]
			sequence, isSequence := weeks[pattern]
			if !(isSequence && sequence == n) && slices.Index(n5nCodes, pattern) != n && slices.Index(fritzList, pattern) != n {
				t.Errorf("%s lists %s", m.ID, row[0])
			}
		}
	}
	if rows != 10+10+10+15 {
		t.Errorf("%d rows to learn by heart", rows)
	}
}
