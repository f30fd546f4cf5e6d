package evening

import (
	"errors"
	"testing"
)

func zero(int) (int, error) { return 0, nil }

// evenings with two boards that have positions of their own, or one for both.
func eveningOf(each bool) *Event {
	return newEvent(Rules{Name: "x", Rounds: 3, Boards: 2, Games: 1, Each: each})
}

func TestRedraw(t *testing.T) {
	e := eveningOf(true)
	play(t, e, zero) // SP 0 and 1
	if _, err := e.AddResults(by("ann"), []Result{
		{Game: GameRef{0, 1, 1}, White: "Anna", Black: "Ben", Outcome: WhiteWins},
		{Game: GameRef{0, 2, 1}, White: "Cleo", Black: "Dan", Outcome: Drawn},
	}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the interaction comes twice
		list, err := e.AnswerRedraw(by("ann"), 1, 2, "wrong set-up", zero)
		if err != nil || len(list) != 1 || *list[0].Redraw != (Redraw{0, 2, 1, "wrong set-up"}) {
			t.Fatal(list, err)
		}
	}
	if sps := e.Draws[0].SPs; sps[0] != 0 || sps[1] != 2 {
		t.Errorf("the boards have %v", sps)
	}
	games := e.GamesOf(&e.Draws[0])
	if games[0].Outcome != WhiteWins || games[1].Outcome != "" {
		t.Errorf("the results are %v", games)
	}
	table, _ := exported(t, e)
	if len(table) != 3 || table[2]["sp"] != "1" || table[2]["void"] != "true" || table[2]["reason"] != "wrong set-up" || table[1]["sp"] != "2" || table[1]["pool"] != "958" || table[2]["pool"] != "960" {
		t.Errorf("the table is %v", table)
	}
	for name, test := range map[string]struct {
		e            *Event
		round, board int
		want         error
	}{
		"one for all":   {drawnEvening(t, false), 1, 1, ErrOneForAll},
		"no such board": {drawnEvening(t, true), 1, 3, ErrNoBoard},
		"not drawn":     {eveningOf(true), 1, 1, ErrNotDrawn},
	} {
		if _, err := test.e.AnswerRedraw(by("ann"), test.round, test.board, "", zero); !errors.Is(err, test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func drawnEvening(t *testing.T, each bool) *Event {
	e := eveningOf(each)
	play(t, e, zero)
	return e
}

func TestSet(t *testing.T) {
	ask := func(interaction string) Request {
		asker := by("ann")
		asker.Interaction = interaction
		return Request{Asker: asker}
	}
	e := eveningOf(true)
	for board, want := range []int{518, 0} {
		d, turn, err := e.AnswerSet(ask(string(rune('a'+board))), 2, board+1, []int{want})
		if err != nil || turn != First || d.SPs[board] != want || !d.ByHand {
			t.Fatal(d, turn, err)
		}
		d.Shown = true
	}
	play(t, e, zero) // round 1: SP 1 and 2
	if sps := e.Round(1).SPs; sps[0] != 1 || sps[1] != 2 {
		t.Errorf("round 1 has %v, although 0 was set by hand", sps)
	}
	whole := eveningOf(true)
	if d, _, err := whole.AnswerSet(ask("a"), 1, 0, []int{3, 4}); err != nil || len(d.SPs) != 2 {
		t.Error(d, err)
	}
	for name, test := range map[string]struct {
		e            *Event
		round, board int
		sps          []int
		want         error
	}{
		"drawn":           {e, 1, 0, []int{3, 4}, ErrDrawn},
		"complete":        {e, 2, 1, []int{3}, ErrDrawn},
		"one for all":     {eveningOf(false), 1, 1, []int{3}, ErrOneForAll},
		"no such board":   {eveningOf(true), 1, 3, []int{3}, ErrNoBoard},
		"no such round":   {eveningOf(true), 4, 1, []int{3}, ErrNotDrawn},
		"too few":         {eveningOf(true), 1, 0, []int{3}, &SetError{1, 2, 0}},
		"too many":        {eveningOf(false), 1, 0, []int{3, 4}, &SetError{2, 1, 0}},
		"another's place": {eveningOf(true), 1, 2, []int{3}, &SetError{1, 1, 1}},
	} {
		_, _, err := test.e.AnswerSet(ask("z"), test.round, test.board, test.sps)
		if err == nil || err.Error() != test.want.Error() {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
}

// Boards that go stay in the rounds that were drawn.
func TestBoardsGo(t *testing.T) {
	e := drawnEvening(t, true)
	if _, err := changed(e, "7", func(r *Rules) { r.Boards = 1 }, zero); err != nil {
		t.Fatal(err)
	}
	play(t, e, zero)
	if first, second := e.GamesOf(&e.Draws[0]), e.GamesOf(&e.Draws[1]); len(first) != 2 || len(second) != 1 {
		t.Errorf("%d and %d boards", len(first), len(second))
	}
}

// While a draw is sealed, no board and no round changes: the list of the seal stays as it is.
func TestNothingIsDrawnAgainBesideASeal(t *testing.T) {
	e := eveningOf(true)
	play(t, e, zero)
	e.Rules.Sealed = true
	if _, err := e.Seal(by("ann"), zero, func() (b [16]byte) { return b }); err != nil {
		t.Fatal(err)
	}
	if _, err := e.AnswerRedraw(by("ben"), 1, 1, "", zero); !errors.Is(err, ErrSealed) {
		t.Error("a board:", err)
	}
	if _, err := e.Void(1, "", by("ben")); !errors.Is(err, ErrSealed) {
		t.Error("a round:", err)
	}
}
