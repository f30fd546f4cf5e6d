package evening

import (
	"fmt"
	"strings"
	"testing"
)

// shortTable writes the standings: rank, name, half points, games and byes.
func shortTable(list ...*Event) string {
	var rows []string
	for _, s := range Standings(list...) {
		rows = append(rows, fmt.Sprintf("%d %s %d/%d/%d", s.Rank, s.Name, s.Points, s.Games, s.Byes))
	}
	return strings.Join(rows, ", ")
}

// tiedTable tells results such as "A 1-0 B", and returns the standings: rank, name and half points, and of players
// with equal points the tie-breaks, with ! if all of these players have met.
func tiedTable(t *testing.T, results ...string) string {
	t.Helper()
	e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 20, Games: 2})
	play(t, e, zero)
	for i, line := range results {
		words := strings.Split(line, " ")
		r := Result{Game: GameRef{0, i/2 + 1, i%2 + 1}, White: words[0], Black: words[2], Outcome: Outcome(strings.ReplaceAll(words[1], "f", " forfeit"))}
		if _, err := e.AddResults(by("ann"), []Result{r}); err != nil {
			t.Fatal(line, err)
		}
	}
	var rows []string
	for _, s := range Standings(e) {
		row := fmt.Sprintf("%d %s %d", s.Rank, s.Name, s.Points)
		if s.Tied {
			row += fmt.Sprintf(" (%d %d %d)", s.Ties.Direct, s.Ties.Won, s.Ties.Berger)
		}
		if s.Ties.Met {
			row += "!"
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, ", ")
}

func TestTieBreaks(t *testing.T) {
	for name, test := range map[string]struct {
		results []string
		want    string
	}{
		"a cycle":                  {[]string{"A 1-0 B", "B 1-0 C", "C 1-0 A"}, "1 A 2 (2 1 4)!, 1 B 2 (2 1 4)!, 1 C 2 (2 1 4)!"},
		"two have met":             {[]string{"B 1-0 C", "A 1-0 B"}, "1 A 2 (2 1 4)!, 2 B 2 (0 1 0)!, 3 C 0"},
		"nobody has met":           {[]string{"A 1-0 C", "B 1-0 D"}, "1 A 2 (0 1 0), 1 B 2 (0 1 0), 3 C 0 (0 0 0), 3 D 0 (0 0 0)"},
		"both games of a pair":     {[]string{"A 1-0 B", "B ½-½ A", "B 1-0 C"}, "1 A 3 (3 1 9)!, 2 B 3 (1 1 3)!, 3 C 0"},
		"a forfeit is no game":     {[]string{"A 1-0f B", "B 1-0 C"}, "1 B 2 (0 1 0), 2 A 2 (0 0 0), 3 C 0"},
		"a bye is no game":         {[]string{"A bye -", "B 1-0 C"}, "1 B 2 (0 1 0), 2 A 2 (0 0 0), 3 C 0"},
		"an opponent with a bye":   {[]string{"C bye -", "A 1-0 C", "B 1-0 D"}, "1 A 2 (0 1 4), 2 B 2 (0 1 0), 3 C 2 (0 0 0), 4 D 0"},
		"a draw with a strong one": {[]string{"A 1-0 D", "A 1-0 E", "A ½-½ B", "C ½-½ D"}, "1 A 5, 2 B 1 (0 0 5), 3 C 1 (0 0 1), 3 D 1 (0 0 1), 5 E 0"},
	} {
		if got := tiedTable(t, test.results...); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}
