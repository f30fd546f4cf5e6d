package evening

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"chess960bot/internal/workshop/testrun"
)

// changed changes the rules of an event.
func changed(e *Event, interaction string, update func(*Rules), chance Chance) ([]*Change, error) {
	rules := e.Rules
	update(&rules)
	return e.AnswerChange(Asker{User: "ann", Interaction: interaction, At: evening.Add(time.Duration(len(e.Changes)) * answerTime)}, rules, chance)
}

// Between the draws of an event its rules change at random. Nothing that was drawn changes,
// no position comes twice, and every change that is accepted can be played to the end.
func TestChangesKeepWhatWasDrawn(t *testing.T) {
	random := rand.New(rand.NewPCG(960, 518))
	chance := func(n int) (int, error) { return random.IntN(n), nil }
	accepted, joined := 0, 0
	for i := range testrun.Choose(30, 10_000) {
		e := newEvent(Rules{
			Name: "x", Rounds: 1 + random.IntN(5), Boards: 1 + random.IntN(4), Games: 1,
			Each: i%2 == 0, NoMirrors: i%3 == 0, Sealed: i%5 == 0,
		})
		for round := e.NextRound(); round != 0; round = e.NextRound() {
			play(t, e, chance)
			if random.IntN(5) == 0 {
				e.Void(round, "clock", by("ann"))
			}
			previous := frozen(e)
			list, err := changed(e, fmt.Sprint(round), func(r *Rules) { vary(random, r) }, chance)
			if err == nil {
				accepted += len(list)
				joined += e.wantJoined(t, list[len(list)-1])
			}
			for i, d := range previous {
				if after := frozen(e)[i]; !slices.Equal(after.sps[:len(d.sps)], d.sps) || after.sum != d.sum || after.games != d.games {
					t.Fatalf("draw %d was %+v, is %+v", i, d, after)
				}
			}
		}
		e.wantOnce(t)
	}
	t.Logf("%d changes, %d boards joined", accepted, joined)
	if accepted == 0 || joined == 0 {
		t.Error("nothing was changed")
	}
}

// vary changes one of the rules at random.
func vary(random *rand.Rand, r *Rules) {
	switch random.IntN(6) {
	case 0:
		r.Boards += random.IntN(4) - 1
	case 1:
		r.Rounds += random.IntN(3) - 1
	case 2:
		r.Games = 1 + random.IntN(2)
	case 3:
		r.Exclude = []int{random.IntN(480), 480 + random.IntN(480)}
	case 4:
		r.NoMirrors = !r.NoMirrors
	default:
		r.Name += "y"
	}
}

// A drawn is what must not change about a draw. More positions may join.
type drawn struct {
	sps   []int
	games int
	sum   string
}

func frozen(e *Event) []drawn {
	all := make([]drawn, len(e.Draws))
	for i := range e.Draws {
		d := &e.Draws[i]
		all[i] = drawn{slices.Clone(d.SPs), e.RulesOf(d).Games, ""}
		if d.Seal != nil {
			all[i].sum = e.Sum(d)
		}
	}
	return all
}

// wantJoined checks the boards that joined with a change, and returns their number.
func (e *Event) wantJoined(t *testing.T, c *Change) int {
	t.Helper()
	d, first, last := e.NewBoards(c)
	if d == nil {
		return 0
	}
	boards := 0
	for range e.Boards(d) {
		boards++
	}
	if first > last || boards != last || d.Void != nil {
		t.Fatalf("boards %d to %d joined %+v, which has %d", first, last, d, boards)
	}
	return last - first + 1
}

// wantOnce checks that no position comes twice, nor a mirror image after NoMirrors.
func (e *Event) wantOnce(t *testing.T) {
	t.Helper()
	seen := map[int]bool{}
	for _, sp := range e.drawn() {
		if seen[sp] {
			t.Fatalf("SP %d comes twice in %+v", sp, e.Draws)
		}
		seen[sp] = true
	}
}

