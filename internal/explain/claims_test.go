package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
)

// facts are properties of a rank, computed only from its letters.
type facts struct {
	rank        string
	queen       int    // squares to the left of the queen, without bishops
	left, right int    // the knights' squares, without bishops and queen
	n5n         string // the pattern of the knights on these squares
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
	f.n5n = dashes(keep("KRN"), "N")
	f.left, f.right = strings.Index(f.n5n, "N"), strings.LastIndex(f.n5n, "N")
	return f
}

// skeleton returns the NQ-skeleton.
func (f facts) skeleton() string {
	return strings.NewReplacer("B", "", "K", "-", "R", "-").Replace(f.rank)
}

// only returns the rank with some pieces, and dashes for the others.
func (f facts) only(pieces string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(pieces, r) {
			return r
		}
		return '-'
	}, f.rank)
}

// without lists the squares without some pieces, in the form of the texts.
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

// The lists to learn by heart, from their sources.
var (
	weeks      = map[string]int{"NNRKR": 0, "NRNKR": 96, "NRKNR": 192, "NRKRN": 288, "RNNKR": 384, "RNKNR": 480, "RNKRN": 576, "RKNNR": 672, "RKNRN": 768, "RKRNN": 864}
	n5nCodes   = []string{"NN---", "N-N--", "N--N-", "N---N", "-NN--", "-N-N-", "-N--N", "--NN-", "--N-N", "---NN"}
	leftCounts = []int{-1, 3, 6, 8}
)

// A claim is a phrase about a position, with a function that returns its right values.
type claim struct {
	phrase *regexp.Regexp
	want   func(f facts, e Explanation) []string // the groups
}

func says(phrase string, want func(f facts, e Explanation) []string) claim {
	return claim{regexp.MustCompile(phrase), want}
}

// count returns a number of squares in the form of the texts.
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

const list = `([a-h]1(?:(?:, | and )[a-h]1)+)`

