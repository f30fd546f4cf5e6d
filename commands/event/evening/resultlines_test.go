package evening

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chess960bot/internal/voice"
)

// What the form opens with is read as it was, for every outcome.
func TestResultLines(t *testing.T) {
	e := drawnEvening(t, true)
	d := &e.Draws[0]
	for _, outcome := range append(Outcomes(), "") {
		for _, names := range [][2]string{{"Anna", "Ben"}, {"Anna-Maria O’Neil", "Ben 2"}, {"<@42>", "д-р Ё"}, {"", "Ben"}, {"Anna", ""}, {"", ""}} {
			want := Result{Game: GameRef{0, 2, 1}, White: names[0], Black: names[1], Outcome: outcome}
			line := e.ResultLine(want)
			results := []Result{want}
			if want.Outcome == "" || want.Outcome == Unknown { // the line has the names that are known
				e.Results, results = []Result{want}, nil
			}
			read, wrong := e.ReadResults(d, line, nil)
			if wrong != nil || !slices.Equal(read, results) {
				t.Errorf("%q is read as %+v, %v", line, read, wrong)
			}
			e.Results = nil
			if read, wrong := e.ReadResults(d, " "+line+" \n", []string{line}); read != nil || wrong != nil {
				t.Errorf("%q changes %+v, %v", line, read, wrong)
			}
		}
	}
}

func TestReadResults(t *testing.T) {
	e := drawnEvening(t, true)
	if _, err := e.AddResults(by("ann"), []Result{{Game: GameRef{0, 1, 1}, White: "Anna", Black: "Ben", Outcome: Drawn}}); err != nil {
		t.Fatal(err)
	}
	read := func(line string) (Result, WrongKind) {
		results, wrong := e.ReadResults(&e.Draws[0], line, nil)
		if len(results)+len(wrong) != 1 {
			t.Fatalf("%q: %v, %v", line, results, wrong)
		}
		if wrong != nil {
			return Result{}, wrong[0].Why
		}
		return results[0], ""
	}
	for line, want := range map[string][3]string{
		"1 1-0": {"Anna", "Ben", "1-0"}, "1. 0:1": {"Anna", "Ben", "0-1"}, "1 *": {"Anna", "Ben", "*"}, "1 none": {"Anna", "Ben", "*"},
		"1 Anna – Ben –": {"Anna", "Ben", "*"}, "1 Anna – Ben None": {"Anna", "Ben", "*"}, "1 Anna – Ben -": {"Anna", "Ben", "*"},
		"2 Cleo - Dan 1/2-1/2": {"Cleo", "Dan", "½-½"}, "2) Cleo vs. Dan ½ – ½": {"Cleo", "Dan", "½-½"}, "2 Cleo v Dan =": {"Cleo", "Dan", "½-½"},
		"2: Cleo — Dan remis": {"Cleo", "Dan", "½-½"}, "2 Cleo – Dan 1 - 0": {"Cleo", "Dan", "1-0"}, "2 Cleo - Dan 0—1": {"Cleo", "Dan", "0-1"},
		"2 Cleo – Dan +:-": {"Cleo", "Dan", "1-0 forfeit"}, "2 Cleo – Dan -/+": {"Cleo", "Dan", "0-1 forfeit"}, "2 Cleo – Dan 0-0": {"Cleo", "Dan", "0-0 forfeit"},
		"2 Cleo bye": {"Cleo", "", "bye"}, "2 Cleo – Dan *": {"Cleo", "Dan", "*"}, "2.1 Cleo – Dan 1-0 forfeit": {"Cleo", "Dan", "1-0 forfeit"},
		"2 Cleo – 1-0": {"Cleo", "", "1-0"}, "2 Jean-Luc – Ana-Sofia 1-0": {"Jean-Luc", "Ana-Sofia", "1-0"},
		"2 Jan v. Dijk – Ben 1-0": {"Jan v. Dijk", "Ben", "1-0"}, "2 Ben – Jan v. Dijk 1-0": {"Ben", "Jan v. Dijk", "1-0"},
	} {
		if got, why := read(line); why != "" || [3]string{got.White, got.Black, string(got.Outcome)} != want {
			t.Errorf("%q is read as %+v, %q", line, got, why)
		}
	}
	for line, want := range map[string]WrongKind{
		"Anna – Ben 1-0": WrongBoard, "3 Anna – Ben 1-0": WrongBoard, "1.2 Anna – Ben 1-0": WrongBoard, "0 1-0": WrongBoard, "1Anna – Ben": WrongBoard,
		"1 Anna Ben 1-0": WrongNames, "1 Anna": WrongOutcome, "1 Anna–Ben 1-0": WrongNames, "1 Anna –": WrongNames,
		"1": WrongOutcome, "1 Anna – Ben won": WrongOutcome, "1 Anna – Ben White won": WrongOutcome, "1 Anna – Ben 1": WrongOutcome, "1 Anna – Ben lost": WrongOutcome,
		"2 Cleo – Dan won": WrongOutcome, "1 Anna – Cleo": WrongOutcome, "1 Ben – Anna": WrongOutcome, "1 Анна – Бен выиграл": WrongOutcome,
		"1 Anna – Ben 2-0": WrongOutcome, "1 Anna – Ben 1-1": WrongOutcome, "1 Anna – Ben 1:½": WrongOutcome,
		"1 " + strings.Repeat("x", MostPlayer+1) + " – Ben 1-0": WrongLength,
		"1 Anna – \u200b 1-0":                                   WrongUnseen, "1 \u3164 – Ben 1-0": WrongUnseen, "1 \u2060\u00ad bye": WrongUnseen,
	} {
		if got, why := read(line); why != want {
			t.Errorf("%q is read as %+v, %q, want %q", line, got, why, want)
		}
	}
}

