package evening

import (
	"fmt"
	"testing"
	"time"

	"chess960bot/internal/outbox"
)

// Results that come after the end are told in groups: each has what came within three minutes of its
// first one, and is posted then.
func TestLateResults(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 2, Boards: 9, Games: 1})
	play(t, e, zero)
	tell := func(board int, after time.Duration) {
		t.Helper()
		ann := by("ann")
		ann.At = evening.Add(after)
		if _, err := e.AddResults(ann, []Result{{Game: GameRef{0, board, 1}, Outcome: Drawn}}); err != nil {
			t.Fatal(err)
		}
	}
	tell(1, 0)
	if err := e.Close(after(time.Hour)); err != nil {
		t.Fatal(err)
	}
	tell(2, time.Hour) // at the end
	tell(3, time.Hour+time.Second)
	tell(4, time.Hour+2*time.Minute)
	tell(5, time.Hour+3*time.Minute)
	tell(6, time.Hour+3*time.Minute+time.Second)
	tell(7, 3*time.Hour)
	var groups []string
	for _, group := range e.LateResults() {
		boards := ""
		for _, r := range group {
			boards += fmt.Sprint(r.Game.Board)
		}
		groups = append(groups, boards)
	}
	if fmt.Sprint(groups) != "[345 6 7]" {
		t.Errorf("the groups have the boards %v", groups)
	}
	posts := e.lateResultsPosts()
	for i, c := range []struct {
		first int
		due   time.Duration
	}{{2, time.Hour + 3*time.Minute + time.Second}, {5, time.Hour + 6*time.Minute + time.Second}, {6, 3*time.Hour + 3*time.Minute}} {
		if p := posts[i]; p.Number != c.first || !p.DueAt.Equal(evening.Add(c.due)) || !p.ExpiresAt.Equal(p.DueAt.Add(24*time.Hour)) {
			t.Errorf("post %d: %+v", i, p)
		}
	}
	mark := func(_ *Event, first int) string { return fmt.Sprint(first) }
	kind := LateResultsPosts(&oneEvent{event: e}, mark, func(_ *Event, late []Result) (outbox.Message, error) { return len(late), nil })
	for number, results := range map[int]int{2: 3, 3: 0, 5: 1, 6: 1, 7: 0} {
		p := posts[0]
		p.Number = number
		d, err := kind.Prepare(t.Context(), p, evening)
		if err != nil || d.Unwanted != (results == 0) {
			t.Fatalf("post %d: %+v, %v", number, d, err)
		}
		if results > 0 {
			if n, err := d.Compose(t.Context()); n != results || err != nil || d.Mark != fmt.Sprint(number) {
				t.Errorf("post %d tells %v results, %v", number, n, err)
			}
		}
	}
	if err := e.reopen(by("ann")); err != nil || e.LateResults() != nil {
		t.Errorf("of an open event: %v, %v", e.LateResults(), err)
	}
}
