package evening

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"chess960bot/internal/chess960"
	"chess960bot/internal/workshop/testrun"
)

var evening = time.Date(2026, 11, 19, 19, 0, 0, 0, time.UTC)

func by(user string) Asker {
	return Asker{User: user, Name: "@" + user, Interaction: "1", At: evening}
}

func newEvent(rules Rules) *Event {
	return &Event{ID: "e", Channel: "c", Rules: rules, OpenedBy: "ann", OpenedAt: evening}
}

// only returns the SP numbers to exclude so that the given ones are left.
func only(sps ...int) []int {
	var out []int
	for sp := range chess960.Count {
		if !slices.Contains(sps, sp) {
			out = append(out, sp)
		}
	}
	return out
}

// outcomes runs f with every sequence of answers that chance can give, and sums the
// probabilities of each result.
func outcomes(f func(chance Chance) (result string)) map[string]*big.Rat {
	odds := map[string]*big.Rat{}
	for fixed := []int{}; ; { // answers to give before zeros
		var asked, given []int
		weight := big.NewRat(1, 1)
		result := f(func(n int) (int, error) {
			answer := 0
			if len(given) < len(fixed) {
				answer = fixed[len(given)]
			}
			asked, given = append(asked, n), append(given, answer)
			weight.Mul(weight, big.NewRat(1, int64(n)))
			return answer, nil
		})
		if odds[result] == nil {
			odds[result] = new(big.Rat)
		}
		odds[result].Add(odds[result], weight)
		last := len(given) - 1
		for last >= 0 && given[last] == asked[last]-1 {
			last--
		}
		if last < 0 {
			return odds
		}
		fixed = append(slices.Clone(given[:last]), given[last]+1)
	}
}

// Every draw from a small pool is enumerated. Each position of a round is one of those
// left, all equally likely. The same holds for sealed draws with any added number.
func TestDrawsAreUniform(t *testing.T) {
	for _, rules := range []Rules{
		{Rounds: 1, Boards: 1, Games: 1, Exclude: only(0, 3, 518, 594, 959)},
		{Rounds: 1, Boards: 3, Games: 1, Each: true, Exclude: only(0, 3, 518, 594, 700)},
		{Rounds: 1, Boards: 2, Games: 1, Each: true, Exclude: only(518, 534, 594, 700), NoMirrors: true},
	} {
		want := map[string]*big.Rat{}
		expect(rules, nil, big.NewRat(1, 1), want)
		for _, added := range []int{-1, 0, 1, 17, 9999} { // -1 draws without a seal
			got := outcomes(func(chance Chance) string {
				e := newEvent(rules)
				if added >= 0 {
					seal(t, e, chance, added)
				} else if _, err := e.Draw(by("ann"), chance); err != nil {
					t.Fatal(err)
				}
				return fmt.Sprint(e.Last().SPs)
			})
			if len(got) != len(want) {
				t.Errorf("%+v, added %d: %d results, want %d", rules, added, len(got), len(want))
			}
			for result, odds := range want {
				if got[result] == nil || got[result].Cmp(odds) != 0 {
					t.Errorf("%+v, added %d: %s has the odds %v, want %v", rules, added, result, got[result], odds)
				}
			}
		}
	}
}

// expect computes the odds of a round, position by position.
func expect(rules Rules, drawn []int, weight *big.Rat, odds map[string]*big.Rat) {
	if len(drawn) == rules.PerRound() {
		odds[fmt.Sprint(drawn)] = weight
		return
	}
	left := rules.pool(drawn)
	for _, sp := range left {
		expect(rules, append(slices.Clone(drawn), sp), new(big.Rat).Mul(weight, big.NewRat(1, int64(len(left)))), odds)
	}
}

func seal(t *testing.T, e *Event, chance Chance, added int) {
	t.Helper()
	_, err := e.Seal(by("ann"), chance, func() [16]byte { return [16]byte{} })
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Add(1, by("bo"), added); err != nil {
		t.Fatal(err)
	}
	if _, err := e.OpenSeal(1, by("ann")); err != nil {
		t.Fatal(err)
	}
}

