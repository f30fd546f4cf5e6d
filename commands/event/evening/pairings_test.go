package evening

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// lists are lists of pairings as programs and sheets write or show them. Each has the pairs of wantPairs.
var lists = map[string]string{
	"lines":         "1 Anna Meier – Ben Karl\n2 Cem Öz – Dora\n3 Eva bye",
	"no numbers":    "Anna Meier - Ben Karl\nCem Öz vs. Dora\nEva – bye",
	"points behind": "1  Anna Meier (1.5) 1820 – Ben Karl (1)\n2  Cem Öz (1) 1712 – Dora (½)\n3  Eva (0) – spielfrei",
	"Swiss-Manager": "Round 2 on 2026/11/29 at 19:00\nBo.\tNo.\t\tName\tRtg\tPts.\tResult\tPts.\t\tName\tRtg\tNo.\n" +
		"1\t3\tFM\tAnna Meier\t2310\t1½\t \t1\t\tBen Karl\t1790\t12\n2\t7\t\tCem Öz\t1712\t1\t \t½\tWCM\tDora\t1650\t5\n3\t9\t\tEva\t0\t0\t \t\t\tspielfrei\t\t",
	"Swiss-Manager with clubs": "Bo.\tNo.\tName\tRtg\tClub/City\tPts.\tResult\tPts.\tName\tRtg\tClub/City\tNo.\n" +
		"1\t3\tAnna Meier\t2310\tSK Nord\t1,5\t-\t1\tBen Karl\t1790\tTurm 1920\t12\n2\t7\tCem Öz\t1712\tSK Nord\t1\t-\t0,5\tDora\t1650\tSK Süd\t5\n3\t9\tEva\t0\tSK Nord\t0\t\t\tbye",
	"Vega": "Bd  White                         -  Black\n" +
		"  1 (  3) FM Anna Meier 2310 [1.5]  -  ( 12) Ben Karl 1790     [1.0]\n  2 (  7) Cem Öz        1712 [1.0]  -  (  5) WCM Dora 1650     [0.5]\n  3 (  9) Eva                [0.0]  -  BYE",
	"Vega in columns": "  1   3 Anna Meier      2310 1.5  :  12 Ben Karl     1790 1.0\n  2   7 Cem Öz          1712 1.0  :   5 Dora         1650 0.5\n  3   9 Eva                0 0.0  :   0 BYE",
	"Sharly-Chess": "Table\tBlancs\tElo\tPts\tRésultat\tPts\tNoirs\tElo\n" +
		"1\tAnna Meier\t2310\t[1½]\t–\t[1]\tBen Karl\t1790\n2\tCem Öz\t1712\t[1]\t–\t[½]\tDora\t1650\n3\tEva\t0\t[0]\t–\t\tExempt",
	"lichess":    "Anna Meier 2310\t1.5\t*\tBen Karl 1790\t1\nCem Öz 1712\t1\t*\tDora 1650\t0.5\nEva bye",
	"a sheet":    "Board\tWhite\tBlack\n1\tAnna Meier\tBen Karl\n2\tCem Öz\tDora\n3\tEva\tbye",
	"CSV":        "Board;White;Black\n1;Anna Meier;Ben Karl\n2;Cem Öz;Dora\n3;Eva;bye",
	"Markdown":   "| Board | White | Black |\n|---|---|---|\n| 1 | Anna Meier | Ben Karl |\n| 2 | Cem Öz | Dora |\n| 3 | Eva | bye |",
	"one space":  "1 3 FM Anna Meier 2310 1½ - 1 Ben Karl 1790 12\n2 7 Cem Öz 1712 1 - ½ WCM Dora 1650 5\n3 9 Eva 0 0 - bye",
	"results":    "1 Anna Meier 1-0 Ben Karl\n2\tCem Öz\t½ - ½\tDora\n3 Eva bye",
	"two spaces": "1  Anna Meier  Ben Karl\n2  Cem Öz  Dora\n3  Eva  bye",
}

const wantPairs = "1 Anna Meier – Ben Karl\n2 Cem Öz – Dora\n3 Eva – bye"

func pairsOf(e *Event) string { return strings.Join(e.PairingLines(&e.Draws[0]), "\n") }

func readPairings(t *testing.T, e *Event, text string) Pairings {
	t.Helper()
	list := e.ReadPairings(&e.Draws[0], text, e.NamesWith(nil))
	if _, err := e.AddResults(by("ann"), list.Read); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return list
}

func TestReadPairings(t *testing.T) {
	for name, text := range lists {
		for _, breaks := range []string{"\n", "\r\n", "\n\n"} {
			e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 3, Games: 1})
			play(t, e, zero)
			list := readPairings(t, e, strings.ReplaceAll(text, "\n", breaks))
			if got := pairsOf(e); got != wantPairs || list.Wrong != nil || list.Scored != (name == "results") {
				t.Errorf("%s: %q, %v", name, got, list.Wrong)
			}
			if again := readPairings(t, e, text); again.Read != nil || again.Wrong != nil {
				t.Errorf("%s again: %+v", name, again)
			}
		}
	}
}

