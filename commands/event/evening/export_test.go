package evening

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"chess960bot/internal/workshop/testrun"
)

// rows reads a table. Each row is a map from columns to fields.
func rows(t *testing.T, table io.Reader) []map[string]string {
	t.Helper()
	records, err := csv.NewReader(table).ReadAll()
	if err != nil || len(records) == 0 {
		t.Fatal(len(records), err)
	}
	var rows []map[string]string
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, column := range records[0] {
			row[column] = record[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// exported returns the rows and the stubs of an event.
func exported(t *testing.T, e *Event) ([]map[string]string, string) {
	t.Helper()
	var table, games bytes.Buffer
	if err := errors.Join(e.WriteCSV(&table), e.WritePGN(&games, map[string]string{"<@444>": "Dana"}, nil)); err != nil {
		t.Fatal(err)
	}
	return rows(t, &table), games.String()
}

func TestExport(t *testing.T) {
	next := 0
	chance := func(int) (int, error) { next += 7; return next, nil }
	e := newEvent(Rules{Name: `=Club "Rook", \o/`, Rounds: 2, Boards: 3, Games: 2, Each: true})
	play(t, e, chance)
	if _, err := e.Void(1, "-1 pawn on board 2", by("ann")); err != nil {
		t.Fatal(err)
	}
	play(t, e, chance)
	play(t, e, chance)

	table, games := exported(t, e)
	if len(table) != 3*3*2 {
		t.Fatalf("%d rows", len(table))
	}
	want := map[string]string{
		"event": `'=Club "Rook", \o/`, "round": "1", "board": "1", "game": "1", "sp": "7", "back_rank": "BBRNKNQR",
		"x_fen": "bbrnknqr/pppppppp/8/8/8/8/PPPPPPPP/BBRNKNQR w KQkq - 0 1", "pool": "960",
		"drawn_at": "2026-11-19T19:00:00Z", "drawn_by": "ann", "drawn_by_name": "'@ann",
		"void": "true", "reason": "'-1 pawn on board 2", "seal_sha256": "", "sealed_number": "", "added": "",
		"white": "", "black": "", "result": "", "link": "",
	}
	want["back_rank"], want["x_fen"] = table[0]["back_rank"], table[0]["x_fen"]
	if !maps.Equal(table[0], want) {
		t.Errorf("got %v\nwant %v", table[0], want)
	}
	stubs := regexp.MustCompile(`(?m)^\[FEN "(.*)"\]$`).FindAllStringSubmatch(games, -1)
	if len(stubs) != 2*3*2 {
		t.Errorf("%d games, want 12", len(stubs))
	}
	for i, row := range table[6:] {
		if stubs[i][1] != row["x_fen"] || row["void"] != "false" {
			t.Errorf("game %d has %s, its row %v", i, stubs[i][1], row)
		}
	}
	for _, want := range []string{`[Event "=Club \"Rook\", \\o/"]`, `[Round "2.3.2"]`, `[Date "2026.11.19"]`} {
		if !strings.Contains(games, want) {
			t.Errorf("%s is not in\n%s", want, games)
		}
	}
}

// A row has what is needed to check a seal. Before the seal is opened, nothing of it
// is exported.
func TestExportOfSeals(t *testing.T) {
	e := newEvent(Rules{Name: "Thursday 960", Rounds: 1, Boards: 2, Games: 1, Sealed: true})
	d, err := e.Seal(by("ann"), func(int) (int, error) { return 612, nil }, func() [16]byte { return [16]byte{} })
	if err != nil {
		t.Fatal(err)
	}
	sum := e.Sum(d)
	if table, games := exported(t, e); len(table) != 0 || games != "" {
		t.Errorf("exported before opening: %v %q", table, games)
	}
	for i := range mostRepeated {
		e.Add(1, by(fmt.Sprint(2000+i)), 17)
	}
	open := *e
	open.Draws = slices.Clone(e.Draws)
	seal := *d.Seal
	open.Draws[0].Seal = &seal
	if err := open.Add(1, by("late"), 803); err != nil {
		t.Fatal(err)
	}
	for _, e := range []*Event{e, &open} {
		if _, err := e.OpenSeal(1, by("ann")); err != nil {
			t.Fatal(err)
		}
	}
	table, _ := exported(t, e)
	for i, row := range table {
		if row["seal_sha256"] != sum || row["sealed_number"] != "612" || !strings.HasPrefix(row["added"], "17 by 2000 @2000; 17 by 2001 @2001; ") {
			t.Errorf("row %d: %v", i, row)
		}
	}
	table, _ = exported(t, &open)
	if !strings.HasSuffix(table[0]["added"], "; 803 by late @late") || table[1]["added"] != "" {
		t.Errorf("a long list is not in the first row alone: %q, %q", table[0]["added"], table[1]["added"])
	}
}

// All characters of Unicode are tried at the start of a name. Only those are guarded
// that a spreadsheet may read as the start of a formula.
func TestCellsAreGuarded(t *testing.T) {
	guarded := ""
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		name := string(r) + `1+1 "x"`
		switch got := cell(name); got {
		case name:
		case "'" + name:
			guarded += string(r)
		default:
			t.Errorf("%q became %q", name, got)
		}
	}
	if want := "\t\r+-=@⁺⁼₊₌⩵⩶﬩﹢﹣﹦﹫＋－＝＠"; guarded != want {
		t.Errorf("guarded are %q, want %q", guarded, want)
	}
}

// Names are in both files as typed. Only the guard is added.
func TestNamesAreExportedAsTyped(t *testing.T) {
	tag := regexp.MustCompile(`^\[Event "((?:[^"\\\n]|\\["\\])*)"\]\n`)
	for _, name := range []string{
		"Blitz (5+3) – Gruppe A_1 #2", `**"Rook"** \o/ <@1>`, "a,b;c\t'd'", "Шахматы 960 Σκάκι", `\`, `"`, "", "1＝2", "~", "line\nbreak",
	} {
		e := newEvent(Rules{Name: name, Rounds: 1, Boards: 1, Games: 1})
		play(t, e, func(int) (int, error) { return 518, nil })
		table, games := exported(t, e)
		if table[0]["event"] != name {
			t.Errorf("%q is %q in the table", name, table[0]["event"])
		}
		found := tag.FindStringSubmatch(games)
		if found == nil {
			t.Fatalf("%q: no tag Event at the start of\n%s", name, games)
		}
		got := strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(found[1])
		if oneLine := strings.NewReplacer("\n", " ", "\t", " ").Replace(name); got != oneLine {
			t.Errorf("%q is %q in the stub", name, got)
		}
	}
}

// An event of which a draw was voided, and then a board joined.
func TestExportOfFewerBoards(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 2, Games: 1, Each: true})
	first := func(int) (int, error) { return 0, nil }
	play(t, e, first)
	if _, err := e.Void(1, "", by("ann")); err != nil {
		t.Fatal(err)
	}
	e.Rules.Boards = 3
	play(t, e, first)
	table, _ := exported(t, e)
	var boards []string
	for _, row := range table {
		boards = append(boards, row["board"]+":"+row["sp"])
	}
	if got, want := strings.Join(boards, " "), "1:0 2:1 1:2 2:3 3:4"; got != want {
		t.Errorf("boards %s, want %s", got, want)
	}
}

