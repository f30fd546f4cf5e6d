package evening

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A Standing is a row of the table of one or several evenings.
type Standing struct {
	Rank   int // shared by those with equal points
	Name   string
	Points int // half points
	Games  int // with a result, games that nobody came to included
	Byes   int // each a point
}

// PlayerKey returns what two spellings of one player's name have in common: case, spaces, letters
// made of two characters and characters that nobody can see do not count.
func PlayerKey(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, norm.NFC.String(strings.ToLower(oneSpace(name))))
}

// Players returns the names in the last result of each game, the last first.
func (e *Event) Players() (players []string) {
	names, seen := e.aliases(), map[GameRef]bool{}
	for _, r := range slices.Backward(e.Results) {
		if r := r.named(names); !seen[r.Game] {
			players = append(players, r.White, r.Black)
		}
		seen[r.Game] = true
	}
	return players
}

// Standings returns the table of some events, given the last first. Of players with equal points,
// those with fewer games come first. Players without a name have no row. Names are spelt as in the
// last result.
func Standings(list ...*Event) []Standing {
	rows := map[string]Standing{}
	add := func(name string, points int, bye bool) {
		if key := PlayerKey(name); key != "" {
			row := rows[key]
			row.Name, row.Points = strings.TrimSpace(name), row.Points+points
			if bye {
				row.Byes++
			} else {
				row.Games++
			}
			rows[key] = row
		}
	}
	for _, e := range slices.Backward(list) {
		results := slices.SortedFunc(maps.Values(e.results()), func(a, b Result) int { return a.Index - b.Index })
		for _, r := range results {
			if white, black, ok := r.Outcome.Points(); ok {
				add(r.White, white, r.Outcome == Bye)
				add(r.Black, black, false)
			}
		}
	}
	table := slices.SortedFunc(maps.Values(rows), func(a, b Standing) int {
		return cmp.Or(b.Points-a.Points, a.Games+a.Byes-b.Games-b.Byes, a.Byes-b.Byes, strings.Compare(PlayerKey(a.Name), PlayerKey(b.Name)))
	})
	for i := range table {
		table[i].Rank = i + 1
		if i > 0 && table[i].Points == table[i-1].Points {
			table[i].Rank = table[i-1].Rank
		}
	}
	return table
}
