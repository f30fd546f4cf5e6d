package number

import (
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
)

// Of every position, the row of one table and the rest are the number, and the rest is a row of
// the table that is named.
func TestSumsOfTables(t *testing.T) {
	tables := map[string]*explain.Table{}
	for _, table := range explain.Tables() {
		tables[table.ID] = table
	}
	for _, p := range chess960.All() {
		for _, table := range explain.Tables() {
			n, row := table.Scheme.Derive(p).Number(), table.RowOf(p)
			sum, other := chattest.English(sumOf(table, n, row.Number)), "bishops"
			if table.ID == "bishops" {
				other = "kings"
			}
			rest := tables[other].RowOf(p).Number
			want := chattest.English(voice.Say("number.restInTable."+other, voice.F{"Number": n, "Row": row.Number, "Rest": rest}))
			if table.ID == "n5n" {
				want = ""
			}
			if sum != want || want != "" && row.Number+rest != n {
				t.Fatalf("%v in %s: %s, want %s", p, table.ID, sum, want)
			}
		}
	}
}
