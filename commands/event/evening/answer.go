package evening

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"
)

// A Turn says how to answer somebody with a draw.
type Turn int

const (
	First Turn = iota // show the draw to everyone; a seal that is not open is shown every time
	Again             // show the draw to everyone: an earlier answer may have been lost
	Seen              // people have seen the draw
	Wait              // another answer may be showing the draw now
)

// answerTime is how long an answer may be on its way: Discord's deadline.
const answerTime = 3 * time.Second

// A Request asks for a draw.
type Request struct {
	Asker           // with the time of the answer
	Since time.Time // when the person asked
	Lost  string    // id of the interaction whose answer was waited for and did not arrive
}

// Answer returns the draw to show to somebody who asks for a round, or for the next
// round if round is 0. It draws or seals only if there is nothing else to show:
//
//   - an interaction gets the same draw whenever it is delivered again;
//   - a round that was drawn is not drawn again;
//   - two people who ask for the next round at the same time get the same round;
//   - a draw that nobody may have seen comes before the next one, and so does a sealed
//     draw that is not open.
//
// The function bits returns 128 random bits for a seal.
func (e *Event) Answer(r Request, round int, chance Chance, bits func() [16]byte) (d *Draw, turn Turn, err error) {
	d = cmp.Or(e.byInteraction(r.Interaction), e.Round(round), e.shownSince(r.Since))
	if d == nil && !e.ClosedAt.IsZero() {
		return nil, 0, ErrClosed
	}
	unshown := e.find(func(d *Draw) bool { return !d.Shown && d.Void == nil })
	if d = cmp.Or(d, unshown, e.Sealed()); d == nil {
		if e.Rules.Sealed {
			d, err = e.Seal(r.Asker, chance, bits)
		} else {
			d, err = e.Draw(r.Asker, chance)
		}
		if err != nil {
			return nil, 0, err
		}
	}
	return d, d.show(r), nil
}

// shownSince returns the last draw if its answer began just after an instant, otherwise
// nil. An answer that seems to begin much later tells of a clock that was wrong.
func (e *Event) shownSince(asked time.Time) *Draw {
	d := e.Last()
	if d == nil || d.Void != nil || !d.ShowingAt.After(asked) || d.ShowingAt.Sub(asked) > answerTime {
		return nil
	}
	return d
}

// Open opens the sealed draw of a round for a person, or finds it opened, and returns how to answer with the draw.
// Before OpensAt only the person who sealed the draw may open it.
func (e *Event) Open(r Request, round int) (d *Draw, turn Turn, err error) {
	d = e.Round(round)
	switch {
	case d == nil || d.Seal == nil:
		return nil, 0, ErrNotSealed
	case d.Sealed() && d.By != r.User && r.At.Before(d.Seal.OpensAt):
		return d, 0, ErrEarly
	case d.Sealed():
		if d, err = e.OpenSeal(round, r.Asker); err != nil {
			return nil, 0, err
		}
	}
	return d, d.show(r), nil
}

// show returns how to answer a request with the draw, and notes that the answer begins.
func (d *Draw) show(r Request) Turn {
	turn := First
	switch {
	case d.Sealed() || r.Interaction == d.Showing:
	case d.Shown:
		return Seen
	case d.Showing == "":
	case d.Showing != r.Lost && r.At.Sub(d.ShowingAt) < answerTime:
		return Wait
	default:
		turn = Again
	}
	if !slices.Contains(d.Interactions, r.Interaction) {
		d.Interactions = append(slices.Clip(d.Interactions), r.Interaction)
	}
	if !d.Sealed() && r.Interaction != d.Showing {
		d.Showing, d.ShowingAt = r.Interaction, r.At
	}
	return turn
}

// Seen yields the draws that count and that everybody has seen.
func (e *Event) Seen() iter.Seq[*Draw] {
	return func(yield func(*Draw) bool) {
		for i := range e.Draws {
			if d := &e.Draws[i]; d.Shown && d.Void == nil && !yield(d) {
				return
			}
		}
	}
}

// BeingShown reports whether the answer with the positions may be on its way to everyone.
func (d *Draw) BeingShown(now time.Time) bool {
	return !d.Shown && d.Showing != "" && now.Sub(d.ShowingAt) < answerTime
}

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
		e.add(Draw{Index: len(e.Draws), Round: round, ByHand: true, Stamp: by.stamp()})
		d = e.Last()
		e.study(d)
	}
	d.SPs = slices.Concat(d.SPs, sps)
	d.Shown, d.Showing = false, "" // the positions so far are shown again
	return d, nil
}