// Each line is read on a board with a result, with a pairing, and without anything.
func TestResultLineOnABoard(t *testing.T) {
	const quoted, nothing = "quoted", ""
	all := func(want string) [3]string { return [3]string{want, want, want} }
	for line, want := range map[string][3]string{
		"1 –": all(nothing), "1. —": all(nothing), "1 -": all(nothing), "1 *": {"Anna – Ben *", nothing, nothing}, "1 none": {"Anna – Ben *", nothing, nothing},
		"1 Anna – Ben": {nothing, nothing, "Anna – Ben *"}, "1 ben – anna": {quoted, "Ben – Anna *", "ben – anna *"}, "1 anna – BEN ½": {"Anna – Ben ½-½", "Anna – Ben ½-½", "anna – BEN ½-½"},
		"1 Anna – Cem": {quoted, "Anna – Cem *", "Anna – Cem *"}, "1 – Anna vs. Cem": {quoted, quoted, quoted}, "1 Anna – Ben won": all(quoted),
		"1 Anna – Ben –": {"Anna – Ben *", nothing, "Anna – Ben *"}, "1 Anna – Ben, ‒": {"Anna – Ben *", nothing, "Anna – Ben *"},
		"1 Anna – Ben 1-0": {nothing, "Anna – Ben 1-0", "Anna – Ben 1-0"}, "1 - Anna – Ben 1-0": {nothing, "Anna – Ben 1-0", "Anna – Ben 1-0"},
		"1 0-1": {"Anna – Ben 0-1", "Anna – Ben 0-1", " –  0-1"}, "1 – 0:1": {"Anna – Ben 0-1", "Anna – Ben 0-1", " –  0-1"},
		// A result that was left in the line, or the next line behind it.
		"1 Anna – Ben 0-1 1-0": all(quoted), "1 Anna – Ben 1-0 2 Cem – Dana 0-1": all(quoted), "1 Anna – Ben 1-0 bye": all(quoted), "1 Anna – Ben 1-0 -": all(quoted),
		"1 Anna – Ben 1-0 *": all(quoted), "1 Anna – Ben ½ ½": all(quoted), "1 Anna – Ben ½ 1-0": all(quoted), "1 Anna – Ben 0.5 –": all(quoted), "1 Anna – Ben 1–0 2–0": all(quoted),
		"1 Anna – Ben 2 Cem – Dana": all(quoted), "1 Anna – Ben 2 Cem – Dana 1-0": all(quoted), "1 Anna – Ben 2 Cem vs Dana 1-0": all(quoted), "1 Anna – Ben 2 Cem v Dana 1-0": all(quoted),
		"1 Anna – Ben 2 Cem bye": all(quoted), "1 Anna bye 2 Cem – Dana 1-0": all(quoted), "1 Anna bye 2 Cem bye": all(quoted), "1 1-0 2 0-1": all(quoted), "1 1 - 0 2 0 - 1": all(quoted),
		"1 Anna v Ben v Cem": all(quoted), "1 Anna – Ben – 1-0": all(quoted), "1 Anna – Ben + 1-0": all(quoted), "1 Anna – Ben remis 2 Cem – Dana remis": all(quoted), "1 Anna – Ben spielfrei 1-0": all(quoted),
		// Halves of results, and dashes that may mean anything.
		"1 Anna – Ben 1 -": all(quoted), "1 Anna – Ben ½ –": all(quoted), "1 Anna – Ben 0 –": all(quoted), "1 Anna – Ben = –": all(quoted), "1 Anna – Ben +": all(quoted),
		"1 Anna + – Ben -": all(quoted), "1 Anna 1 – 0 Ben": all(quoted), "1 Anna 1 – Ben 0": all(quoted), "1 – –": all(quoted), "1 – – –": all(quoted), "1 Anna – Ben --": all(quoted),
		"1 Anna – Ben 1-": all(quoted), "1 Anna – Ben 2-0": all(quoted), "1 Anna – Ben1-0": all(quoted), "1 Anna – Ben 1-O": all(quoted), "1 Anna – Ben 1 0": all(quoted),
		// Forfeits, as tables have them.
		"1 Anna – Ben + -": all("Anna – Ben 1-0 forfeit"), "1 Anna – Ben + /  -": all("Anna – Ben 1-0 forfeit"), "1 Anna – Ben +:-": all("Anna – Ben 1-0 forfeit"),
		"1 Anna – Ben + − −": all("Anna – Ben 1-0 forfeit"), "1 Anna – Ben 1-0 F": all("Anna – Ben 1-0 forfeit"), "1 Anna – Ben 1F-0F": all("Anna – Ben 1-0 forfeit"),
		"1 Anna – Ben 1 - 0 kampflos": all("Anna – Ben 1-0 forfeit"), "1 Anna – Ben – +": all("Anna – Ben 0-1 forfeit"), "1 Anna – Ben - / +": all("Anna – Ben 0-1 forfeit"),
		"1 Anna – Ben 0-1 w.o.": all("Anna – Ben 0-1 forfeit"), "1 Anna – Ben - -": all("Anna – Ben 0-0 forfeit"), "1 Anna – Ben – / –": all("Anna – Ben 0-0 forfeit"),
		"1 Anna – Ben 0F-0F": all("Anna – Ben 0-0 forfeit"), "1 + -": {"Anna – Ben 1-0 forfeit", "Anna – Ben 1-0 forfeit", " –  1-0 forfeit"},
		// Draws.
		"1 Anna – Ben ½": all("Anna – Ben ½-½"), "1 Anna – Ben 1/2 : 1/2": all("Anna – Ben ½-½"), "1 Anna – Ben 0,5-0,5": all("Anna – Ben ½-½"), "1 Anna – Ben =": all("Anna – Ben ½-½"),
		"1 Anna – Ben ½‑½.": all("Anna – Ben ½-½"), "1 Anna – Ben (1⁄2)": all("Anna – Ben ½-½"), "1 Anna – Ben remis": all("Anna – Ben ½-½"), "1 Anna – Ben ничья": all("Anna – Ben ½-½"),
		// Marks of a list behind the names and the result.
		"1 Anna – Ben: 0-1": all("Anna – Ben 0-1"), "1 Anna, – Ben, 0-1;": all("Anna – Ben 0-1"), "1: Anna: – Ben ; (0:1)": all("Anna – Ben 0-1"), "1; Anna -- Ben：０－１": all(quoted),
		"1 Anna ― Ben ０－１": all("Anna – Ben 0-1"),
		// Byes.
		"1 bye – Cem 1-0": all("Cem –  bye"), "1 Anna – bye 1-0": all("Anna –  bye"), "1 Anna – BYE + -": all("Anna –  bye"), "1 Anna – bye": all("Anna –  bye"),
		"1 Anna – Freilos 1-0": all("Anna –  bye"), "1 exempt – Anna": {quoted, "Anna –  bye", "Anna –  bye"}, "1 Anna riposo": all("Anna –  bye"), "1 Anna, bye": all("Anna –  bye"),
		"1 Anna – bye 0-1": all(quoted), "1 bye – bye": all(quoted), "1 bye bye": all(quoted), "1 Anna – bye –": all(quoted), "1 Anna – bye ½": all(quoted),
	} {
		for i, outcome := range []Outcome{WhiteWins, Unknown, ""} {
			e := drawnEvening(t, true)
			if outcome != "" {
				if _, err := e.AddResults(by("ann"), []Result{{Game: GameRef{0, 1, 1}, White: "Anna", Black: "Ben", Outcome: outcome}}); err != nil {
					t.Fatal(err)
				}
			}
			read, wrong := e.ReadResults(&e.Draws[0], line, nil)
			added, err := e.AddResults(by("ann"), read)
			if err != nil || len(added) != len(read) {
				t.Fatalf("%q: %v, %v", line, added, err)
			}
			got := nothing
			if len(wrong) > 0 {
				got = quoted
			}
			for _, r := range added {
				got += r.White + " – " + r.Black + " " + string(r.Outcome)
			}
			if had := "Anna – Ben " + string(outcome); got != want[i] && !(got == nothing && want[i] == had) {
				t.Errorf("%q on a board with %q: %q, want %q (%v)", line, outcome, got, want[i], wrong)
			}
		}
	}
}

