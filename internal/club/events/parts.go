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
	Rules        Rules  // by which the positions were drawn
	Pool         int    // size of the pool from which the first position was drawn; of a seal, the length of its list
	By           string // user id
	ByName       string
	At           time.Time
	Played, Void []int // SP numbers drawn before, in their order: of draws that count, and of void ones
}

// Parts returns the parts of a draw in the order of their boards. They follow from the
// changes of the event, so they are exact for every event that is stored.
func (e *Event) Parts(d *Draw) []Part {
	n := 0 // changes before the draw
	for n < len(e.Changes) && e.Changes[n].Draws <= d.Index {
		n++
	}
	rules := e.RulesOf(d)
	first := Part{First: 1, Last: rules.Boards, Rules: rules, Pool: d.Pool, By: d.By, ByName: d.ByName, At: d.At}
	first.Played, first.Void = e.played(d.Index, n)
	if !rules.Each {
		return []Part{first}
	}
	first.Last = e.rules(n).Boards
	parts := []Part{first}
	for i := n; i < len(e.Changes); i++ {
		if c := &e.Changes[i]; c.Joined == d.Index {
			parts = append(parts, e.joined(d, c))
		}
	}
	return parts
}

// PartOf returns the part of a draw that a board belongs to.
func (e *Event) PartOf(d *Draw, board int) Part {
	parts := e.Parts(d)
	i := slices.IndexFunc(parts, func(p Part) bool { return board <= p.Last })
	return parts[i]
}

// joined returns the boards that joined a draw with a change. Behind a seal their positions
// were drawn when the draw was sealed.
func (e *Event) joined(d *Draw, c *Change) Part {
	p := Part{Rules: e.After(c), Pool: d.Pool, By: c.By, ByName: c.ByName, At: c.At}
	_, p.First, p.Last = e.NewBoards(c)
	p.Played, p.Void = e.played(c.Draws, c.Index)
	if d.Seal == nil {
		p.Pool = len(p.Rules.pool(slices.Concat(p.Played, p.Void)))
	}
	return p
}

// played returns the SP numbers that were drawn when the event had some draws and changes:
// of the draws that count, and of the void ones.
func (e *Event) played(draws, changes int) (played, void []int) {
	for i := range e.Draws[:draws] {
		d := &e.Draws[i]
		sps := d.SPs
		if e.Rules.Each {
			sps = sps[:min(len(sps), e.rulesOf(d, changes).Boards)]
		}
		if d.Void != nil {
			void = append(void, sps...)
		} else {
			played = append(played, sps...)
		}
	}
	return played, void
}
