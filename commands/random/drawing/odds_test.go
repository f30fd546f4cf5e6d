package drawing_test

import (
	"math/big"
	"slices"
	"testing"

	"chess960bot/commands/random/drawing"
	"chess960bot/internal/chess960"
)

func method(t testing.TB, id string) *drawing.Method {
	t.Helper()
	all := drawing.Methods()
	i := slices.IndexFunc(all, func(m *drawing.Method) bool { return m.ID == drawing.ID(id) })
	if i < 0 {
		t.Fatalf("no method %q", id)
	}
	return all[i]
}

// adjacent reports whether the bishops are on a-b, c-d, e-f or g-h.
func adjacent(p chess960.Position) bool {
	b := p.Files(chess960.Bishop)
	return b == 0b11 || b == 0b1100 || b == 0b110000 || b == 0b11000000
}

// The computed chances of every method are those of the published analyses.
func TestOddsOfEveryMethod(t *testing.T) {
	coins := func(p chess960.Position) *big.Rat {
		free := chess960.AllFiles &^ p.Files(chess960.Bishop)
		king := free.Index(kingOf(p))
		if king == 2 || king == 3 {
			return big.NewRat(1, 1152)
		}
		return big.NewRat(1, 768)
	}
	uniform := func(chess960.Position) *big.Rat { return big.NewRat(1, 960) }
	for id, want := range map[string]func(chess960.Position) *big.Rat{
		"computer": uniform, "die": uniform, "platonic": uniform, "bag-wheeler": uniform, "cards": uniform, "number-cards": uniform, "circle": uniform,
		"bag": func(p chess960.Position) *big.Rat {
			if adjacent(p) {
				return big.NewRat(1, 1680)
			}
			return big.NewRat(1, 840)
		},
		"digits": func(p chess960.Position) *big.Rat {
			if p.SP() >= 900 { // after a 9, the second digit is one of six
				return big.NewRat(1, 600)
			}
			return big.NewRat(1, 1000)
		},
		"coins": coins, "coins-die": coins, "coins-once": coins,
	} {
		odds := method(t, id).Odds()
		sum := new(big.Rat)
		for sp, p := range chess960.All() {
			if odds.Of(p).Cmp(want(p)) != 0 {
				t.Fatalf("%s: SP %d has %v, want %v", id, sp, odds.Of(p), want(p))
			}
			sum.Add(sum, odds.Of(p))
		}
		if sum.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%s: the chances add up to %v", id, sum)
		}
	}
	if len(drawing.Methods()) != 13 {
		t.Errorf("%d methods", len(drawing.Methods()))
	}
}

func kingOf(p chess960.Position) chess960.File {
	for f := range p.Files(chess960.King).All() {
		return f
	}
	panic("no king")
}

func TestOddsAtAGlance(t *testing.T) {
	for _, c := range []struct {
		id              string
		fair            bool
		throws          *big.Rat
		over            *big.Rat
		lowest, highest *big.Rat
		low, high       int
	}{
		{"computer", true, big.NewRat(1, 1), big.NewRat(0, 1), big.NewRat(1, 960), big.NewRat(1, 960), 960, 960},
		{"die", true, big.NewRat(67, 10), big.NewRat(0, 1), big.NewRat(1, 960), big.NewRat(1, 960), 960, 960},
		{"platonic", true, big.NewRat(4, 1), big.NewRat(0, 1), big.NewRat(1, 960), big.NewRat(1, 960), 960, 960},
		{"coins", false, big.NewRat(6, 1), big.NewRat(0, 1), big.NewRat(1, 1152), big.NewRat(1, 768), 576, 384},
		{"coins-die", false, big.NewRat(11, 2), big.NewRat(0, 1), big.NewRat(1, 1152), big.NewRat(1, 768), 576, 384},
		{"coins-once", false, big.NewRat(11, 2), big.NewRat(0, 1), big.NewRat(1, 1152), big.NewRat(1, 768), 576, 384},
		{"bag", false, big.NewRat(8, 1), big.NewRat(0, 1), big.NewRat(1, 1680), big.NewRat(1, 840), 240, 720},
		{"digits", false, big.NewRat(46, 15), big.NewRat(0, 1), big.NewRat(1, 1000), big.NewRat(1, 600), 900, 60},
		{"circle", true, big.NewRat(14, 1), big.NewRat(3, 7), big.NewRat(1, 960), big.NewRat(1, 960), 960, 960},
		{"hold", false, big.NewRat(40320*8, 40320-4752), big.NewRat(4752, 40320), big.NewRat(8, 40320-4752), big.NewRat(144, 40320-4752), -1, -1},
	} {
		odds := method(t, c.id).Odds()
		lowest, highest := odds.Lowest, odds.Highest
		if odds.Fair() != c.fair || odds.Throws.Cmp(c.throws) != 0 || odds.Over.Cmp(c.over) != 0 || lowest.Cmp(c.lowest) != 0 || highest.Cmp(c.highest) != 0 {
			t.Errorf("%s: fair %v, %v throws, over %v, from %v to %v", c.id, odds.Fair(), odds.Throws, odds.Over, lowest, highest)
		}
		if c.low >= 0 && (odds.With(lowest) != c.low || odds.With(highest) != c.high) {
			t.Errorf("%s: %d at %v, %d at %v", c.id, odds.With(lowest), lowest, odds.With(highest), highest)
		}
	}
	if got := method(t, "hold").Odds().Of(chess960.MustParsePosition("RNBQKBNR")); got.Cmp(big.NewRat(16, 40320-4752)) != 0 {
		t.Errorf("hold draws SP 518 with %v", got)
	}
}

// Two throws of eight coins give eight numbers. They place all pieces with a chance of
// 249 in 256, or 97.3 %: “more than 97% of the time”.
func TestTwoThrowsOfEightCoins(t *testing.T) {
	complete := new(big.Rat)
	var walk func(d drawing.Drawing, left int, chance *big.Rat)
	walk = func(d drawing.Drawing, left int, chance *big.Rat) {
		if d.Done() {
			complete.Add(complete, chance)
			return
		}
		if left == 0 {
			return
		}
		again := 0
		for i, o := range d.Next.Outcomes {
			if o.Again {
				again = i
			}
		}
		each := new(big.Rat).Mul(chance, big.NewRat(1, int64(len(d.Next.Outcomes))))
		// The number of tosses left depends on the king's square alone, so one square of
		// each other piece stands for all.
		if again > 0 {
			walk(d.With(again), left-1, each)
			walk(d.With(0), left-1, new(big.Rat).Sub(chance, each))
			return
		}
		if d.Next.For.Kind != "king" {
			walk(d.With(0), left-1, chance)
			return
		}
		for i := range d.Next.Outcomes {
			walk(d.With(i), left-1, each)
		}
	}
	walk(method(t, "coins").Start(), 8, big.NewRat(1, 1))
	if want := big.NewRat(249, 256); complete.Cmp(want) != 0 {
		t.Errorf("complete with a chance of %v, want %v, as its instructions say", complete, want)
	}
}
