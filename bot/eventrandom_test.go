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

	"chess960bot/commands/event/evening"
	eventrows "chess960bot/commands/event/rows"
	"chess960bot/commands/feature"
	"chess960bot/internal/workshop/discordtest"
	"chess960bot/internal/workshop/testrun"
)

// Evenings with draws, void rounds and boards, rounds set by hand, boards that come and go, games
// that are started before their time, renames, and results that are told and corrected by people and
// by lichess, also after the end, all by chance. At the end the table, the game records, /round,
// /standings and each line of the log say what people saw when it happened.
func TestRandomEvenings(t *testing.T) {
	t.Parallel()
	all := tools(t)
	now := clockAt(drawnAt)
	all.Draw, all.Now = nil, now.Now
	w := connect(t, offerEvents(all))
	played, told, corrected, void, lines := 0, 0, 0, 0, 0
	evenings := testrun.Choose(3, 200)
	var kept *randomEvening // one of the last 50
	var past []map[gameKey]pairing
	for seed := range evenings {
		now.advance(24 * time.Hour)
		e := &randomEvening{t: t, w: w, by: rand.New(rand.NewPCG(960, uint64(seed))), now: now, store: all.Store, boards: map[int]map[int]int{}, results: map[gameKey]pairing{}, links: map[gameKey]string{}, struck: map[struckGame]pairing{}, told: map[gameKey]bool{}}
		e.play(seed)
		past = append(past, nil)
		e.check(past)
		for e.by.IntN(3) == 0 && !t.Failed() { // results after the end, and an event that goes on
			e.afterTheEnd()
			e.check(past)
		}
		if t.Failed() {
			t.Fatal("evening", seed)
		}
		if seed == max(0, evenings-40) {
			kept = e
		}
		played, told, corrected, void = played+len(e.boards), told+len(e.results), corrected+e.corrected, void+len(e.void)
		lines += len(e.done)
	}
	kept.checkMemory(fmt.Sprint("Evening ", max(0, evenings-40)))
	t.Logf("%d rounds, %d results, %d of them corrected, %d positions that do not count, %d lines in logs", played, told, corrected, void, lines)
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
	now       *clock
	store     feature.Store
	each      bool
	sealed    bool
	games     int
	coming    int                 // boards from the next draw on
	boards    map[int]map[int]int // SP numbers by round and board; board 0 for all
	playing   map[int]int         // boards by round
	void      []int               // SP numbers that do not count
	results   map[gameKey]pairing // with the names that were told
	told      map[gameKey]bool    // by people
	links     map[gameKey]string  // of games on lichess
	struck    map[struckGame]pairing
	corrected int
	renamed   bool              // Dov is called Danny
	begins    map[int]time.Time // when the study time of a round ends by itself
	done      []doneLine        // the log
}

// A struckGame is a game of a position that does not count.
type struckGame struct{ sp, board, game int }

// A doneLine is what a line of the log says.
type doneLine struct {
	at       time.Time
	kind, of string
	says     []string
}

// do notes what is done next, a minute later. of names the round, board and game.
func (e *randomEvening) do(kind string, of []int, says ...string) {
	e.now.advance(time.Minute)
	e.note(kind, of, says...)
}

// note notes what was done at the same time.
func (e *randomEvening) note(kind string, of []int, says ...string) {
	for _, round := range e.studied() {
		if at := e.begins[round]; !at.After(e.now.Now()) {
			delete(e.begins, round)
			if kind != "void" || round != of[0] || at.Before(e.now.Now()) {
				e.done = append(e.done, doneLine{at, "begin", fmt.Sprint(round), nil})
			}
		}
	}
	name := strings.Trim(strings.ReplaceAll(fmt.Sprint(of), " ", "."), "[]")
	e.done = append(e.done, doneLine{e.now.Now(), kind, cmp.Or(name, "-"), says})
}

// studied returns the rounds whose study time goes on, in the order in which people saw them.
func (e *randomEvening) studied() []int {
	return slices.SortedFunc(maps.Keys(e.begins), func(a, b int) int { return e.begins[a].Compare(e.begins[b]) })
}

