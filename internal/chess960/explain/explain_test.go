package explain

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/golden"
	"chess960bot/internal/workshop/testrun"
)

// each calls f for every position, method and direction: for all 15,360 explanations in
// long runs, otherwise for one position in 23.
func each(t *testing.T, f func(t *testing.T, e Explanation)) {
	for _, m := range Methods() {
		for _, direction := range []Direction{ToPosition, ToNumber} {
			t.Run(fmt.Sprintf("%s/%s", m.ID, named(direction)), func(t *testing.T) {
				for sp, p := range chess960.All() {
					if sp%interval() == 0 {
						f(t, m.Explain(m.Scheme.Derive(p), direction))
					}
				}
			})
		}
	}
}

// interval returns the distance between the numbers of the positions that each uses. 23 has no
// common factor with 960, so every piece comes to every square.
func interval() int { return testrun.Choose(23, 1) }

// perMethod returns how many positions each uses.
func perMethod() int { return (chess960.Count + interval() - 1) / interval() }

// commands shows the commands in a text, which Discord opens when somebody chooses one.
var commands = strings.NewReplacer(string(voice.MentionStart), "`/", string(voice.MentionEnd), "`")

func named(d Direction) string {
	if d == ToNumber {
		return "to-number"
	}
	return "to-position"
}

func TestMethods(t *testing.T) {
	ids := map[string]bool{}
	for _, m := range Methods() {
		if ids[m.ID] {
			t.Errorf("two methods have the id %s", m.ID)
		}
		ids[m.ID] = true
		if m.Source == "" {
			t.Errorf("%s has no source", m.ID)
		}
	}
	for _, id := range strings.Fields("direct codes tables skeleton formula head fritz9 almanac") {
		if !ids[id] {
			t.Errorf("no method %s", id)
		}
	}
}

// The last line is the finished rank or the sum.
func TestEndsWithTheResult(t *testing.T) {
	each(t, func(t *testing.T, e Explanation) {
		want := fmt.Sprintf("**%v**.", e.Position)
		if e.Direction == ToNumber {
			want = fmt.Sprintf("**%d**.", e.Number)
		}
		if last := words(e.Steps[len(e.Steps)-1].Said); !strings.HasSuffix(last, want) {
			t.Errorf("%v ends with %q, want %q", e.Position, last, want)
		}
		if e.Number != e.Method.Scheme.Derive(e.Position).Number() {
			t.Errorf("%v: number %d", e.Position, e.Number)
		}
	})
}

// Every text fits into a message, together with a board and the numbers.
func TestTextsAreShort(t *testing.T) {
	const most = 1500 // characters, of the 4000 that Discord allows a message
	each(t, func(t *testing.T, e Explanation) {
		if n := len([]rune(textOf(e))); n > most || len(e.Steps) > 6 {
			t.Errorf("%v: %d characters, %d steps", e.Position, n, len(e.Steps))
		}
	})
}

// The golden texts have the explanations of a dozen positions.
func TestGoldenTexts(t *testing.T) {
	for _, m := range Methods() {
		archive := &txtar.Archive{Comment: []byte(m.ID + "\n" + voice.In("en").Say(m.Source) + "\n")}
		for _, sp := range []int{0, 1, 118, 303, 309, 419, 466, 518, 534, 860, 958, 959} {
			p, err := chess960.FromSP(sp)
			if err != nil {
				t.Fatal(err)
			}
			for _, direction := range []Direction{ToPosition, ToNumber} {
				d := m.Scheme.Derive(p)
				e := m.Explain(d, direction)
				name := fmt.Sprintf("%s %d → %v", m.Scheme.Label, e.Number, p)
				if direction == ToNumber {
					name = fmt.Sprintf("%v → %s %d", p, m.Scheme.Label, e.Number)
				}
				archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(textOf(e) + "\n")})
				if short := shortOf(e); short != "" {
					archive.Files = append(archive.Files, txtar.File{Name: name + ", in short", Data: []byte(short + "\n")})
				}
			}
		}
		golden.Text(t, "testdata/"+m.ID+".txtar", commands.Replace(string(txtar.Format(archive))))
	}
}

