package evening

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestResults(t *testing.T) {
	e := drawnEvening(t, true)
	one, two := GameRef{0, 1, 1}, GameRef{0, 2, 1}
	for i, test := range []struct {
		results []Result
		added   int
		want    error
	}{
		{[]Result{{Game: one, White: "Anna", Black: "Ben", Outcome: WhiteWins}}, 1, nil},
		{[]Result{{Game: one, White: "Anna", Black: "Ben", Outcome: WhiteWins}}, 0, nil},           // nothing new
		{[]Result{{Game: one, White: "a", Black: "b", Outcome: Drawn, Link: "https://l"}}, 1, nil}, // beside the typed one
		{[]Result{{Game: two, White: "a", Black: "b", Outcome: Drawn, Link: "https://l"}}, 1, nil},
		{[]Result{{Game: two, White: "Cleo", Black: "Anna", Outcome: BlackWins}}, 1, nil},
		{[]Result{{Game: two, White: "a", Black: "b", Outcome: Drawn, Link: "https://l"}}, 0, nil},
		{[]Result{{Game: one, Outcome: Drawn}, {Game: GameRef{0, 3, 1}, Outcome: Drawn}}, 0, ErrNoGame},
		{[]Result{{Game: GameRef{0, 1, 2}, Outcome: Drawn}}, 0, ErrNoGame},
	} {
		asker := by("ann")
		if test.results[0].Link != "" {
			asker = Asker{At: evening}
		}
		added, err := e.AddResults(asker, test.results)
		if len(added) != test.added || !errors.Is(err, test.want) {
			t.Errorf("%d: %v, %v", i, added, err)
		}
	}
	if got := shortTable(e); got != "1 Anna 4/2/0, 2 Ben 0/1/0, 2 Cleo 0/1/0" {
		t.Errorf("the table is %v", got)
	}
	if list, err := e.AnswerRename(by("ann"), " aNNa ", "Anne"); err != nil || e.Renamed(list[0]) != 2 {
		t.Errorf("renamed: %v, %v", list, err)
	}
	if _, err := e.AddResults(by("ann"), []Result{{Game: one, Outcome: Unknown}}); err != nil {
		t.Fatal(err)
	}
	if got := Standings(e, e); len(got) != 2 || got[0].Name != "Anne" || got[0].Points != 4 {
		t.Errorf("the table of two evenings is %v", got)
	}
	table, games := exported(t, e)
	if table[1]["white"] != "Cleo" || table[1]["result"] != "0-1" || table[0]["result"] != "*" {
		t.Errorf("the table is %v", table)
	}
	if !strings.Contains(games, "[White \"Cleo\"]\n[Black \"Anne\"]\n[Result \"0-1\"]") || !strings.HasSuffix(games, "\n\n0-1\n\n") {
		t.Errorf("the games are %s", games)
	}
	if _, err := e.Void(1, "", by("ann")); err != nil || len(Standings(e)) != 0 {
		t.Errorf("after the round was struck out: %v, %v", Standings(e), err)
	}
}

// Every outcome gives at most a point, and its PGN is one of four.
func TestOutcomes(t *testing.T) {
	for _, o := range Outcomes() {
		white, black, ok := o.Points()
		if white+black > 2 || ok == (o == Unknown) || !slices.Contains([]string{"1-0", "0-1", "1/2-1/2", "*"}, o.PGN()) {
			t.Errorf("%s: %d, %d, %v, %s", o, white, black, ok, o.PGN())
		}
	}
}