// positions names positions as the log does.
func positions(boards map[int]int) (names []string) {
	for _, board := range slices.Sorted(maps.Keys(boards)) {
		names = append(names, fmt.Sprintf("SP\u00a0%d · ", boards[board]))
	}
	return names
}

// said is what the log says about a result.
func (p pairing) said() string {
	return map[string]string{"0-1 forfeit": "0-1, White did not come", "1-0 forfeit": "1-0, Black did not come", "0-0 forfeit": "nobody came", "bye": "bye"}[p.result]
}

// shownAs is a pairing with the names of now.
func (e *randomEvening) shownAs(p pairing) pairing {
	for _, name := range []*string{&p.white, &p.black} {
		if *name == "Dov" && e.renamed {
			*name = "Danny"
		}
	}
	return p
}

// record notes a result that was told.
func (e *randomEvening) record(k gameKey, p pairing) {
	was, known := e.results[k]
	if known && e.shownAs(was) == e.shownAs(p) {
		return
	}
	now := e.shownAs(p)
	says := []string{now.white, now.black, cmp.Or(p.said(), p.result)}
	if known && was.result != p.result {
		says = append(says, "Previous result: "+cmp.Or(was.said(), was.result)+".")
	}
	if known {
		e.corrected++
	}
	e.note("result", []int{k.round, k.board, k.game}, says...)
	e.results[k] = p
}

// shown returns the results with the names of now.
func (e *randomEvening) shown() map[gameKey]pairing {
	shown := maps.Clone(e.results)
	for k, p := range shown {
		shown[k] = e.shownAs(p)
	}
	return shown
}

// rename gives Dov another name, or takes that back, if he has a result.
func (e *randomEvening) rename() {
	from, to := "Dov", "Danny"
	if e.renamed {
		from, to = to, from
	}
	has := false
	for _, p := range e.results {
		has = has || p.white == "Dov" || p.black == "Dov"
	}
	if has {
		e.do("rename", nil, from, to)
	}
	said := e.w.event(e.t, "player", map[string]any{"from": from, "to": to}).Text()
	if has != strings.Contains(said, from+" is now called "+to+" in ") {
		e.t.Errorf("%s is to be called %s: %s", from, to, said)
	}
	if has {
		e.renamed = !e.renamed
	}
}

// signs are the results in a line of the form, and in the CSV.
var signs = map[string]string{"1-0": "1-0", "½-½": "½-½", "0-1": "0-1", "+/-": "1-0 forfeit", "-/+": "0-1 forfeit", "-/-": "0-0 forfeit", "bye": "bye"}