// No position comes twice in an event, also after voided rounds. With NoMirrors, neither
// does a mirror image. Every event that passes Check can be drawn to the end.
func TestNoPositionComesTwice(t *testing.T) {
	random := rand.New(rand.NewPCG(960, 518))
	chance := func(n int) (int, error) { return random.IntN(n), nil }
	for i := range testrun.Choose(200, 10_000) {
		rules := Rules{
			Name: "x", Rounds: 1 + random.IntN(9), Boards: 1 + random.IntN(4), Games: 1,
			Each: i%2 == 0, NoMirrors: i%3 == 0, Sealed: i%5 == 0,
		}
		if rules.Check() != nil {
			t.Fatal(rules, rules.Check())
		}
		e := newEvent(rules)
		for round := e.NextRound(); round != 0; round = e.NextRound() {
			play(t, e, chance)
			if random.IntN(5) == 0 {
				if _, err := e.Void(round, "clock", by("ann")); err != nil {
					t.Fatal(err)
				}
			}
		}
		seen := map[int]bool{}
		for _, sp := range e.drawn() {
			if seen[sp] || rules.NoMirrors && seen[mirror(sp)] {
				t.Fatalf("SP %d or its mirror image comes twice in %+v", sp, e.Draws)
			}
			seen[sp] = true
		}
	}
}

// play draws the next round, sealed or not.
func play(t *testing.T, e *Event, chance Chance) {
	t.Helper()
	round := e.NextRound()
	if !e.Rules.Sealed {
		if _, err := e.Draw(by("ann"), chance); err != nil {
			t.Fatal(err)
		}
		return
	}
	if _, err := e.Seal(by("ann"), chance, func() [16]byte { return [16]byte{} }); err != nil {
		t.Fatal(err)
	}
	if _, err := e.OpenSeal(round, by("ann")); err != nil {
		t.Fatal(err)
	}
	if got := len(e.Last().SPs); got != e.Rules.PerRound() {
		t.Fatalf("%d positions, want %d", got, e.Rules.PerRound())
	}
}

// Check is exact: an event that passes never runs out of positions, and one with one more
// round does.
func TestCheckIsExact(t *testing.T) {
	first := func(int) (int, error) { return 0, nil }
	for _, rules := range []Rules{
		{Rounds: 4, Boards: 1, Games: 1, Exclude: only(1, 2, 3, 4)},
		{Rounds: 3, Boards: 1, Games: 1, Exclude: only(518, 534, 594, 700), NoMirrors: true}, // 518 and 534 are a pair
		{Rounds: 2, Boards: 2, Games: 1, Each: true, Exclude: only(1, 2, 3, 4, 5)},
	} {
		if err := rules.Check(); err != nil {
			t.Errorf("%+v: %v", rules, err)
		}
		e := newEvent(rules)
		for e.NextRound() != 0 {
			play(t, e, first)
		}
		rules.Rounds++
		var few *TooFewError
		if err := rules.Check(); !errors.As(err, &few) || few.Needed != rules.Rounds*rules.PerRound() || few.Available >= few.Needed {
			t.Errorf("%+v: %v", rules, err)
		}
		e.Rules.Rounds++
		if _, err := e.Draw(by("ann"), first); !errors.As(err, &few) {
			t.Errorf("drew from an empty pool: %v", err)
		}
	}
}

// Void draws can use up the pool. A round begins only if the pool has a position for every
// board, sealed or not. After the void draw here, the pool has positions for two of three.
func TestNoBoardGoesWithoutAPosition(t *testing.T) {
	first := func(int) (int, error) { return 0, nil }
	for _, rules := range []Rules{
		{Name: "x", Rounds: 1, Boards: 3, Games: 1, Each: true, Exclude: only(1, 2, 3, 4, 5)},
		{Name: "x", Rounds: 1, Boards: 3, Games: 1, Each: true, Exclude: only(1, 2, 3, 4, 518, 534), NoMirrors: true}, // 518 and 534 are a pair
	} {
		e := newEvent(rules)
		play(t, e, first)
		if _, err := e.Void(1, "", by("ann")); err != nil {
			t.Fatal(err)
		}
		for _, sealed := range []bool{false, true} {
			e.Rules.Sealed = sealed
			_, _, err := e.Answer(request("2", evening), 0, first, func() [16]byte { return [16]byte{} })
			if few, ok := errors.AsType[*TooFewError](err); !ok || *few != (TooFewError{Needed: 3, Available: 2}) || len(e.Draws) != 1 {
				t.Errorf("no mirrors %t, sealed %t: %v after %d draws", rules.NoMirrors, sealed, err, len(e.Draws))
			}
		}
	}
}

