package evening

import (
	"fmt"
	"slices"

	"chess960bot/internal/chess960"
)

// Limits of an event's rules.
const (
	MostRounds = 99
	MostBoards = 200
	MostGames  = 2
	MostName   = 100 // characters
	MostReason = 200 // characters
	MostVoids  = 100
)

// MostOpen is how many events a server may have open at the same time: as many as
// Discord allows channels (500) and active threads (1,000). Outside servers, it is how
// many a person may have open.
const MostOpen = 1500

// Rules are fixed before the first draw. A [Change] fixes new ones for the draws after it.
type Rules struct {
	Name      string // as typed, at most MostName characters
	Rounds    int    // 1 to MostRounds
	Boards    int    // 1 to MostBoards
	Each      bool   // each board has a position of its own; otherwise a round has one for all
	Games     int    // 1, or 2: two games of each pairing, colours reversed in the second
	Exclude   []int  // SP numbers that are never drawn, ascending
	Only      []int  `json:",omitempty"` // the SP numbers that can be drawn, ascending; nil for all
	NoMirrors bool   // a position cannot be drawn after its mirror image
	Sealed    bool   // draws are sealed: see Seal

	NotAgain int   `json:",omitempty"` // how many earlier events of the channel Past was asked for
	Evenings int   // how many earlier events of the channel Past is from
	Past     []int // SP numbers that were drawn in these events and are not drawn again, ascending

	Role   string // id of the role that each draw pings; "" for none
	Thread bool   // the event has a thread: see Event.Thread

	Study int `json:",omitempty"` // minutes between a draw and its games, 0 to MostStudy

	PlayersTell bool `json:",omitempty"` // the players tell their results: see Telling

	Zone string `json:",omitempty"` // in which people type times of draws; "" if nobody has said
}

// PerRound returns the number of positions that a round needs.
func (r Rules) PerRound() int {
	if r.Each {
		return r.Boards
	}
	return 1
}

// A TooFewError is returned if an event would run out of positions.
type TooFewError struct {
	Needed, Available int
}

// Error names both counts.
func (e *TooFewError) Error() string { return fmt.Sprintf("%d of %d positions", e.Available, e.Needed) }

// Check returns a *TooFewError if the pool is too small for all rounds, even
// without voided ones, and another error for a value out of range.
func (r Rules) Check() error {
	if err := r.inRange(); err != nil {
		return err
	}
	if needed, available := r.Rounds*r.PerRound(), r.available(r.pool(nil)); needed > available {
		return &TooFewError{needed, available}
	}
	return nil
}

// inRange returns an error for a value out of range.
func (r Rules) inRange() error {
	for _, v := range []struct {
		of             string
		n, first, last int
	}{{"rounds", r.Rounds, 1, MostRounds}, {"boards", r.Boards, 1, MostBoards}, {"games", r.Games, 1, MostGames}, {"minutes", r.Study, 0, MostStudy}} {
		if v.n < v.first || v.n > v.last {
			return fmt.Errorf("%d %s are not between %d and %d", v.n, v.of, v.first, v.last)
		}
	}
	return nil
}

// available returns the number of positions that can be drawn from a pool one after
// another. With NoMirrors every draw uses up both positions of a mirror pair, so the
// result is the number of pairs.
func (r Rules) available(pool []int) int {
	if !r.NoMirrors {
		return len(pool)
	}
	pairs := make(map[int]bool)
	for _, sp := range pool {
		pairs[min(sp, mirror(sp))] = true
	}
	return len(pairs)
}

// pool returns the SP numbers in the pool after these draws, ascending.
func (r Rules) pool(drawn []int) []int {
	left := make([]int, 0, chess960.Count)
	for sp, gone := range r.gone(drawn) {
		if !gone {
			left = append(left, sp)
		}
	}
	return left
}

// gone reports for each SP number whether it is out of the pool.
func (r Rules) gone(drawn []int) *[chess960.Count]bool {
	var gone [chess960.Count]bool
	for sp := range gone {
		gone[sp] = r.Only != nil && !slices.Contains(r.Only, sp)
	}
	for _, sp := range slices.Concat(r.Exclude, r.Past) {
		gone[sp] = true
	}
	for _, sp := range drawn {
		r.remove(&gone, sp)
	}
	return &gone
}

// remove deletes a drawn position from the pool.
func (r Rules) remove(gone *[chess960.Count]bool, sp int) {
	gone[sp] = true
	if r.NoMirrors {
		gone[mirror(sp)] = true
	}
}

func mirror(sp int) int { return chess960.MustFromSP(sp).Mirror().SP() }

// Pool returns the SP numbers that the next draw can give, ascending.
func (e *Event) Pool() []int { return e.Rules.pool(e.drawn()) }

// drawn returns the SP numbers of all draws, also of those that do not count.
func (e *Event) drawn() []int {
	played, void := e.played(len(e.Draws), len(e.Changes))
	return slices.Concat(played, void)
}

// Chance returns a number from 0 to n-1, each equally likely.
type Chance func(n int) (int, error)

// more returns n positions for a draw, besides those that it has. They come from the pool, or after a sealed
// draw from its list: the next ones that are not out.
func (e *Event) more(d *Draw, rules Rules, n int, chance Chance) ([]int, error) {
	gone := rules.gone(e.drawn())
	list := rules.pool(e.drawn())
	if d.Seal != nil {
		list, chance = d.Seal.list(), func(int) (int, error) { return 0, nil }
	}
	var sps []int
	for len(sps) < n {
		list = slices.DeleteFunc(list, func(sp int) bool { return gone[sp] })
		if len(list) == 0 {
			return nil, &TooFewError{n, len(sps)}
		}
		i, err := chance(len(list))
		if err != nil {
			return nil, fmt.Errorf("draw a position: %w", err)
		}
		sps = append(sps, list[i])
		rules.remove(gone, list[i])
	}
	return sps, nil
}

// RulesOf returns the rules by which a draw was made. Their Boards include the boards that
// joined the draw later.
func (e *Event) RulesOf(d *Draw) Rules { return e.rulesOf(d, len(e.Changes)) }

// BoardsOf returns how many boards have a position in a draw: not all while people record the
// positions of boards one after another.
func (e *Event) BoardsOf(d *Draw) int {
	rules := e.RulesOf(d)
	if rules.Each {
		return min(rules.Boards, len(d.SPs))
	}
	return rules.Boards
}

// rulesOf returns the rules of a draw when the event had n changes.
func (e *Event) rulesOf(d *Draw, n int) Rules {
	boards := 0 // with those that joined last
	for n > 0 && e.Changes[n-1].Draws > d.Index {
		if e.Changes[n-1].Joined == d.Index {
			boards = max(boards, e.rules(n).Boards)
		}
		n--
	}
	rules := e.rules(n)
	rules.Boards = max(rules.Boards, boards)
	return rules
}

// rules returns the rules of the event when it had n changes.
func (e *Event) rules(n int) Rules {
	if n < len(e.Changes) {
		return e.Changes[n].Was
	}
	return e.Rules
}

// FirstRules returns the rules with which the event was opened.
func (e *Event) FirstRules() Rules { return e.rules(0) }

// After returns the rules after a change.
func (e *Event) After(c *Change) Rules { return e.rules(c.Index + 1) }

// NewBoards returns the first and the last board that a change has added to a round, and
// that round's draw, which is nil if there was none.
func (e *Event) NewBoards(c *Change) (d *Draw, first, last int) {
	if c.Joined < 0 {
		return nil, 0, 0
	}
	d = &e.Draws[c.Joined]
	return d, e.rulesOf(d, c.Index).Boards + 1, e.After(c).Boards
}
