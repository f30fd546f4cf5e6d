package drawing

import (
	"fmt"
	"math/big"
	"slices"
	"sync"

	"chess960bot/internal/chess960"
)

// Odds are a method's exact chances. They are computed by following every path of its
// choices.
type Odds struct {
	chances [chess960.Count]*big.Rat // by SP number
	count   map[string]int           // of positions, by their chance
	// Lowest and Highest are the chances of the rarest and of the most frequent
	// position.
	Lowest, Highest *big.Rat
	// Throws is how many throws a drawing takes on average, repeated ones
	// included.
	Throws *big.Rat
	// Over is the chance that a round of throws leads nowhere and has to be repeated.
	Over *big.Rat
}

// Of returns the chance of drawing the position.
func (o *Odds) Of(p chess960.Position) *big.Rat { return o.chances[p.SP()] }

// Fair reports whether every position has the same chance.
func (o *Odds) Fair() bool { return o.Lowest.Cmp(o.Highest) == 0 }

// With returns how many positions have the chance.
func (o *Odds) With(chance *big.Rat) int { return o.count[chance.String()] }

var odds = struct {
	sync.Mutex
	of map[*Method]*Odds
}{of: map[*Method]*Odds{}}

// Odds returns the method's chances. The first call follows all paths of the method;
// later calls return the same result.
func (m *Method) Odds() *Odds {
	odds.Lock()
	defer odds.Unlock()
	if odds.of[m] == nil {
		odds.of[m] = m.enumerate()
	}
	return odds.of[m]
}

// whole stands for the chance 1 in enumerate. All choices on a path divide this number
// without remainder, so chances stay whole numbers.
const whole = 1 << 20 * 729 * 125 * 49

// enumerate follows all paths at once, choice by choice, without optional throws. Throws and rounds that
// are repeated are left out: they do not change the ratios between the chances of the others.
func (m *Method) enumerate() *Odds {
	var parts [chess960.Count]int64
	var finished, throws int64
	for now := map[state]int64{start: whole}; len(now) > 0; {
		next := map[state]int64{}
		for s, part := range now {
			c := m.next(s)
			if len(c.Outcomes) == 0 || c.Optional {
				parts[Drawing{now: s}.Position().SP()] += part
				finished += part
				continue
			}
			all, counting := 0, 0
			for _, o := range c.Outcomes {
				all += o.Weight
				if !o.Again {
					counting += o.Weight
				}
			}
			if c.Device != "" {
				throws += share(part, all, counting)
			}
			for _, o := range c.Outcomes {
				if !o.Again && !o.Over {
					next[o.after] += share(part, o.Weight, counting)
				}
			}
		}
		now = next
	}
	o := &Odds{
		count:   map[string]int{},
		Lowest:  big.NewRat(slices.Min(parts[:]), finished),
		Highest: big.NewRat(slices.Max(parts[:]), finished),
		Throws:  big.NewRat(throws, finished),
		Over:    big.NewRat(whole-finished, whole),
	}
	for sp, part := range parts {
		o.chances[sp] = big.NewRat(part, finished)
		o.count[o.chances[sp].String()]++
	}
	return o
}

// share returns part × n / of, which must be whole.
func share(part int64, n, of int) int64 {
	if part*int64(n)%int64(of) != 0 {
		panic(fmt.Sprintf("drawing: %d × %d is no multiple of %d", part, n, of))
	}
	return part * int64(n) / int64(of)
}
