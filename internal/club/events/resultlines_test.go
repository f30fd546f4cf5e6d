package events

import (
	"slices"
	"strings"
	"testing"
)

// What the form opens with is read as it was, for every outcome.
func TestResultLines(t *testing.T) {
	e := drawnEvening(t, true)
	d := &e.Draws[0]
	for _, outcome := range append(Outcomes(), "") {
		for _, names := range [][2]string{{"Anna", "Ben"}, {"Anna-Maria O’Neil", "Ben 2"}, {"<@42>", "д-р Ё"}, {"", "Ben"}, {"Anna", ""}, {"", ""}} {
			want := Result{Game: GameRef{0, 2, 1}, White: names[0], Black: names[1], Outcome: outcome}
			line := e.ResultLine(want)
			read, wrong := e.ReadResults(d, line, nil)
			if want.Outcome == "" {
				want.Outcome = Unknown
			}
			if wrong != nil || !slices.Equal(read, []Result{want}) {
				t.Errorf("%q is read as %+v, %v", line, read, wrong)
			}
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
		"1 1-0": {"Anna", "Ben", "1-0"}, "1. 0:1": {"Anna", "Ben", "0-1"}, "1": {"Anna", "Ben", "*"}, "1 *": {"Anna", "Ben", "*"},
		"2 Cleo - Dan 1/2-1/2": {"Cleo", "Dan", "½-½"}, "2) Cleo vs. Dan ½ – ½": {"Cleo", "Dan", "½-½"}, "2 Cleo v Dan =": {"Cleo", "Dan", "½-½"},
		"2: Cleo — Dan remis": {"Cleo", "Dan", "½-½"}, "2 Cleo – Dan 1 - 0": {"Cleo", "Dan", "1-0"}, "2 Cleo - Dan 0—1": {"Cleo", "Dan", "0-1"},
		"2 Cleo – Dan +:-": {"Cleo", "Dan", "1-0 forfeit"}, "2 Cleo – Dan -/+": {"Cleo", "Dan", "0-1 forfeit"}, "2 Cleo – Dan 0-0": {"Cleo", "Dan", "0-0 forfeit"},
		"2 Cleo bye": {"Cleo", "", "bye"}, "2 Cleo – Dan": {"Cleo", "Dan", "*"}, "2.1 Cleo – Dan 1-0 forfeit": {"Cleo", "Dan", "1-0 forfeit"},
		"2 Cleo – 1-0": {"Cleo", "", "1-0"}, "2 Jean-Luc – Ana-Sofia 1-0": {"Jean-Luc", "Ana-Sofia", "1-0"},
		"2 Jan v. Dijk – Ben 1-0": {"Jan v. Dijk", "Ben", "1-0"}, "2 Ben – Jan v. Dijk 1-0": {"Ben", "Jan v. Dijk", "1-0"},
	} {
		if got, why := read(line); why != "" || [3]string{got.White, got.Black, string(got.Outcome)} != want {
			t.Errorf("%q is read as %+v, %q", line, got, why)
		}
	}
	for line, want := range map[string]WrongKind{
		"Anna – Ben 1-0": WrongBoard, "3 Anna – Ben 1-0": WrongBoard, "1.2 Anna – Ben 1-0": WrongBoard, "0 1-0": WrongBoard, "1Anna – Ben": WrongBoard,
		"1 Anna Ben 1-0": WrongNames, "1 Anna": WrongNames, "1 Anna–Ben 1-0": WrongNames,
		"1 Anna – Ben 2-0": WrongOutcome, "1 Anna – Ben 1-1": WrongOutcome, "1 Anna – Ben 1:½": WrongOutcome,
		"1 " + strings.Repeat("x", MostPlayer+1) + " – Ben 1-0": WrongLength,
	} {
		if got, why := read(line); why != want {
			t.Errorf("%q is read as %+v, %q, want %q", line, got, why, want)
		}
	}
}

// Any text is read or refused line by line, and what is read can be recorded.
func FuzzReadResults(f *testing.F) {
	f.Add("1 Anna – Ben 1-0\n2 Cleo bye\n")
	f.Add("2.1 – ½ – ½\n1 – – –")
	f.Fuzz(func(t *testing.T, typed string) {
		e := drawnEvening(t, true)
		read, wrong := e.ReadResults(&e.Draws[0], typed, nil)
		if lines := strings.Count(typed, "\n") + 1; len(read)+len(wrong) > lines {
			t.Errorf("%d results and %d wrong lines of %d", len(read), len(wrong), lines)
		}
		if _, err := e.AddResults(by("ann"), read); err != nil {
			t.Errorf("%q: %v", typed, err)
		}
	})
}
