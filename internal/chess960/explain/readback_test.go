package explain

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
)

// These tests read the texts back and repeat their sums, independently of the code that
// wrote them.

var (
	number = `−?\d+`
	// an equation of only numbers: "4 × 1 + 2 = 6", "518 ÷ 4 = 129, remainder 2"
	equation = regexp.MustCompile(`(?:^|[^\p{L}\d(−])((?:\(?` + number + `\)?)(?: [+−×÷] \(?` + number + `(?: − ` + number + `)?\)?)+) = _*(` + number + `)_*(?:, remainder _*(\d+))?`)
	// a figure with a name, "N1 = 0", or the value of a square, "c = 1"
	naming = regexp.MustCompile(`\b(N1|N2|N|Q|Bb|Bw|[a-h]1?) = (\d+)( \([a-h ]+\):?)?`)
	// a triangular number: "T(3 − 1) = 3", "T(2) = 3"
	triangle = regexp.MustCompile(`T\((\d)(?: − (\d))?\) = (\d)`)
	// a number taken apart at the beginning of a line: "6 = 4 × 1 + 2", "304 − 1 = 4 × 75 + 3"
	apart = regexp.MustCompile(`(?m)^(\d+(?: − 1)?) = ([\d ×+]+)`)
	rule  = regexp.MustCompile(`T\(n\) = 1 \+ 2 \+ … \+ n|N2 = N − 5 \+ T\(3 − N1\)|N = 9 − T\(3 − N1\) − \(4 − N2\)|number = bishop code \+ 16 × queen \+ 96 × N5N`)
)

// Every sum in every text is right, and every “=” is part of a sum that was checked.
func TestArithmetic(t *testing.T) {
	each(t, func(t *testing.T, e Explanation) { checkSums(t, e.Position, said(e)) })
}

// checkSums repeats every sum of a text about a position.
func checkSums(t *testing.T, p chess960.Position, text string) {
	t.Helper()
	text = rule.ReplaceAllString(strings.ReplaceAll(text, "*", ""), "")
	for _, m := range triangle.FindAllStringSubmatch(text, -1) {
		if n := atoi(m[1]) - atoi(m[2]); atoi(m[3]) != []int{0, 1, 3, 6}[n] {
			t.Errorf("%v: %s", p, m[0])
		}
	}
	text = triangle.ReplaceAllString(text, "")
	for _, m := range apart.FindAllStringSubmatch(text, -1) {
		if evaluate(m[1]) != evaluate(m[2]) {
			t.Errorf("%v: %s", p, m[0])
		}
	}
	text = apart.ReplaceAllString(text, "")
	text = strings.NewReplacer("N2 = ", "", "N = 9", "9").Replace(text)
	for _, m := range equation.FindAllStringSubmatch(text, -1) {
		if problem := wrong(m[1], m[2], m[3]); problem != "" {
			t.Errorf("%v: %s: %s", p, m[0], problem)
		}
	}
	rest := naming.ReplaceAllString(equation.ReplaceAllString(text, ""), "")
	if strings.Contains(rest, "=") {
		t.Errorf("%v: the sum in %q was not checked", p, rest)
	}
}

// wrong returns the mistake in an equation, or "".
func wrong(expression, result, remainder string) string {
	if remainder != "" {
		parts := strings.Split(expression, " ÷ ")
		a, b, q, r := evaluate(parts[0]), atoi(parts[1]), atoi(result), atoi(remainder)
		if b*q+r != a || r < 0 || r >= b {
			return fmt.Sprintf("%d × %d + %d is not %d", b, q, r, a)
		}
		return ""
	}
	if got := evaluate(expression); got != atoi(result) {
		return fmt.Sprintf("it is %d", got)
	}
	return ""
}

var bracket = regexp.MustCompile(`\(([^()]+)\)`)

// evaluate computes a sum of products, with brackets.
func evaluate(expression string) int {
	for bracket.MatchString(expression) {
		expression = bracket.ReplaceAllStringFunc(expression, func(s string) string {
			return strconv.Itoa(evaluate(s[1 : len(s)-1]))
		})
	}
	sum, sign := 0, 1
	fields := strings.Fields(expression)
	product := atoi(fields[0])
	for i := 1; i < len(fields); i += 2 {
		n := atoi(fields[i+1])
		switch fields[i] {
		case "×":
			product *= n
			continue
		case "+":
			sum, sign, product = sum+sign*product, 1, n
		case "−":
			sum, sign, product = sum+sign*product, -1, n
		}
	}
	return sum + sign*product
}

