package slips

import (
	"slices"

	"chess960bot/internal/chess960"
)

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