var claims = []claim{
	says(`has (no|\d) squares? to her left, bishops not counted`, func(f facts, e Explanation) []string { return []string{count(f.queen)} }),
	says(`(?:Count the free squares from 0: |Q = \**)(\d)\**(?: is|\. Free squares count from 0)`, func(f facts, e Explanation) []string { return num(f.queen) }),
	says("with (no|\\d) pieces? to her left: `([A-Z]+)`", func(f facts, e Explanation) []string {
		return []string{count(f.queen), strings.ReplaceAll(f.rank, "B", "")}
	}),
	says("king and rooks as hyphens: `(.{6})`", func(f facts, e Explanation) []string { return []string{f.skeleton()} }),
	says(`The Q has (no|\d) characters? to its left`, func(f facts, e Explanation) []string { return []string{count(f.queen)} }),
	says(`The Q has (no|\d) hyphens? to its left: take column (\d)`, func(f facts, e Explanation) []string {
		hyphens := strings.Count(f.skeleton()[:strings.Index(f.skeleton(), "Q")], "-")
		return []string{count(hyphens), fmt.Sprint(hyphens)}
	}),
	says("it reads `([N-]{5})`, knights [\\w ]+, N5N code (\\d)", func(f facts, e Explanation) []string {
		return []string{f.n5n, fmt.Sprint(slices.Index(n5nCodes, f.n5n))}
	}),
	says("Queen there: `(.{8})`", func(f facts, e Explanation) []string { return []string{f.only("BQ")} }),
	says("knights on [a-h]1 and [a-h]1, `(.{8})`", func(f facts, e Explanation) []string { return []string{f.only("BQN")} }),
	says("Write `(.{6})` on the free squares "+list, func(f facts, e Explanation) []string { return []string{f.skeleton(), f.without("B")} }),
	says("reads `([A-Z]{6})`", func(f facts, e Explanation) []string { return []string{strings.ReplaceAll(f.rank, "B", "")} }),
	says("`([B-]{8})`", func(f facts, e Explanation) []string { return []string{f.bishops} }),
	says("`([N-]{5})`[.:,]", func(f facts, e Explanation) []string { return []string{f.n5n} }),
	says("[Cc]ount the (?:free )?squares "+list+" from 0", func(f facts, e Explanation) []string { return []string{f.without("BQ")} }),
	says("fills the free squares "+list, func(f facts, e Explanation) []string { return []string{f.without("B")} }),
	says(`the (\d).. and (\d).. of the five`, func(f facts, e Explanation) []string { return num(f.left+1, f.right+1) }),
	says(`stands on square (\d) and counts (−?\d)`, func(f facts, e Explanation) []string { return num(f.left, leftCounts[f.left]) }),
	says(`the largest below \d: (−?\d), square (\d)`, func(f facts, e Explanation) []string { return num(leftCounts[f.left], f.left) }),
	says(`the left knight takes square (\d)`, func(f facts, e Explanation) []string { return num(f.left) }),
	says(`stands (\d) squares? further`, func(f facts, e Explanation) []string { return num(f.right - f.left) }),
	says(`N1 = \*?\*?(\d)\*?\*? and N2 = \*?\*?(\d)`, func(f facts, e Explanation) []string { return num(f.left, f.right) }),
	says(`that is N1 = (\d)`, func(f facts, e Explanation) []string { return num(f.left) }),
	says(`\*\*(\d)\*\* is left`, func(f facts, e Explanation) []string { return num(slices.Index(n5nCodes, f.n5n)) }),
	says("`([KRN]{5})` counts \\*\\*(\\d+)", func(f facts, e Explanation) []string {
		return []string{f.sequence, fmt.Sprint(weeks[f.sequence])}
	}),
	says("or less: \\*\\*(\\d+)\\*\\*, `([KRN]{5})`", func(f facts, e Explanation) []string {
		return []string{fmt.Sprint(weeks[f.sequence]), f.sequence}
	}),
}

// The short forms name every piece with its square.
var shortClaims = []claim{
	says(`\(bishop ([a-h])1\).*\(bishop ([a-h])1\)`, func(f facts, e Explanation) []string {
		a, b := f.file("B", 0), f.file("B", 1)
		if light := e.Method == Direct; light == (a[0]%2 == 1) { // a, c, e, g are dark and odd
			a, b = b, a
		}
		return []string{a, b}
	}),
	says(`bishops ([a-h])1, ([a-h])1`, func(f facts, e Explanation) []string { return []string{f.file("B", 0), f.file("B", 1)} }),
	says(`knights ([a-h])1, ([a-h])1`, func(f facts, e Explanation) []string { return []string{f.file("N", 0), f.file("N", 1)} }),
	says(`queen ([a-h])1`, func(f facts, e Explanation) []string { return []string{f.file("Q", 0)} }),
	says(`(no|\d) squares? to her left without the bishops`, func(f facts, e Explanation) []string { return []string{count(f.queen)} }),
	says(`\*\*(\d)\*\*: knights`, func(f facts, e Explanation) []string { return num(slices.Index(n5nCodes, f.n5n)) }),
	says("`([KRN]{5})` counts \\*\\*(\\d+)", func(f facts, e Explanation) []string {
		return []string{f.sequence, fmt.Sprint(weeks[f.sequence])}
	}),
	says("`([NQ-]{6})`", func(f facts, e Explanation) []string { return []string{f.skeleton()} }),
}

// file returns the file of a piece, the first or the second one from the a-side.
func (f facts) file(piece string, which int) string {
	at := strings.Index(f.rank, piece)
	if which == 1 {
		at = strings.LastIndex(f.rank, piece)
	}
	return chess960.File(at).String()
}

// Every claim in every text is true. Each phrase is found in the texts of all positions,
// for every method that uses the phrase.
func TestClaims(t *testing.T) {
	checkClaims(t, claims, func(e Explanation) string { return e.Sentences() })
}

