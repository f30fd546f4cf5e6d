package commands

import (
	"fmt"
	"strings"
	"testing"

	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/internal/golden"
)

// Each table is there as text, whole, and the row of a position is marked in it,
// in the alt text and in the sentence above.
func TestTables(t *testing.T) {
	for _, table := range explain.Tables() {
		reply, err := run(t, fixedTools(0), "/table name:"+table.ID)
		if err != nil {
			t.Fatal(err)
		}
		said := text(reply)
		for _, row := range table.Rows() {
			if !strings.Contains(said, fmt.Sprintf(" %d %s", row.Number, row.Pattern)) {
				t.Errorf("%s: row %v is not in the text", table.ID, row)
			}
		}
		golden.Image(t, "testdata/table-"+table.ID+".png", reply.Pictures[0].PNG)
		if strings.Contains(said, "→") || strings.Contains(said, "looked up") {
			t.Errorf("%s: a row is marked for no position", table.ID)
		}
		if len([]rune(said)) > 4000 || len(reply.Pictures) != 1 || !strings.Contains(said, table.Source) {
			t.Errorf("%s: %d characters, %d pictures", table.ID, len([]rune(said)), len(reply.Pictures))
		}
		for sp := 0; sp < chess960.Count; sp += 97 {
			p, _ := chess960.FromSP(sp)
			reply, err := run(t, fixedTools(0), "/table name:"+table.ID+" position:"+p.String())
			if err != nil {
				t.Fatal(err)
			}
			row := table.RowOf(p)
			marked := fmt.Sprintf("→%3d %s", row.Number, row.Pattern)
			if said := text(reply); strings.Count(said, "→") != 1 || !strings.Contains(said, marked) ||
				!strings.Contains(reply.Pictures[0].Alt, fmt.Sprintf("Marked: %d %s.", row.Number, row.Pattern)) {
				t.Errorf("%s of %v: want %q in\n%s", table.ID, p, marked, said)
			}
		}
	}
}

func TestTheErratumIsTold(t *testing.T) {
	reply, err := run(t, fixedTools(0), "/table name:skeleton")
	if err != nil {
		t.Fatal(err)
	}
	if said := text(reply); !strings.Contains(said, "288 QN---N") || !strings.Contains(said, "prints 286") {
		t.Error(said)
	}
}

func TestAbout(t *testing.T) {
	reply, err := run(t, fixedTools(0), "/about")
	if err != nil {
		t.Fatal(err)
	}
	said := text(reply)
	for _, s := range chess960.Schemes() {
		if !strings.Contains(said, s.Name) || !strings.Contains(said, s.Source) {
			t.Errorf("%s or its source is missing", s.Name)
		}
	}
	for _, want := range []string{"960", "SP-0", "Milener", "519"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing", want)
		}
	}
}
