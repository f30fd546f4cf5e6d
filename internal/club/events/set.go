package events

import (
	"errors"
	"fmt"
	"slices"
)

// ErrDrawn means that a round was drawn, so that nobody can set its positions.
var ErrDrawn = errors.New("the round has been drawn")

// A SetError says how many positions a round needs, or which board is the next to be set.
type SetError struct {
	Given, Needed int // positions
	Board         int // the next one; 0 if the count is wrong
}

// Error names the counts.
func (e *SetError) Error() string {
	return fmt.Sprintf("%d positions, %d needed (%d)", e.Given, e.Needed, e.Board)
}

// AnswerSet records the positions of a round that were drawn elsewhere, by a federation or
// with dice on the table: one for all boards, or one for each, or if board is not 0 the one
// of that board, in the order of the boards. They may be outside the pool, and stay out of
// it. AnswerSet returns the draw, and how to answer with it, as Answer does.
func (e *Event) AnswerSet(r Request, round, board int, sps []int) (d *Draw, turn Turn, err error) {
	if d = e.byInteraction(r.Interaction); d == nil {
		if d, err = e.set(r.Asker, round, board, sps); err != nil {
			return nil, 0, err
		}
	}
	return d, d.show(r), nil
}

func (e *Event) set(by Asker, round, board int, sps []int) (*Draw, error) {
	d := e.Round(round)
	had, rules := 0, e.Rules
	if d != nil {
		had, rules = len(d.SPs), e.RulesOf(d)
	}
	needed := rules.PerRound()
	wanted := needed // positions now
	if board != 0 {
		wanted = 1
	}
	switch {
	case !e.ClosedAt.IsZero():
		return nil, ErrClosed
	case e.Sealed() != nil:
		return nil, ErrSealed
	case round < 1 || round > e.Rules.Rounds:
		return nil, ErrNotDrawn
	case d != nil && (!d.ByHand || board == 0 || had >= needed):
		return nil, ErrDrawn
	case board != 0 && !rules.Each:
		return nil, ErrOneForAll
	case board > needed:
		return nil, ErrNoBoard
	case len(sps) != wanted:
		return nil, &SetError{Given: len(sps), Needed: wanted}
	case board != 0 && board != had+1:
		return nil, &SetError{Given: 1, Needed: 1, Board: had + 1}
	}
	if d == nil {
		e.add(Draw{Index: len(e.Draws), Round: round, ByHand: true, By: by.User, ByName: by.Name, At: by.At})
		d = e.Last()
	}
	d.SPs = slices.Concat(d.SPs, sps)
	d.Shown, d.Showing = false, "" // the positions so far are shown again
	return d, nil
}