// The example of the specification: 612 sealed, 17 and 803 added, a pool of 960.
func TestSealArithmetic(t *testing.T) {
	e := newEvent(Rules{Name: "Thursday 960", Rounds: 2, Boards: 12, Games: 2, Sealed: true})
	d, err := e.Seal(by("ann"), func(int) (int, error) { return 612, nil }, func() [16]byte { return [16]byte{1, 2, 3} })
	if err != nil {
		t.Fatal(err)
	}
	sum, file := e.Sum(d), e.SealFile(d)
	for _, a := range []Added{{User: "bo", Number: 17}, {User: "cy", Number: 803}} {
		if err := e.Add(1, by(a.User), a.Number); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Add(1, by("bo"), 5); err != ErrAdded {
		t.Errorf("a second number: %v", err)
	}
	if err := e.Add(1, by("di"), MostAdded+1); err == nil {
		t.Error("10000 was added")
	}
	if err := e.Add(2, by("di"), 1); err != ErrNotSealed {
		t.Errorf("a number for another round: %v", err)
	}
	if _, err := e.Draw(by("ann"), nil); err != ErrSealed {
		t.Errorf("drawn while a seal is open: %v", err)
	}
	if err := e.Close(Asker{At: evening}); err != ErrSealed {
		t.Errorf("closed while a seal is open: %v", err)
	}
	if d, err = e.OpenSeal(1, by("ann")); err != nil || !slices.Equal(d.SPs, []int{472}) {
		t.Errorf("opened to %v, %v; want 472", d.SPs, err)
	}
	if e.Sum(d) != sum || e.SealFile(d) != file {
		t.Error("opening changes the seal's file")
	}
	for _, want := range []string{"event: Thursday 960\n", "round: 1\n", "pool: 960\n", "number: 612\n", "random bits: 01020300000000000000000000000000\n", "list: 0 1 2"} {
		if !strings.Contains(file, want) {
			t.Errorf("%q is not in\n%.200s", want, file)
		}
	}
	if _, err := e.OpenSeal(1, by("ann")); err != ErrNotSealed {
		t.Errorf("opened twice: %v", err)
	}
}

func TestVoidAndClose(t *testing.T) {
	draws := 0
	chance := func(int) (int, error) { draws++; return draws, nil }
	e := newEvent(Rules{Name: "x", Rounds: 2, Boards: 1, Games: 1})
	if _, err := e.Void(1, "", by("ann")); err != ErrNotDrawn {
		t.Errorf("void before the draw: %v", err)
	}
	play(t, e, chance)
	if _, err := e.Void(1, "fire alarm", by("bo")); err != nil {
		t.Fatal(err)
	}
	if round := e.NextRound(); round != 1 {
		t.Errorf("round %d is next, want 1 again", round)
	}
	play(t, e, chance)
	play(t, e, chance)
	if _, err := e.Draw(by("ann"), chance); err != ErrComplete {
		t.Errorf("a third round: %v", err)
	}
	if got := e.Draws[2].Pool; got != chess960.Count-2 {
		t.Errorf("the pool of the third draw has %d positions", got)
	}
	if part := e.PartOf(&e.Draws[2], 1); !slices.Equal(part.Played, []int{3}) || !slices.Equal(part.Void, []int{1}) {
		t.Errorf("before the third draw %v were played and %v struck out", part.Played, part.Void)
	}
	if err := e.Close(Asker{At: evening}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Draw(by("ann"), chance); err != ErrClosed {
		t.Errorf("drawn after the end: %v", err)
	}
	if _, err := e.Void(2, "", by("ann")); err != ErrClosed {
		t.Errorf("voided after the end: %v", err)
	}
}
