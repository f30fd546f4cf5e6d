package evening

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"
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

// A Redraw is a position of one board that does not count: the board has another one.
type Redraw struct {
	Draw   int // index in Event.Draws
	Board  int // from 1
	SP     int // the position that does not count
	Reason string
}

// The errors of AnswerRedraw, besides those of changes and *TooFewError.
var (
	ErrOneForAll = errors.New("all boards have the same position")
	ErrNoBoard   = errors.New("the round has no such board")
)

// AnswerRedraw gives a board of a round another position, drawn from what is left: the
// position that the board had does not count, and stays out of the pool. After a seal,
// the board gets the next position of its list. The results are those of AnswerChange.
func (e *Event) AnswerRedraw(by Asker, round, board int, reason string, chance Chance) ([]*Change, error) {
	return e.answerChange(by, func() error { return e.redraw(by, round, board, reason, chance) })
}

func (e *Event) redraw(by Asker, round, board int, reason string, chance Chance) error {
	d := e.Round(round)
	switch {
	case !e.ClosedAt.IsZero():
		return ErrClosed
	case d == nil:
		return ErrNotDrawn
	case e.Sealed() != nil:
		return ErrSealed
	case !e.RulesOf(d).Each:
		return ErrOneForAll
	case board < 1 || board > len(d.SPs):
		return ErrNoBoard
	case e.full(false):
		return ErrChanges
	}
	sps, err := e.more(d, e.Rules, 1, chance)
	if err != nil {
		return err
	}
	e.note(Change{Redraw: &Redraw{d.Index, board, d.SPs[board-1], reason}}, by)
	d.SPs = slices.Clone(d.SPs)
	d.SPs[board-1] = sps[0]
	return nil
}

// A Part is the boards of a draw whose positions were drawn at the same time: those that
// the round was drawn for, or those that joined the round with a change. Boards that play
// the same position are one Part.
type Part struct {
	First, Last int   // boards, from 1
	Late        bool  // the boards joined the round with a change
	Rules       Rules // by which the positions were drawn
	Pool        int   // size of the pool from which the first position was drawn; of a seal, the length of its list
	Stamp
	Played, Void []int // SP numbers drawn before: those that count, and the others
}

// Parts returns the parts of a draw in the order of their boards. They follow from the
// changes of the event, so they are exact for every event that is stored.
func (e *Event) Parts(d *Draw) []Part { return e.partsAt(d, len(e.Changes)) }

// partsAt returns the parts that a draw had when the event had some changes.
func (e *Event) partsAt(d *Draw, changes int) []Part {
	n := min(e.changesBefore(d), changes)
	rules := e.rulesOf(d, changes)
	first := Part{First: 1, Last: rules.Boards, Rules: rules, Pool: d.Pool, Stamp: d.Stamp}
	first.Played, first.Void = e.played(d.Index, n)
	if !rules.Each {
		return []Part{first}
	}
	first.Last = e.rules(n).Boards
	parts := []Part{first}
	for i := n; i < changes; i++ {
		c := &e.Changes[i]
		switch {
		case c.Joined == d.Index:
			_, from, to := e.NewBoards(c)
			parts = append(parts, e.later(d, c, from, to))
		case c.Redraw != nil && c.Redraw.Draw == d.Index:
			one, at := e.later(d, c, c.Redraw.Board, c.Redraw.Board), partOf(parts, c.Redraw.Board)
			left, right := parts[at], parts[at]
			left.Last, right.First = one.First-1, one.First+1
			split := slices.DeleteFunc([]Part{left, one, right}, func(p Part) bool { return p.First > p.Last })
			parts = slices.Replace(parts, at, at+1, split...)
		}
	}
	return parts
}

// partOf returns the index of the part that a board belongs to.
func partOf(parts []Part, board int) int {
	return slices.IndexFunc(parts, func(p Part) bool { return board <= p.Last })
}

// PartOf returns the part of a draw that a board belongs to.
func (e *Event) PartOf(d *Draw, board int) Part {
	parts := e.Parts(d)
	return parts[partOf(parts, board)]
}

// later returns the boards that got positions of a draw with a change. Behind a seal these
// were drawn when the draw was sealed.
func (e *Event) later(d *Draw, c *Change, first, last int) Part {
	p := Part{First: first, Last: last, Late: true, Rules: e.After(c), Pool: d.Pool, Stamp: c.Stamp}
	p.Played, p.Void = e.played(c.Draws, c.Index)
	if r := c.Redraw; r != nil && slices.Contains(p.Played, r.SP) { // it was out of the pool, and does not count
		p.Played = slices.DeleteFunc(p.Played, func(sp int) bool { return sp == r.SP })
		p.Void = append(p.Void, r.SP)
	}
	if d.Seal == nil {
		p.Pool = len(p.Rules.pool(slices.Concat(p.Played, p.Void)))
	}
	return p
}

// played returns the SP numbers that were drawn when the event had some draws and changes:
// those that count, and the others.
func (e *Event) played(draws, changes int) (played, void []int) {
	for i := range e.Draws[:draws] {
		d := &e.Draws[i]
		sps := e.spsAt(d, changes)
		if d.Void != nil {
			void = append(void, sps...)
		} else {
			played = append(played, sps...)
		}
	}
	for _, r := range e.redraws(changes) {
		void = append(void, r.SP)
	}
	return played, void
}

// Redrawn returns the SP number that a board got by a change.
func (e *Event) Redrawn(c *Change) int {
	return e.spsAt(&e.Draws[c.Redraw.Draw], c.Index+1)[c.Redraw.Board-1]
}

// redraws returns the redraws of the first n changes.
func (e *Event) redraws(n int) []*Redraw {
	var all []*Redraw
	for _, c := range e.Changes[:n] {
		if c.Redraw != nil {
			all = append(all, c.Redraw)
		}
	}
	return all
}

// spsAt returns the positions that a draw had when the event had n changes.
func (e *Event) spsAt(d *Draw, n int) []int {
	sps := slices.Clone(d.SPs)
	if e.Rules.Each {
		sps = sps[:min(len(sps), e.rulesOf(d, n).Boards)]
	}
	later := e.redraws(len(e.Changes))[len(e.redraws(n)):]
	for _, r := range slices.Backward(later) {
		if r.Draw == d.Index && r.Board <= len(sps) {
			sps[r.Board-1] = r.SP
		}
	}
	return sps
}

// FirstSPs returns the positions with which a draw was made, before boards joined or got others.
func (e *Event) FirstSPs(d *Draw) []int { return e.spsAt(d, e.changesBefore(d)) }

// JoinedSPs returns the positions that boards got with a change, before they got others.
func (e *Event) JoinedSPs(c *Change) []int {
	d, first, _ := e.NewBoards(c)
	sps := e.spsAt(d, c.Index+1)
	if e.Rules.Each {
		sps = sps[first-1:]
	}
	return sps
}

// changesBefore returns how many changes the event had when a draw was made.
func (e *Event) changesBefore(d *Draw) (n int) {
	for n < len(e.Changes) && e.Changes[n].Draws <= d.Index {
		n++
	}
	return n
}
