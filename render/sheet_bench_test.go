package render

import (
	"fmt"
	"testing"

	"chess960bot/internal/chess960"
)

func sheets(boards int) (pages []Table) {
	for n, p := range chess960.All() {
		if n == boards {
			break
		}
		if n%25 == 0 {
			pages = append(pages, Table{Title: "Thursday 960, round 3 of 7", Columns: 1})
		}
		t := &pages[len(pages)-1]
		t.Rows = append(t.Rows, TableRow{Number: fmt.Sprint(n + 1), Pattern: fmt.Sprintf("%v  SP-%-3d  %s", p, p.SP(), p.XFEN())})
	}
	return pages
}

// BenchmarkSheets draws the pages of an event's round with 200 boards.
func BenchmarkSheets(b *testing.B) {
	pages := sheets(200)
	b.ReportAllocs()
	for b.Loop() {
		size := 0
		for _, p := range pages {
			data, err := renderer().Table(p)
			if err != nil {
				b.Fatal(err)
			}
			size += len(data)
		}
		b.ReportMetric(float64(size), "bytes")
	}
}