// A board that joins gets its position in the highest round, and no other round changes.
func TestABoardJoinsTheHighestRound(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 3, Boards: 2, Games: 1, Each: true})
	zero := func(int) (int, error) { return 0, nil }
	for range 2 {
		play(t, e, zero)
	}
	if _, err := changed(e, "5", func(r *Rules) { r.Boards = 3 }, zero); err != nil {
		t.Fatal(err)
	}
	e.Void(2, "", by("ann"))
	list, err := changed(e, "6", func(r *Rules) { r.Boards = 4 }, zero)
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	if d, first, last := e.NewBoards(list[1]); d != &e.Draws[0] || first != 3 || last != 4 {
		t.Errorf("boards %d to %d joined %+v", first, last, d)
	}
	play(t, e, zero)
	if want := [][]int{{0, 1, 5, 6}, {2, 3, 4}, {7, 8, 9, 10}}; !reflect.DeepEqual([][]int{e.Draws[0].SPs, e.Draws[1].SPs, e.Draws[2].SPs}, want) {
		t.Errorf("got %+v", e.Draws)
	}
}

// After a sealed draw the position of a new board stands in the seal's list already.
func TestANewBoardOfASealedRoundFollowsItsList(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 3, Boards: 1, Games: 1, Each: true, Sealed: true})
	random := rand.New(rand.NewPCG(1, 2))
	play(t, e, func(n int) (int, error) { return random.IntN(n), nil })
	list, sum := e.Draws[0].Seal.list(), e.Sum(&e.Draws[0])
	if slices.IsSorted(e.Draws[0].Seal.Order) {
		t.Error("the list of an event with a position for each board is not shuffled")
	}
	_, err := changed(e, "5", func(r *Rules) { r.Boards, r.Exclude, r.Name = 3, []int{list[1]}, "y" }, nil)
	if err != nil || !slices.Equal(e.Draws[0].SPs, []int{list[0], list[2], list[3]}) {
		t.Errorf("got %v, want three of %v: %v", e.Draws[0].SPs, list[:4], err)
	}
	if e.Sum(&e.Draws[0]) != sum {
		t.Error("the file of the seal has changed")
	}
}

