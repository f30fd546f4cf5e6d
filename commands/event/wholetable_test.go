package event

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/workshop/chattest"
)

// epoch is when the random evenings begin.
var epoch = time.Unix(1_790_000_000, 0)

// A modelGame is a game as a person would write it into a notebook.
type modelGame struct {
	round, board, game int
	white, black       string
	outcome            evening.Outcome
}

// modelPoints are the points of both players, and whether the game was played.
var modelPoints = map[evening.Outcome]struct {
	white, black float64
	played       bool
}{
	evening.WhiteWins: {1, 0, true}, evening.Drawn: {.5, .5, true}, evening.BlackWins: {0, 1, true},
	evening.WhiteByLoss: {1, 0, false}, evening.BlackByLoss: {0, 1, false}, evening.NoOneCame: {0, 0, false}, evening.Bye: {1, 0, false},
}

// A model is an evening in a notebook, and its tie-breaks by their definitions.
type model map[string]*modelGame // by round, board and game: "1.2.1"

func (m model) scored() (games []*modelGame) {
	for _, g := range m {
		if _, ok := modelPoints[g.outcome]; ok {
			games = append(games, g)
		}
	}
	return games
}

// points sums what a player has made of some games: all games, or those that were played against some players.
func (m model) points(player string, against func(opponent string) bool) (sum float64) {
	for _, g := range m.scored() {
		p := modelPoints[g.outcome]
		switch {
		case against != nil && !p.played:
		case g.white == player && (against == nil || against(g.black)):
			sum += p.white
		case g.black == player && (against == nil || against(g.white)):
			sum += p.black
		}
	}
	return sum
}

// met reports whether two players have played a game.
func (m model) met(a, b string) bool {
	return slices.ContainsFunc(m.scored(), func(g *modelGame) bool {
		return modelPoints[g.outcome].played && (g.white == a && g.black == b || g.white == b && g.black == a)
	})
}

// A modelRow is what standings.csv says about a player.
type modelRow struct {
	points, won, berger float64
	direct              string
}

func (m model) row(player string, players []string) (row modelRow) {
	row.points = m.points(player, nil)
	var tied []string
	for _, other := range players {
		if m.points(other, nil) == row.points {
			tied = append(tied, other)
		}
	}
	all := len(tied) > 1
	for _, a := range tied {
		for _, b := range tied {
			all = all && (a == b || m.met(a, b))
		}
	}
	if all {
		row.direct = fmt.Sprint(m.points(player, func(opponent string) bool { return slices.Contains(tied, opponent) }))
	}
	for _, g := range m.scored() {
		p := modelPoints[g.outcome]
		opponent, points := "", 0.0
		switch {
		case !p.played:
			continue
		case g.white == player:
			opponent, points = g.black, p.white
		case g.black == player:
			opponent, points = g.white, p.black
		default:
			continue
		}
		if points == 1 {
			row.won++
		}
		row.berger += points * m.points(opponent, nil)
	}
	return row
}

