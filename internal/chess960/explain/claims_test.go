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

// counted returns the numbers of the knights' squares: among the squares without bishops and
// queen, or for Fritz 9 among those without bishops.
func (f facts) counted(e Explanation) []string {
	if e.Method != Fritz9 {
		return num(f.left, f.right)
	}
	free := strings.ReplaceAll(f.rank, "B", "")
	return num(strings.Index(free, "N"), strings.LastIndex(free, "N"))
}

// skeleton returns the NQ-skeleton.
func (f facts) skeleton() string {
	return toSkeleton.Replace(f.rank)
}

// hyphens counts the hyphens of the skeleton to the left of the queen.
func (f facts) hyphens() int {
	return strings.Count(f.skeleton()[:strings.Index(f.skeleton(), "Q")], "-")
}

var toSkeleton = strings.NewReplacer("B", "", "K", "-", "R", "-")

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
	says(`To the left of the queen on [a-h]1 there (?:is|are) (no|\d) squares? (without a bishop|without bishop or knight|to count)`, func(f facts, e Explanation) []string {
		n, without := f.queen, "without a bishop"
		if e.Method == Fritz9 {
			n, without = f.hyphens(), "without bishop or knight"
		}
		if n == 0 {
			without = "to count"
		}
		return []string{count(n), without}
	}),
	says(`(?:Put the queen on square |Q = \**)(\d)`, func(f facts, e Explanation) []string {
		if e.Method == Fritz9 {
			return num(f.hyphens())
		}
		return num(f.queen)
	}),
	says(`÷ 240 = (\d), remainder \*\*\d+\*\*: queen \*\*(\d)\*\*\. \d+ ÷ 16 = (\d+), remainder \d+: knights \*\*(\d+)\*\*`, func(f facts, e Explanation) []string {
		pair := slices.Index(f.pairs(e), f.file("N", 0)+f.file("N", 1))
		return num(f.hyphens(), f.hyphens(), pair, pair)
	}),
	says("with (no|\\d) pieces? to her left: `([A-Z]+)`", func(f facts, e Explanation) []string {
		return []string{count(f.queen), strings.ReplaceAll(f.rank, "B", "")}
	}),
	says("hyphens for king and rooks: `(.{6})`", func(f facts, e Explanation) []string { return []string{f.skeleton()} }),
	says(`The Q has (no|\d) characters? to its left`, func(f facts, e Explanation) []string { return []string{count(f.queen)} }),
	says(`The Q has (no|\d) hyphens? to its left: take list Q (\d)`, func(f facts, e Explanation) []string {
		return []string{count(f.hyphens()), fmt.Sprint(f.hyphens())}
	}),
	says("Without the Q that is `([N-]{5})`, N5N code (\\d)", func(f facts, e Explanation) []string {
		return []string{f.n5n, fmt.Sprint(slices.Index(n5nCodes, f.n5n))}
	}),
	says("Put the queen on square \\d: [a-h]1\\. The rank is now `(.{8})`", func(f facts, e Explanation) []string { return []string{f.only("BQ")} }),
	says("Put the knights on squares \\d and \\d: [a-h]1 and [a-h]1\\. The rank is now `(.{8})`", func(f facts, e Explanation) []string { return []string{f.only("BQN")} }),
	says("Write `(.{6})` on the free squares "+list, func(f facts, e Explanation) []string { return []string{f.skeleton(), f.without("B")} }),
	says("reads `([A-Z]{6})`", func(f facts, e Explanation) []string { return []string{strings.ReplaceAll(f.rank, "B", "")} }),
	says("`([B-]{8})`", func(f facts, e Explanation) []string { return []string{f.bishops} }),
	says("`([N-]{5})`(?:[.:,]| is)", func(f facts, e Explanation) []string { return []string{f.n5n} }),
	says("in order on the free squares "+list, func(f facts, e Explanation) []string { return []string{f.without("B")} }),
	says(`[Pp]ut the knights on squares (\d) and (\d)`, func(f facts, e Explanation) []string { return f.counted(e) }),
	says(`stand on squares (\d) and (\d)`, func(f facts, e Explanation) []string { return num(f.left, f.right) }),
	says(`The left knight is worth (−?\d)\.`, func(f facts, e Explanation) []string { return num(leftCounts[f.left]) }),
	says(`The quotient of step 4 is (\d)\. The largest of these numbers below \d is (−?\d): the left knight goes to square (\d)`, func(f facts, e Explanation) []string {
		return num(slices.Index(n5nCodes, f.n5n), leftCounts[f.left], f.left)
	}),
	says(`The knights have pair (\d+), counted from 0: ([^.]+)\.`, func(f facts, e Explanation) []string {
		pair, pairs := f.file("N", 0)+f.file("N", 1), f.pairs(e)
		return []string{fmt.Sprint(slices.Index(pairs, pair)), bold(strings.Join(pairs, " "), pair)}
	}),
	says(`(\d+) ÷ 4 = (\d), remainder (\d): dark squares ([^,]+), light ones ([^,]+), counted from 0\.`, func(f facts, e Explanation) []string { return f.bishopRule(0) }),
	says(`4 × (\d) \+ (\d) = (\d+): dark squares ([^,]+), light ones ([^,]+), counted from 0\.`, func(f facts, e Explanation) []string { return f.bishopRule(2) }),
	says(`adds its distance, (\d) − (\d) =`, func(f facts, e Explanation) []string { return num(f.right, f.left) }),
	says(`The right knight stands \d − \S+ = \d further: (\d) \+ \d = (\d)\.`, func(f facts, e Explanation) []string { return num(f.left, f.right) }),
	says(`÷ 4 = (\d), remainder \*\*(\d)\*\*\..* bishops on ([a-h])1 and ([a-h])1 \(quotient dark, remainder light\)`, func(f facts, e Explanation) []string {
		dark, light := f.file("B", 0), f.file("B", 1)
		if dark[0]%2 == 0 { // a, c, e, g are dark and odd
			dark, light = light, dark
		}
		return append(num(int(dark[0]-'a')/2, int(light[0]-'a')/2), dark, light)
	}),
	says(`N1 and N2 are (\d) and (\d)`, func(f facts, e Explanation) []string { return num(f.left, f.right) }),
	says(`Here T\(3 − (\d)\) = \d, so N = 9 − \d − \(4 − (\d)\)`, func(f facts, e Explanation) []string { return num(f.left, f.right) }),
	says(`\. N1 = (\d): N2 = (\d) − 5 \+ \d = \*\*(\d)`, func(f facts, e Explanation) []string { return num(f.left, slices.Index(n5nCodes, f.n5n), f.right) }),
	says(`(?:[Tt]he quotient (?:of step 3 is )?|Quotient N = )\*\*(\d)\*\*`, func(f facts, e Explanation) []string { return num(slices.Index(n5nCodes, f.n5n)) }),
	says(`The largest of these numbers up to (\d) is (\d): the left knight goes to square (\d)\. \d − \d = \*\*(\d)\*\*, the number of free squares between the knights`, func(f facts, e Explanation) []string {
		return num(slices.Index(n5nCodes, f.n5n), leftCounts[f.left]+1, f.left, f.right-f.left-1)
	}),
	says("`([KRN]{5})` is worth \\*\\*(\\d+)", func(f facts, e Explanation) []string {
		return []string{f.sequence, fmt.Sprint(weeks[f.sequence])}
	}),
	says("among the ten sequences: \\*\\*(\\d+)\\*\\*, `([KRN]{5})`", func(f facts, e Explanation) []string {
		return []string{fmt.Sprint(weeks[f.sequence]), f.sequence}
	}),
}

