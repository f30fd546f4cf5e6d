package evening

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"chess960bot/internal/workshop/testrun"
)

// A drawnBoard is what is true of a board when it gets its position: the time, the size of
// the pool and the positions that were drawn before.
type drawnBoard struct {
	sp, pool int
	by       string
	at       time.Time
	earlier  []int
}

// Boards join the rounds of random evenings and go, rounds are struck out, boards are drawn
// again, and the rules change.
// Afterwards each board still has the time, the person and the pool of its own draw.
func TestPartsAreWhatWasDrawn(t *testing.T) {
	random := rand.New(rand.NewPCG(960, 3))
	pool := 0 // of the first position of a step
	chance := func(n int) (int, error) {
		if pool == 0 {
			pool = n
		}
		return random.IntN(n), nil
	}
	joined, redrawn := 0, 0
	for i := range testrun.Choose(40, 5_000) {
		e := newEvent(Rules{Name: "x", Rounds: 1 + random.IntN(5), Boards: 1 + random.IntN(3), Games: 1, Each: true, NoMirrors: i%3 == 0, Sealed: i%4 == 0})
		want := map[GameRef]drawnBoard{}
		for step := range 40 {
			asker := Asker{User: fmt.Sprint("person ", step), Interaction: fmt.Sprint(step), At: evening.Add(time.Duration(step) * answerTime)}
			earlier := slices.Sorted(slices.Values(e.drawn()))
			pool = 0
			drew := func(d *Draw, first, last int) {
				if d.Seal != nil {
					pool = len(d.Seal.Order)
				}
				for board := first; board <= last; board++ {
					want[GameRef{d.Index, board, 1}] = drawnBoard{d.SPs[board-1], pool, asker.User, asker.At, earlier}
				}
			}
			switch random.IntN(5) {
			case 0:
				e.Void(1+random.IntN(e.Rules.Rounds), "clock", asker)
			case 1:
				if d := drawSome(e, asker, chance); d != nil {
					drew(d, 1, len(d.SPs))
				}
			case 2:
				round, board := 1+random.IntN(e.Rules.Rounds), 1+random.IntN(e.Rules.Boards)
				if _, err := e.AnswerRedraw(asker, round, board, "wrong set-up", chance); err == nil {
					redrawn++
					e.Changes[len(e.Changes)-1].Shown = true
					drew(e.Round(round), board, board)
				}
			default:
				rules := e.Rules
				vary(random, &rules)
				if _, err := e.AnswerChange(asker, rules, chance); err != nil {
					continue
				}
				c := &e.Changes[len(e.Changes)-1]
				c.Shown = true
				if d, first, last := e.NewBoards(c); d != nil {
					joined++
					drew(d, first, last)
				}
			}
		}
		wantParts(t, e, want)
		e.wantOnce(t)
	}
	if joined == 0 || redrawn == 0 {
		t.Errorf("%d times boards joined, %d boards were drawn again", joined, redrawn)
	}
}

// drawSome draws the next round, or seals it and opens the seal. It returns nil if there is
// no round to draw.
func drawSome(e *Event, by Asker, chance Chance) *Draw {
	if !e.Rules.Sealed {
		d, _ := e.Draw(by, chance)
		return d
	}
	d, err := e.Seal(by, chance, func() [16]byte { return [16]byte{} })
	if err != nil {
		return nil
	}
	if _, err := e.OpenSeal(d.Round, by); err != nil {
		return nil
	}
	return d
}

// wantParts compares the parts of all draws with what was drawn.
func wantParts(t *testing.T, e *Event, want map[GameRef]drawnBoard) {
	t.Helper()
	for i := range e.Draws {
		d := &e.Draws[i]
		next := 1
		for _, p := range e.Parts(d) {
			if p.First != next || p.Last < p.First {
				t.Fatalf("boards %d to %d follow board %d", p.First, p.Last, next-1)
			}
			next = p.Last + 1
			earlier := slices.Sorted(slices.Values(slices.Concat(p.Played, p.Void)))
			for board := p.First; board <= p.Last; board++ {
				got := drawnBoard{d.SPs[board-1], p.Pool, p.By, p.At, earlier}
				if w := want[GameRef{i, board, 1}]; fmt.Sprint(got) != fmt.Sprint(w) {
					t.Fatalf("board %d of draw %d\nis   %+v\nwant %+v", board, i, got, w)
				}
				if e.PartOf(d, board).At != p.At {
					t.Errorf("board %d is not of the part %+v", board, p)
				}
			}
			for _, c := range e.Changes {
				if r := c.Redraw; r != nil && !c.At.After(p.At) && slices.Contains(p.Played, r.SP) {
					t.Errorf("SP %d did not count at %v, and stands among %v", r.SP, p.At, p.Played)
				}
			}
		}
		if boards := next - 1; boards != len(d.SPs) || e.RulesOf(d).Boards != boards {
			t.Fatalf("the parts have %d boards, the rules %d, and %d positions were drawn", boards, e.RulesOf(d).Boards, len(d.SPs))
		}
	}
}

// Boards that play the same position are one part, whenever they joined.
func TestBoardsWithOnePositionAreOnePart(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 2, Boards: 2, Games: 1})
	zero := func(int) (int, error) { return 0, nil }
	play(t, e, zero)
	if _, err := changed(e, "5", func(r *Rules) { r.Boards = 4 }, zero); err != nil {
		t.Fatal(err)
	}
	if parts := e.Parts(&e.Draws[0]); len(parts) != 1 || parts[0].Last != 4 || parts[0].By != e.Draws[0].By {
		t.Errorf("got %+v", parts)
	}
}

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