// randomEvening plays an evening and its model: byes, forfeits, corrections, renames, rounds that are struck out,
// boards that are drawn again, results that are missing.
func randomEvening(t *testing.T, chance *rand.Rand) (*evening.Event, model) {
	t.Helper()
	pick := func(n int) (int, error) { return chance.IntN(n), nil }
	players := make([]string, 2+chance.IntN(13))
	for i := range players {
		players[i] = fmt.Sprintf("P%d", i+1)
	}
	boards := (len(players) + 1) / 2
	e := &evening.Event{ID: "e", Channel: "c", OpenedBy: "1", OpenedAt: epoch, Rules: evening.Rules{
		Name: "Random", Rounds: 1 + chance.IntN(7), Boards: boards, Games: 1 + chance.IntN(2), Each: chance.IntN(2) == 0,
	}}
	m := model{}
	n := 0
	asker := func() evening.Asker {
		n++
		return evening.Asker{User: "1", Name: "Anna", Interaction: strconv.Itoa(n), At: epoch.Add(time.Duration(n) * time.Minute)}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	tell := func(d *evening.Draw, g modelGame) {
		t.Helper()
		_, err := e.AddResults(asker(), []evening.Result{{
			Game: evening.GameRef{Draw: d.Index, Board: g.board, Game: g.game}, White: g.white, Black: g.black, Outcome: g.outcome,
		}})
		must(err)
		m[fmt.Sprintf("%d.%d.%d", g.round, g.board, g.game)] = &g
	}
	outcomes := []evening.Outcome{
		evening.WhiteWins, evening.WhiteWins, evening.Drawn, evening.Drawn, evening.BlackWins, evening.BlackWins,
		evening.WhiteByLoss, evening.BlackByLoss, evening.NoOneCame, evening.Unknown,
	}
	for round := 1; round <= e.Rules.Rounds; round++ {
		d, err := e.Draw(asker(), pick)
		must(err)
		chance.Shuffle(len(players), func(i, j int) { players[i], players[j] = players[j], players[i] })
		for board := 1; board <= boards; board++ {
			white, black := players[2*board-2], ""
			if 2*board-1 < len(players) {
				black = players[2*board-1]
			}
			for game := 1; game <= e.Rules.Games; game++ {
				g := modelGame{round, board, game, white, black, outcomes[chance.IntN(len(outcomes))]}
				if game == 2 {
					g.white, g.black = g.black, g.white
				}
				if black == "" {
					g.white, g.black, g.outcome = white, "", evening.Bye
				}
				tell(d, g)
				if g.outcome != evening.Bye && chance.IntN(8) == 0 { // a correction
					g.outcome = outcomes[chance.IntN(len(outcomes))]
					tell(d, g)
				}
			}
			if e.Rules.Each && chance.IntN(15) == 0 { // drawn again: nothing is known any more
				_, err := e.AnswerRedraw(asker(), round, board, "a slip", pick)
				must(err)
				for game := 1; game <= e.Rules.Games; game++ {
					delete(m, fmt.Sprintf("%d.%d.%d", round, board, game))
				}
			}
		}
		if chance.IntN(10) == 0 {
			_, err := e.Void(round, "a slip", asker())
			must(err)
			for key, g := range m {
				if g.round == round {
					delete(m, key)
				}
			}
			round--
		}
		if i := chance.IntN(3 * len(players)); i < len(players) && e.HasResults() {
			from, to := players[i], players[i]+"x"
			if _, err := e.AnswerRename(asker(), from, to); err != nil {
				continue // nobody has this name so far
			}
			players[i] = to
			for _, g := range m {
				g.white, g.black = strings.ReplaceAll(g.white+" ", from+" ", to), strings.ReplaceAll(g.black+" ", from+" ", to)
				g.white, g.black = strings.TrimSpace(g.white), strings.TrimSpace(g.black)
			}
		}
	}
	must(e.Close(asker()))
	return e, m
}

// logged matches the last version of a result in log.txt.
var logged = regexp.MustCompile(`(?m)^\S+ result (\d+)\.(\d+)(?:\.(\d+))? +[^:]+: ([^\s.,]+)(?: – ([^\s.,]+))?(?:, (.*?))?\. \S+ (?:reported|entered)`)

// The files of 200 random evenings say what a notebook says: the games, the points, the tie-breaks and what
// everybody has made of everybody.
func TestFilesOfRandomEvenings(t *testing.T) {
	for seed := range uint64(200) {
		e, m := randomEvening(t, rand.New(rand.NewPCG(960, seed)))
		files := map[string]string{}
		written, err := e.Files(t.Context(), 10<<20, nil, nil, writeLog(e, Tools{Now: func() time.Time { return epoch }}.logOf(e), nil, "en"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range written {
			files[f.Name] = string(f.Data)
		}
		fail := func(format string, args ...any) {
			t.Helper()
			t.Fatalf("evening %d: %s\n%s\n%s", seed, fmt.Sprintf(format, args...), files["standings.csv"], files["log.txt"])
		}
		key := func(round, board, game string) string { return round + "." + board + "." + cmp.Or(game, "1") }

		said := map[string]evening.Outcome{} // the last word of the log
		for _, line := range logged.FindAllStringSubmatch(files["log.txt"], -1) {
			for _, o := range evening.Outcomes() {
				if chattest.English(o.Name()) == line[6] || string(o) == line[6] || o == evening.Unknown && line[6] == "" { // a pairing without a result
					said[key(line[1], line[2], line[3])] = o
				}
			}
		}
		for k, g := range m {
			if said[k] != g.outcome {
				fail("the log says %q of game %s, the notebook %q", said[k], k, g.outcome)
			}
		}

		inTable := model{}
		for _, row := range rowsOf(t, files["event.csv"]) {
			if row["void"] == "true" || row["result"] == "" {
				continue
			}
			k := key(row["round"], row["board"], row["game"])
			inTable[k] = &modelGame{white: row["white"], black: row["black"], outcome: evening.Outcome(row["result"])}
		}
		if len(inTable) != len(m) {
			fail("event.csv has %d games with results, the notebook %d", len(inTable), len(m))
		}
		for k, g := range m {
			if got := inTable[k]; got == nil || got.white != g.white || got.black != g.black || got.outcome != g.outcome {
				fail("event.csv says of game %s: %+v, want %+v", k, got, g)
			}
			tags := fmt.Sprintf("[Round \"%d.%d\"]\n[White %q]\n[Black %q]\n[Result %q]\n", g.round, g.board, g.white, g.black, g.outcome.PGN())
			if e.Rules.Games > 1 {
				tags = strings.Replace(tags, `"]`, fmt.Sprintf(".%d\"]", g.game), 1)
			}
			if n := strings.Count(files["event.pgn"], tags); n != 1 && g.outcome != evening.Bye {
				fail("event.pgn has %d times\n%s", n, tags)
			}
		}
		compareStandings(e, m, rowsOf(t, files["standings.csv"]), fail)
	}
}

// compareStandings holds standings.csv against the notebook.
func compareStandings(e *evening.Event, m model, rows []map[string]string, fail func(format string, args ...any)) {
	var players []string
	for _, g := range m.scored() {
		for _, name := range []string{g.white, g.black} {
			if name != "" && !slices.Contains(players, name) {
				players = append(players, name)
			}
		}
	}
	if len(rows) != len(players) {
		fail("%d players, want %d", len(rows), len(players))
	}
	number := func(text string) float64 {
		n, err := strconv.ParseFloat(text, 64)
		if err != nil && text != "" {
			fail("%v", err)
		}
		return n
	}
	var last modelRow
	for i, row := range rows {
		want := m.row(row["player"], players)
		got := modelRow{number(row["points"]), number(row["won"]), number(row["sonneborn_berger"]), row["direct_encounter"]}
		if got != want {
			fail("%s has %+v, want %+v", row["player"], got, want)
		}
		order := cmp.Or(cmp.Compare(last.points, got.points), cmp.Compare(number(last.direct), number(got.direct)), cmp.Compare(last.won, got.won), cmp.Compare(last.berger, got.berger))
		shares := i > 0 && row["rank"] == rows[i-1]["rank"]
		if i > 0 && (order < 0 || shares != (order == 0)) || !shares && row["rank"] != strconv.Itoa(i+1) {
			fail("%s has rank %s", row["player"], row["rank"])
		}
		last = got
		sum, games := 0.0, 0
		for j := range rows {
			marks := strings.Fields(row[fmt.Sprintf("against_%d", j+1)])
			back := strings.Fields(rows[j][fmt.Sprintf("against_%d", i+1)])
			for k, mark := range marks {
				sum += map[byte]float64{'1': 1, '0': 0, 0xc2: .5}[mark[0]]
				if pair := mark + back[k]; !slices.Contains([]string{"10", "01", "½½", "1f0f", "0f1f", "0f0f"}, pair) {
					fail("%s against %s: %q and %q", row["player"], rows[j]["player"], marks, back)
				}
			}
			games += len(marks)
		}
		if byes := number(row["byes"]); sum+byes != got.points || fmt.Sprint(games) != row["games"] {
			fail("the games of %s give %v points of %d games", row["player"], sum+byes, games)
		}
	}
}

// rowsOf reads a table with its header.
func rowsOf(t *testing.T, text string) (rows []map[string]string) {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range lines[min(1, len(lines)):] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}
