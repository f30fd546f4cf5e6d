package bot_test

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"chess960bot/commands"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// Evenings with draws, void rounds and boards, rounds set by hand, boards that come and go, and
// results that are told and corrected, all by chance. At the end the table, the game records, /round, /standings
// and the log say what people saw when it happened.
func TestRandomEvenings(t *testing.T) {
	t.Parallel()
	all := tools(t)
	now := drawnAt
	all.Draw, all.Now = nil, func() time.Time { return now }
	w := connect(t, commands.All(all))
	played, told, corrected, void := 0, 0, 0, 0
	evenings := testrun.Choose(3, 200)
	var kept *randomEvening // one of the last 50
	var past []map[gameKey]pairing
	for seed := range evenings {
		now = now.Add(24 * time.Hour)
		e := &randomEvening{t: t, w: w, by: rand.New(rand.NewPCG(960, uint64(seed))), boards: map[int]map[int]int{}, results: map[gameKey]pairing{}}
		e.play(seed)
		past = append(past, e.results)
		e.check(past)
		if t.Failed() {
			t.Fatal("evening", seed)
		}
		if seed == max(0, evenings-40) {
			kept = e
		}
		played, told, corrected, void = played+len(e.boards), told+len(e.results), corrected+e.corrected, void+len(e.void)
	}
	kept.checkMemory(fmt.Sprint("Evening ", max(0, evenings-40)))
	t.Logf("%d rounds, %d results, %d of them corrected, %d positions that do not count", played, told, corrected, void)
}

// A gameKey is a game of a round.
type gameKey struct{ round, board, game int }

// A pairing is who played a game, and how it ended, as the CSV says it.
type pairing struct{ white, black, result string }

// A randomEvening remembers what people saw and told.
type randomEvening struct {
	t         *testing.T
	w         *world
	by        *rand.Rand
	each      bool
	games     int
	now       int                 // boards from the next draw on
	boards    map[int]map[int]int // SP numbers by round and board; board 0 for all
	playing   map[int]int         // boards by round
	void      []int               // SP numbers that do not count
	results   map[gameKey]pairing
	corrected int
}

// signs are the results in a line of the form, and in the CSV.
var signs = map[string]string{"1-0": "1-0", "½-½": "½-½", "0-1": "0-1", "+/-": "1-0 forfeit", "-/+": "0-1 forfeit", "-/-": "0-0 forfeit", "bye": "bye"}

func (e *randomEvening) play(seed int) {
	rounds := 2 + e.by.IntN(4)
	e.each, e.games, e.now, e.playing = e.by.IntN(4) > 0, 1+e.by.IntN(2), 2+e.by.IntN(6), map[int]int{}
	e.w.event(e.t, "new", map[string]any{"name": fmt.Sprint("Evening ", seed), "rounds": rounds, "boards": e.now, "each": e.each, "games": e.games})
	for len(e.boards) < rounds || e.by.IntN(4) > 0 {
		switch round := e.anyRound(); e.by.IntN(8) {
		case 0, 1:
			if len(e.boards) < rounds {
				e.next(rounds)
			}
		case 2:
			if round > 0 && e.by.IntN(3) == 0 {
				e.w.event(e.t, "void", map[string]any{"round": round, "reason": "clock"})
				e.void = append(e.void, slices.Collect(maps.Values(e.boards[round]))...)
				delete(e.boards, round)
				maps.DeleteFunc(e.results, func(k gameKey, _ pairing) bool { return k.round == round })
			}
		case 3:
			if round > 0 && e.each {
				board := 1 + e.by.IntN(e.playing[round])
				e.w.event(e.t, "void", map[string]any{"round": round, "board": board, "reason": "set up wrongly"})
				e.void = append(e.void, e.boards[round][board])
				e.boards[round][board] = e.seen(round)[board]
				maps.DeleteFunc(e.results, func(k gameKey, _ pairing) bool { return k.round == round && k.board == board })
			}
		case 4:
			e.comeOrGo()
		default:
			if round > 0 {
				e.tell(round)
			}
		}
		if e.t.Failed() {
			return
		}
	}
}

// anyRound returns a round that was drawn, 0 for none.
func (e *randomEvening) anyRound() int {
	drawn := slices.Sorted(maps.Keys(e.boards))
	if len(drawn) == 0 {
		return 0
	}
	return drawn[e.by.IntN(len(drawn))]
}