// The explanations of the examples in the sources have the same figures.
func TestPublishedExamples(t *testing.T) {
	classical, last, decoded := chess960.MustParsePosition("RNBQKBNR"), chess960.MustParsePosition("QNRKRNBB"), chess960.MustParsePosition("NQBRNBKR")
	for _, c := range []struct {
		method    *Method
		position  chess960.Position
		direction Direction
		figures   []string
	}{
		// “In the King's Table we will find No. 512 "RNQKNR". For the remainder 6 we will find "--B--B--"”
		{tables, classical, ToPosition, []string{"**512**, `RNQKNR`", "518 − 512 = **6**", "Row 6 of the Bishop's Table is `--B--B--`. 6 ÷ 4 = 1, remainder 2", "Put the bishops on c1 and f1"}},
		{tables, classical, ToNumber, []string{"512 + 6 = **518**"}},
		// “Given idn = 518 we locate 512, with NQ-skeleton -NQ-N-, in the table, and get bishops code = 518 - 512 = 6”
		{skeleton, classical, ToPosition, []string{"up to 518 in the NQ-skeleton table: **512**, `-NQ-N-`", "518 − 512 = **6**", "→512 -NQ-N-"}},
		// “we extract 6 -NQ-N- … We get idn = 6 + 512 = 518”
		{skeleton, classical, ToNumber, []string{"row **6**", "`-NQ-N-`", "`-N-N-`, N5N code 5", "`-NQ-N-` is **512**", "512 + 6 = **518**", "→512 -NQ-N-"}},
		// “Bw = n mod 4 = 2, n = floor(n/4) = 29, Bb = 1, n = 7, Q = 1, n = 1; N1=0, N2=2”
		{formula, decoded, ToPosition, []string{"118 ÷ 4 = 29, remainder **2**: Bw = 2", "29 ÷ 4 = 7, remainder **1**: Bb = 1", "7 ÷ 6 = 1, remainder **1**: Q = 1", "Quotient N = **1**", "N1 = 0: N2 = 1 − 5 + 6 = **2**", "N1 is 0 if N < 4, else 1 if N < 7, else 2 if N < 9, else 3."}},
		{formula, decoded, ToNumber, []string{"squares 0 and 2: these are N1 and N2", "= **118**"}},
		// “We get Fritz9 idn = 6 + 353 = 359”
		{Fritz9, classical, ToNumber, []string{"1 hyphen to its left: take list Q 1", "`-NQ-N-` is **353**", "353 + 6 = **359**", "→353 -NQ-N-"}},
		// “the g file, which is 3”, “3 x 4 = 12. 12 + 3 = 15”, “0 x 16 = 0. 0 + 15 = 15”, “-1 + 4 = 3. 3 x 96 = 288. 288 + 15 = 303”, “304”
		{Almanac, last, ToNumber, []string{"on g1 is worth **3**", "3 × 4 + 3 = **15**", "0 × 16 + 15 = **15**", "−1 + 4 = **3**. 3 × 96 + 15 = **303**", "303 + 1 = **304**"}},
		{Direct, classical, ToPosition, []string{"518 ÷ 4 = 129, remainder **2**", "129 ÷ 4 = 32, remainder **1**", "32 ÷ 6 = 5, remainder **2**", "The largest of these numbers up to 5 is 4", "knights on squares 1 and 3: b1 and g1"}},
		// “idn = 6 + 16*2 + 96*5 = 518”
		{codes, classical, ToNumber, []string{"row **6**", "`-NQ-N-`", "2 characters to its left: **2**", "Without the Q it is `-N-N-`: N5N code **5**", "6 + 16 × 2 + 96 × 5 = **518**"}},
		// “518 = 32*16 + 6, and 32 = 5*6 + 2 … **B**B** **BQ*B** *NBQ*BN*”
		{codes, classical, ToPosition, []string{"32 × 16 + 6 = 518", "`--B--B--`", "5 × 6 + 2 = 32", "`--BQ-B--`", "the quotient **5** is", "`-N-N-`", "`-NBQ-BN-`"}},
		// Weeks gives RNKNR 480.
		{Head, classical, ToNumber, []string{"`RNKNR` is worth **480**", "2 × 16 = 32", "= **518**"}},
	} {
		text := textOf(c.method.Explain(c.method.Scheme.Derive(c.position), c.direction))
		text = strings.ReplaceAll(text, "\u2011", "-")
		at := 0
		for _, figure := range c.figures {
			i := strings.Index(text[at:], figure)
			if i < 0 {
				t.Errorf("%s %s %v: %q is not there, or too early, in\n%s", c.method.ID, named(c.direction), c.position, figure, text)
				break
			}
			at += i
		}
	}
}

func Example() {
	p := chess960.MustParsePosition("RNBQKBNR")
	fmt.Println(textOf(Head.Explain(Head.Scheme.Derive(p), ToNumber)))
	// Output:
	// 1. Read only the king, the rooks and the knights. `RNKNR` is worth **480**.
	// 2. To the left of the queen on d1 there are 2 squares without a bishop. 2 × 16 = 32. 480 + 32 = **512**.
	// 3. Dark squares: a 0, c 1, e 2, g 3. Light squares: b 0, d 1, f 2, h 3. The dark-square bishop on c1 is worth 1 and the light-square bishop on f1 is worth 2: 4 × 1 + 2 = **6**. 512 + 6 = **518**.
	// -# The ten sequences, 96 apart: 0 `NNRKR`, 96 `NRNKR`, 192 `NRKNR`, 288 `NRKRN`, 384 `RNNKR`, 480 `RNKNR`, 576 `RNKRN`, 672 `RKNNR`, 768 `RKNRN` and 864 `RKRNN`.
}

