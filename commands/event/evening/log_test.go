package evening

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// logged returns the kinds of an event's log, each with its game if it has one.
func logged(e *Event) string {
	var kinds []string
	for _, entry := range e.Log(evening.AddDate(0, 0, 1)) {
		kind := string(entry.Kind)
		if round, board, game := e.Game(entry); round > 0 {
			kind += fmt.Sprint(" ", round, ".", board, ".", game)
		}
		switch {
		case entry.Kind == EntryOpen && entry.By != "":
			kind += " " + entry.By
		case entry.Kind == EntryPlan && entry.Change.Plan.At.IsZero():
			kind += " cancelled"
		case entry.Kind == EntryPlan:
			kind += entry.Change.Plan.At.Format(" at 15:04")
		}
		if entry.Beside != "" {
			kind += " beside " + string(entry.Beside)
		}
		if entry.Was != "" {
			kind += " was " + string(entry.Was)
		}
		kinds = append(kinds, kind)
	}
	return strings.Join(kinds, ", ")
}

func TestLog(t *testing.T) {
	result := func(e *Event, board int, o Outcome) {
		t.Helper()
		if _, err := e.AddResults(by("ann"), []Result{{Game: GameRef{0, board, 1}, White: "Anna", Black: "Ben", Outcome: o}}); err != nil {
			t.Fatal(err)
		}
	}
	must := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		do   func(e *Event)
		want string
	}{
		"nothing": {func(*Event) {}, "new"},
		"set":     {func(e *Event) { must(e.set(by("ann"), 1, 0, []int{5, 7})) }, "new, set 1.0.0"},
		"a seal that is not open": {func(e *Event) {
			must(e.Seal(by("ann"), zero, func() [16]byte { return [16]byte{} }))
		}, "new, seal 1.0.0"},
		"an open seal": {func(e *Event) {
			must(e.Seal(by("ann"), zero, func() [16]byte { return [16]byte{} }))
			must(e.OpenSeal(1, by("ann")))
		}, "new, seal 1.0.0, open 1.0.0 ann"},
		"a seal that opens by itself": {func(e *Event) {
			must(e.Seal(by("ann"), zero, noBits))
			must(e.OpenSeal(1, Asker{At: evening}))
		}, "new, seal 1.0.0, open 1.0.0"},
		"a plan that is changed, and cancelled": {func(e *Event) {
			must(nil, e.PlanDraw(by("ann"), evening.Add(time.Hour)))
			must(nil, e.PlanDraw(by("ann"), evening.Add(2*time.Hour)))
			must(nil, e.PlanDraw(by("ann"), time.Time{}))
			must(nil, e.PlanDraw(by("ann"), time.Time{}))
		}, "new, plan 1.0.0 at 20:00, plan 1.0.0 at 21:00, plan 1.0.0 cancelled"},
		"a plan that ends with its draw": {func(e *Event) {
			must(nil, e.PlanDraw(by("ann"), evening.Add(time.Hour)))
			play(t, e, zero)
		}, "new, plan 1.0.0 at 20:00, draw 1.0.0"},
		"a plan that ends with an earlier round": {func(e *Event) {
			play(t, e, zero)
			must(nil, e.PlanDraw(by("ann"), evening.Add(time.Hour)))
			must(e.Void(1, "", by("ann")))
		}, "new, draw 1.0.0, void 1.0.0, plan 2.0.0 at 20:00, plan 2.0.0 cancelled"},
		"games that begin": {func(e *Event) {
			e.Rules.Study = 10
			play(t, e, zero)
		}, "new, draw 1.0.0, begin 1.0.0"},
		"games that will begin": {func(e *Event) {
			e.Rules.Study = 10
			must(e.Draw(after(24*time.Hour), zero))
		}, "new, draw 1.0.0"},
		"games of a void round": {func(e *Event) {
			e.Rules.Study = 10
			play(t, e, zero)
			must(e.Void(1, "", after(9*time.Minute)))
		}, "new, draw 1.0.0, void 1.0.0"},
		"games after the end": {func(e *Event) {
			e.Rules.Study = 10
			play(t, e, zero)
			must(nil, e.Close(after(9*time.Minute)))
			must(nil, e.reopen(after(time.Hour)))
		}, "new, draw 1.0.0, close, reopen"},
		"games before the end": {func(e *Event) {
			e.Rules.Study = 10
			play(t, e, zero)
			must(nil, e.Close(after(11*time.Minute)))
			must(nil, e.reopen(after(time.Hour)))
		}, "new, draw 1.0.0, begin 1.0.0, close, reopen"},
		"results before and after a change, at one moment": {func(e *Event) {
			play(t, e, zero)
			result(e, 1, WhiteWins)
			must(e.AnswerChange(by("ann"), Rules{Name: "y", Rounds: 3, Boards: 2, Games: 1, Each: true}, zero))
			result(e, 1, Drawn)
		}, "new, draw 1.0.0, result 1.1.1, change, result 1.1.1 was 1-0"},
		"boards that join the first draw": {func(e *Event) {
			play(t, e, zero)
			must(e.AnswerChange(by("ann"), Rules{Name: "x", Rounds: 3, Boards: 3, Games: 1, Each: true}, zero))
		}, "new, draw 1.0.0, change 1.0.0"},
		"a board that is drawn again": {func(e *Event) {
			play(t, e, zero)
			result(e, 1, WhiteWins)
			result(e, 2, WhiteWins)
			must(nil, e.redraw(by("ann"), 1, 1, "", zero))
			result(e, 1, Drawn)
			result(e, 2, Drawn)
		}, "new, draw 1.0.0, result 1.1.1, result 1.2.1, redraw 1.1.0, result 1.1.1, result 1.2.1 was 1-0"},
		"over, open, over": {func(e *Event) {
			must(nil, e.Close(by("ann")))
			must(nil, e.reopen(by("ann")))
			must(nil, e.Close(by("ann")))
		}, "new, close, reopen, close"},
	} {
		e := eveningOf(true)
		c.do(e)
		if got := logged(e); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// A rename of a name that was removed keeps its line of the log, whatever a plan and a thread that was
// left changed about the rules meanwhile.
func TestLogOfARemovedRename(t *testing.T) {
	e := eveningOf(true)
	play(t, e, zero)
	e.Rules.Thread = true
	e.note(Change{}, by("ann")) // as a Store returns a rename of no name
	e.Rules.Zone, e.Rules.Thread = "Europe/Berlin", false
	if got := logged(e); got != "new, draw 1.0.0, rename" {
		t.Error(got)
	}
}

// An event that was changed so often that its last end is no change still ends in its log.
func TestLogEndsWithTheEnd(t *testing.T) {
	e := eveningOf(true)
	for len(e.Changes) < MostChanges {
		if err := e.Close(by("ann")); err != nil {
			t.Fatal(err)
		}
		if err := e.reopen(by("ann")); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Close(after(time.Hour)); err != nil {
		t.Fatal(err)
	}
	log := e.Log(evening.AddDate(0, 0, 1))
	if last := log[len(log)-1]; len(log) != 1+MostChanges+1 || last.Kind != EntryClose || !last.At.Equal(evening.Add(time.Hour)) {
		t.Errorf("%d entries, the last is %+v", len(log), last)
	}
}

// The positions of a draw are those that it began with.
func TestFirstSPs(t *testing.T) {
	e := eveningOf(true)
	if err := e.Close(by("ann")); err != nil { // two changes before the draw
		t.Fatal(err)
	}
	if err := e.reopen(by("ann")); err != nil {
		t.Fatal(err)
	}
	play(t, e, zero)
	if err := e.redraw(by("ann"), 1, 2, "", zero); err != nil {
		t.Fatal(err)
	}
	if d := &e.Draws[0]; e.changesBefore(d) != 2 || !slices.Equal(e.FirstSPs(d), []int{0, 1}) || !slices.Equal(d.SPs, []int{0, 2}) {
		t.Errorf("%d changes before, first %v, now %v", e.changesBefore(d), e.FirstSPs(d), d.SPs)
	}
}