// next draws the next round, or sets a round by hand.
func (e *randomEvening) next(rounds int) {
	round := 1
	for e.boards[round] != nil {
		round++
	}
	options, subcommand := map[string]any(nil), "draw"
	if !e.each && e.by.IntN(3) == 0 {
		for round = rounds; e.boards[round] != nil; round-- {
		}
		sp := e.by.IntN(960)
		for slices.Contains(e.all(), sp) {
			sp = e.by.IntN(960)
		}
		options, subcommand = map[string]any{"round": round, "position": fmt.Sprint(sp)}, "set"
	}
	e.w.event(e.t, subcommand, options)
	e.playing[round] = e.now
	e.boards[round] = e.seen(round)
}

// all returns the SP numbers of the evening.
func (e *randomEvening) all() (sps []int) {
	for _, round := range slices.Sorted(maps.Keys(e.boards)) {
		for _, board := range slices.Sorted(maps.Keys(e.boards[round])) {
			sps = append(sps, e.boards[round][board])
		}
	}
	return append(sps, e.void...)
}

// comeOrGo lets a board come or go. New boards join the highest round that was drawn.
func (e *randomEvening) comeOrGo() {
	boards := max(1, e.now+e.by.IntN(3)-1)
	if boards == e.now {
		return
	}
	e.w.event(e.t, "change", map[string]any{"boards": boards})
	e.now = boards
	if last := slices.Max(append(slices.Collect(maps.Keys(e.boards)), 0)); last > 0 && boards > e.playing[last] {
		e.playing[last] = boards
		for board, sp := range e.seen(last) {
			if was, ok := e.boards[last][board]; ok && was != sp {
				e.t.Errorf("board %d of round %d had SP %d, and has SP %d after a board came", board, last, was, sp)
			}
			e.boards[last][board] = sp
		}
	}
}

var (
	headSP = regexp.MustCompile(`: SP\x{A0}(\d+) · `)
	listSP = regexp.MustCompile(`(?m)^(\d+) · SP\x{A0}(\d+) · `)
)

// seen returns the SP numbers that /round shows.
func (e *randomEvening) seen(round int) map[int]int {
	text := e.w.slashText(e.t, "round", map[string]any{"round": round})
	if !e.each {
		if found := headSP.FindStringSubmatch(text); found != nil {
			sp, _ := strconv.Atoi(found[1])
			return map[int]int{0: sp}
		}
	}
	sps := map[int]int{}
	for _, found := range listSP.FindAllStringSubmatch(text, -1) {
		board, _ := strconv.Atoi(found[1])
		sps[board], _ = strconv.Atoi(found[2])
	}
	if len(sps) == 0 {
		e.t.Fatalf("/round round:%d says\n%s", round, text)
	}
	return sps
}

// tell tells some results of a round, in the form or by /event result.
func (e *randomEvening) tell(round int) {
	players := []string{"Anna", "Ben", "Cleo", "Dan", "*Eve*", "Åsa", "Jean-Luc", "=Max"}
	words := slices.Sorted(maps.Keys(signs))
	var lines []string
	told := map[gameKey]pairing{}
	for range 1 + e.by.IntN(4) {
		k := gameKey{round, 1 + e.by.IntN(e.playing[round]), 1 + e.by.IntN(e.games)}
		i, word := e.by.IntN(len(players)), words[e.by.IntN(len(words))]
		p := pairing{players[i], players[(i+1+e.by.IntN(len(players)-1))%len(players)], signs[word]}
		if p.result == "bye" {
			p.black = ""
		}
		if _, ok := told[k]; ok {
			continue
		}
		told[k] = p
		lines = append(lines, strings.Join(strings.Fields(fmt.Sprintf("%d.%d %s – %s %s", k.board, k.game, p.white, p.black, word)), " "))
	}
	if len(told) == 1 && e.by.IntN(2) == 0 {
		for k, p := range told {
			e.w.event(e.t, "result", map[string]any{"round": round, "board": k.board, "game": k.game, "result": p.result, "white": p.white, "black": cmp.Or(p.black, " ")})
		}
	} else {
		shown := e.w.event(e.t, "show", map[string]any{"round": round})
		form, err := e.w.pressLabel(e.t, discordtest.Anna, shown, "Results").Form()
		if err != nil {
			e.t.Fatal(err)
		}
		answer, err := e.w.Submit(within(e.t), discordtest.Anna, shown, form, map[string]string{"results": form.Parts[0].Input.Value + "\n" + strings.Join(lines, "\n")}, eventAsker)
		if err != nil || strings.Contains(answer.Message.Text(), "`") {
			e.t.Errorf("%q: %v\n%s", lines, err, answer.Message.Text())
		}
	}
	for k, p := range told {
		if was, ok := e.results[k]; ok && was != p {
			e.corrected++
		}
		e.results[k] = p
	}
}

