package bot_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"chess960bot/commands"
	"chess960bot/commands/event/evening"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// exportedRows returns the rows of an event's table, by column, and the text of its game
// records.
func (w *world) exportedRows(t *testing.T) (rows []map[string]string, games string) {
	t.Helper()
	m := w.event(t, "export", nil)
	records, err := csv.NewReader(strings.NewReader(w.download(t, m, "event.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, column := range records[0] {
			row[column] = record[i]
		}
		rows = append(rows, row)
	}
	return rows, w.download(t, m, "event.pgn")
}

// An evening with a void round. Its table, its game records as another program reads them,
// and its printed cards as another program reads them agree, board by board.
func TestOthersReadAnEvening(t *testing.T) {
	pgnExtract := testrun.Program(t, "pgn-extract", "pgn-extract")
	pdftotext := testrun.Program(t, "poppler-utils", "pdftotext")
	t.Parallel()
	const name, boards = `Blitz (5+3) – Gruppe A_1 #2 "Rook" \o/`, 9
	w := connect(t, offerEvents(randomTools(t)))
	w.event(t, "new", map[string]any{"name": name, "rounds": 3, "boards": boards, "each": true, "games": 2})
	w.event(t, "draw", nil)
	w.event(t, "void", map[string]any{"round": 1})
	for range 3 {
		w.event(t, "draw", nil)
	}
	rows, games := w.exportedRows(t)
	if len(rows) != 4*boards*2 || rows[0]["drawn_by"] != discordtest.Anna.ID || rows[0]["drawn_by_name"] != "Anna" {
		t.Fatalf("%d rows, the first one %v", len(rows), rows[0])
	}
	rows = slices.DeleteFunc(rows, func(row map[string]string) bool { return row["void"] == "true" })

	file := filepath.Join(t.TempDir(), "evening.pgn")
	if err := os.WriteFile(file, []byte(games), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(pgnExtract, "-s", "--json", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	var read []struct{ Event, Round, Variant, FEN string }
	if err := json.Unmarshal(out, &read); err != nil || len(read) != len(rows) {
		t.Fatalf("%d games of %d, %v", len(read), len(rows), err)
	}
	for i, game := range read {
		round := fmt.Sprintf("%s.%s.%s", rows[i]["round"], rows[i]["board"], rows[i]["game"])
		if game.Event != name || game.Round != round || game.Variant != "Chess960" || game.FEN != rows[i]["x_fen"] || rows[i]["event"] != name {
			t.Errorf("game %d is read as %+v, the table has %v", i+1, game, rows[i])
		}
	}

	for round := testrun.Choose(3, 1); round <= 3; round++ { // only the last round in usual runs: printing takes a tenth of a second
		m := w.event(t, "show", map[string]any{"round": round, "cards": true})
		pdf := exec.Command(pdftotext, "-raw", "-", "-")
		pdf.Stdin = strings.NewReader(w.download(t, m, fmt.Sprintf("round-%d-cards.pdf", round)))
		out, err := pdf.Output()
		if err != nil {
			t.Fatal(err)
		}
		text, cards := string(out), 0
		for _, row := range rows {
			if row["round"] != fmt.Sprint(round) || row["game"] != "1" {
				continue
			}
			_, rest, found := strings.Cut(text, "Board "+row["board"]+"\n")
			card, rest, ended := strings.Cut(rest, row["x_fen"])
			if !found || !ended || strings.Contains(card, "Board") || !strings.Contains(card, "\nSP number (Scharnagl)\n"+row["sp"]+"\nO-O: K ") {
				t.Errorf("round %d, board %s: want SP %s, %s in\n%s", round, row["board"], row["sp"], row["x_fen"], text)
				break
			}
			text = rest
			cards++
		}
		if cards != boards {
			t.Errorf("round %d has %d cards", round, cards)
		}
	}
}

// The largest evening, 99 rounds on 200 boards with the longest name, stays within Discord's
// limits, which the stand-in checks: texts, pictures, files.
func TestTheLargestEvening(t *testing.T) {
	testrun.LongOnly(t, "draws 99 rounds")
	t.Parallel()
	w := connect(t, offerEvents(randomTools(t)))
	for _, each := range []bool{false, true} {
		rounds := map[bool]int{false: evening.MostRounds, true: 4}[each] // 960 positions are enough for four
		w.event(t, "new", map[string]any{"name": strings.Repeat("_*", evening.MostName/2), "rounds": rounds, "boards": evening.MostBoards, "games": 2, "each": each})
		for range rounds {
			w.event(t, "draw", nil)
		}
		for _, use := range []struct {
			subcommand string
			options    map[string]any
			files      int
		}{
			{"show", map[string]any{"round": rounds, "cards": true}, map[bool]int{false: 2, true: 1}[each]}, // a board if everyone has the same
			{"export", nil, 3},
			{"void", map[string]any{"round": rounds, "reason": strings.Repeat("*", evening.MostReason)}, 0},
			{"close", nil, 3},
		} {
			m := w.event(t, use.subcommand, use.options)
			for _, a := range m.Attachments {
				t.Logf("each %t, %s: %s has %d bytes", each, use.subcommand, a.Filename, len(a.Data))
			}
			if len(m.Attachments) != use.files {
				t.Errorf("each %t, %s: %d files, want %d\n%s", each, use.subcommand, len(m.Attachments), use.files, m.Text())
			}
		}
		for _, options := range []map[string]any{{"round": 1}, {"round": rounds - 1, "board": evening.MostBoards}} {
			answer, err := w.Slash(within(t), discordtest.Ben, discordtest.Channel, "round", options, member)
			if err != nil || !strings.Contains(answer.Message.Text(), "Anna drew") {
				t.Errorf("/round %v: %v", options, err)
			}
		}
		if offered, err := w.Autocomplete(within(t), discordtest.Ben, discordtest.Channel, "round", map[string]any{"round": ""}, "round", member); err != nil || len(offered) == 0 || len(offered) > 25 {
			t.Errorf("%d rounds are offered, %v", len(offered), err)
		}
	}
}

// While 50 people ask for the largest cards once a second, 300 of 300 questions of others
// are answered within Discord's three seconds. Nobody gets silence.
func TestOthersAreAnsweredBesideTheLargestSheets(t *testing.T) {
	testrun.LongOnly(t, "asks for cards for 10 seconds")
	const people, rounds, others300, lasting = 50, 4, 60, 10 * time.Second
	w := connect(t, commands.All(tools(t)), discordtest.History(10))
	w.event(t, "new", map[string]any{"name": "Largest", "rounds": rounds, "boards": 200, "each": true})
	for range rounds {
		w.event(t, "draw", nil)
	}
	var mu sync.Mutex
	var shown, busy, silent int
	ask := func(n, second int) {
		answer, err := w.Slash(within(t), person(1000+n), discordtest.Channel, "event show", map[string]any{"round": 1 + (n+second)%rounds, "cards": true}, eventAsker)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case err != nil:
			silent++
		case strings.HasPrefix(answer.Message.Text(), refused):
			busy++
		default:
			shown++
		}
	}
	var asking sync.WaitGroup
	for n := range people {
		asking.Go(func() {
			began := time.Now()
			for second := range int(lasting.Seconds()) {
				time.Sleep(time.Until(began.Add(time.Duration(second) * time.Second)))
				asking.Go(func() { ask(n, second) })
			}
		})
	}
	asked, took := others(t, w, others300, lasting)
	asking.Wait()
	t.Logf("%d of %d others answered; of %d requests for cards %d shown, %d refused, %d unanswered", len(took), asked, shown+busy+silent, shown, busy, silent)
	if len(took) < asked || asked < 300 || silent > 0 {
		t.Error("somebody got no answer")
	}
}
