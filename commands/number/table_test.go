package number

import (
	"fmt"
	"strings"
	"testing"

	"chess960bot/chat/chattest"
	"chess960bot/internal/chess960"
	"chess960bot/internal/explain"
	"chess960bot/internal/golden"
	"chess960bot/internal/testrun"
)

// The answer of /table has the whole table as text. The row of a given position is marked
// in the text, in the alt text and in the sentence above.
func TestTables(t *testing.T) {
	for _, table := range explain.Tables() {
		reply, err := chattest.Run(t, all, "/table name:"+table.ID)
		if err != nil {
			t.Fatal(err)
		}
		said := chattest.Text(reply)
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
		for sp := 0; sp < chess960.Count; sp += testrun.Choose(480, 97) {
			p, _ := chess960.FromSP(sp)
			reply, err := chattest.Run(t, all, "/table name:"+table.ID+" position:"+p.String())
			if err != nil {
				t.Fatal(err)
			}
			row := table.RowOf(p)
			marked := fmt.Sprintf("→%3d %s", row.Number, row.Pattern)
			if said := chattest.Text(reply); strings.Count(said, "→") != 1 || !strings.Contains(said, marked) ||
				!strings.Contains(reply.Pictures[0].Alt, "Marked: "+row.Spelled()+".") {
				t.Errorf("%s of %v: want %q in\n%s", table.ID, p, marked, said)
			}
		}
	}
}

// A number is looked up in the table's own scheme.
func TestTablesOfNumbers(t *testing.T) {
	for typed, want := range map[string]string{
		"/table name:kings number:518":   "SP 518 · RNBQKBNR is in the row **512** `RNQKNR`.",
		"/table name:kings number:960":   "SP 0 · BBQNNRKR is in the row **0** `QNNRKR`.",
		"/table name:bishops number:518": "SP 518 · RNBQKBNR is in the row **6** `‑‑B‑‑B‑‑`.",
		"/table name:fritz9 number:359":  "Fritz 9: 359 · RNBQKBNR is in the row **353** `‑NQ‑N‑`.",
	} {
		reply, err := chattest.Run(t, all, typed)
		if err != nil || !strings.Contains(chattest.Text(reply), want) {
			t.Errorf("%s: %v, want %q", typed, err, want)
		}
	}
	for _, typed := range []string{"/table name:kings number:961", "/table name:fritz9 number:0", "/table name:kings number:x", "/table name:kings number:1 position:RNBQKBNR"} {
		if _, err := chattest.Run(t, all, typed); err == nil {
			t.Errorf("%s is answered", typed)
		}
	}
}

func TestTheErratumIsTold(t *testing.T) {
	reply, err := chattest.Run(t, all, "/table name:skeleton")
	if err != nil {
		t.Fatal(err)
	}
	if said := chattest.Text(reply); !strings.Contains(said, "288 QN---N") || !strings.Contains(said, "prints 286") {
		t.Error(said)
	}
}