func TestClaimsOfShortForms(t *testing.T) {
	checkClaims(t, shortClaims, func(e Explanation) string {
		return e.Method.Short(e.Method.Scheme.Derive(e.Position), e.Direction)
	})
}

func checkClaims(t *testing.T, claims []claim, text func(Explanation) string) {
	found := make([]int, len(claims))
	each(t, func(t *testing.T, e Explanation) {
		f, text := factsOf(e.Position.String()), strings.ReplaceAll(text(e), "\u2011", "-")
		for i, c := range claims {
			for _, m := range c.phrase.FindAllStringSubmatch(text, -1) {
				found[i]++
				if want := c.want(f, e); !slices.Equal(m[1:], want) {
					t.Errorf("%v: %q, want %v", e.Position, m[0], want)
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

// The short forms, which answers to commands show, are one short paragraph.
func TestShortForms(t *testing.T) {
	const most = 300 // characters; a whole answer has at most 600
	forms := 0
	for _, m := range Methods() {
		for _, direction := range []Direction{ToPosition, ToNumber} {
			for _, p := range chess960.All() {
				text := m.Short(m.Scheme.Derive(p), direction)
				if len([]rune(text)) > most || strings.Contains(text, "\n") {
					t.Errorf("%v: %s", p, text)
				}
				if text != "" {
					forms++
				}
			}
		}
	}
	if forms != 4*chess960.Count {
		t.Errorf("%d short forms, want those of four methods", forms)
	}
}

var (
	legend  = regexp.MustCompile(`([a-h]) = (\d), ([a-h]) = (\d), ([a-h]) = (\d), ([a-h]) = (\d)`)
	counted = regexp.MustCompile(`Remainder (\d): bishop on ([a-h])1|(\d) is the bishop on ([a-h])1|[Bb]ishop on ([a-h])1(?: counts|:| is B[wb] =) \**(\d)`)
)

// The value of a bishop depends on its file: a, c, e, g and b, d, f, h are 0 to 3. All
// texts use these values.
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
			file, digit := m[2]+m[4]+m[5], m[1]+m[3]+m[6]
			check(file, digit)
			if e.Position.Piece(chess960.File(file[0]-'a')) != chess960.Bishop {
				t.Errorf("%v: no bishop on the %s-file: %s", e.Position, file, m[0])
			}
		}
	})
	if legends%perMethod() != 0 || legends < 16*perMethod() || counts%perMethod() != 0 || counts < 10*perMethod() {
		t.Errorf("%d legends and %d counts of bishops found", legends, counts)
	}
}

var row = regexp.MustCompile("(\\d+) `([KRN]+)`")

// The list to learn by heart below an explanation is the list of its source.
func TestNotes(t *testing.T) {
	rows := row.FindAllStringSubmatch(Head.note(figures{}), -1)
	for _, row := range rows {
		if n, ok := weeks[row[2]]; !ok || n != atoi(row[1]) {
			t.Errorf("the list has %s", row[0])
		}
	}
	if len(rows) != len(weeks) {
		t.Errorf("%d rows to learn by heart", len(rows))
	}
}

// The excerpt of a table marks only the position's entry.
func TestExcerptsMarkTheEntry(t *testing.T) {
	for _, c := range []struct {
		method *Method
		table  *Table
	}{{skeleton, skeletonTable}, {Fritz9, fritz9Table}} {
		for _, p := range chess960.All() {
			row := c.table.RowOf(p)
			note := c.method.Explain(c.method.Scheme.Derive(p), ToPosition).Note
			if strings.Count(note, "→") != 1 || !strings.Contains(note, fmt.Sprintf("→%3d %s", row.Number, row.Pattern)) {
				t.Errorf("%v by %s: want the mark at %v in\n%s", p, c.method.ID, row, note)
			}
		}
	}
}