// What cannot be changed is refused, with the reason.
func TestRefusedChanges(t *testing.T) {
	zero := func(int) (int, error) { return 0, nil }
	bare := Rules{Name: "x", Rounds: 3, Boards: 2, Games: 1, Each: true}
	sealed := bare
	sealed.Sealed = true
	for name, c := range map[string]struct {
		rules  Rules
		before func(e *Event)
		update func(r *Rules)
		want   error
	}{
		"closed":        {bare, func(e *Event) { e.Close(Asker{At: evening}) }, func(r *Rules) { r.Rounds = 4 }, ErrClosed},
		"sealed":        {sealed, func(e *Event) { e.Seal(by("ann"), zero, func() [16]byte { return [16]byte{} }) }, func(r *Rules) { r.Name = "y" }, ErrSealed},
		"the same":      {bare, func(*Event) {}, func(*Rules) {}, ErrSame},
		"too often":     {bare, func(e *Event) { e.Changes = make([]Change, MostChanges) }, func(r *Rules) { r.Name = "y" }, ErrChanges},
		"fewer rounds":  {bare, func(e *Event) { e.Draw(by("ann"), zero); e.Draw(by("ann"), zero) }, func(r *Rules) { r.Rounds = 1 }, &FewerError{2}},
		"few positions": {bare, func(e *Event) { e.Draw(by("ann"), zero) }, func(r *Rules) { r.Exclude = only(0, 1, 2, 3, 4) }, &TooFewError{4, 3}},
		"few to join":   {bare, func(e *Event) { e.Draw(by("ann"), zero) }, func(r *Rules) { r.Boards, r.Exclude = 4, only(0, 1, 2) }, &TooFewError{2, 1}},
	} {
		e := newEvent(c.rules)
		c.before(e)
		if _, err := changed(e, "9", c.update, zero); !reflect.DeepEqual(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
	for _, r := range []Rules{{Rounds: 0, Boards: 1, Games: 1}, {Rounds: 1, Boards: MostBoards + 1, Games: 1}, {Rounds: 1, Boards: 1, Games: 3}} {
		e := newEvent(Rules{Name: "x", Rounds: 3, Boards: 2, Games: 1})
		if _, err := changed(e, "9", func(now *Rules) { *now = r }, zero); err == nil {
			t.Errorf("accepted %+v", r)
		}
	}
}

// A repeated interaction gets the same changes. A change that nobody may have seen is
// shown with the next one, unless its answer is on the way.
func TestUnseenChangesAreShown(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 3, Boards: 2, Games: 1})
	indexes := func(list []*Change, err error) string {
		text := ""
		for _, c := range list {
			text += fmt.Sprint(c.Index)
		}
		if err != nil {
			text += err.Error()
		}
		return text
	}
	more := func(r *Rules) { r.Rounds++ }
	ask := func(interaction string, update func(*Rules)) string {
		list, err := changed(e, interaction, update, nil)
		return indexes(list, err)
	}
	for _, c := range []struct{ interaction, want string }{{"1", "0"}, {"1", "0"}, {"2", "01"}, {"2", "01"}, {"1", "0"}} {
		if got := ask(c.interaction, more); got != c.want {
			t.Errorf("interaction %s is answered with %s, want %s", c.interaction, got, c.want)
		}
	}
	if got := ask("3", func(*Rules) {}); got != "01" {
		t.Errorf("nothing to change: %s", got)
	}
	rules := e.Rules
	rules.Games = 2
	e.Changes[0].ShowingAt = evening.Add(time.Minute)
	list, err := e.AnswerChange(Asker{Interaction: "4", At: evening.Add(time.Minute + answerTime - 1)}, rules, nil)
	if got := indexes(list, err); got != "12" {
		t.Errorf("the first is on the way: %s", got)
	}
	e.Changes[0].Shown, e.Changes[1].Shown, e.Changes[2].Shown = true, true, true
	if got := ask("5", func(*Rules) {}); got != ErrSame.Error() {
		t.Errorf("everything was seen: %s", got)
	}
	if e.Rules.Rounds != 5 || len(e.Changes) != 3 {
		t.Errorf("changed to %+v by %+v", e.Rules, e.Changes)
	}
}

// An event that is over can be opened again, and goes on.
func TestReopen(t *testing.T) {
	e := newEvent(Rules{Name: "x", Rounds: 2, Boards: 1, Games: 1})
	play(t, e, func(int) (int, error) { return 5, nil })
	ann := Asker{User: "ann", Interaction: "7", At: evening}
	if _, err := e.Reopen(ann); !errors.Is(err, ErrOpen) {
		t.Errorf("open: %v", err)
	}
	for range 2 { // the second time, the same interaction comes again
		e.ClosedAt = evening
		list, err := e.Reopen(ann)
		if err != nil || len(list) != 1 || !list[0].Reopened || list[0].Draws != 1 || list[0].By != "ann" {
			t.Errorf("got %+v, %v", list, err)
		}
		if again, err := e.Reopen(ann); err != nil || len(again) != 1 || len(e.Changes) != 1 {
			t.Errorf("the same interaction: %+v, %v", again, err)
		}
	}
	for len(e.Changes) < MostChanges {
		e.note(Change{}, ann)
	}
	e.Close(Asker{At: evening})
	if _, err := e.Reopen(Asker{User: "ann", Interaction: "8", At: evening}); !errors.Is(err, ErrChanges) {
		t.Errorf("after %d changes: %v", len(e.Changes), err)
	}
}
