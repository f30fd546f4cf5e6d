package events

import (
	"regexp"
	"slices"
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
		"1 1-0": {"Anna", "Ben", "1-0"}, "1. 0:1": {"Anna", "Ben", "0-1"}, "1 *": {"Anna", "Ben", "*"}, "1 –": {"Anna", "Ben", "*"}, "1 none": {"Anna", "Ben", "*"},
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
		"2 Cleo – Dan": WrongOutcome, "2 Cleo – Dan won": WrongOutcome, "1 Anna – Cleo": WrongOutcome, "1 Ben – Anna": WrongOutcome, "1 Анна – Бен выиграл": WrongOutcome,
		"1 Anna – Ben 2-0": WrongOutcome, "1 Anna – Ben 1-1": WrongOutcome, "1 Anna – Ben 1:½": WrongOutcome,
		"1 " + strings.Repeat("x", MostPlayer+1) + " – Ben 1-0": WrongLength,
		"1 Anna – \u200b 1-0":                                   WrongUnseen, "1 \u3164 – Ben 1-0": WrongUnseen, "1 \u2060\u00ad bye": WrongUnseen,
	} {
		if got, why := read(line); why != want {
			t.Errorf("%q is read as %+v, %q, want %q", line, got, why, want)
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
	f.Add("1 0 – 00 – \u0093")      // ends in a dash for those who read
	f.Fuzz(func(t *testing.T, typed string) {
		e := drawnEvening(t, true)
		read, wrong := e.ReadResults(&e.Draws[0], typed, nil)
		if lines := strings.Count(typed, "\n") + 1; len(read)+len(wrong) > lines {
			t.Errorf("%d results and %d wrong lines of %d", len(read), len(wrong), lines)
		}
		if _, err := e.AddResults(by("ann"), read); err != nil {
			t.Errorf("%q: %v", typed, err)
		}
		for _, r := range read { // nothing deletes a result but a line that says so
			if says := regexp.MustCompile(`(?im)(?:[-–—−‑*?]|none)[ \t]*$`); r.Outcome == Unknown && !says.MatchString(voice.WithoutControls(typed)) {
				t.Errorf("%q deletes the result of %v", typed, r.Game)
			}
		}
	})
}