// What a list of pairings does on boards that have players or results, and what is quoted.
func TestPairingsOnBoards(t *testing.T) {
	long := strings.Repeat("x", 60)
	for _, c := range []struct{ text, want, wrong string }{
		{"Gus – Hal", "1 Anna – Ben\n2 Cem – Dora\n3 Gus – Hal\n4 –", ""},                      // the first board without players
		{"Gus – Hal\nIvo – Jan", "1 Anna – Ben\n2 Cem – Dora\n3 Gus – Hal\n4 Ivo – Jan", ""},   // both
		{"1 Gus – Hal\n3 Ivo – Jan", "1 Anna – Ben\n2 Cem – Dora\n3 Ivo – Jan\n4 –", "scored"}, // has a result
		{"2 Dora – Cem", "1 Anna – Ben\n2 Dora – Cem\n3 –\n4 –", ""},                           // a correction
		{"2 Cem bye\n4 Dora – Eva", "1 Anna – Ben\n2 Cem – bye\n3 –\n4 Dora – Eva", ""},
		{"1 Anna – Ben\n2 cem – DORA", "1 Anna – Ben\n2 Cem – Dora\n3 –\n4 –", ""},
		{"3 Gus – Hal\n3 Ivo – Jan", "1 Anna – Ben\n2 Cem – Dora\n3 –\n4 –", "twice twice"},
		{"5 Gus – Hal\n6 Ivo bye", "1 Anna – Ben\n2 Cem – Dora\n3 –\n4 –", "board bye"},
		{"3 Gus – gus\n4 " + long + " – Eva", "1 Anna – Ben\n2 Cem – Dora\n3 –\n4 –", "self length"},
		{"3 Gus – \u200b\u200b–\n4 Eva", "1 Anna – Ben\n2 Cem – Dora\n3 –\n4 –", "names names"},
		{"", "1 Anna – Ben\n2 Cem – Dora\n3 –\n4 –", ""},
		{"Good evening\nRound 2\n", "1 Anna – Ben\n2 Cem – Dora\n3 –\n4 –", ""},
		{"3 Пётр Ильич 1850 – Ёлка 1790\n4 محمد علي - سارة", "1 Anna – Ben\n2 Cem – Dora\n3 Пётр Ильич – Ёлка\n4 محمد علي – سارة", ""},
		{"3 Jose\u0301 – Z\u0308oe\n4 Team 2 – Team 3", "1 Anna – Ben\n2 Cem – Dora\n3 Jose\u0301 – Z\u0308oe\n4 Team 2 – Team 3", ""},
		{"3 Meier, Anna – O’Neil, J.-L.\n4 van d. Berg v. Jan v. Dijk", "1 Anna – Ben\n2 Cem – Dora\n3 Meier, Anna – O’Neil, J.-L.\n4 van d. Berg – Jan v. Dijk", ""},
		{"3 <@42> – <@43>\n4 1. FC Köln – Agent 007", "1 Anna – Ben\n2 Cem – Dora\n3 <@42> – <@43>\n4 1. FC Köln – Agent 007", ""},
	} {
		e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 4, Games: 1})
		play(t, e, zero)
		if _, err := e.AddResults(by("ann"), []Result{
			{Game: GameRef{0, 1, 1}, White: "Anna", Black: "Ben", Outcome: WhiteWins}, {Game: GameRef{0, 2, 1}, White: "Cem", Black: "Dora", Outcome: Unknown},
		}); err != nil {
			t.Fatal(err)
		}
		list := readPairings(t, e, c.text)
		var wrong []string
		for _, w := range list.Wrong {
			wrong = append(wrong, string(w.Why))
		}
		if got := pairsOf(e); got != c.want || strings.Join(wrong, " ") != c.wrong {
			t.Errorf("%q: %q, %v", c.text, got, list.Wrong)
		}
		if r := e.ResultOf(GameRef{0, 1, 1}); r.Outcome != WhiteWins {
			t.Errorf("%q: board 1 is %+v", c.text, r)
		}
	}
}

// A pairing of two games is the first game, and the second has the colours reversed. The pairs of the round
// before are turned on request.
func TestPairingsOfTwoGames(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 2, Boards: 2, Games: 2})
	play(t, e, zero)
	readPairings(t, e, "1 Anna – Ben\n2 Cem – Dora")
	games := e.GamesOf(&e.Draws[0])
	if games[1].White != "Ben" || games[3].Black != "Cem" || games[1].Outcome != "" || len(e.Results) != 2 {
		t.Errorf("%+v", games)
	}
	play(t, e, func(int) (int, error) { return 1, nil })
	turned := e.Turned(&e.Draws[1], &e.Draws[0])
	if len(turned) != 2 || turned[0].White != "Ben" || turned[1].Black != "Cem" || turned[0].Game != (GameRef{1, 1, 1}) {
		t.Errorf("%+v", turned)
	}
}