// published reads a published table.
func published(t *testing.T, id string) map[Row]bool {
	t.Helper()
	text, err := os.ReadFile("../testdata/" + id + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[Row]bool{}
	for line := range strings.Lines(string(text)) {
		var row Row
		if n, _ := fmt.Sscanf(line, "%d %s", &row.Number, &row.Pattern); n == 2 {
			rows[row] = true
		}
	}
	return rows
}

func TestTablesAreThePublished(t *testing.T) {
	for _, table := range Tables() {
		want := published(t, table.ID)
		switch table.ID {
		case "skeleton":
			delete(want, Row{286, "QN---N"})
			want[Row{288, "QN---N"}] = true
			if table.Erratum != (Misprint{286, 288, "QN---N"}) {
				t.Errorf("the misprint is not mentioned: %v", table.Erratum)
			}
		}
		rows := table.Rows()
		for i, row := range rows {
			if !want[row] {
				t.Errorf("%s: row %v is not in the publication", table.Name, row)
			}
			if i > 0 && rows[i-1].Number >= row.Number {
				t.Errorf("%s: row %v is out of order", table.Name, row)
			}
		}
		if len(rows) != len(want) {
			t.Errorf("%s: %d rows, want %d", table.Name, len(rows), len(want))
		}
	}
}

// The rules of the tables say how the rows are ordered.
func TestRowsAreOrderedByTheRule(t *testing.T) {
	for i, row := range skeletonTable.Rows() {
		knights := strings.Replace(row.Pattern, "Q", "", 1)
		if n5nTable.Rows()[i/6].Pattern != knights || strings.Index(row.Pattern, "Q") != i%6 {
			t.Errorf("row %d of the NQ-skeleton table is %v", i, row)
		}
	}
	spelled := func(row Row) string { return strings.ReplaceAll(row.Pattern, "-", "~") } // “-” last
	for i, row := range fritz9Table.Rows() {
		if hyphens := strings.Count(row.Pattern[:strings.Index(row.Pattern, "Q")], "-"); hyphens != i/15 {
			t.Errorf("row %v of the Fritz 9 table is in column %d", row, i/15)
		}
		if i%15 > 0 && spelled(fritz9Table.Rows()[i-1]) >= spelled(row) {
			t.Errorf("row %v of the Fritz 9 table is out of order", row)
		}
	}
	for i, row := range n5nTable.Rows() {
		left, group := strings.Index(row.Pattern, "N"), []int{0, 0, 0, 0, 1, 1, 1, 2, 2, 3}
		if left != group[i] || i > 0 && group[i] == group[i-1] && strings.LastIndex(row.Pattern, "N") != strings.LastIndex(n5nTable.Rows()[i-1].Pattern, "N")+1 {
			t.Errorf("row %d of the knights' table is %v", i, row)
		}
	}
}

// No two rows of a table sound the same, although screen readers skip dashes. The two tables
// of skeletons have no room for words; the answer of /table spells the marked row.
func TestRowsSoundDifferent(t *testing.T) {
	for _, table := range []*Table{kingsTable, bishopsTable, n5nTable} {
		heard := map[string]int{}
		for _, row := range table.Rows() {
			said := row.Pattern
			if table.beside != nil {
				said += table.beside(row.Pattern)
			}
			said = strings.ReplaceAll(said, "-", "")
			if other, ok := heard[said]; ok && !table.IsAgain(row) {
				t.Errorf("%s: rows %d and %d sound like %q", table.ID, other, row.Number, said)
			}
			heard[said] = row.Number
		}
	}
	bishops := map[string]bool{}
	for sp := range 16 {
		bishops[strings.ReplaceAll(choiceOfBishops(figuresAt(chess960.Scharnagl, sp)), "-", "")] = true
	}
	if len(bishops) != 16 {
		t.Errorf("the pairs of bishops sound like %d", len(bishops))
	}
	heard := map[string]bool{}
	for _, row := range sequenceRows(chess960.Scharnagl) {
		_, said, _ := strings.Cut(row.String(), " ")
		heard[said] = true
	}
	if len(heard) != 10 {
		t.Errorf("%d of ten sequences sound different", len(heard))
	}
}

// Every row of a table is once on its pages, and on the page that PageOf says.
func TestTextsOfTables(t *testing.T) {
	for _, table := range Tables() {
		for _, marked := range table.Rows() {
			text := table.Text(table.PageOf(marked), &marked)
			if strings.Count(text, "→") != 1 || !regexp.MustCompile(fmt.Sprintf("→ *%d %s", marked.Number, marked.Pattern)).MatchString(text) {
				t.Errorf("%s: %v is not marked in\n%s", table.ID, marked, text)
			}
			if !strings.Contains(table.BlockText(marked), "→") {
				t.Errorf("%s: %v is not marked in its block", table.ID, marked)
			}
		}
		text := ""
		for page := range table.Pages() {
			text += table.Text(page, nil) + "\n"
		}
		for _, row := range table.Rows() {
			if strings.Count(text, fmt.Sprintf(" %d %s", row.Number, row.Pattern)) != 1 {
				t.Errorf("%s: row %v is not once in\n%s", table.ID, row, text)
			}
		}
		golden.Text(t, "testdata/table-"+table.ID+".txt", text)
	}
}