// largest returns the event with the largest files, with void draws.
func largest(t testing.TB, voids int) *Event {
	t.Helper()
	e := newEvent(Rules{Name: "Thursday 960", Rounds: MostRounds, Boards: MostBoards, Games: MostGames})
	next := 0
	chance := func(n int) (int, error) { next += 7; return next % n, nil }
	for e.NextRound() != 0 {
		if _, err := e.Draw(by("ann"), chance); err != nil {
			t.Fatal(err)
		}
		if len(e.Draws) <= voids {
			e.Last().Void = &Void{Reason: "the clock of board 3 had stopped", Stamp: Stamp{By: "ann", At: evening}}
		}
	}
	return e
}

// noLog stands for a log: the sentences are written elsewhere.
func noLog(io.Writer) error { return nil }

const discordsLimit = 10 << 20 // bytes of a file

func export(t testing.TB, e *Event) []ExportFile {
	t.Helper()
	files, err := e.Files(context.Background(), discordsLimit, nil, nil, noLog)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// All memory that exports of the largest event ever take, counted without freeing, is
// small.
func TestManyLargeExports(t *testing.T) {
	testrun.NotShort(t, "the race detector takes memory of its own")
	exports := testrun.Choose(1, 10)
	e := largest(t, MostVoids)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var wg sync.WaitGroup
	all := make([][]ExportFile, exports)
	for i := range all {
		wg.Go(func() { all[i] = export(t, e) })
	}
	wg.Wait()
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > 12*uint64(exports) {
		t.Errorf("%d MiB for %d exports", got, exports)
	}
	var table, games bytes.Buffer
	if err := errors.Join(e.WriteCSV(&table), e.WritePGN(&games, map[string]string{"<@444>": "Dana"}, nil)); err != nil {
		t.Fatal(err)
	}
	for _, files := range all {
		if len(files) != 2 || files[0].Name != "event.csv.gz" || files[1].Name != "event.pgn.gz" {
			t.Fatalf("%d files", len(files))
		}
		for i, want := range [][]byte{table.Bytes(), games.Bytes()} {
			r, err := gzip.NewReader(bytes.NewReader(files[i].Data))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s has %d bytes, %v; want %d", files[i].Name, len(got), err, len(want))
			}
		}
	}
}

