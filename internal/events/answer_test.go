package events

import (
	"testing"
	"time"
)

func nobodyShows(*Draw) bool { return false }

// answer asks for a round as an interaction.
func answer(t *testing.T, e *Event, interaction string, round int, showing func(*Draw) bool) (d *Draw, made bool) {
	t.Helper()
	d, made, err := e.Answer(Asker{User: "ann", Interaction: interaction, At: evening}, round, showing,
		func(n int) (int, error) { return len(e.Draws), nil }, func() [16]byte { return [16]byte{} })
	if err != nil {
		t.Fatal(err)
	}
	return d, made
}

// The first draw that nobody may have seen is shown next, whichever it is.
func TestUnseenDrawsComeFirst(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 9, Boards: 1, Games: 1})
	everyone := func(*Draw) bool { return true }
	for i, id := range []string{"1", "2", "3", "4"} {
		if d, made := answer(t, e, id, 0, everyone); !made || d.Round != i+1 {
			t.Fatalf("drew %+v", d)
		}
	}
	e.Draws[0].Shown = true
	if _, err := e.Void(2, "", by("ann")); err != nil { // a void draw needs no showing
		t.Fatal(err)
	}
	if d, made := answer(t, e, "5", 0, nobodyShows); made || d.Index != 2 {
		t.Errorf("got %+v, want the third draw", d)
	}
	if d, made := answer(t, e, "6", 0, func(d *Draw) bool { return d.Index == 2 }); made || d.Index != 3 {
		t.Errorf("got %+v, want the fourth draw: the third is being shown", d)
	}
	e.Draws[2].Shown, e.Draws[3].Shown = true, true
	if d, made := answer(t, e, "7", 0, nobodyShows); !made || d.Index != 4 || d.Round != 2 {
		t.Errorf("got %+v, want a new draw of the void round", d)
	}
	for id, index := range map[string]int{"1": 0, "2": 1, "5": 2, "6": 3, "7": 4} { // delivered again
		if d, made := answer(t, e, id, 0, nobodyShows); made || d.Index != index {
			t.Errorf("interaction %s gets %+v the second time", id, d)
		}
	}
	if d, made := answer(t, e, "8", 3, nobodyShows); made || d.Index != 2 {
		t.Errorf("a press for round 3 gets %+v", d)
	}
}

func TestClosedEventsDoNotChange(t *testing.T) {
	for _, sealed := range []bool{false, true} {
		e := newEvent(Rules{Name: "x", Rounds: 3, Boards: 1, Games: 1, Sealed: sealed})
		answer(t, e, "1", 0, nobodyShows)
		if sealed {
			if _, err := e.OpenSeal(1, by("ann")); err != nil {
				t.Fatal(err)
			}
		}
		if err := e.Close(evening); err != nil {
			t.Fatal(err)
		}
		if err := e.Close(evening.Add(time.Hour)); err != ErrClosed || !e.ClosedAt.Equal(evening) {
			t.Errorf("closed again: %v", err)
		}
		if _, _, err := e.Answer(Asker{Interaction: "2"}, 0, nobodyShows, nil, nil); err != ErrClosed {
			t.Errorf("drawn or shown after the end: %v", err)
		}
		if _, err := e.Add(1, "bo", 5); err != ErrNotSealed {
			t.Errorf("added after the end: %v", err)
		}
		if d, made := answer(t, e, "1", 0, nobodyShows); made || d.Index != 0 {
			t.Errorf("the same interaction after the end: %+v", d)
		}
	}
}

// Before its time a seal is opened only by the person who sealed it, and only that of the
// round that is meant.
func TestOpenASeal(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 3, Boards: 1, Games: 1, Sealed: true})
	answer(t, e, "1", 0, nobodyShows)
	opens := e.Last().Seal.OpensAt
	for _, c := range []struct {
		round int
		user  string
		at    time.Time
		want  error
	}{
		{2, "ann", opens, ErrNotSealed},
		{1, "bo", opens.Add(-time.Millisecond), ErrEarly},
		{1, "bo", opens, nil},
	} {
		d, opened, err := e.Open(c.round, Asker{User: c.user, At: c.at})
		if err != c.want || opened != (err == nil) || e.Last().Sealed() != (err != nil) {
			t.Errorf("%s opens round %d at %v: %+v, %t, %v", c.user, c.round, c.at, d, opened, err)
		}
	}
	if d, opened, err := e.Open(1, Asker{User: "cy", At: evening}); opened || err != nil || d.Index != 0 {
		t.Errorf("opened again: %+v, %t, %v", d, opened, err)
	}
	if _, err := e.OpenSeal(2, by("ann")); err != ErrNotSealed {
		t.Errorf("another round: %v", err)
	}
	answer(t, e, "2", 2, nobodyShows) // shows round 1
	e.Last().Shown = true
	answer(t, e, "3", 0, nobodyShows)
	if d, opened, err := e.Open(1, Asker{User: "cy", At: evening}); opened || err != nil || d.Index != 0 {
		t.Errorf("opened again while the next round is sealed: %+v, %t, %v", d, opened, err)
	}
	if _, err := e.OpenSeal(1, by("ann")); err != ErrNotSealed || !e.Last().Sealed() {
		t.Errorf("a seal of another round is opened: %v", err)
	}
}

func TestAddedNumbersHaveARange(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 3, Boards: 1, Games: 1, Sealed: true})
	answer(t, e, "1", 0, nobodyShows)
	for number, ok := range map[int]bool{-1: false, 0: true, MostAdded: true, MostAdded + 1: false} {
		if _, err := e.Add(1, string(rune('a'+number)), number); (err == nil) != ok {
			t.Errorf("%d: %v", number, err)
		}
	}
	if len(e.Last().Seal.Added) != 2 {
		t.Errorf("added %v", e.Last().Seal.Added)
	}
}
