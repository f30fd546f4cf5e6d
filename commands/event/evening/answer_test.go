package evening

import (
	"errors"
	"io"
	"testing"
	"time"
)

// request is a request of Ann by an interaction.
func request(interaction string, at time.Time) Request {
	return Request{Asker: Asker{User: "ann", Interaction: interaction, At: at}, Since: at}
}

// answer asks for a round, or for the next one if round is 0.
func answer(t *testing.T, e *Event, r Request, round int) (*Draw, Turn) {
	t.Helper()
	d, turn, err := e.Answer(r, round, func(n int) (int, error) { return len(e.Draws), nil }, func() [16]byte { return [16]byte{} })
	if err != nil {
		t.Fatal(err)
	}
	return d, turn
}

// The first draw that nobody may have seen is shown next, whichever it is.
func TestUnseenDrawsComeFirst(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 9, Boards: 1, Games: 1})
	for i, id := range []string{"1", "2", "3", "4"} {
		if d, turn := answer(t, e, request(id, evening), 0); turn != First || d.Round != i+1 {
			t.Fatalf("drew %+v", d)
		}
		e.Last().Shown = true
	}
	later := evening.Add(answerTime)
	e.Draws[1].Shown, e.Draws[2].Shown, e.Draws[3].Shown = false, false, false
	if _, err := e.Void(2, "", by("ann")); err != nil { // a void draw needs no showing
		t.Fatal(err)
	}
	for i, id := range []string{"5", "6"} {
		d, turn := answer(t, e, request(id, later), 0)
		if turn != Again || d.Index != 2+i {
			t.Errorf("got %+v, want draw %d", d, 2+i)
		}
		d.Shown = true
	}
	if d, turn := answer(t, e, request("7", later), 0); turn != First || d.Index != 4 || d.Round != 2 {
		t.Errorf("got %+v, want a new draw of the void round", d)
	}
	for id, index := range map[string]int{"1": 0, "2": 1, "5": 2, "6": 3, "7": 4} { // delivered again
		if d, _ := answer(t, e, request(id, later), 0); d.Index != index {
			t.Errorf("interaction %s gets %+v the second time", id, d)
		}
	}
	if d, turn := answer(t, e, request("8", later), 3); turn != Seen || d.Index != 2 {
		t.Errorf("a press for round 3 gets %+v, %v", d, turn)
	}
}

// What an answer does with a draw follows from the answers to others.
func TestTurns(t *testing.T) {
	soon, late := evening.Add(answerTime-1), evening.Add(answerTime)
	lost := request("2", soon)
	lost.Lost = "1"
	earlier := request("2", soon)
	earlier.Since = evening.Add(-1)
	wrongClock := request("2", evening.Add(-time.Hour))
	for name, c := range map[string]struct {
		again Request
		round int
		shown bool
		want  Turn
		index int
	}{
		"the same interaction":                               {request("1", soon), 0, true, First, 0},
		"another answer is on its way":                       {request("2", soon), 0, false, Wait, 0},
		"another answer is on its way, by a button":          {request("2", soon), 1, false, Wait, 0},
		"another answer did not arrive":                      {lost, 1, false, Again, 0},
		"another answer cannot arrive any more":              {request("2", late), 0, false, Again, 0},
		"people have seen the draw":                          {request("2", soon), 1, true, Seen, 0},
		"people have seen the draw, so the next one follows": {request("2", soon), 0, true, First, 1},
		"asked before the draw was shown":                    {earlier, 0, true, Seen, 0},
		"the clock went back":                                {wrongClock, 0, true, First, 1},
	} {
		e := newEvent(Rules{Name: "x", Rounds: 9, Boards: 1, Games: 1})
		answer(t, e, request("1", evening), 0)
		e.Last().Shown = c.shown
		if d, turn := answer(t, e, c.again, c.round); turn != c.want || d.Index != c.index {
			t.Errorf("%s: turn %v, draw %d", name, turn, d.Index)
		}
	}
}

func TestClosedEventsDoNotChange(t *testing.T) {
	for _, sealed := range []bool{false, true} {
		e := newEvent(Rules{Name: "x", Rounds: 3, Boards: 1, Games: 1, Sealed: sealed})
		answer(t, e, request("1", evening), 0)
		if sealed {
			if _, err := e.OpenSeal(1, by("ann")); err != nil {
				t.Fatal(err)
			}
		}
		if err := e.Close(Asker{At: evening}); err != nil {
			t.Fatal(err)
		}
		if err := e.Close(Asker{At: evening.Add(time.Hour)}); err != ErrClosed || !e.ClosedAt.Equal(evening) {
			t.Errorf("closed again: %v", err)
		}
		if _, _, err := e.Answer(request("2", evening.Add(time.Hour)), 0, nil, nil); err != ErrClosed {
			t.Errorf("drawn or shown after the end: %v", err)
		}
		if err := e.Add(1, by("bo"), 5); err != ErrNotSealed {
			t.Errorf("added after the end: %v", err)
		}
		if d, _ := answer(t, e, request("1", evening), 0); d.Index != 0 {
			t.Errorf("the same interaction after the end: %+v", d)
		}
	}
}

