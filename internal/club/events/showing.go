package events

import (
	"cmp"
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
	if d = cmp.Or(d, e.unshown(), e.Sealed()); d == nil {
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

// Reveal opens the sealed draw of a round for a person, as Open does, and returns how to
// answer with the draw.
func (e *Event) Reveal(r Request, round int) (d *Draw, turn Turn, err error) {
	if d, err = e.Open(round, r.Asker); err != nil {
		return d, 0, err
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