// Names with full stops, digits and words of their own stay names, with a result and without one.
func TestNamesOfResultLines(t *testing.T) {
	names := []string{
		"Anna M.", "Team 10", "Carl10", "Jr.", "Sammy Davis Jr.", "J. R. R. Tolkien", "Dr. Ben", "Team 2", "1. FC Köln", "Schach 04", "No. 7", "Agent 007", "R2-D2", "C-3PO",
		"Anna-Maria", "Jean-Luc P.", "O’Neil", "U18", "Ben (1850)", "Ben 1850", "St. Pauli 3", "Mainz 05 II", "4-4-2", "24/7", "2Pac", "50 Cent", "Ana 2.0", "v2.1", "Jan v. Dijk",
		"H. v. d. Berg", "x-1", "Marco-2", "B+", "C++", "A.", "Ben F.", "Lt. F", "Ö. 3", "д-р Ё", "Петя-2", "<@42>", "anna_99", "anna.b", "Nr. 12 b", "3rd Ben", "Byers", "Drawn Ann", "Wonder 1st",
		"Platz 9¾", "99", "Elo 2000+",
	}
	for i, name := range names {
		other := names[(i+7)%len(names)]
		for _, result := range []string{" 1-0", " ½", " + -", " 0–1", " –", ""} {
			e := drawnEvening(t, true)
			read, wrong := e.ReadResults(&e.Draws[0], "1 "+name+" – "+other+result, nil)
			if len(wrong) > 0 || len(read) != 1 || read[0].White != name || read[0].Black != other {
				t.Errorf("%q: %+v, %v", name+" – "+other+result, read, wrong)
			}
		}
	}
}