// Lists of 40 and of 200 boards are read whole, in one part or in two.
func TestLongLists(t *testing.T) {
	for _, boards := range []int{40, MostBoards} {
		for _, numbered := range []bool{true, false} {
			for _, parts := range []int{1, 2} {
				e := newEvent(Rules{Name: "x", Rounds: 1, Boards: boards, Games: 1})
				play(t, e, zero)
				var lines, want []string
				for board := 1; board <= boards; board++ {
					number := ""
					if numbered {
						number = fmt.Sprint(board, "\t")
					}
					white, black := fmt.Sprintf("Anna %s%c", strings.Repeat("a", board%7), 'a'+rune(board%26)), fmt.Sprintf("Ben Nr %d", board)
					lines = append(lines, fmt.Sprintf("%sFM\t%s\t2100\t1½\t-\t1\t%s\t1999", number, white, black))
					want = append(want, fmt.Sprintf("%d %s – %s", board, white, black))
				}
				for part := range parts {
					if list := readPairings(t, e, strings.Join(lines[part*boards/parts:(part+1)*boards/parts], "\n")); list.Wrong != nil {
						t.Fatal(list.Wrong)
					}
				}
				if got := pairsOf(e); got != strings.Join(want, "\n") {
					t.Errorf("%d boards, numbered %t, %d parts: %s", boards, numbered, parts, got)
				}
			}
		}
	}
}

// Random lists against a model: each board gets the pair of its line, whatever stands beside the names, and a
// board with a result keeps players and result.
func TestRandomPairings(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 61))
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	first := []string{"Anna", "Ben", "Cem", "Dora", "Eva-Lu", "Finn Jr.", "Gül", "Пётр", "Jose\u0301", "O’Neil", "سارة"}
	for n := range 300 {
		boards := 1 + random.IntN(12)
		e := newEvent(Rules{Name: "x", Rounds: 1, Boards: boards, Games: 1})
		play(t, e, zero)
		model := make([]string, boards)
		var results []Result
		for board := 1; board <= boards; board++ {
			model[board-1] = fmt.Sprint(board, " –")
			if random.IntN(4) == 0 {
				white, black := fmt.Sprintf("Old%da", board), fmt.Sprintf("Old%db", board)
				results = append(results, Result{Game: GameRef{0, board, 1}, White: white, Black: black, Outcome: Drawn})
				model[board-1] = fmt.Sprintf("%d %s – %s", board, white, black)
			}
		}
		if _, err := e.AddResults(by("ann"), results); err != nil {
			t.Fatal(err)
		}
		scored := func(board int) bool { return e.ResultOf(GameRef{0, board, 1}).Outcome.Scored() }
		extras, style, refused := random.IntN(2) == 0, random.IntN(4), 0
		var lines []string
		for board := 1; board <= boards; board++ {
			if random.IntN(5) == 0 {
				continue // left out
			}
			white, black := fmt.Sprintf("%s Nr%da", pick(first...), board), fmt.Sprintf("%s Nr%db", pick(first...), board)
			before, behind := "", ""
			if extras {
				before, behind = pick("", "GM ", "WFM "), pick(" 1820", " 2310", " (1.5)", " [2]", " 1650 (1½)")
			}
			line := fmt.Sprint(board) + [...]string{" ", ". ", "\t", "   "}[style] + before + white + behind + [...]string{" – ", " - ", "\t", "   "}[style] + before + black + behind
			if bye := random.IntN(8) == 0; bye {
				line, black = fmt.Sprint(board)+pick(" ", "\t")+before+white+pick(" bye", " – bye", "\tspielfrei"), ""
			}
			lines = append(lines, line)
			switch {
			case scored(board):
				refused++
			case black == "":
				model[board-1] = fmt.Sprintf("%d %s – bye", board, white)
			default:
				model[board-1] = fmt.Sprintf("%d %s – %s", board, white, black)
			}
		}
		text := pick("", "Round 1\n", "Board\tWhite\tBlack\n") + strings.Join(lines, "\n")
		list := readPairings(t, e, text)
		if got := e.PairingLines(&e.Draws[0]); !slices.Equal(got, model) || len(list.Wrong) != refused {
			t.Fatalf("list %d: %q\nwant %q\nwrong %v, want %d\n%s", n, got, model, list.Wrong, refused, text)
		}
	}
}

// Any list is read or refused line by line, what is read can be recorded, and no result changes.
func FuzzReadPairings(f *testing.F) {
	for _, text := range lists {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e := newEvent(Rules{Name: "x", Rounds: 1, Boards: 4, Games: 2})
		play(t, e, zero)
		if _, err := e.AddResults(by("ann"), []Result{{Game: GameRef{0, 1, 1}, White: "Anna", Black: "Ben", Outcome: WhiteWins}}); err != nil {
			t.Fatal(err)
		}
		list := e.ReadPairings(&e.Draws[0], text, e.NamesWith(nil))
		named, _ := e.AsKnown(list.Read, e.NamesWith(nil))
		if _, err := e.AddResults(by("ann"), named); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if r := e.ResultOf(GameRef{0, 1, 1}); r.Outcome != WhiteWins || r.White != "Anna" {
			t.Errorf("%q: %+v", text, r)
		}
		for _, r := range e.Results[1:] {
			if r.Outcome != Unknown && r.Outcome != Bye {
				t.Errorf("%q: %+v", text, r)
			}
		}
	})
}
