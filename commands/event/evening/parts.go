package evening

import (
	"errors"
	"slices"
)

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