func atoi(s string) int {
	n, _ := strconv.Atoi(strings.Replace(s, "−", "-", 1))
	return n
}

func TestEvaluate(t *testing.T) {
	for expression, want := range map[string]int{"9 − 3 − (4 − 3)": 5, "96 × 5 + 16 × 2 + 4 × 1 + 2": 518, "−1 + 4": 3, "1 − (−1)": 2} {
		if got := evaluate(expression); got != want {
			t.Errorf("%s = %d, want %d", expression, got, want)
		}
	}
	if wrong("518 ÷ 4", "129", "3") == "" || wrong("2 + 2", "5", "") == "" {
		t.Error("a wrong sum passes")
	}
}

var (
	bishop   = regexp.MustCompile(`[Bb]ishop on ([a-h]1)`)
	bishops  = regexp.MustCompile(`[Bb]ishops on ([a-h]1) and ([a-h]1)`)
	queenOn  = regexp.MustCompile(`[Qq]ueen on ([a-h]1)`)
	queenAt  = regexp.MustCompile(`queen on square \d: ([a-h]1)`)
	knightsX = regexp.MustCompile(`knights on ([a-h]1) and ([a-h]1)`)
	knightsY = regexp.MustCompile(`knights on squares \d and \d: ([a-h]1) and ([a-h]1)`)
	restOn   = regexp.MustCompile(`Rook, king and rook take the other squares, ([a-h]1), ([a-h]1) and ([a-h]1)`)
	fills    = regexp.MustCompile("`([KQRN]{6})` in order on the free squares ([a-h1, and]+):")
)

// A reader who follows the steps from the number reaches the position.
func TestFollowingTheWords(t *testing.T) {
	each(t, func(t *testing.T, e Explanation) {
		text := textOf(e)
		var rank [8]byte
		put := func(square string, piece byte) {
			if old := rank[square[0]-'a']; old != 0 && old != piece {
				t.Errorf("%v: both %c and %c on %s", e.Position, old, piece, square)
			}
			rank[square[0]-'a'] = piece
		}
		for re, pieces := range map[*regexp.Regexp]string{bishop: "B", bishops: "BB", queenOn: "Q", queenAt: "Q", knightsX: "NN", knightsY: "NN", restOn: "RKR"} {
			for _, m := range re.FindAllStringSubmatch(text, -1) {
				for i := range pieces {
					put(m[i+1], pieces[i])
				}
			}
		}
		if m := fills.FindStringSubmatch(text); m != nil {
			for i, file := range square.FindAllString(m[2], -1) {
				put(file, m[1][i])
			}
		}
		for f, piece := range rank {
			if piece != 0 && piece != e.Position.String()[f] {
				t.Errorf("%v: the words put %c on %s\n%s", e.Position, piece, chess960.File(f).Square(), text)
			}
			if piece == 0 && e.Direction == ToPosition {
				t.Errorf("%v: the words leave %s empty\n%s", e.Position, chess960.File(f).Square(), text)
			}
		}
	})
}

// rowsSaid has the phrases that name a row of a table, by table. One group of the regular
// expression is the number, and the other one is the pattern.
var rowsSaid = map[string][]*regexp.Regexp{
	"kings":    {regexp.MustCompile("largest number up to \\d+ in the King's Table: \\*\\*(\\d+)\\*\\*, `([KQRN]{6})`"), regexp.MustCompile("reads `([KQRN]{6})`: \\*\\*(\\d+)\\*\\* in the King's")},
	"bishops":  {regexp.MustCompile("Row (\\d+) of the Bishop's Table is `([B-]{8})`"), regexp.MustCompile("`([B-]{8})`, are in row \\*\\*(\\d+)\\*\\* of the Bishop's Table")},
	"n5n":      {regexp.MustCompile("As an N5N code, the quotient \\*\\*(\\d)\\*\\* is `([N-]{5})`"), regexp.MustCompile("Without the Q it is `([N-]{5})`: N5N code \\*\\*(\\d)\\*\\*")},
	"skeleton": {regexp.MustCompile("largest number up to \\d+ in the NQ-skeleton table: \\*\\*(\\d+)\\*\\*, `([NQ-]{6})`"), regexp.MustCompile("block of the NQ-skeleton table. There, `([NQ-]{6})` is \\*\\*(\\d+)")},
	"fritz9":   {regexp.MustCompile("In the Fritz 9 table this is the largest number up to \\d+: \\*\\*(\\d+)\\*\\*, `([NQ-]{6})`"), regexp.MustCompile("of the Fritz 9 table. There, `([NQ-]{6})` is \\*\\*(\\d+)")},
}

