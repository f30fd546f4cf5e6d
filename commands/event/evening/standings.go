package evening

import (
	"cmp"
	"encoding/csv"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Standing is a row of the table of one or several evenings.
type Standing struct {
	Rank   int // shared by those with equal points and equal tie-breaks
	Name   string
	Points int // half points
	Games  int // with a result, games that nobody came to included
	Byes   int // each a point
	Tied   bool
	Ties   TieBreaks
}

// TieBreaks order players with equal points: first Direct, then Won, then Berger, each with the highest
// first. They count games that were played, and the second game of a pairing is a game. A bye and a
// forfeit count nothing.
type TieBreaks struct {
	Met    bool // all players with these points have played each other
	Direct int  // half points from the games against each other if all have met; otherwise 0
	Won    int  // won games
	// Berger is the Sonneborn-Berger score in quarter points: of each game the points of the opponent in the
	// table, times the own points of the game. An opponent without a name has none.
	Berger int
}

// A meeting is a game that was played, from the side of one player: the key of the opponent, and the own half
// points.
type meeting struct {
	against string
	points  int
}

// Standings returns the table of some events, given the last first. TieBreaks order players with equal
// points. Of those who share a rank, those with fewer games come first. Players without a name have no row.
// Names are spelt as in the last result.
func Standings(list ...*Event) []Standing {
	rows, played := map[string]Standing{}, map[string][]meeting{}
	add := func(name, against string, points int, outcome Outcome) {
		key := PlayerKey(name)
		if key == "" {
			return
		}
		row := rows[key]
		row.Name, row.Points = strings.TrimSpace(name), row.Points+points
		switch {
		case outcome == Bye:
			row.Byes++
		case outcome.Forfeit():
			row.Games++
		default:
			row.Games++
			played[key] = append(played[key], meeting{PlayerKey(against), points})
		}
		rows[key] = row
	}
	for _, r := range scored(list) {
		white, black, _ := r.Outcome.Points()
		add(r.White, r.Black, white, r.Outcome)
		add(r.Black, r.White, black, r.Outcome)
	}
	tied := map[int][]string{} // keys by points
	for key, row := range rows {
		tied[row.Points] = append(tied[row.Points], key)
	}
	for key, row := range rows {
		row.Tied = len(tied[row.Points]) > 1
		for _, m := range played[key] {
			if m.points == 2 {
				row.Ties.Won++
			}
			row.Ties.Berger += m.points * rows[m.against].Points
		}
		rows[key] = row
	}
	for points, keys := range tied {
		direct, met := map[string]int{}, len(keys) > 1
		for _, key := range keys {
			opponents := map[string]bool{}
			for _, m := range played[key] {
				if row, ok := rows[m.against]; ok && row.Points == points {
					direct[key] += m.points
					opponents[m.against] = true
				}
			}
			met = met && len(opponents) == len(keys)-1
		}
		for _, key := range keys {
			if row := rows[key]; met {
				row.Ties.Met, row.Ties.Direct = true, direct[key]
				rows[key] = row
			}
		}
	}
	byRank := func(a, b Standing) int {
		return cmp.Or(b.Points-a.Points, b.Ties.Direct-a.Ties.Direct, b.Ties.Won-a.Ties.Won, b.Ties.Berger-a.Ties.Berger)
	}
	keys := slices.SortedFunc(maps.Keys(rows), func(x, y string) int {
		a, b := rows[x], rows[y]
		return cmp.Or(byRank(a, b), a.Games+a.Byes-b.Games-b.Byes, a.Byes-b.Byes, strings.Compare(x, y))
	})
	var table []Standing
	for i, key := range keys {
		table = append(table, rows[key])
		table[i].Rank = i + 1
		if i > 0 && byRank(table[i-1], table[i]) == 0 {
			table[i].Rank = table[i-1].Rank
		}
	}
	return table
}

// scored returns the results that count of some events, given the last first, in the order in which they came.
func scored(list []*Event) (all []Result) {
	for _, e := range slices.Backward(list) {
		results := slices.SortedFunc(maps.Values(e.results((*Draw).counts)), func(a, b Result) int { return a.Index - b.Index })
		all = append(all, slices.DeleteFunc(results, func(r Result) bool { return !r.Outcome.Scored() })...)
	}
	return all
}

// CrossTable returns what the players of an event have made of each other, in the order of its standings:
// row by row, and column by column the games against that player in the order of the rounds. A mark is a
// letter: 1, ½ or 0 of a game that was played, and + or - of a forfeit.
func (e *Event) CrossTable(rows []Standing) [][]string {
	index, table := map[string]int{}, make([][]string, len(rows))
	for i, row := range rows {
		index[PlayerKey(row.Name)], table[i] = i, make([]string, len(rows))
	}
	for i := range e.Draws {
		for _, g := range e.GamesOf(&e.Draws[i]) {
			white, named := index[PlayerKey(g.White)]
			black, both := index[PlayerKey(g.Black)]
			if points, against, ok := g.Outcome.Points(); ok && named && both {
				table[white][black] += mark(points, g.Outcome)
				table[black][white] += mark(against, g.Outcome)
			}
		}
	}
	return table
}

// mark is the mark of half points of a game in a cross table.
func mark(points int, outcome Outcome) string {
	switch {
	case outcome.Forfeit() && points == 2:
		return "+"
	case outcome.Forfeit():
		return "-"
	}
	return [...]string{"0", "½", "1"}[points]
}

// standingsHeader names the columns of the standings. A column for each player follows, "against 1" for the
// first row.
var standingsHeader = strings.Split("number,rank,player,points,games,byes,direct_encounter,won,sonneborn_berger", ",")

// csvMarks writes the games of a cell of the cross table: "1 ½f". A spreadsheet would run a + as a formula.
var csvMarks = strings.NewReplacer("1", " 1", "½", " ½", "0", " 0", "+", " 1f", "-", " 0f")

// mostCrossed is the largest number of players in a cross table: two at each of 200 boards. Its size is the
// square of it, and an event can have ten thousand names.
const mostCrossed = 2 * MostBoards

// writeStandings writes the standings as CSV, with the cross table unless mostCrossed forbids it. Nothing is written without players. names
// has names for players who were given as mentions. The direct encounter is empty if it does not count.
func (e *Event) writeStandings(out io.Writer, names map[string]string) error {
	rows := Standings(e)
	if rows == nil {
		return nil
	}
	header, marks := slices.Clone(standingsHeader), make([][]string, len(rows))
	if len(rows) <= mostCrossed {
		marks = e.CrossTable(rows)
		for i := range rows {
			header = append(header, "against_"+strconv.Itoa(i+1))
		}
	}
	w := csv.NewWriter(out)
	w.Write(header)
	for i, s := range rows {
		direct := ""
		if s.Ties.Met {
			direct = half(s.Ties.Direct)
		}
		row := []string{
			strconv.Itoa(i + 1), strconv.Itoa(s.Rank), cell(cmp.Or(names[s.Name], s.Name)), half(s.Points), strconv.Itoa(s.Games), strconv.Itoa(s.Byes),
			direct, strconv.Itoa(s.Ties.Won), strconv.FormatFloat(float64(s.Ties.Berger)/4, 'f', -1, 64),
		}
		for _, games := range marks[i] {
			row = append(row, strings.TrimSpace(csvMarks.Replace(games)))
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// half writes half points: "3.5".
func half(points int) string { return strconv.FormatFloat(float64(points)/2, 'f', -1, 64) }
