package events

import (
	"slices"
	"time"
)

// A Part is the boards of a draw whose positions were drawn at the same time: those that
// the round was drawn for, or those that joined the round with a change. Boards that play
// the same position are one Part.
type Part struct {
	First, Last  int    // boards, from 1
	Late         bool   // the boards joined the round with a change
	Rules        Rules  // by which the positions were drawn
	Pool         int    // size of the pool from which the first position was drawn; of a seal, the length of its list
	By           string // user id
	ByName       string
	At           time.Time
	Played, Void []int // SP numbers drawn before: those that count, and the others
}

// Parts returns the parts of a draw in the order of their boards. They follow from the
// changes of the event, so they are exact for every event that is stored.
func (e *Event) Parts(d *Draw) []Part { return e.partsAt(d, len(e.Changes)) }

// partsAt returns the parts that a draw had when the event had some changes.
func (e *Event) partsAt(d *Draw, changes int) []Part {
	n := min(e.changesBefore(d), changes)
	rules := e.rulesOf(d, changes)
	first := Part{First: 1, Last: rules.Boards, Rules: rules, Pool: d.Pool, By: d.By, ByName: d.ByName, At: d.At}
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
			parts = insert(parts, e.later(d, c, c.Redraw.Board, c.Redraw.Board))
		}
	}
	return parts
}

// insert returns the parts with one board replaced.
func insert(parts []Part, one Part) []Part {
	i := partOf(parts, one.First)
	left, right := parts[i], parts[i]
	left.Last, right.First = one.First-1, one.First+1
	split := slices.DeleteFunc([]Part{left, one, right}, func(p Part) bool { return p.First > p.Last })
	return slices.Replace(parts, i, i+1, split...)
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
	p := Part{First: first, Last: last, Late: true, Rules: e.After(c), Pool: d.Pool, By: c.By, ByName: c.ByName, At: c.At}
	p.Played, p.Void = e.played(c.Draws, c.Index)
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