func (e *randomEvening) play(seed int) {
	rounds := 2 + e.by.IntN(4)
	e.each, e.games, e.coming, e.playing, e.begins = e.by.IntN(4) > 0, 1+e.by.IntN(2), 2+e.by.IntN(6), map[int]int{}, map[int]time.Time{}
	e.sealed = e.by.IntN(4) == 0
	e.do("new", nil, fmt.Sprintf("%d rounds, %d boards", rounds, e.coming))
	e.w.event(e.t, "new", map[string]any{"name": fmt.Sprint("Evening ", seed), "rounds": rounds, "boards": e.coming, "each": e.each, "games": e.games, "study": 30 * e.by.IntN(2), "sealed": e.sealed})
	for len(e.boards) < rounds || e.by.IntN(4) > 0 {
		switch round := e.anyRound(); e.by.IntN(11) {
		case 0, 1:
			if len(e.boards) < rounds {
				e.next(rounds)
			}
		case 2:
			if round > 0 && e.by.IntN(3) == 0 {
				e.do("void", []int{round}, "clock")
				e.w.event(e.t, "void", map[string]any{"round": round, "reason": "clock"})
				e.void = append(e.void, slices.Collect(maps.Values(e.boards[round]))...)
				e.strike(round, 0)
				delete(e.boards, round)
				delete(e.begins, round)
			}
		case 3:
			if round > 0 && e.each {
				board := 1 + e.by.IntN(e.playing[round])
				e.now.advance(time.Minute)
				e.w.event(e.t, "void", map[string]any{"round": round, "board": board, "reason": "set up wrongly"})
				was := e.boards[round][board]
				e.void = append(e.void, was)
				e.strike(round, board)
				e.boards[round][board] = e.seen(round)[board]
				e.note("redraw", []int{round, board}, append(positions(map[int]int{0: was, 1: e.boards[round][board]}), "set up wrongly")...)
			}
		case 4:
			e.comeOrGo()
		case 5:
			e.rename()
		case 6:
			if round > 0 {
				e.start(round)
			}
		case 7:
			if round > 0 {
				e.lichess(round)
			}
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

// strike notes the results of a round or a board that does not count.
func (e *randomEvening) strike(round, board int) {
	maps.DeleteFunc(e.results, func(k gameKey, p pairing) bool {
		struck := k.round == round && (board == 0 || k.board == board)
		if sps := e.boards[round]; struck {
			e.struck[struckGame{cmp.Or(sps[k.board], sps[0]), k.board, k.game}] = p
			delete(e.links, k)
			delete(e.told, k)
		}
		return struck
	})
}

// start ends the study time of a round, if it has one and nobody has ended it.
func (e *randomEvening) start(round int) {
	shown := e.w.event(e.t, "show", map[string]any{"round": round})
	if _, ok := shown.Button("Start now"); ok {
		e.do("start", []int{round})
		delete(e.begins, round)
		e.w.pressLabel(e.t, discordtest.Anna, shown, "Start now")
	}
}

// lichess tells the result of a game, in place of the bot's own questions.
func (e *randomEvening) lichess(round int) {
	e.now.advance(time.Minute)
	k := gameKey{round, 1 + e.by.IntN(e.playing[round]), 1 + e.by.IntN(e.games)}
	p := pairing{"Ben", "Fay", []string{"1-0", "½-½", "0-1"}[e.by.IntN(3)]}
	link := fmt.Sprint("https://lichess.org/", len(e.done))
	if e.told[k] { // accounts of players who have no other name: they are the typed players from then on
		p.white, p.black = fmt.Sprint("white", len(e.done)), fmt.Sprint("black", len(e.done))
	}
	_, err := eventrows.Of(e.store).UpdateEvent(within(e.t), evening.Ref{Channel: discordtest.ChannelID}, func(kept *evening.Event) error {
		ref := evening.GameRef{Draw: kept.Round(round).Index, Board: k.board, Game: k.game}
		if _, ok := kept.OnlineGame(ref); ok {
			link = ""
			return nil
		}
		kept.AddOnline(evening.OnlineGame{Game: ref, ID: link, ByLot: link, Changes: len(kept.Changes), At: e.now.Now()})
		return kept.RecordOnline(link, evening.OnlineResult{White: p.white, Black: p.black, Outcome: evening.Outcome(p.result), Begun: true, Ended: true}, e.now.Now())
	})
	if err != nil {
		e.t.Fatal(err)
	}
	if typed, told := e.results[k]; link != "" && e.told[k] && told { // the typed result counts, and the log has both
		typed = e.shownAs(typed)
		e.note("result", []int{k.round, k.board, k.game}, typed.white, typed.black, cmp.Or(typed.said(), typed.result), "On lichess the game ended")
		e.links[k] = link
	}
	if link != "" && !e.told[k] {
		e.record(k, p)
		if e.shownAs(e.results[k]) == p {
			e.links[k] = link
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
	e.now.advance(time.Minute)
	shown := e.w.event(e.t, subcommand, options)
	for _, b := range shown.Buttons() {
		if strings.Contains(shown.Text(), "anyway?") && strings.HasPrefix(b.Label, "Draw round") {
			shown = e.w.pressLabel(e.t, discordtest.Anna, shown, b.Label).Message
			break
		}
	}
	if subcommand == "draw" && e.sealed {
		e.note("seal", []int{round})
		e.now.advance(time.Minute)
		e.w.add(e.t, discordtest.Ben, shown, fmt.Sprint(e.by.IntN(10_000)))
		e.w.pressLabel(e.t, discordtest.Anna, shown, "Open the draw")
		subcommand = "open"
	}
	e.playing[round] = e.coming
	e.boards[round] = e.seen(round)
	for _, before := range e.studied() {
		if before < round && e.begins[before].After(e.now.Now()) {
			e.note("cut", []int{before})
			delete(e.begins, before)
		}
	}
	if _, ok := e.w.event(e.t, "show", map[string]any{"round": round}).Button("Start now"); ok {
		e.begins[round] = e.now.Now().Add(30 * time.Minute)
	}
	e.note(subcommand, []int{round}, positions(e.boards[round])...)
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
	boards := max(1, e.coming+e.by.IntN(3)-1)
	if boards == e.coming {
		return
	}
	e.now.advance(time.Minute)
	e.w.event(e.t, "change", map[string]any{"boards": boards})
	e.coming = boards
	var joined []int
	if last := slices.Max(append(slices.Collect(maps.Keys(e.boards)), 0)); last > 0 && boards > e.playing[last] {
		joined = []int{last}
	}
	e.note("change", joined, fmt.Sprintf("%d board", boards))
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
	listSP = regexp.MustCompile(`(?m)^(\d+)(?:\.\d)? · SP\x{A0}(\d+) · `)
)

// seen returns the SP numbers that /round shows.
func (e *randomEvening) seen(round int) map[int]int {
	answer, err := e.w.Slash(within(e.t), discordtest.Anna, discordtest.Channel, "round", map[string]any{"round": round})
	if err != nil {
		e.t.Fatal(err)
	}
	text := answer.Message.Text()
	for page, more := answer.Message, true; more; {
		if _, more = page.Button("Next"); more {
			page = e.w.pressLabel(e.t, discordtest.Anna, page, "Next").Message
			text += "\n" + page.Text()
		}
	}
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
	players := []string{"Anna", "Ben", "Cleo", "Dov", "*Eve*", "Åsa", "Jean-Luc", "=Max"}
	words := slices.Sorted(maps.Keys(signs))
	var lines []string
	e.now.advance(time.Minute)
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
		told[k], e.told[k] = p, true
		e.record(k, p)
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
		answer, err := e.w.Submit(within(e.t), discordtest.Anna, shown, form, map[string]string{"results": form.Parts[len(form.Parts)-1].Input.Value + "\n" + strings.Join(lines, "\n")}, eventAsker)
		if err != nil || strings.Contains(answer.Message.Text(), "`") {
			e.t.Errorf("%q: %v\n%s\n%s", lines, err, answer.Message.Text(), e.w.log)
		}
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
	past[len(past)-1] = e.shown()
	e.do("close", nil)
	closed := e.w.event(t, "close", nil)
	e.checkTable(closed)
	e.checkLog(closed.Text(), e.w.download(e.t, closed, "log.txt"))
	for _, last := range []int{1, min(4, len(past))} {
		want := standings(past[len(past)-last:])
		got := e.w.slashText(t, "standings", map[string]any{"last": last})
		if _, rows, _ := strings.Cut(got, "\n"); want != "" && rows != want {
			t.Errorf("/standings last:%d:\n%s\nwant\n%s", last, rows, want)
		}
	}
}

// afterTheEnd tells a result of an evening that is over, and opens it again. Perhaps a board comes.
func (e *randomEvening) afterTheEnd() {
	if round := e.anyRound(); round > 0 {
		e.tell(round)
	}
	e.rename()
	e.do("reopen", nil)
	e.w.event(e.t, "reopen", nil)
	e.comeOrGo()
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
	rows, struck := map[gameKey][]string{}, 0
	var void []int
	for _, record := range records[1:] {
		k := gameKey{number(record, "round"), number(record, "board"), number(record, "game")}
		switch {
		case column(record, "void") == "true":
			sp := number(record, "sp")
			if k.game == 1 && (e.each || k.board == 1) {
				void = append(void, sp)
			}
			got := pairing{strings.TrimPrefix(column(record, "white"), "'"), strings.TrimPrefix(column(record, "black"), "'"), column(record, "result")}
			if want := e.shownAs(e.struck[struckGame{sp, k.board, k.game}]); got != want {
				t.Errorf("the CSV says of %v with SP %d, which does not count: %v, people saw %v", k, sp, got, want)
			} else if got != (pairing{}) {
				struck++
			}
		case rows[k] != nil:
			t.Errorf("the CSV has %v twice", k)
		default:
			rows[k] = record
		}
	}
	if struck != len(e.struck) {
		t.Errorf("the CSV has %d results of positions that do not count, people told %d", struck, len(e.struck))
	}
	if slices.Sort(void); !slices.Equal(void, slices.Sorted(slices.Values(e.void))) {
		t.Errorf("the CSV has SP %v as void, people saw %v", void, e.void)
	}
	games, results := 0, e.shown()
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
				if link := column(rows[k], "link"); number(rows[k], "sp") != sp || got != results[k] || link != e.links[k] {
					t.Errorf("the CSV says of %v: SP %d, %v, %q; people saw SP %d, %v, %q", k, number(rows[k], "sp"), got, link, sp, results[k], e.links[k])
				}
			}
		}
	}
	if len(rows) != games {
		t.Errorf("the CSV has %d games, people saw %d", len(rows), games)
	}
	for _, p := range results {
		if p.result == "bye" { // no game
			games--
		}
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
	for k, p := range e.shown() {
		if p.result == "bye" {
			continue
		}
		round := fmt.Sprintf("%d.%d", k.round, k.board)
		if e.games > 1 {
			round += fmt.Sprint(".", k.game)
		}
		white, result := cmp.Or(p.white, "?"), strings.NewReplacer("½-½", "1/2-1/2", " forfeit", "", "0-0 forfeit", "*").Replace(p.result)
		want := fmt.Sprintf("[Round %q]\n[White %q]\n[Black %q]\n[Result %q]", round, white, cmp.Or(p.black, "?"), result)
		if !strings.Contains(string(out), want) {
			e.t.Errorf("another program reads\n%s\nwant\n%s", out, want)
		}
	}
}

// checkLog compares the file of the log with what was done, line by line. It checks the table of boards in the answer.
func (e *randomEvening) checkLog(text, file string) {
	lines := strings.Split(strings.TrimSpace(file), "\n")
	if len(lines) != len(e.done) {
		e.t.Errorf("the log has %d lines, %d things were done: %v\n%s", len(lines), len(e.done), e.done, file)
		return
	}
	for i, done := range e.done {
		fields := strings.Fields(lines[i])
		if fields[0] != done.at.UTC().Format(time.RFC3339) || fields[1] != done.kind || fields[2] != done.of {
			e.t.Errorf("line %d of the log: %s\nwant %v", i+1, lines[i], done)
		}
		for _, says := range done.says {
			if !strings.Contains(lines[i], says) {
				e.t.Errorf("line %d of the log has no %q: %s", i+1, says, lines[i])
			}
		}
		if was := strings.Contains(lines[i], "Previous result"); was != strings.Contains(fmt.Sprint(done.says), "Previous result") {
			e.t.Errorf("line %d of the log: %s\nwant %v", i+1, lines[i], done)
		}
	}
	if e.by.IntN(5) == 0 {
		page := e.w.event(e.t, "log", nil)
		for end := len(lines); end > 0; end -= 8 {
			e.checkLines(page.Text(), lines[max(end-8, 0):end])
			if end > 8 {
				page = e.w.pressLabel(e.t, discordtest.Anna, page, "Previous").Message
			}
		}
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

// shownLine is a line of the log in an answer.
var shownLine = regexp.MustCompile(`(?m)^<t:(\d+):t> (.*)$`)

// joinedLater are the positions of boards that joined a round.
var joinedLater = regexp.MustCompile(`(New in round \d+: boards? [^,]*), .*`)

// checkLines compares the lines of the log in an answer with those of the file, which has the
// positions of all boards.
func (e *randomEvening) checkLines(text string, lines []string) {
	shown := shownLine.FindAllStringSubmatch(text, -1)
	if len(shown) != len(lines) {
		e.t.Errorf("%d lines in the answer, %d in the file:\n%s", len(shown), len(lines), text)
		return
	}
	for i, line := range lines {
		fields := strings.Fields(line)
		at, _ := time.Parse(time.RFC3339, fields[0])
		_, says, _ := strings.Cut(line, fields[1])
		_, says, _ = strings.Cut(says, fields[2])
		says = strings.TrimSpace(says)
		said := regexp.MustCompile(`\\([[:punct:]])`).ReplaceAllString(shown[i][2], "$1")
		if e.each && (fields[1] == "draw" || fields[1] == "set" || fields[1] == "open") {
			said, _, _ = strings.Cut(said, ":")
			says, _, _ = strings.Cut(says, ":")
		}
		said, says = joinedLater.ReplaceAllString(said, "$1"), joinedLater.ReplaceAllString(says, "$1")
		if shown[i][1] != fmt.Sprint(at.Unix()) || said != says {
			e.t.Errorf("the answer says %q, the file %q", shown[i], line)
		}
	}
}

// standings writes the table of some evenings.
func standings(past []map[gameKey]pairing) string {
	points, games, byes := map[string]int{}, map[string]int{}, map[string]int{}
	against := map[string]map[string][]int{} // half points of games that were played, by player and opponent
	for _, results := range past {
		for _, p := range results {
			halves := map[string][2]int{"1-0": {2, 0}, "½-½": {1, 1}, "0-1": {0, 2}, "1-0 forfeit": {2, 0}, "0-1 forfeit": {0, 2}, "bye": {2, 0}}[p.result]
			for i, name := range []string{p.white, p.black} {
				if name == "" {
					continue
				}
				points[name], games[name] = points[name]+halves[i], games[name]+1
				switch p.result {
				case "bye":
					games[name], byes[name] = games[name]-1, byes[name]+1
				case "1-0", "½-½", "0-1":
					other := []string{p.black, p.white}[i]
					if against[name] == nil {
						against[name] = map[string][]int{}
					}
					against[name][other] = append(against[name][other], halves[i])
				}
			}
		}
	}
	// ties are the tie-breaks of a player, and how they are written; "" without a tie.
	ties := func(name string) (values [3]int, written string) {
		met, tied := true, 0
		for other := range games {
			if other == name || points[other] != points[name] {
				continue
			}
			tied++
			for third := range games {
				met = met && (points[third] != points[name] || third == other || against[other][third] != nil)
			}
			for _, half := range against[name][other] {
				values[0] += half
			}
		}
		direct := fmt.Sprintf("%.1f", float64(values[0])/2)
		if !met {
			values[0], direct = 0, "–"
		}
		for other, halves := range against[name] {
			for _, half := range halves {
				values[1] += half / 2
				values[2] += half * points[other]
			}
		}
		if tied == 0 {
			return [3]int{}, ""
		}
		return values, fmt.Sprintf("; %s · %d · %.2f", direct, values[1], float64(values[2])/4)
	}
	ordered := func(a, b string) int {
		first, _ := ties(a)
		second, _ := ties(b)
		return cmp.Or(points[b]-points[a], slices.Compare(second[:], first[:]))
	}
	names := slices.SortedFunc(maps.Keys(games), func(a, b string) int {
		return cmp.Or(ordered(a, b), games[a]+byes[a]-games[b]-byes[b], byes[a]-byes[b], strings.Compare(strings.ToLower(a), strings.ToLower(b)))
	})
	var lines []string
	last := ""
	for i := 0; i < len(names); {
		name, rank := names[i], i+1
		for rank > 1 && ordered(names[rank-2], name) == 0 {
			rank--
		}
		var same []string
		for ; i < len(names) && ordered(names[i], name) == 0 && games[names[i]] == games[name] && byes[names[i]] == byes[name]; i++ {
			same = append(same, strings.ReplaceAll(names[i], "*", `\*`))
		}
		counted := fmt.Sprintf("%d games", games[name])
		if games[name] == 1 {
			counted = "1 game"
		}
		free := "a bye"
		if byes[name] > 1 {
			free = fmt.Sprint(byes[name], " byes")
		}
		switch {
		case games[name] == 0 && byes[name] == 0:
			counted = "no games"
		case games[name] == 0:
			counted = free
		case byes[name] > 0:
			counted += " and " + free
		}
		list := strings.Join(same, ", ")
		if n := len(same); n > 1 {
			list = strings.Join(same[:n-1], ", ") + " and " + same[n-1]
		}
		_, tied := ties(name)
		if tied != "" {
			last = "\n-# Equal points: direct encounter (– unless all tied players have met) · games won · Sonneborn-Berger."
		}
		lines = append(lines, fmt.Sprintf("%d · %s: **%.1f** points (%s%s)", rank, list, float64(points[name])/2, counted, tied))
	}
	return strings.Join(lines, "\n") + last
}