// Random forms against a model: each line is made with what it has to do, which the model knows
// without reading the line. No result goes that no line asked to delete, and no name is new that
// no line typed.
func TestRandomResultForms(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 60))
	names := []string{"Anna", "Ben", "Cem M.", "Dana 2", "Eva-Lu", "Team 10", "Finn Jr.", "Gül"}
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	const boards = 4
	for form := range 200 {
		e := newEvent(Rules{Name: "x", Rounds: 1, Boards: boards, Games: 1})
		play(t, e, zero)
		model := map[int][3]string{} // by board: White, Black, outcome
		for board := 1; board <= boards; board++ {
			white, black := names[2*board-2], names[2*board-1]
			if outcome := pick("", "*", "1-0", "½-½"); outcome != "" {
				model[board] = [3]string{white, black, outcome}
				if _, err := e.AddResults(by("ann"), []Result{{Game: GameRef{0, board, 1}, White: white, Black: black, Outcome: Outcome(outcome)}}); err != nil {
					t.Fatal(err)
				}
			}
		}
		var typed []string
		quoted := 0
		for board := 1; board <= boards; board++ {
			white, black, number := names[2*board-2], names[2*board-1], strconv.Itoa(board)
			pair := white + pick(" – ", " - ", " — ", " vs ", "  –  ") + black
			had := model[board]
			line := number + pick(" ", ". ", ") ", ": ") + pair
			switch random.IntN(8) {
			case 0: // a result
				outcome := pick("1-0", "½-½", "0-1", "1-0 forfeit", "0-1 forfeit", "0-0 forfeit")
				line += pick(" ", ": ", ", ") + map[string]string{
					"1-0": pick("1-0", "1 – 0", "1:0"), "½-½": pick("½", "1/2-1/2", "0.5 - 0.5", "=", "½:½"), "0-1": pick("0-1", "0—1"),
					"1-0 forfeit": pick("+/-", "+ -", "+:-", "1-0 f"), "0-1 forfeit": pick("-/+", "– +", "0-1f"), "0-0 forfeit": pick("-/-", "- -", "0-0"),
				}[outcome]
				model[board] = [3]string{white, black, outcome}
			case 1: // deleted
				line += pick(" –", " -", " *", " none")
				model[board] = [3]string{white, black, "*"}
			case 2: // a pairing, or what is known
				if had[2] == "" {
					model[board] = [3]string{white, black, "*"}
				}
			case 3: // not touched
				line = number + pick(" –", " -", "")
				if line == number {
					quoted++
				}
			case 4: // slips
				line += pick(" 1-0 0-1", " ½ –", " 1-0 -", " 1 -", " 2-0", " won", " + 1-0", " 1-0 bye", " 1-0 "+strconv.Itoa(board%boards+1)+" Hal – Ivo 0-1", " – Ivo 1-0", " +", " 1 0", " 1-0 *")
				quoted++
			case 5: // a pasted table
				line = pick(number+" | "+white+" | "+black+" | ½", "| "+number+" | "+pair+" | 1-0 |", pair+" 1-0", "Board\tWhite\tBlack\tResult")
				quoted++
			case 7: // a row of a table, or of a list of pairings
				line = number + pick("\t", "  ") + pick(white+pick("\t", "   ")+black, white+" (1.5) – "+black+" (½)", "GM "+white+" 2510 – FM "+black+" 1790", white+" [2] 1820 - "+black+" [0]") + pick("\t", "   ") + "1-0"
				model[board] = [3]string{white, black, "1-0"}
			case 6: // a bye
				line = number + " " + pick(white+" bye", white+" – bye 1-0", "bye – "+white+" 1-0", white+", bye", white+" – bye +/-")
				model[board] = [3]string{white, "", "bye"}
			}
			typed = append(typed, line)
		}
		text := strings.Join(typed, pick("\n", "\r\n", "\n\n"))
		read, wrong := e.ReadResults(&e.Draws[0], text, nil)
		if _, err := e.AddResults(by("ann"), read); err != nil {
			t.Fatalf("%d: %v", form, err)
		}
		for _, r := range e.GamesOf(&e.Draws[0]) {
			if got := [3]string{r.White, r.Black, string(r.Outcome)}; got != model[r.Game.Board] {
				t.Errorf("form %d, board %d: %q, want %q, of\n%s", form, r.Game.Board, got, model[r.Game.Board], text)
			}
		}
		if len(wrong) != quoted {
			t.Errorf("form %d: %d lines are quoted, want %d: %v, of\n%s", form, len(wrong), quoted, wrong, text)
		}
	}
}