// The first spelling of a name stays until a rename, and a result without names has the players of the
// other game of its pairing, with colours reversed.
func TestNamesOfResults(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 9, Games: 2})
	play(t, e, zero)
	tell := func(board, game int, white, black string, o Outcome, want string) {
		t.Helper()
		ref := GameRef{0, board, game}
		if _, err := e.AddResults(by("ann"), []Result{{Game: ref, White: white, Black: black, Outcome: o}}); err != nil {
			t.Fatal(err)
		}
		if r := e.ResultOf(ref); r.White+" – "+r.Black != want || r.Outcome != o {
			t.Errorf("board %d.%d: %+v, want %s", board, game, r, want)
		}
	}
	tell(1, 1, "Anna", "Ben", WhiteWins, "Anna – Ben")
	tell(1, 2, "", "", WhiteWins, "Ben – Anna")
	tell(2, 1, "anna", " BEN ", Drawn, "Anna – Ben")
	tell(3, 2, "Cem,", "Dana:", Drawn, "Cem – Dana")
	tell(3, 1, "", "", Drawn, "Dana – Cem")
	tell(4, 1, "Eva", "", Bye, "Eva – ")
	tell(4, 2, "", "", WhiteWins, " – ")
	tell(5, 2, "", "", WhiteWins, " – ")
	asker := by("ann")
	asker.Interaction = "rename"
	if _, err := e.AnswerRename(asker, "Anna", "ANNA K."); err != nil {
		t.Fatal(err)
	}
	tell(6, 1, "anna k.", "ben", Drawn, "ANNA K. – Ben")
	tell(7, 1, "anna", "cem", Drawn, "ANNA K. – Cem")
	if got := Standings(e)[0].Name; got != "ANNA K." {
		t.Errorf("the first of the table is %s", got)
	}
}

// A bye has no Black, even if a Black was known: nobody else played.
func TestByeHasNoBlack(t *testing.T) {
	e, board := drawnEvening(t, true), GameRef{0, 1, 1}
	for _, r := range []Result{{Game: board, White: "Cleo", Black: "Dan", Outcome: Unknown}, {Game: board, White: "Cleo", Black: "Dan", Outcome: Bye}} {
		if _, err := e.AddResults(by("ann"), []Result{r}); err != nil {
			t.Fatal(err)
		}
	}
	if table := Standings(e); len(table) != 1 || table[0].Name != "Cleo" || e.ResultOf(board).Black != "" {
		t.Errorf("%+v", table)
	}
}

// Of players who share a rank, those with fewer games come first.
func TestFewerGamesComeFirst(t *testing.T) {
	e := drawnEvening(t, true)
	if _, err := e.AddResults(by("ann"), []Result{
		{Game: GameRef{0, 1, 1}, White: "Anna", Black: "Ben", Outcome: WhiteWins},
		{Game: GameRef{0, 2, 1}, White: "Zoe", Black: "Dan", Outcome: WhiteWins},
	}); err != nil {
		t.Fatal(err)
	}
	play(t, e, zero)
	if _, err := e.AddResults(by("ann"), []Result{{Game: GameRef{1, 1, 1}, White: "Anna", Black: "Dan", Outcome: BlackWins}}); err != nil {
		t.Fatal(err)
	}
	if table := shortTable(e); table != "1 Zoe 2/1/0, 1 Dan 2/2/0, 3 Anna 2/2/0, 4 Ben 0/1/0" {
		t.Errorf("the table is %s", table)
	}
}

// A result for the position that a board was drawn again with corrects nothing.
func TestARedrawnBoardIsNoCorrection(t *testing.T) {
	e := drawnEvening(t, true)
	told := func(board int, o Outcome) {
		t.Helper()
		if _, err := e.AddResults(by("ann"), []Result{{Game: GameRef{0, board, 1}, White: "Anna", Black: "Ben", Outcome: o}}); err != nil {
			t.Fatal(err)
		}
	}
	told(1, WhiteWins)
	told(2, WhiteWins)
	if _, err := e.AnswerRedraw(by("ann"), 1, 1, "", zero); err != nil {
		t.Fatal(err)
	}
	told(1, BlackWins)
	told(2, Drawn)
	var was []Outcome
	for _, entry := range e.Log(evening.AddDate(0, 0, 1)) {
		if entry.Kind == EntryResult {
			was = append(was, entry.Was)
		}
	}
	if want := []Outcome{"", "", "", WhiteWins}; !slices.Equal(was, want) {
		t.Errorf("the results replaced %q, want %q", was, want)
	}
}

