package evening

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"chess960bot/internal/chess960"
)

// A Change is a line of an event's log that is no draw: its rules were changed, a board got
// another position, or the event was opened again.
type Change struct {
	Index    int     // in Event.Changes
	Was      Rules   // the rules before
	Draws    int     // number of draws made before
	Joined   int     // index of the draw that new boards joined; -1 for none
	Redraw   *Redraw // of a board; the rules stay
	Reopened bool    // the event was over, and is open again; the rules stay
	Closed   bool    // the event ended; the rules stay
	Rename   *Rename // of a player; the rules stay
	Plan     *Plan   // that was made, or without a time cancelled; the rules stay
	Stamp
	Interactions []string  // ids of the interactions that were answered with this change
	ShowingAt    time.Time // when the last of these answers began
	Shown        bool      // people have seen the change
}

// MostChanges is how many changes an event keeps, and how many renames besides.
const MostChanges = 100

// The errors of changes, besides *TooFewError.
var (
	ErrSame    = errors.New("the event has these rules already")
	ErrOpen    = errors.New("the event is open")
	ErrChanges = errors.New("the event was changed too often")
	ErrRenames = errors.New("players were renamed too often")
)

// A FewerError is returned for rules with fewer rounds than were drawn.
type FewerError struct {
	Drawn int // the last round that was drawn
}

// Error names the round.
func (e *FewerError) Error() string { return fmt.Sprintf("round %d: drawn", e.Drawn) }

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

// AnswerChange changes the rules for somebody who asks for a change, and returns the
// changes to show: the new one, and those that nobody may have seen, unless another answer
// may be showing them now. An interaction gets the same changes whenever it is delivered
// again.
func (e *Event) AnswerChange(by Asker, rules Rules, chance Chance) ([]*Change, error) {
	return e.answerChange(by, func() error { return e.changeRules(by, rules, chance) })
}

// Reopen opens an event that is over. Its results are those of AnswerChange.
func (e *Event) Reopen(by Asker) ([]*Change, error) {
	return e.answerChange(by, func() error { return e.reopen(by) })
}

// answerChange returns the changes that answer an interaction. If the function update
// returns ErrSame or ErrOpen, there is nothing to change, and only earlier changes are to show.
func (e *Event) answerChange(by Asker, update func() error) ([]*Change, error) {
	answered := func(c *Change) bool { return slices.Contains(c.Interactions, by.Interaction) }
	if again := e.changes(answered); again != nil {
		return again, nil
	}
	err := update()
	if err != nil && !errors.Is(err, ErrSame) && !errors.Is(err, ErrOpen) {
		return nil, err
	}
	unseen := e.changes(func(c *Change) bool { return !c.Shown && by.At.Sub(c.ShowingAt) >= answerTime })
	if unseen == nil {
		return nil, err
	}
	for _, c := range unseen {
		c.Interactions, c.ShowingAt = append(slices.Clip(c.Interactions), by.Interaction), by.At
	}
	return unseen, nil
}

// changes returns the changes for which a function returns true.
func (e *Event) changes(wanted func(*Change) bool) []*Change {
	var found []*Change
	for i := range e.Changes {
		if c := &e.Changes[i]; wanted(c) {
			found = append(found, c)
		}
	}
	return found
}

// changeRules fixes new rules. Nothing that was drawn changes. Boards that the highest round
// does not have join this round: if each board has a position of its own, theirs are drawn
// now. While people record that round board by board, no board joins it. Boards that go stay in
// the rounds that were drawn. A plan for a round that goes ends.
func (e *Event) changeRules(by Asker, rules Rules, chance Chance) error {
	switch {
	case !e.ClosedAt.IsZero():
		return ErrClosed
	case e.Sealed() != nil:
		return ErrSealed
	case reflect.DeepEqual(rules, e.Rules):
		return ErrSame
	case e.full(false):
		return ErrChanges
	}
	if err := rules.inRange(); err != nil {
		return err
	}
	var d *Draw // of the highest round that was drawn
	for round := e.Rules.Rounds; round > 0 && d == nil; round-- {
		d = e.Round(round)
	}
	if d != nil && rules.Rounds < d.Round {
		return &FewerError{d.Round}
	}
	joined := -1
	if d != nil && rules.Boards > e.RulesOf(d).Boards && e.BoardsOf(d) == e.RulesOf(d).Boards {
		joined = d.Index
		if rules.Each {
			more, err := e.more(d, rules, rules.Boards-len(d.SPs), chance)
			if err != nil {
				return err
			}
			d.SPs = slices.Concat(d.SPs, more)
		}
	}
	needed := 0 // for the rounds that are still to be drawn
	for round := 1; round <= rules.Rounds; round++ {
		if e.Round(round) == nil {
			needed += rules.PerRound()
		}
	}
	if available := rules.available(rules.pool(e.drawn())); needed > available {
		return &TooFewError{needed, available}
	}
	e.note(Change{}, by)
	e.Changes[len(e.Changes)-1].Joined, e.Rules = joined, rules
	e.endPlan(by)
	return nil
}

// full reports whether the event keeps no more renames, or no more of the other changes.
func (e *Event) full(renames bool) bool { return e.kept(renames) >= MostChanges }

// kept counts the renames, or the other changes.
func (e *Event) kept(renames bool) int {
	return len(e.changes(func(c *Change) bool { return (c.Rename != nil) == renames }))
}

// note adds a change to the log, with the rules before it. No board joins with it.
func (e *Event) note(c Change, by Asker) {
	c.Index, c.Was, c.Draws, c.Joined, c.Stamp = len(e.Changes), e.Rules, len(e.Draws), -1, by.stamp()
	e.Changes = append(e.Changes, c)
}

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

// reopen opens the event again.
func (e *Event) reopen(by Asker) error {
	switch {
	case e.ClosedAt.IsZero():
		return ErrOpen
	case e.full(false):
		return ErrChanges
	}
	e.ClosedAt = time.Time{}
	e.note(Change{Reopened: true}, by)
	return nil
}

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