// A line with the names that are known and without a result tells nothing, and deletes nothing.
// Of two lines for a game, neither counts.
func TestReadResultsKeepsResults(t *testing.T) {
	for typed, want := range map[string]int{ // the number of wrong lines
		"1 Anna – Ben": 0, "1 anna  –  BEN": 0, "1. Anna vs. Ben\n": 0, "": 0,
		"1 Anna – Ben 0-1\n1 Anna – Ben ½": 2, "1 0-1\n1 Anna – Ben won": 2, "1 *\n1.1 *": 2, "1 Anna – Ben won\n1 none\n1 Anna – Ben": 3,
	} {
		e := drawnEvening(t, true)
		if _, err := e.AddResults(by("ann"), []Result{{Game: GameRef{0, 1, 1}, White: "Anna", Black: "Ben", Outcome: WhiteWins}}); err != nil {
			t.Fatal(err)
		}
		read, wrong := e.ReadResults(&e.Draws[0], typed, nil)
		if len(read) != 0 || len(wrong) != want {
			t.Errorf("%q is read as %v, and %v is wrong", typed, read, wrong)
		}
		if want > 1 && slices.ContainsFunc(wrong, func(w WrongLine) bool { return w.Why != WrongTwice }) {
			t.Errorf("%q: %v", typed, wrong)
		}
	}
}