// check compares all records with what people saw and told.
func (e *randomEvening) check(past []map[gameKey]pairing) {
	t := e.t
	if sps := e.all(); len(slices.Compact(slices.Sorted(slices.Values(sps)))) != len(sps) {
		t.Errorf("a position came twice: %v", sps)
	}
	for round, want := range e.boards {
		if got := e.seen(round); !maps.Equal(got, want) {
			t.Errorf("/round round:%d shows %v, people saw %v", round, got, want)
		}
	}
	closed := e.w.event(t, "close", nil)
	e.checkTable(closed)
	e.checkLog(closed.Text())
	for _, last := range []int{1, min(4, len(past))} {
		want := standings(past[len(past)-last:])
		got := e.w.slashText(t, "standings", map[string]any{"last": last})
		if _, rows, _ := strings.Cut(got, "\n"); want != "" && rows != want {
			t.Errorf("/standings last:%d:\n%s\nwant\n%s", last, rows, want)
		}
	}
}

// checkMemory looks the evening up when others have followed, as a member.
func (e *randomEvening) checkMemory(name string) {
	offered, err := e.w.Autocomplete(within(e.t), discordtest.Ben, discordtest.Channel, "round", map[string]any{"evening": strings.ToLower(name)}, "evening", member)
	if err != nil || len(offered) != 1 || !strings.HasSuffix(offered[0].Name, " · "+name) {
		e.t.Errorf("offered are %v, %v", offered, err)
		return
	}
	for round, want := range e.boards {
		text := e.w.slashText(e.t, "round", map[string]any{"evening": offered[0].Value, "round": round})
		for board, sp := range want {
			line := fmt.Sprintf("\n%d · SP\u00a0%d · ", board, sp)
			if board == 0 {
				line = fmt.Sprintf(": SP\u00a0%d · ", sp)
			}
			if !strings.Contains(text, name+", round") || !strings.Contains(text, line) {
				e.t.Errorf("round %d of the first evening: want %q in\n%s", round, line, text)
			}
			played := e.w.slashText(e.t, "round", map[string]any{"played": fmt.Sprint(sp)})
			if want := fmt.Sprintf("%s, round %d", name, round); !strings.Contains(played, want) {
				e.t.Errorf("/round played:%d: want %s in\n%s", sp, want, played)
			}
		}
	}
}