// The short forms name every piece with its square, and with all that it can take.
var shortClaims = []claim{
	says(`(?s): bishop ([a-h])1 \(from 0: ([^)]+)\).*: bishop ([a-h])1 \(([^)]+)\)`, func(f facts, e Explanation) []string {
		dark, light := f.bishop(0), f.bishop(1)
		if e.Method == Direct {
			return []string{light, bold("b d f h", light), dark, bold("a c e g", dark)}
		}
		return []string{dark, bold("a c e g", dark), light, bold("b d f h", light)}
	}),
	says(`= 4 × (\d) \+ (\d): bishops ([a-h])1 \(([^)]+)\), ([a-h])1 \(([^)]+)\)`, func(f facts, e Explanation) []string {
		dark, light := f.bishop(0), f.bishop(1)
		return []string{place("aceg", dark), place("bdfh", light), dark, bold("a c e g", dark), light, bold("b d f h", light)}
	}),
	says(`Dark bishop ([a-h])1 = (\d) \(([^)]+)\), light bishop ([a-h])1 = (\d) \(([^)]+)\):`, func(f facts, e Explanation) []string {
		dark, light := f.bishop(0), f.bishop(1)
		return []string{dark, place("aceg", dark), bold("a c e g", dark), light, place("bdfh", light), bold("b d f h", light)}
	}),
	says(`\*\*: queen ([a-h])1 \(([^)]+)\)`, func(f facts, e Explanation) []string {
		queen, free := f.file("Q", 0), f.free("B")
		if e.Method == Fritz9 {
			free = f.free("BN")
		}
		return []string{queen, bold(free, queen)}
	}),
	says(`Queen ([a-h])1 = (\d) \(([^)]+)\):`, func(f facts, e Explanation) []string {
		queen, free := f.file("Q", 0), f.free("B")
		return []string{queen, place(strings.ReplaceAll(free, " ", ""), queen), bold(free, queen)}
	}),
	says(`\*\*(\d+)\*\*: knights ([a-h])1, ([a-h])1 \(([^)]+)\)`, func(f facts, e Explanation) []string {
		left, right := f.file("N", 0), f.file("N", 1)
		pairs := f.pairs(e)
		return []string{fmt.Sprint(slices.Index(pairs, left+right)), left, right, bold(strings.Join(pairs, " "), left+right)}
	}),
	says(`Knights ([a-h])1, ([a-h])1 = (\d) \(from 0: ([^)]+)\): \d × 96 = \*\*(\d+)`, func(f facts, e Explanation) []string {
		left, right := f.file("N", 0), f.file("N", 1)
		pairs := f.pairs(e)
		return []string{left, right, fmt.Sprint(slices.Index(pairs, left+right)), bold(strings.Join(pairs, " "), left+right), fmt.Sprint(weeks[f.sequence])}
	}),
}

