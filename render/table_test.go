package render

import (
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

func BenchmarkTable(b *testing.B) {
	table := Table{Title: "King's Table", Columns: 3, Rows: make([]TableRow, 60)}
	for b.Loop() {
		data, err := renderer().Table(table)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(data)), "png-bytes")
	}
}