// checkTable checks the CSV and the PGN.
func (e *randomEvening) checkTable(m *discordtest.Message) {
	t := e.t
	records, err := csv.NewReader(strings.NewReader(e.w.download(t, m, "event.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := func(record []string, name string) string { return record[slices.Index(records[0], name)] }
	number := func(record []string, name string) int { n, _ := strconv.Atoi(column(record, name)); return n }
	rows := map[gameKey][]string{}
	var void []int
	for _, record := range records[1:] {
		k := gameKey{number(record, "round"), number(record, "board"), number(record, "game")}
		switch {
		case column(record, "void") == "true":
			if sp := number(record, "sp"); k.game == 1 && (e.each || k.board == 1) {
				void = append(void, sp)
			}
		case rows[k] != nil:
			t.Errorf("the CSV has %v twice", k)
		default:
			rows[k] = record
		}
	}
	if slices.Sort(void); !slices.Equal(void, slices.Sorted(slices.Values(e.void))) {
		t.Errorf("the CSV has SP %v as void, people saw %v", void, e.void)
	}
	games := 0
	for round, boards := range e.playing {
		if e.boards[round] == nil {
			continue
		}
		for board := 1; board <= boards; board++ {
			for game := 1; game <= e.games; game++ {
				games++
				k, sp := gameKey{round, board, game}, e.boards[round][0]
				if e.each {
					sp = e.boards[round][board]
				}
				if rows[k] == nil {
					t.Errorf("the CSV does not have %v", k)
					continue
				}
				got := pairing{strings.TrimPrefix(column(rows[k], "white"), "'"), strings.TrimPrefix(column(rows[k], "black"), "'"), column(rows[k], "result")}
				if number(rows[k], "sp") != sp || got != e.results[k] {
					t.Errorf("the CSV says of %v: SP %d, %v; people saw SP %d, %v", k, number(rows[k], "sp"), got, sp, e.results[k])
				}
			}
		}
	}
	if len(rows) != games {
		t.Errorf("the CSV has %d games, people saw %d", len(rows), games)
	}
	e.checkRecords(e.w.download(t, m, "event.pgn"), games)
}

// checkRecords lets another program read the game records.
func (e *randomEvening) checkRecords(pgn string, games int) {
	if e.by.IntN(10) > 0 {
		return
	}
	file := filepath.Join(e.t.TempDir(), "evening.pgn")
	if err := os.WriteFile(file, []byte(pgn), 0o600); err != nil {
		e.t.Fatal(err)
	}
	out, err := exec.Command(testrun.Program(e.t, "pgn-extract", "pgn-extract"), "-s", file).Output()
	if err != nil {
		e.t.Fatal(err)
	}
	if n := strings.Count(string(out), "[Event "); n != games {
		e.t.Errorf("another program reads %d games of %d", n, games)
	}
	for k, p := range e.results {
		round := fmt.Sprintf("%d.%d", k.round, k.board)
		if e.games > 1 {
			round += fmt.Sprint(".", k.game)
		}
		white, result := cmp.Or(p.white, "?"), strings.NewReplacer("½-½", "1/2-1/2", " forfeit", "", "0-0 forfeit", "*", "bye", "1-0").Replace(p.result)
		want := fmt.Sprintf("[Round %q]\n[White %q]\n[Black %q]\n[Result %q]", round, white, cmp.Or(p.black, "?"), result)
		if !strings.Contains(string(out), want) {
			e.t.Errorf("another program reads\n%s\nwant\n%s", out, want)
		}
	}
}

// checkLog checks the table of boards, and how many results the log calls corrected.
func (e *randomEvening) checkLog(text string) {
	if n := strings.Count(text, "Corrected by"); n > e.corrected || n < e.corrected && !strings.Contains(text, "more line") {
		e.t.Errorf("the log has %d corrections of %d:\n%s", n, e.corrected, text)
	}
	_, table, _ := strings.Cut(text, "```")
	table, _, tabled := strings.Cut(table, "```")
	if !e.each || !tabled {
		return
	}
	rounds := slices.Sorted(maps.Keys(e.boards))
	for i, line := range strings.Split(strings.TrimSpace(table), "\n") {
		cells := strings.Fields(line)
		for column, cell := range cells[1:] {
			want := fmt.Sprint("R", rounds[column])
			if i > 0 {
				board, _ := strconv.Atoi(cells[0])
				want = "–"
				if sp, ok := e.boards[rounds[column]][board]; ok {
					want = fmt.Sprint(sp)
				}
			}
			if cell != want {
				e.t.Errorf("the log has %q for %s, want %s:\n%s", cell, cells[0], want, table)
			}
		}
	}
}

// standings writes the table of some evenings.
func standings(past []map[gameKey]pairing) string {
	points, games := map[string]int{}, map[string]int{}
	for _, results := range past {
		for _, p := range results {
			halves := map[string][2]int{"1-0": {2, 0}, "½-½": {1, 1}, "0-1": {0, 2}, "1-0 forfeit": {2, 0}, "0-1 forfeit": {0, 2}, "bye": {2, 0}}[p.result]
			for i, name := range []string{p.white, p.black} {
				if name != "" {
					points[name], games[name] = points[name]+halves[i], games[name]+1
				}
			}
		}
	}
	names := slices.SortedFunc(maps.Keys(games), func(a, b string) int {
		return cmp.Or(points[b]-points[a], games[a]-games[b], strings.Compare(strings.ToLower(a), strings.ToLower(b)))
	})
	var lines []string
	for i := 0; i < len(names); {
		name, rank := names[i], i+1
		for rank > 1 && points[names[rank-2]] == points[name] {
			rank--
		}
		var same []string
		for ; i < len(names) && points[names[i]] == points[name] && games[names[i]] == games[name]; i++ {
			same = append(same, strings.ReplaceAll(names[i], "*", `\*`))
		}
		counted := fmt.Sprintf("%d games", games[name])
		if games[name] == 1 {
			counted = "1 game"
		}
		list := strings.Join(same, ", ")
		if n := len(same); n > 1 {
			list = strings.Join(same[:n-1], ", ") + " and " + same[n-1]
		}
		lines = append(lines, fmt.Sprintf("%d · **%.1f** from %s: %s", rank, float64(points[name])/2, counted, list))
	}
	return strings.Join(lines, "\n")
}
