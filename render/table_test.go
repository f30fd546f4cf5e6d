package render

import (
	"bytes"
	"fmt"
	"testing"

	"chess960bot/internal/golden"
)

func TestTablePictures(t *testing.T) {
	table := Table{Title: "King's Table", Columns: 3}
	for i := range 60 {
		table.Rows = append(table.Rows, TableRow{fmt.Sprint(16 * i), "RNQKNR", i == 32})
	}
	for _, theme := range testedThemes() {
		table.Theme = theme
		data, err := renderer().Table(table)
		if err != nil {
			t.Fatal(err)
		}
		golden.Image(t, "testdata/table-"+theme.ID+".png", data)
	}
}

// The same table is drawn once while it is among the last ones. A table that differs in
// anything is another picture.
func TestTablesAreKept(t *testing.T) {
	r := New()
	picture := func(table Table) []byte {
		t.Helper()
		data, err := r.Table(table)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	table := func() Table {
		return Table{Title: "Round 1", Columns: 1, Rows: []TableRow{{"1", "RNQKNR", false}, {"2", "RQNKNR", false}}}
	}
	others := []Table{table(), table(), table(), table(), table()}
	others[0].Title = "Round 2"
	others[1].Columns = 2
	others[2].Theme = Themes()[1]
	others[3].Rows[1].Number = "3"
	others[4].Rows[1].Marked = true
	first := picture(table())
	for i, other := range others {
		if bytes.Equal(picture(other), first) {
			t.Errorf("table %d has the picture of another one", i)
		}
	}
	if again := picture(table()); &again[0] != &first[0] {
		t.Error("the same table was drawn twice")
	}
	for i := range 2 * tablesKept {
		picture(Table{Title: fmt.Sprint(i), Columns: 1})
	}
	if again := picture(table()); &again[0] == &first[0] {
		t.Errorf("a picture is kept after %d others", 2*tablesKept)
	}
}

func BenchmarkTable(b *testing.B) {
	table := Table{Title: "King's Table", Columns: 3, Rows: make([]TableRow, 60), Theme: Themes()[0]}
	for b.Loop() {
		data, err := table.encode(renderer().tables())
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(data)), "png-bytes")
	}
}
