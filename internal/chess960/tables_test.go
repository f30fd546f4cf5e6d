package chess960

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"
)

// readTable reads a table of testdata: rows of fields, comments after "#".
func readTable(t *testing.T, name string) [][]string {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var rows [][]string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if line := lines.Text(); !strings.HasPrefix(line, "#") {
			rows = append(rows, strings.Fields(line))
		}
	}
	return rows
}

func number(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// errata are the misprints of the published tables: the printed and the right number, by
// the text beside the wrong number.
var errata = map[string]struct{ printed, right int }{
	"QN---N": {286, 288},
}

func TestPublishedTables(t *testing.T) {
	without := func(p Position, pieces string) string {
		return strings.Map(func(r rune) rune {
			if strings.ContainsRune(pieces, r) {
				return -1
			}
			return r
		}, p.String())
	}
	only := func(p Position, piece rune) string {
		return strings.Map(func(r rune) rune {
			if r == piece {
				return r
			}
			return '-'
		}, p.String())
	}
	bishopCode := func(p Position) int { return p.SP() % 16 } // 4 × dark (a, c, e, g as 0 to 3) + light
	for _, table := range []struct {
		file   string
		rows   int
		number func(p Position) int    // the number in the position's row
		shape  func(p Position) string // the text beside the number
	}{
		{"kings.txt", 61, func(p Position) int { return p.SP() - bishopCode(p) }, func(p Position) string { return without(p, "B") }},
		{"bishops.txt", 16, bishopCode, func(p Position) string { return only(p, 'B') }},
		{"n5n.txt", 10, func(p Position) int { return p.SP() / 96 }, func(p Position) string { return strings.ReplaceAll(p.NQSkeleton(), "Q", "") }},
		{"skeleton.txt", 60, func(p Position) int { return p.SP() - bishopCode(p) }, Position.NQSkeleton},
		{"fritz9.txt", 60, func(p Position) int { return Fritz9.Derive(p).Number() - bishopCode(p) }, Position.NQSkeleton},
	} {
		t.Run(table.file, func(t *testing.T) {
			published := map[string]int{}
			rows := readTable(t, table.file)
			for _, row := range rows {
				n, shape := number(t, row[0]), row[1]
				if e, ok := errata[shape]; ok && table.file == "skeleton.txt" {
					if n != e.printed {
						t.Errorf("%s: transcribed %d, printed is %d", shape, n, e.printed)
					}
					n = e.right
				}
				if n == 960 { // the King's Table's last row, for the range 1-960
					if shape != rows[0][1] {
						t.Errorf("row 960 has %s, row 0 has %s", shape, rows[0][1])
					}
					continue
				}
				published[shape] = n
			}
			if len(rows) != table.rows {
				t.Errorf("%d rows, want %d", len(rows), table.rows)
			}
			for sp, p := range All() {
				want, ok := published[table.shape(p)]
				if got := table.number(p); !ok || got != want {
					t.Errorf("SP %d %v: %s is %d, published is %d (found: %t)", sp, p, table.shape(p), got, want, ok)
				}
			}
		})
	}
}

func TestVectors(t *testing.T) {
	for _, row := range readTable(t, "vectors.txt") {
		p := MustParsePosition(row[1])
		for _, c := range []struct {
			what      string
			got, want int
		}{
			{"SP", p.SP(), number(t, row[0])},
			{"Fritz 9", Fritz9.Derive(p).Number(), number(t, row[2])},
			{"Almanac", Almanac.Derive(p).Number(), number(t, row[3])},
			{"mirror", p.Mirror().SP(), number(t, row[4])},
		} {
			if c.got != c.want {
				t.Errorf("%v: %s = %d, want %d", p, c.what, c.got, c.want)
			}
		}
		if got := p.UndefendedPawns().String(); got != row[5] {
			t.Errorf("%v: undefended pawns %s, want %s", p, got, row[5])
		}
	}
}
