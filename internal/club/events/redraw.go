package events

import (
	"errors"
	"slices"
)

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
	case len(e.Changes) >= MostChanges:
		return ErrChanges
	}
	sps, err := e.more(d, e.Rules, 1, chance)
	if err != nil {
		return err
	}
	e.note(Change{Was: e.Rules, Joined: -1, Redraw: &Redraw{d.Index, board, d.SPs[board-1], reason}}, by)
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
