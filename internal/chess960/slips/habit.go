package slips

import (
	"slices"

	"chess960bot/internal/chess960"
)

// A Habit is an origin without its position and numbers: what somebody does again and
// again. It is the text of a Kind, or the ID of a numbering. The texts are stored.
type Habit string

// mirror is the Kind of the habit to number the mirror image.
const mirror Kind = "mirror"

// habits are the kinds whose habits are not those of a numbering.
var habits = slices.Concat([]Kind{mirror, PlusOne, DoubleIndex, WeightForgotten}, ofWhole)

// Habit returns the habit of the origin.
func (o Origin) Habit() Habit {
	switch {
	case o.Mirrored:
		return Habit(mirror)
	case o.Kind == Numbered:
		return Habit(o.Scheme.ID)
	}
	return Habit(o.Kind)
}

// Backwards returns the habit of somebody who chose a position for a number, if the habit
// leads from that position to the number: one sequence too few from there is one too many on
// the way.
func (h Habit) Backwards() Habit {
	switch Kind(h) {
	case SequenceAbove:
		return Habit(SequenceBelow)
	case SequenceBelow:
		return Habit(SequenceAbove)
	}
	return h
}

// A Did says in a sentence what a person did who has a habit.
type Did struct {
	Kind   Kind
	Scheme chess960.Called
}

// Sentence returns the kind.
func (d Did) Sentence() string { return string(d.Kind) }

// Did returns the sentence for a habit. ok is false for a text that is no habit.
func (h Habit) Did() (did Did, ok bool) {
	for _, s := range chess960.Schemes() {
		if h == Habit(s.ID) {
			return Did{Numbered, s.Called()}, true
		}
	}
	if slices.Contains(habits, Kind(h)) {
		return Did{Kind: Kind(h)}, true
	}
	return Did{}, false
}

// PeopleDid says in a sentence how many people did the same.
type PeopleDid struct {
	Kind   Kind
	Scheme chess960.Called
	People People
}

// Sentence returns the kind.
func (d PeopleDid) Sentence() string { return string(d.Kind) }

// By returns the sentence for a number of people.
func (d Did) By(people int) PeopleDid { return PeopleDid{d.Kind, d.Scheme, People(people)} }

// People is a number of people.
type People int

// Count returns the number, which chooses the plural form.
func (p People) Count() int { return int(p) }
