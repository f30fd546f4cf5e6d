package slips

import "chess960bot/internal/chess960"

// A Habit is an origin without its position and numbers: what somebody does again and
// again. The texts are stored.
type Habit string

// The habits. A habit of a numbering has the scheme's ID instead; its message is that of
// numbered.
const (
	numbered         Habit = "numbered"
	mirror           Habit = "mirror"
	plusOne          Habit = "plus-one"
	doubleIndex      Habit = "double-index"
	bishopsExchanged Habit = "bishops-exchanged"
	bishopsCounted   Habit = "bishops-counted"
	queenFromOne     Habit = "queen-from-one"
	darkFromOne      Habit = "dark-from-one"
	lightFromOne     Habit = "light-from-one"
	bishopsFromOne   Habit = "bishops-from-one"
	sequenceAbove    Habit = "sequence-above"
	sequenceBelow    Habit = "sequence-below"
	noBishops        Habit = "no-bishops"
	noQueen          Habit = "no-queen"
	noSequence       Habit = "no-sequence"
	weightsExchanged Habit = "weights-exchanged"
	weightForgotten  Habit = "weight-forgotten"
)

// habits are the habits of the kinds that are not the number of a scheme.
var habits = map[Kind]Habit{
	PlusOne: plusOne, DoubleIndex: doubleIndex,
	BishopsExchanged: bishopsExchanged, BishopsCounted: bishopsCounted,
	QueenFromOne: queenFromOne, DarkFromOne: darkFromOne, LightFromOne: lightFromOne, BishopsFromOne: bishopsFromOne,
	SequenceAbove: sequenceAbove, SequenceBelow: sequenceBelow,
	NoBishops: noBishops, NoQueen: noQueen, NoSequence: noSequence,
	WeightsExchanged: weightsExchanged, WeightForgotten: weightForgotten,
}

// Habit returns the habit of the origin.
func (o Origin) Habit() Habit {
	switch {
	case o.Mirrored:
		return mirror
	case o.Kind == Numbered:
		return Habit(o.Scheme.ID)
	}
	return habits[o.Kind]
}

// Backwards returns the habit of somebody who chose a position for a number, if the habit
// leads from that position to the number: one sequence too few from there is one too many on
// the way.
func (h Habit) Backwards() Habit {
	switch h {
	case sequenceAbove:
		return sequenceBelow
	case sequenceBelow:
		return sequenceAbove
	}
	return h
}

// A Did says in a sentence what a person did who has a habit.
type Did struct {
	Habit  Habit // numbered for every scheme
	Scheme Label // of a numbering
}

// Sentence returns the habit.
func (d Did) Sentence() string { return string(d.Habit) }

// Did returns the sentence for a habit. ok is false for a text that is no habit.
func (h Habit) Did() (did Did, ok bool) {
	for _, s := range chess960.Schemes() {
		if h == Habit(s.ID) {
			return Did{numbered, Label(s.Label)}, true
		}
	}
	if h == mirror {
		return Did{Habit: mirror}, true
	}
	for _, known := range habits {
		if h == known {
			return Did{Habit: h}, true
		}
	}
	return Did{}, false
}

// PeopleDid says in a sentence how many people did the same.
type PeopleDid struct {
	Habit  Habit
	Scheme Label
	People People
}

// Sentence returns the habit.
func (d PeopleDid) Sentence() string { return string(d.Habit) }

// By returns the sentence for a number of people.
func (d Did) By(people int) PeopleDid { return PeopleDid{d.Habit, d.Scheme, People(people)} }

// People is a number of people.
type People int

// Count returns the number, which chooses the plural form.
func (p People) Count() int { return int(p) }