// said returns all texts of an explanation, long and short, with ordinary hyphens.
func said(e Explanation) string {
	text := textOf(e) + "\n" + shortOf(e)
	return strings.ReplaceAll(text, "\u2011", "-")
}

// words says the sentences of a paragraph.
func words(sentences []Sentence) string { return voice.In("en").Say(voice.Run(sentences)) }

// shortOf says the short form.
func shortOf(e Explanation) string {
	return voice.In("en").Say(voice.Lines(e.Method.Short(e.Method.Scheme.Derive(e.Position), e.Direction)))
}

// sentencesOf says the steps, numbered.
func sentencesOf(e Explanation) string {
	var steps voice.Steps
	for _, step := range e.Steps {
		steps = append(steps, voice.Run(step.Said))
	}
	return voice.In("en").Say(steps)
}

// textOf says the steps with the rows below them, the note and the block.
func textOf(e Explanation) string {
	lines := strings.SplitAfter(sentencesOf(e)+"\n", "\n")
	text := ""
	for i, step := range e.Steps {
		text += lines[i] + step.View.RowText()
	}
	return strings.TrimSpace(text + voice.In("en").Say(voice.Small(e.Note)) + e.Block)
}

// Every row that a text looks up is in the published table and belongs to the position.
func TestRowsLookedUp(t *testing.T) {
	rows := map[string]map[Row]bool{}
	for id := range rowsSaid {
		rows[id] = published(t, id)
		rows[id][Row{288, "QN---N"}] = true // 286 in the publication, a misprint
	}
	found := map[string]int{}
	each(t, func(t *testing.T, e Explanation) {
		text := said(e)
		for id, phrases := range rowsSaid {
			table := Tables()[slices.IndexFunc(Tables(), func(t *Table) bool { return t.ID == id })]
			for _, phrase := range phrases {
				for _, m := range phrase.FindAllStringSubmatch(text, -1) {
					row := Row{atoi(m[1]), m[2]}
					if m[1][0] > '9' || m[1][0] == '-' {
						row = Row{atoi(m[2]), m[1]}
					}
					if !rows[id][row] || table.RowOf(e.Position) != row {
						t.Errorf("%v: %s", e.Position, m[0])
					}
					found[phrase.String()]++
				}
			}
		}
	})
	for id, phrases := range rowsSaid {
		for _, phrase := range phrases {
			if n := found[phrase.String()]; n == 0 || n%perMethod() != 0 {
				t.Errorf("%s: %d texts say %s", id, n, phrase)
			}
		}
	}
}

// Every figure in a step comes from the text before it (as a result or in bold), or is a
// constant of the method.
func TestFiguresAreCarriedOn(t *testing.T) {
	constants := map[int]bool{16: true, 96: true, 240: true}
	operand := regexp.MustCompile(number)
	bold := regexp.MustCompile(`\*\*(\d+)\*\*`)
	each(t, func(t *testing.T, e Explanation) {
		known := map[int]bool{}
		if e.Direction == ToPosition {
			known[e.Number] = true
		}
		for _, step := range e.Steps {
			said, text := 0, words(step.Said) // up to where the step has been read
			for _, m := range equation.FindAllStringSubmatchIndex(strings.ReplaceAll(text, "*", "_"), -1) {
				for _, b := range bold.FindAllStringSubmatch(text[said:m[0]+1], -1) {
					known[atoi(b[1])] = true
				}
				for _, s := range operand.FindAllString(text[m[2]:m[3]], -1) {
					if n := atoi(s); n > 15 && !known[n] && !constants[n] {
						t.Errorf("%v: where does %d come from in %q?", e.Position, n, text)
					}
				}
				known[atoi(text[m[4]:m[5]])] = true
				if m[6] >= 0 {
					known[atoi(text[m[6]:m[7]])] = true
				}
				said = m[1]
			}
			for _, b := range bold.FindAllStringSubmatch(text, -1) {
				known[atoi(b[1])] = true
			}
		}
	})
}
