package render

import (
	"fmt"
	"testing"

	"chess960bot/internal/chess960"
)

// BenchmarkSheets renders the pages of a round on 200 boards.
func BenchmarkSheets(b *testing.B) {
	var pages []Table
	for sp, p := range chess960.All() {
		if sp == 200 {
			break
		}
		if sp%25 == 0 {
			pages = append(pages, Table{Title: "Thursday 960, round 3 of 7", Columns: 1, Theme: Themes()[0]})
		}
		t := &pages[len(pages)-1]
		t.Rows = append(t.Rows, TableRow{Number: fmt.Sprint(sp + 1), Pattern: fmt.Sprintf("%v  SP-%-3d  %s", p, sp, p.XFEN())})
	}
	r := renderer()
	b.ReportAllocs()
	for b.Loop() {
		size := 0
		for _, page := range pages {
			png, err := page.encode(r.tables())
			if err != nil {
				b.Fatal(err)
			}
			size += len(png)
		}
		b.ReportMetric(float64(size), "png-bytes")
	}
}
