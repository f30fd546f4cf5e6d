// Package slips says where a number comes from that somebody gives to a position.
//
// The number may be right in a numbering that was not meant, it may be the number of the
// mirror image, or it may come from a slip: a definite mistake while working it out, such
// as taking the bishops the other way round. [Part.Explain] returns every origin that fits, the
// most likely first. Two origins can give the same number; then both are returned, and
// nobody knows which it was.
//
// The same function explains a wrong position. A slip on the way from a number leads to a
// position to which the slip gives that number: explain the number as that position's.
// [Differences] names the parts of the position that are wrong.
//
// An [Origin] is a value; [Part.Say] makes sentences of it. A [Part] is the whole number, or what
// bishops, queen or sequence add to it.
package slips

import (
	"slices"

	"chess960bot/internal/chess960"
)

// An Origin is a way to get a number for a position. Origins compare with ==.
type Origin struct {
	Kind     Kind
	Scheme   *chess960.Scheme // the numbering of the number
	Mirrored bool             // the number is that of the mirror image
}

// A Kind is a numbering or a slip. The texts are stored.
type Kind string

// The kinds. The first three are numbers that people use. The others are slips in working
// out the number of a scheme. A part is the choice of the piece in the scheme; the
// sequence is the part of the knights, as it decides the order of king, rooks and knights.
const (
	Numbered         Kind = "numbered"          // the number in the scheme
	PlusOne          Kind = "plus-one"          // the SP number counted from 1
	DoubleIndex      Kind = "double-index"      // the index in double Chess960, with this position for both players
	BishopsExchanged Kind = "bishops-exchanged" // each bishop counted as the other one
	BishopsCounted   Kind = "bishops-counted"   // the squares of the bishops counted for the queen
	QueenFromOne     Kind = "queen-from-one"    // the queen's squares counted from 1
	DarkFromOne      Kind = "dark-from-one"     // the dark squares counted from 1
	LightFromOne     Kind = "light-from-one"    // the light squares counted from 1
	BishopsFromOne   Kind = "bishops-from-one"  // the squares of both bishops counted from 1
	SequenceAbove    Kind = "sequence-above"    // the row of the sequence above the right one in number
	SequenceBelow    Kind = "sequence-below"    // the row of the sequence below the right one in number
	NoBishops        Kind = "no-bishops"        // the bishops forgotten
	NoQueen          Kind = "no-queen"          // the queen forgotten
	NoSequence       Kind = "no-sequence"       // the sequence forgotten
	WeightsExchanged Kind = "weights-exchanged" // queen and sequence multiplied by each other's weight
	WeightForgotten  Kind = "weight-forgotten"  // a part not multiplied by its weight; only what a part adds has this origin
)

// ofWhole are the slips in a whole number, the most likely first.
var ofWhole = []Kind{
	BishopsExchanged, BishopsCounted, QueenFromOne, DarkFromOne, LightFromOne, BishopsFromOne,
	SequenceAbove, SequenceBelow, NoBishops, NoQueen, NoSequence, WeightsExchanged,
}

// IsSlip reports whether the origin is a mistake in working out the number.
func (o Origin) IsSlip() bool {
	return o.Kind != Numbered && o.Kind != PlusOne && o.Kind != DoubleIndex
}

// Origins returns every origin of a number for which the scheme was meant, the most likely
// first: numberings, the same in the mirror image, slips.
func Origins(meant *chess960.Scheme) []Origin {
	numberings := []Origin{{Kind: Numbered, Scheme: meant}}
	add := func(schemes []*chess960.Scheme) {
		for _, s := range schemes {
			if o := (Origin{Kind: Numbered, Scheme: s}); !slices.Contains(numberings, o) {
				numberings = append(numberings, o)
			}
		}
	}
	add(chess960.DistinctSchemes())
	numberings = append(numberings, Origin{Kind: PlusOne, Scheme: chess960.Scharnagl})
	add(chess960.Schemes())
	all := append(numberings[:len(numberings):len(numberings)], Origin{Kind: DoubleIndex, Scheme: chess960.Scharnagl})
	for _, o := range numberings {
		o.Mirrored = true
		all = append(all, o)
	}
	for _, kind := range ofWhole {
		all = append(all, Origin{Kind: kind, Scheme: meant})
	}
	return all
}

// isSameNumbering reports whether two origins are the same number for the same reason.
// Scharnagl's numbers from 1 to 960 are SP numbers, except for 960.
func (o Origin) isSameNumbering(other Origin) bool {
	return o.Kind == Numbered && other.Kind == Numbered && o.Scheme.Base() == other.Scheme.Base() && o.Mirrored == other.Mirrored
}

// A Difference is a part of a position that is wrong: the step of the scheme that places
// it, in the position wanted and in the position given.
type Difference struct{ Want, Got chess960.Step }

// Differences returns the parts in which a position differs from the one wanted: dark
// bishop, light bishop, queen, knights. A part is compared by its choice, such as the
// queen's square among those that the bishops leave. Both positions must be valid.
func Differences(s *chess960.Scheme, want, got chess960.Position) []Difference {
	wanted, given := partsOf(s, want), partsOf(s, got)
	var differences []Difference
	for _, part := range []Difference{
		{wanted.Dark, given.Dark},
		{wanted.Light, given.Light},
		{wanted.Queen, given.Queen},
		{wanted.Knights, given.Knights},
	} {
		if part.Want.Digit != part.Got.Digit {
			differences = append(differences, part)
		}
	}
	return differences
}

