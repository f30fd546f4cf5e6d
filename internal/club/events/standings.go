package events

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// A Standing is a row of the table of one or several evenings.
type Standing struct {
	Rank   int // shared by those with equal points
	Name   string
	Points int // half points
	Games  int // with a result, byes and games that nobody came to included
}

// PlayerKey returns what two spellings of one player's name have in common: case and spaces
// do not count.
func PlayerKey(name string) string { return strings.ToLower(oneSpace(name)) }

// Standings returns the table of some events. Of players with equal points, those with fewer
// games come first. Players without a name have no row. Names are
// spelt as in the last result.
func Standings(list ...*Event) []Standing {
	rows := map[string]Standing{}
	add := func(name string, points int) {
		if key := PlayerKey(name); key != "" {
			row := rows[key]
			rows[key] = Standing{Name: strings.TrimSpace(name), Points: row.Points + points, Games: row.Games + 1}
		}
	}
	for _, e := range list {
		results := slices.SortedFunc(maps.Values(e.results()), func(a, b Result) int { return a.Index - b.Index })
		for _, r := range results {
			if white, black, ok := r.Outcome.Points(); ok {
				add(r.White, white)
				add(r.Black, black)
			}
		}
	}
	table := slices.SortedFunc(maps.Values(rows), func(a, b Standing) int {
		return cmp.Or(b.Points-a.Points, a.Games-b.Games, strings.Compare(PlayerKey(a.Name), PlayerKey(b.Name)))
	})
	for i := range table {
		table[i].Rank = i + 1
		if i > 0 && table[i].Points == table[i-1].Points {
			table[i].Rank = table[i-1].Rank
		}
	}
	return table
}
