package evening

import (
	"slices"
	"testing"
)

// A name is a slip of another one by accents or by one letter, never by a digit.
func TestNear(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Ana", "Anna", true}, {"anna", "Ännä", true}, {"Müller", "Muller", true}, {"Karl", "Carl", true}, {"Meier", "Meyer", true},
		{"Anna M.", "Anna", false}, {"Jo", "Jon", false}, {"Carl10", "Carl11", false}, {"Carl", "Carl1", false}, {"Ben", "Anna", false}, {"Иван", "Ивана", true},
	} {
		if near(c.a, c.b) != c.want || near(c.b, c.a) != c.want {
			t.Errorf("%s and %s: near is %v", c.a, c.b, !c.want)
		}
	}
}

// A known player who has a board of the round is nobody else, and known names are not new.
func TestNewNames(t *testing.T) {
	e := Event{Rules: Rules{Rounds: 1, Boards: 3, Games: 1}, Draws: []Draw{{Round: 1, SPs: []int{518}}}}
	game := func(board int, white, black string) Result {
		return Result{Game: GameRef{Board: board, Game: 1}, White: white, Black: black, Outcome: Drawn}
	}
	told, err := e.AddResults(Asker{}, []Result{game(1, "Ana", "Ben"), game(2, "Benn", "FRITZ"), game(3, "Gina", "")})
	if err != nil {
		t.Fatal(err)
	}
	got := e.NewNames(told, []string{"Anna", "Ben", "Fritz"})
	if want := []NewName{{"Ana", "Anna"}, {"Benn", ""}, {"Gina", ""}}; !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