// Discord may deliver a result to two processes. The later one does not undo a correction that
// came meanwhile. The same person may tell the first result again.
func TestResultsThatAreDeliveredTwice(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 1, Games: 1})
	play(t, e, func(int) (int, error) { return 5, nil })
	tell := func(outcome Outcome, asked, at time.Duration) {
		t.Helper()
		by := Asker{User: "ann", Asked: evening.Add(asked), At: evening.Add(at)}
		if _, err := e.AddResults(by, []Result{{Game: GameRef{Board: 1, Game: 1}, White: "Anna", Black: "Ben", Outcome: outcome}}); err != nil {
			t.Fatal(err)
		}
	}
	const ms = time.Millisecond
	tell(WhiteWins, 0, 100*ms)
	tell(BlackWins, 1000*ms, 1100*ms)
	tell(WhiteWins, 0, 1200*ms)
	if r := e.ResultOf(GameRef{Board: 1, Game: 1}); r.Outcome != BlackWins || len(e.Results) != 2 {
		t.Errorf("%v, %d lines", r.Outcome, len(e.Results))
	}
	tell(WhiteWins, 2000*ms, 2100*ms)
	if r := e.ResultOf(GameRef{Board: 1, Game: 1}); r.Outcome != WhiteWins || len(e.Results) != 3 {
		t.Errorf("told again: %v, %d lines", r.Outcome, len(e.Results))
	}
}

// A board with one of two results is not one without any.
func TestOneOfTwo(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 3, Games: 2})
	play(t, e, zero)
	for _, g := range []GameRef{{0, 1, 1}, {0, 1, 2}, {0, 2, 2}} {
		if _, err := e.AddResults(by("ann"), []Result{{Game: g, White: "A", Black: "B", Outcome: Drawn}}); err != nil {
			t.Fatal(err)
		}
	}
	if half, missing := e.OneOfTwo(&e.Draws[0]), e.Missing(&e.Draws[0]); !slices.Equal(half, []int{2}) || !slices.Equal(missing, []int{2, 3}) {
		t.Errorf("%v have one of two, %v miss one", half, missing)
	}
}

// A game without names has those of the other game of its pairing, with colours reversed: all that are known, whatever
// its result. A bye has no second game.
func TestNamesOfTheOtherGame(t *testing.T) {
	for name, c := range map[string]struct {
		first, second Result
		want          string
	}{
		"both":           {Result{White: "Anna", Black: "Ben", Outcome: Drawn}, Result{}, "Anna – Ben, Ben – Anna"},
		"one":            {Result{White: "Anna", Outcome: Drawn}, Result{}, "Anna –, – Anna"},
		"a result":       {Result{White: "Anna", Black: "Ben", Outcome: Drawn}, Result{Outcome: WhiteWins}, "Anna – Ben, Ben – Anna"},
		"a bye":          {Result{White: "Anna", Outcome: Bye}, Result{}, "Anna –, –"},
		"names":          {Result{White: "Anna", Black: "Ben", Outcome: Drawn}, Result{White: "Cem", Outcome: Unknown}, "Anna – Ben, Cem –"},
		"the second one": {Result{}, Result{White: "Anna", Black: "Ben", Outcome: Unknown}, "Ben – Anna, Anna – Ben"},
	} {
		e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 1, Games: 2})
		play(t, e, zero)
		for i, r := range []Result{c.second, c.first} { // the names come later
			if r.Game = (GameRef{0, 1, 2 - i}); r.Outcome != "" {
				if _, err := e.AddResults(by("ann"), []Result{r}); err != nil {
					t.Fatal(err)
				}
			}
		}
		d := &e.Draws[0]
		games, told := e.GamesOf(d), e.Told(d)
		if got := namesOf(games[0]) + ", " + namesOf(games[1]); got != c.want || got != namesOf(told[0].Result)+", "+namesOf(told[1].Result) {
			t.Errorf("%s: %s, told %s, %s; want %s", name, got, namesOf(told[0].Result), namesOf(told[1].Result), c.want)
		}
	}
}
