package find

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/explain"
	"chess960bot/internal/voice"
	"chess960bot/internal/workshop/chattest"
	"chess960bot/internal/workshop/testrun"
)

// Without a row to mark, the answer of /table is the first page of the table with its rule, and
// Next leads to the others. The row of a given position is marked in its block and named in a
// sentence, and a press shows the page with the row.
func TestTables(t *testing.T) {
	for _, table := range explain.Tables() {
		reply, err := chattest.Run(t, all, "/table name:"+table.ID)
		if err != nil {
			t.Fatal(err)
		}
		said := chattest.Text(reply)
		if !strings.Contains(said, table.Text(0, nil)) || !strings.Contains(said, voice.In("en").Say(table.Rule)) || !strings.Contains(said, voice.In("en").Say(table.Source)) || strings.Contains(said, "→") {
			t.Errorf("%s is answered with\n%s", table.ID, said)
		}
		for page := 1; page < table.Pages(); page++ {
			reply, err = chattest.Press(t, all, chattest.Ben, chattest.Buttons(reply)["Next"].CustomID, nil)
			if err != nil || !strings.Contains(chattest.Text(reply), table.Text(page, nil)) || reply.Audience != chat.OnlyAsker {
				t.Fatalf("page %d of %s: %v, %v", page, table.ID, reply, err)
			}
		}
		if _, more := chattest.Buttons(reply)["Next"]; more {
			t.Errorf("%s has more than %d pages", table.ID, table.Pages())
		}
		for sp := 0; sp < chess960.Count; sp += testrun.Choose(480, 97) {
			p, _ := chess960.FromSP(sp)
			reply, err := chattest.Run(t, all, "/table name:"+table.ID+" position:"+p.String())
			if err != nil {
				t.Fatal(err)
			}
			row := table.RowOf(p)
			marked := regexp.MustCompile(fmt.Sprintf("→ *%d %s", row.Number, row.Pattern))
			said := chattest.Text(reply)
			_, pieces, _ := strings.Cut(chattest.English(rowIs(row)), " is ")
			if strings.Count(said, "→") != 1 || !marked.MatchString(said) || !strings.Contains(said, fmt.Sprintf(" is in row **%d**, %s\n", row.Number, pieces)) {
				t.Errorf("%s of %v: want %v in\n%s", table.ID, p, marked, said)
			}
			button, ok := chattest.Buttons(reply)["Whole table"]
			page := table.Text(table.PageOf(row), &row)
			if whole := strings.Contains(said, page); whole == ok {
				t.Errorf("%s of %v: the whole table is there %t, its button %t", table.ID, p, whole, ok)
			}
			if !ok {
				continue
			}
			pressed, err := chattest.Press(t, all, chattest.Ben, button.CustomID, nil)
			if err != nil || pressed.Audience != chat.OnlyAsker || !strings.Contains(chattest.Text(pressed), page) {
				t.Errorf("%s of %v: a press shows %v, %v", table.ID, p, pressed, err)
			}
		}
	}
}

// A number that a row has is that row; any other is looked up in the table's own scheme.
func TestTablesOfNumbers(t *testing.T) {
	for typed, want := range map[string]string{
		"/table name:kings number:518":    "SP\u00a0518 · RNBQKBNR is in row **512**, `RNQKNR` (rook, knight, queen, king, knight and rook).",
		"/table name:kings number:512":    "Row **512** is `RNQKNR`",
		"/table name:kings number:960":    "Row **960** is `QNNRKR` (queen, knight, knight, rook, king and rook).\n960 stands for SP\u00a00.",
		"/table name:bishops number:518":  "SP\u00a0518 · RNBQKBNR is in row **6**, `‑‑B‑‑B‑‑`",
		"/table name:n5n number:5":        "Row **5** is `‑N‑N‑` (hyphen, knight, hyphen, knight and hyphen).",
		"/table name:n5n number:518":      "SP\u00a0518 · RNBQKBNR is in row **5**, `‑N‑N‑`",
		"/table name:skeleton number:960": "SP\u00a00 · BBQNNRKR is in row **0**, `QNN‑‑‑`",
		"/table name:fritz9 number:359":   "Fritz 9 #359 · RNBQKBNR is in row **353**, `‑NQ‑N‑`",
	} {
		reply, err := chattest.Run(t, all, typed)
		if err != nil || !strings.Contains(chattest.Text(reply), want) {
			t.Errorf("%s: %v, want %q in\n%s", typed, err, want, chattest.Text(reply))
		}
	}
	for _, typed := range []string{"/table name:kings number:961", "/table name:fritz9 number:0", "/table name:kings number:x", "/table name:kings number:1 position:RNBQKBNR", "/table name:kings number:16 position:RNBQKBNR"} {
		if _, err := chattest.Run(t, all, typed); err == nil {
			t.Errorf("%s is answered", typed)
		}
	}
}

// Forged buttons are refused.
func TestForeignTableButtons(t *testing.T) {
	for _, id := range []string{"table", "table:kings", "table:kings:1", "table:queens:0", "table:kings:0512", "table:kings:512:0", "table:kings:",
		"table-page:kings", "table-page:kings:512", "table-page:kings:512:3", "table-page:queens::0", "table-page:kings:1:0", "table-page:kings::-1"} {
		if reply, err := chattest.Press(t, all, chattest.Anna, id, nil); err == nil {
			t.Errorf("%q is answered with %v", id, reply)
		}
	}
}

func TestTheErratumIsTold(t *testing.T) {
	reply, err := chattest.Run(t, all, "/table name:skeleton number:288")
	if err != nil {
		t.Fatal(err)
	}
	if said := chattest.Text(reply); !strings.Contains(said, "288 QN---N") || !strings.Contains(said, "prints 286") {
		t.Error(said)
	}
}

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
			want := chattest.English(voice.Say("find.restInTable."+other, voice.F{"Number": n, "Row": row.Number, "Rest": rest}))
			if table.ID == "n5n" {
				want = ""
			}
			if sum != want || want != "" && row.Number+rest != n {
				t.Fatalf("%v in %s: %s, want %s", p, table.ID, sum, want)
			}
		}
	}
}