// Before its time a seal is opened only by the person who sealed it, and only that of the
// round that is meant.
func TestOpenASeal(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 3, Boards: 1, Games: 1, Sealed: true})
	answer(t, e, request("1", evening), 0)
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
		d, _, err := e.Open(Request{Asker: Asker{User: c.user, At: c.at}}, c.round)
		if err != c.want || e.Last().Sealed() != (err != nil) {
			t.Errorf("%s opens round %d at %v: %+v, %v", c.user, c.round, c.at, d, err)
		}
	}
	if d, _, err := e.Open(Request{Asker: Asker{User: "cy", At: evening}}, 1); err != nil || d.Index != 0 {
		t.Errorf("opened again: %+v, %v", d, err)
	}
	if _, err := e.OpenSeal(2, by("ann")); err != ErrNotSealed {
		t.Errorf("another round: %v", err)
	}
	answer(t, e, request("2", evening), 2) // shows round 1
	e.Last().Shown = true
	answer(t, e, request("3", evening), 0)
	if d, _, err := e.Open(Request{Asker: Asker{User: "cy", At: evening}}, 1); err != nil || d.Index != 0 {
		t.Errorf("opened again while the next round is sealed: %+v, %v", d, err)
	}
	if _, err := e.OpenSeal(1, by("ann")); err != ErrNotSealed || !e.Last().Sealed() {
		t.Errorf("a seal of another round is opened: %v", err)
	}
}

func TestAddedNumbersHaveARange(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 3, Boards: 1, Games: 1, Sealed: true})
	answer(t, e, request("1", evening), 0)
	for number, ok := range map[int]bool{-1: false, 0: true, MostAdded: true, MostAdded + 1: false} {
		if err := e.Add(1, by(string(rune('a'+number))), number); (err == nil) != ok {
			t.Errorf("%d: %v", number, err)
		}
	}
	if len(e.Last().Seal.Added) != 2 {
		t.Errorf("added %v", e.Last().Seal.Added)
	}
}

// A round that was begun has as many boards as it had then.
func TestSetHasTheBoardsOfItsRound(t *testing.T) {
	e := eveningOf(true) // of two boards
	record := func(board int) error {
		_, _, err := e.AnswerSet(Request{Asker: Asker{User: "ann", Interaction: string(rune('a' + board)), At: evening}}, 1, board, []int{518 + board})
		return err
	}
	if err := record(1); err != nil {
		t.Fatal(err)
	}
	e.Round(1).Shown = true
	play(t, e, zero) // round 2
	if _, err := changed(e, "z", func(r *Rules) { r.Boards = 3 }, zero); err != nil {
		t.Fatal(err)
	}
	if err := record(2); err != nil {
		t.Fatal(err)
	}
	if err := record(3); !errors.Is(err, ErrDrawn) {
		t.Error("a third board:", err)
	}
	if boards := e.BoardsOf(e.Round(1)); boards != 2 {
		t.Error(boards, "boards")
	}
	if err := e.WriteCSV(io.Discard); err != nil {
		t.Error(err)
	}
	// An older release recorded the third board.
	e.Round(1).SPs = append(e.Round(1).SPs, 3)
	if err := e.WriteCSV(io.Discard); err != nil {
		t.Error(err)
	}
}

// Boards that come while people record a round are for the next rounds: no position is drawn for
// the round that people record.
func TestBoardsComeWhileARoundIsRecorded(t *testing.T) {
	e := eveningOf(true) // of two boards
	record := func(board int) error {
		_, _, err := e.AnswerSet(Request{Asker: Asker{User: "ann", Interaction: string(rune('a' + board)), At: evening}}, 1, board, []int{518 + board})
		return err
	}
	if err := record(1); err != nil {
		t.Fatal(err)
	}
	if _, err := changed(e, "y", func(r *Rules) { r.Boards = 3 }, zero); err != nil {
		t.Fatal(err)
	}
	if sps := e.Round(1).SPs; len(sps) != 1 {
		t.Fatal("positions:", sps)
	}
	if err := record(2); err != nil {
		t.Fatal(err)
	}
	if err := record(3); !errors.Is(err, ErrDrawn) {
		t.Error("a third board:", err)
	}
	list, err := changed(e, "z", func(r *Rules) { r.Boards = 4 }, zero) // once all are recorded
	if err != nil {
		t.Fatal(err)
	}
	if _, first, last := e.NewBoards(list[len(list)-1]); first != 3 || last != 4 || len(e.Round(1).SPs) != 4 {
		t.Errorf("boards %d to %d joined, positions %v", first, last, e.Round(1).SPs)
	}
}
