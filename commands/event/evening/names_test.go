package evening

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
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
		if near(plain(c.a), plain(c.b)) != c.want || near(plain(c.b), plain(c.a)) != c.want {
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

// The beginning of a name is a known player if nobody else fits and the player has no other board. Case and
// accents do not count, vowels of other scripts do.
func TestAsKnown(t *testing.T) {
	known := []string{"Johanna", "Renée Martí", "Ana", "Anna", "Player 10", "Eva", "Evita", "Пётр", "<@42>", "सीता", "محمد"}
	for line, want := range map[string]string{
		"1 Jo – Ana 1-0":                      "Johanna – Ana, Jo = Johanna",
		"1 JOHANNA – ána 1-0":                 "JOHANNA – Ana",
		"1 renee marti – петр 1-0":            "Renée Martí – Пётр",
		"1 Ren – Пё 1-0":                      "Renée Martí – Пётр, Ren = Renée Martí, Пё = Пётр",
		"1 MARTI, Renée – Мор, Пётр 1-0":      "Renée Martí – Мор, Пётр",
		"1 J – Ev 1-0":                        "J – Ev",                      // too short, and two fit
		"1 An – Player 1 1-0":                 "An – Player 1",               // two fit, and digits tell apart
		"1 Jo – Johanna 1-0":                  "Jo – Johanna",                // on the other side
		"1 Jo – Joh 1-0":                      "Jo – Joh",                    // both may be
		"1 Jo – Ana 1-0\n2 Johanna – Ben 1-0": "Jo – Ana",                    // has another board
		"1 Jo – Ana 1-0\n2 Jo – Ben 1-0":      "Jo – Ana",                    // on two boards
		"1 Gus – Ana 1-0":                     "Gus – Ana",                   // has board 3
		"1 <@42> – <@4> 1-0":                  "<@42> – <@4>",                // mentions
		"1 सूता – مُحَمَّد 1-0":               "सूता – محمد",                 // another vowel, and marks that may be left out
		"3 Gust – Ivo 1-0":                    "Gustav – Ivo, Gust = Gustav", // the player has this board
	} {
		e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 3, Games: 1})
		play(t, e, zero)
		if _, err := e.AddResults(by("ann"), []Result{{Game: GameRef{0, 3, 1}, White: "Gustav", Black: "Ivo", Outcome: Unknown}}); err != nil {
			t.Fatal(err)
		}
		read, wrong := e.ReadResults(&e.Draws[0], line, nil)
		named, begun := e.AsKnown(read, e.NamesWith(known))
		got := named[0].White + " – " + named[0].Black
		for _, b := range begun {
			got += ", " + b.Typed + " = " + b.Name
			if again := Begin(b.Name, Letters(b.Typed)); PlayerKey(again) != PlayerKey(b.Typed) {
				t.Errorf("%q begins as %q, not %q", b.Name, again, b.Typed)
			}
		}
		if got != want || wrong != nil {
			t.Errorf("%q is %q, want %q (%v)", line, got, want, wrong)
		}
	}
}

// An organiser types five rounds of twelve boards. Names that are known are typed as the shortest beginnings
// that fit nobody else: each is read as its player. With a pasted list of pairings no name is typed.
func TestTypedCharacters(t *testing.T) {
	names := strings.Split("Anna Meier, Annika Vogt, Ben Karl, Benjamin Roth, Carla Stein, Cem Öztürk, Clara Engel, Dora Lang, David Kühn, Elif Kaya, "+
		"Emil Brandt, Eva Sommer, Finn Jansen, Frieda Wolf, Gül Demir, Gustav Adler, Hanna Krüger, Henrik Busch, Ines Rossi, Ivan Petrow, Jana Novak, José Martí, Karl Weiß, Lena Fuchs", ", ")
	random := rand.New(rand.NewPCG(9, 62))
	players := rosterOf(names)
	short := func(name string) string {
		for n := 2; n < len([]rune(name)); n++ {
			if begin := string([]rune(name)[:n]); players.begunBy(begin) == name && strings.TrimSpace(begin) == begin {
				return begin
			}
		}
		return name
	}
	e := newEvent(Rules{Name: "x", Rounds: 5, Boards: 12, Games: 1})
	before, begun, pasted := 0, 0, 0
	for round := range 5 {
		play(t, e, zero)
		order := random.Perm(len(names))
		typed, whole := "", ""
		for board := range 12 {
			white, black := names[order[2*board]], names[order[2*board+1]]
			result := []string{"1-0", "½", "0-1"}[random.IntN(3)]
			whole += fmt.Sprintf("%s – %s %s", white, black, result)
			pasted += len([]rune(" " + result))
			line := fmt.Sprintf("%s – %s %s", short(white), short(black), result)
			if round == 0 {
				line = fmt.Sprintf("%s – %s %s", white, black, result)
			}
			begun += len([]rune(line))
			typed += fmt.Sprintf("%d %s\n", board+1, line)
		}
		before += len([]rune(whole))
		read, wrong := e.ReadResults(&e.Draws[round], typed, nil)
		named, _ := e.AsKnown(read, e.NamesWith(nil))
		if _, err := e.AddResults(by("ann"), named); err != nil || wrong != nil {
			t.Fatal(err, wrong)
		}
		for board, g := range e.GamesOf(&e.Draws[round]) {
			if g.White != names[order[2*board]] || g.Black != names[order[2*board+1]] {
				t.Errorf("round %d: %+v of %q", round+1, g, typed)
			}
		}
	}
	t.Logf("%d characters with whole names, %d with beginnings, %d with pasted pairings", before, begun, pasted)
	if begun > before*6/10 || pasted > before/5 {
		t.Errorf("%d and %d of %d characters", begun, pasted, before)
	}
}