func TestExportOfASmallEvent(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 1, Games: 1})
	if files := export(t, e); len(files) != 1 || files[0].Name != "event.csv" {
		t.Errorf("before the first draw: %d files", len(files))
	}
	play(t, e, func(int) (int, error) { return 0, nil })
	files := export(t, e)
	if len(files) != 2 || files[0].Name != "event.csv" || files[1].Name != "event.pgn" || files[1].Type != "application/vnd.chess-pgn" {
		t.Errorf("after the first draw: %d files", len(files))
	}
	if _, err := e.Files(context.Background(), 100, nil, nil, noLog); !errors.Is(err, ErrTooLarge) {
		t.Errorf("with a limit of 100 bytes: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Files(ctx, discordsLimit, nil, nil, noLog); !errors.Is(err, context.Canceled) {
		t.Errorf("after the request had ended: %v", err)
	}
}

// A file may be as large as the limit. One byte more is too large: the file is compressed.
func TestAFileMayBeAsLargeAsTheLimit(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 1, Boards: MostBoards, Games: 1})
	play(t, e, func(int) (int, error) { return 518, nil })
	size := 0
	for _, f := range export(t, e) {
		size = max(size, len(f.Data))
	}
	for limit, want := range map[int][]string{size: {"event.csv", "event.pgn"}, size - 1: {"event.csv", "event.pgn.gz"}} {
		files, err := e.Files(t.Context(), limit, nil, nil, noLog)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range files {
			names = append(names, f.Name)
			if len(f.Data) > limit {
				t.Errorf("%s has %d bytes, the limit is %d", f.Name, len(f.Data), limit)
			}
		}
		if !slices.Equal(names, want) {
			t.Errorf("with a limit of %d bytes: %v, want %v", limit, names, want)
		}
	}
}

// Boards are counted from 1 in every round. They have one position, or one each.
func TestBoardsAreCountedFromOne(t *testing.T) {
	for each, want := range map[bool][]string{false: {"1:7", "2:7", "3:7"}, true: {"1:7", "2:8", "3:9"}} {
		e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 3, Games: 1, Each: each})
		play(t, e, func(int) (int, error) { return 7, nil })
		for most := 1; most <= 3; most++ { // a reader may stop at any board
			var got []string
			for board, p := range e.Boards(e.Last()) {
				got = append(got, fmt.Sprintf("%d:%d", board, p.SP()))
				if len(got) == most {
					break
				}
			}
			if !slices.Equal(got, want[:most]) {
				t.Errorf("boards %v, want %v", got, want[:most])
			}
		}
	}
}

func TestVoidDrawsHaveALimit(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 1, Games: 1})
	for i := range MostVoids + 1 {
		play(t, e, func(int) (int, error) { return 0, nil })
		if _, err := e.Void(1, "", by("ann")); i < MostVoids && err != nil || i == MostVoids && err != ErrVoids {
			t.Errorf("after %d void draws: %v", i, err)
		}
	}
	if len(e.Draws) != MostVoids+1 || e.Last().Void != nil {
		t.Error("the refused change was made")
	}
}

func BenchmarkExport(b *testing.B) {
	for name, voids := range map[string]int{"largest": 0, "100-voids": MostVoids} {
		b.Run(name, func(b *testing.B) {
			e := largest(b, voids)
			b.ReportAllocs()
			for b.Loop() {
				size := 0
				for _, f := range export(b, e) {
					size += len(f.Data)
				}
				b.ReportMetric(float64(size), "file-bytes")
			}
		})
	}
}

// The first release exported the files in testdata. A program that reads their columns by
// name, and the game records, finds the same in an export of today.
func TestExportsHaveWhatTheFirstReleaseExported(t *testing.T) {
	e := newEvent(Rules{Name: `Club "Rook"`, Rounds: 2, Boards: 2, Games: 2})
	sp := 511
	chance := func(int) (int, error) { sp += 7; return sp, nil }
	play(t, e, chance)
	if _, err := e.Void(1, "a clock, too late", by("5")); err != nil {
		t.Fatal(err)
	}
	play(t, e, chance)
	play(t, e, chance)
	for i := range e.Draws {
		e.Draws[i].By = "5"
	}
	first, err := os.Open("testdata/first.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	table, games := exported(t, e)
	for i, old := range rows(t, first) {
		for column, value := range old {
			if table[i][column] != value {
				t.Errorf("row %d, column %s: %q, in the first release %q", i+1, column, table[i][column], value)
			}
		}
	}
	if want, err := os.ReadFile("testdata/first.pgn"); err != nil || games != string(want) {
		t.Errorf("%v; the game records are\n%s\nin the first release\n%s", err, games, want)
	}
}