// bishopRule has the bishops' code at an index of the three numbers of a sum, and the lists of
// both bishops.
func (f facts) bishopRule(code int) []string {
	dark, light := f.bishop(0), f.bishop(1)
	upper, lower := strings.Index("aceg", dark), strings.Index("bdfh", light)
	return append(num(slices.Insert([]int{upper, lower}, code, 4*upper+lower)...), bold("a c e g", dark), bold("b d f h", light))
}

// place is the place of a file in a list of files, from 0.
func place(files, file string) string { return fmt.Sprint(strings.Index(files, file)) }

// pairs lists the pairs of files that the knights can take, the left one first.
func (f facts) pairs(e Explanation) (pairs []string) {
	free := strings.Fields(f.free("BQ"))
	if e.Method == Fritz9 {
		free = strings.Fields(f.free("B"))
	}
	for i, left := range free {
		for _, right := range free[i+1:] {
			pairs = append(pairs, left+right)
		}
	}
	return pairs
}

// bishop returns the file of the bishop on dark or on light squares. a, c, e and g are dark.
func (f facts) bishop(light int) string {
	if a := f.file("B", 0); strings.Contains("bdfh", a) == (light == 1) {
		return a
	}
	return f.file("B", 1)
}

// free lists the files without some pieces.
func (f facts) free(pieces string) string {
	var list []string
	for i, piece := range f.rank {
		if !strings.ContainsRune(pieces, piece) {
			list = append(list, chess960.File(i).String())
		}
	}
	return strings.Join(list, " ")
}

// bold writes an element of a list in bold.
func bold(list, element string) string {
	return strings.Replace(list, element, "**"+element+"**", 1)
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
	checkClaims(t, claims, sentencesOf)
}

func TestClaimsOfShortForms(t *testing.T) {
	checkClaims(t, shortClaims, shortOf)
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

// The short forms, which answers to commands show, have a line for each step.
func TestShortForms(t *testing.T) {
	const most = 300 // characters; a whole answer has at most 600
	forms := 0
	each(t, func(t *testing.T, e Explanation) {
		text := shortOf(e)
		if len([]rune(text)) > most || strings.Count(text, "\n") > 4 {
			t.Errorf("%v: %s", e.Position, text)
		}
		if text != "" {
			forms++
		}
	})
	if forms != 4*perMethod() {
		t.Errorf("%d short forms, want those of four methods", forms)
	}
}

var (
	legend  = regexp.MustCompile(`([a-h]) (\d), ([a-h]) (\d), ([a-h]) (\d), ([a-h]) (\d)`)
	counted = regexp.MustCompile(`remainder \*\*(\d)\*\*(?:: B[wb] = \d)?\. (?:Light|Dark)[^.]*\. Put the bishop on ([a-h])1|[Bb]ishop on ([a-h])1(?: is worth| is B[wb] =) \**(\d)`)
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
		for _, m := range legend.FindAllStringSubmatch(textOf(e), -1) {
			legends++
			for i := 1; i < len(m); i += 2 {
				check(m[i], m[i+1])
				if (m[i][0]-m[1][0])%2 != 0 {
					t.Errorf("%v: both colours in %s", e.Position, m[0])
				}
			}
		}
		for _, m := range counted.FindAllStringSubmatch(textOf(e), -1) {
			counts++
			file, digit := m[2]+m[3], m[1]+m[4]
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
	rows := row.FindAllStringSubmatch(words([]Sentence{Head.note(figures{})}), -1)
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
			note := c.method.Explain(c.method.Scheme.Derive(p), ToPosition).Block
			if strings.Count(note, "→") != 1 || !strings.Contains(note, fmt.Sprintf("→%3d %s", row.Number, row.Pattern)) {
				t.Errorf("%v by %s: want the mark at %v in\n%s", p, c.method.ID, row, note)
			}
		}
	}
}
