package event

import (
	"fmt"
	"strings"
	"testing"

	"chess960bot/commands/event/evening"
	"chess960bot/internal/chat"
	"chess960bot/internal/voice"
)

// A cross table fits the block of code on a phone in every language, or there is none. With two games between two
// players, it has fewer of them.
func TestCrossTableFitsAPhone(t *testing.T) {
	for players := 1; players <= mostCrossed+1; players++ {
		for games := 1; games <= evening.MostGames; games++ {
			e := drawnEvent(t, evening.Rules{Name: "x", Rounds: 1, Boards: 100, Games: games})
			var results []evening.Result
			name := func(i int) string { return fmt.Sprintf("%c عمر `Maximiliane` Дарья", 'A'+i) }
			for i := range players {
				for j := range i {
					for game := 1; game <= games; game++ {
						r := evening.Result{Game: evening.GameRef{Board: len(results)/games + 1, Game: game}, White: name(i), Black: name(j), Outcome: evening.WhiteWins}
						results = append(results, r)
					}
				}
			}
			if _, err := e.AddResults(evening.Asker{}, results); err != nil {
				t.Fatal(err)
			}
			rows := evening.Standings(&e)
			table := crossLines(&e, rows, nil)
			if wanted := players >= 2 && players <= mostCrossed && (games == 1 || players <= 8); (table != nil) != wanted || (crossButton(&e, rows) != nil) != wanted {
				t.Errorf("%d players with %d games: %v", players, games, table)
			}
			for _, language := range voice.Languages() {
				said := voice.In(language).Say(table)
				for line := range strings.Lines(said) {
					if n := len([]rune(strings.TrimSpace(line))); n > chat.MostColumns || strings.Contains(line, "`") {
						t.Errorf("%d players in %s: %d columns in %q", players, language, n, line)
					}
				}
			}
		}
	}
	if crossLines(&evening.Event{}, nil, nil) != nil {
		t.Error("a table without players")
	}
}