// Number returns the number that the position gets from the origin. A slip can lead outside
// the scheme's range.
func (o Origin) Number(p chess960.Position) int {
	if o.Mirrored {
		p = p.Mirror()
	}
	switch o.Kind {
	case PlusOne:
		return p.SP() + 1
	case DoubleIndex:
		return chess960.Double{White: p, Black: p}.WhiteFirst()
	}
	d := partsOf(o.Scheme, p)
	return d.number + d.excess(o.Kind)
}

// parts are the number of a position and the steps of bishops, queen and knights.
type parts struct {
	number       int
	knightsFirst bool // before the queen
	chess960.Parts
}

func partsOf(s *chess960.Scheme, p chess960.Position) parts {
	d := s.Derive(p)
	return parts{d.Number(), s.KnightsFirst(), d.Parts()}
}

// excess returns how much a slip adds to the number, 0 for no slip.
func (d parts) excess(kind Kind) int {
	switch kind {
	case BishopsExchanged:
		return (d.Light.Digit - d.Dark.Digit) * (d.Dark.Weight - d.Light.Weight)
	case BishopsCounted:
		return (d.queenWithBishops() - d.Queen.Digit) * d.Queen.Weight
	case QueenFromOne:
		return d.Queen.Weight
	case DarkFromOne:
		return d.Dark.Weight
	case LightFromOne:
		return d.Light.Weight
	case BishopsFromOne:
		return d.Dark.Weight + d.Light.Weight
	case SequenceAbove:
		return d.Knights.Weight
	case SequenceBelow:
		return -d.Knights.Weight
	case NoBishops:
		return -d.Dark.Adds - d.Light.Adds
	case NoQueen:
		return -d.Queen.Adds
	case NoSequence:
		return -d.Knights.Adds
	case WeightsExchanged:
		return (d.Queen.Digit - d.Knights.Digit) * (d.Knights.Weight - d.Queen.Weight)
	}
	return 0
}

// queenWithBishops counts the squares left of the queen that are free for her or have a
// bishop.
func (d parts) queenWithBishops() int {
	return (d.Queen.Free | d.Light.Took | d.Dark.Took).Index(d.Queen.Took.First())
}

// A Part is what somebody works out: the whole number, or what bishops, queen or sequence
// add to it.
type Part uint8

// The parts of a number. In Fritz 9's scheme the sequence is the pair of the knights.
const (
	Whole Part = iota
	Bishops
	Queen
	Sequence
)

// Number returns what the part adds to the position's number; for Whole, the number.
func (part Part) Number(s *chess960.Scheme, p chess960.Position) int {
	d := partsOf(s, p)
	switch part {
	case Bishops:
		return d.Dark.Adds + d.Light.Adds
	case Queen:
		return d.Queen.Adds
	case Sequence:
		return d.Knights.Adds
	}
	return d.number
}

// origins lists every origin of a wrong number for the part, the most likely first.
func (part Part) origins(meant *chess960.Scheme) []Origin {
	if part == Whole {
		return Origins(meant)
	}
	kinds := map[Part][]Kind{
		Bishops:  {BishopsExchanged, DarkFromOne, LightFromOne, BishopsFromOne},
		Queen:    {BishopsCounted, QueenFromOne, WeightForgotten, WeightsExchanged},
		Sequence: {SequenceAbove, SequenceBelow, WeightForgotten, WeightsExchanged},
	}
	var all []Origin
	for _, kind := range kinds[part] {
		all = append(all, Origin{Kind: kind, Scheme: meant})
	}
	return append(all, Origin{Numbered, meant, true})
}

// Explain returns every origin of a number that somebody gave for the part of a position, the
// most likely first. meant is the scheme in which the number was meant. A number that is right
// there has no other origin. No origin is returned if none fits. The position must be valid.
func (part Part) Explain(meant *chess960.Scheme, p chess960.Position, number int) (origins []Origin) {
	if number == part.Number(meant, p) {
		return []Origin{{Numbered, meant, false}}
	}
	for _, o := range part.origins(meant) {
		if part.numberBy(o, p) == number && !slices.ContainsFunc(origins, o.isSameNumbering) {
			origins = append(origins, o)
		}
	}
	return origins
}

// numberBy returns what the part adds by an origin of its list.
func (part Part) numberBy(o Origin, p chess960.Position) int {
	switch {
	case part == Whole:
		return o.Number(p)
	case o.Mirrored:
		return part.Number(o.Scheme, p.Mirror())
	}
	step, other := part.steps(o.Scheme, p)
	switch o.Kind {
	case WeightForgotten:
		return step.Digit
	case WeightsExchanged:
		return step.Digit * other.Weight
	}
	return part.Number(o.Scheme, p) + partsOf(o.Scheme, p).excess(o.Kind)
}

// steps returns the step of the part, which is queen or sequence, and that of the other
// one.
func (part Part) steps(s *chess960.Scheme, p chess960.Position) (step, other chess960.Step) {
	d := partsOf(s, p)
	if part == Queen {
		return d.Queen, d.Knights
	}
	return d.Knights, d.Queen
}

// Concerns reports whether a slip was made in a part. A numbering that was not meant, or
// the mirror image, concerns every part.
func (o Origin) Concerns(part Part) bool {
	switch o.Kind {
	case BishopsExchanged, DarkFromOne, LightFromOne, BishopsFromOne, NoBishops:
		return part == Bishops
	case BishopsCounted, QueenFromOne, NoQueen:
		return part == Queen
	case SequenceAbove, SequenceBelow, NoSequence:
		return part == Sequence
	case WeightsExchanged, WeightForgotten:
		return part != Bishops
	}
	return true
}

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
