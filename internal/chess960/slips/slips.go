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
	return (d.Queen.Free | d.Light.Took | d.Dark.Took).Index(d.Queen.Took.On(1)[0].File())
}