// Any text is read or refused line by line, and what is read can be recorded.
func FuzzReadResults(f *testing.F) {
	f.Add("1 Anna – Ben 1-0\n2 Cleo bye\n")
	f.Add("2.1 – ½ – ½\n1 – – –")
	f.Add("1.1 \xe2 –  \x00\x93 –") // two names that are one without what nobody can see
	f.Add("1 2 – 7\n2 2 – 7")
	f.Add("1 0 – 00 – \u0093") // ends in a dash for those who read
	f.Fuzz(func(t *testing.T, typed string) {
		e := drawnEvening(t, true)
		if _, err := e.AddResults(by("ann"), []Result{{Game: GameRef{0, 1, 1}, White: "Anna", Black: "Ben", Outcome: WhiteWins}}); err != nil {
			t.Fatal(err)
		}
		read, wrong := e.ReadResults(&e.Draws[0], typed, nil)
		if lines := strings.Count(typed, "\n") + 1; len(read)+len(wrong) > lines {
			t.Errorf("%d results and %d wrong lines of %d", len(read), len(wrong), lines)
		}
		if _, err := e.AddResults(by("ann"), read); err != nil {
			t.Errorf("%q: %v", typed, err)
		}
		for _, r := range read { // nothing deletes a result but a line that says so
			if says := regexp.MustCompile(`(?im)(?:[-–—−‑*?]|none)[ \t]*$`); r.Outcome == Unknown && r.Game.Board == 1 && !says.MatchString(voice.WithoutControls(typed)) {
				t.Errorf("%q deletes the result of %v", typed, r.Game)
			}
		}
	})
}

// What the bot prints in a language, and what people of that language say, can be typed in it, in upper and
// lower case, with and without accents.
func TestWordsForResults(t *testing.T) {
	e := drawnEvening(t, true)
	if _, err := e.AddResults(by("ann"), []Result{{Game: GameRef{0, 1, 1}, White: "Anna", Black: "Ben", Outcome: BlackWins}}); err != nil {
		t.Fatal(err)
	}
	lines := map[string]Outcome{}
	for _, language := range voice.Languages() {
		for _, o := range Outcomes() {
			lines[voice.In(language).Say(o.Name())] = o
		}
	}
	for outcome, words := range map[Outcome]string{
		Drawn: "remis, nulle, Nul, tablas, empate, patta, ничья, draw", Bye: "spielfrei, exempt, descansa, riposo, folga, пропуск, bye", Unknown: "none, kein Ergebnis, pas de resultat, sin resultado",
		WhiteByLoss: "1-0 forfait, 1-0 par forfait, 1:0 kampflos, 1-0 por incomparecencia, 1-0 W.O., 1-0 (W.O.), 1-0 por W.O., 1-0 per forfait, 1-0 неявка, 1-0 por ausencia, 1-0 by forfeit",
		NoOneCame:   "double forfait, doppio forfait (non si e presentato nessuno), неявка обоих",
	} {
		for word := range strings.SplitSeq(words, ", ") {
			lines[word] = outcome
		}
	}
	for typed, want := range lines {
		for _, typed := range []string{typed, strings.ToUpper(typed)} {
			read, wrong := e.ReadResults(&e.Draws[0], "1 Anna – Ben "+typed, nil)
			if want == Bye && wrong == nil && read[0].Black == "" || want == BlackWins && read == nil {
				continue
			}
			if wrong != nil || len(read) != 1 || read[0].Outcome != want || read[0].White != "Anna" {
				t.Errorf("%q is %v, %v; want %s", typed, read, wrong, want)
			}
		}
	}
	for _, typed := range []string{"forfait", "W.O.", "incomparecencia"} { // whose?
		for _, names := range []string{"Anna – Ben ", "Carl – Dora "} {
			if read, wrong := e.ReadResults(&e.Draws[0], "1 "+names+typed, nil); read != nil || len(wrong) != 1 {
				t.Errorf("%s%s is %v, %v", names, typed, read, wrong)
			}
		}
	}
}
