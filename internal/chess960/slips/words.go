package slips

import (
	"fmt"

	"chess960bot/internal/chess960"
)

// A Source says in one sentence what a number is or does.
type Source struct {
	Kind      SourceKind
	Number    int
	Scheme    chess960.Called
	Got, Want Sum // what a slip worked out, and what is right
	Orders    Orders
}

// Sentence returns the kind.
func (s Source) Sentence() string { return string(s.Kind) }

// An Alternative says in a few words that follow a Source what else the number may be.
type Alternative struct {
	Kind   SourceKind
	Scheme chess960.Called
}

// Sentence returns the kind.
func (a Alternative) Sentence() string { return string(a.Kind) }

// A SourceKind chooses the sentence for an origin.
type SourceKind string

// A Sum is a product and perhaps another number. It prints written out: "4 × 1 + 2 = 6".
type Sum struct {
	Weight, Digit int // the product; a weight of 0 or 1 does not print
	Plus          int
	hasPlus       bool
}

// String returns the sum with its result.
func (s Sum) String() string {
	switch {
	case s.hasPlus:
		return fmt.Sprintf("%d × %d + %d = %d", s.Weight, s.Digit, s.Plus, s.Result())
	case s.Weight <= 1:
		return fmt.Sprint(s.Digit)
	}
	return fmt.Sprintf("%d × %d = %d", s.Weight, s.Digit, s.Result())
}

// Result returns the result.
func (s Sum) Result() int { return max(1, s.Weight)*s.Digit + s.Plus }

// Say says where a number comes from that the part of a position gets from the origins: a
// [Source] for the first, an [Alternative] for each other one. There must be at least one.
func (part Part) Say(p chess960.Position, number int, origins []Origin) []interface{ Sentence() string } {
	said := []interface{ Sentence() string }{part.source(origins[0], p, number)}
	for _, o := range origins[1:] {
		s := part.source(o, p, number)
		said = append(said, Alternative{s.Kind, s.Scheme})
	}
	return said
}

// source returns the sentence for the number that the part gets from the origin.
func (part Part) source(o Origin, p chess960.Position, number int) Source {
	if part == Whole {
		return o.source(p, number)
	}
	step, other := part.steps(o.Scheme, p)
	s := Source{Number: number, Want: product(step, step.Digit)}
	switch {
	case o.Mirrored:
		s.Kind = "mirrorRight"
	case o.Kind == Numbered:
		s.Kind = "right"
	case o.Kind == WeightForgotten:
		s.Kind = "weightForgotten"
	case o.Kind == WeightsExchanged:
		s.Kind, s.Got = "partExchanged", product(other, step.Digit)
	default:
		s = o.source(p, number)
		switch s.Kind {
		case "orderBefore":
			s.Kind = "partBefore"
		case "orderAfter":
			s.Kind = "partAfter"
		}
	}
	return s
}

// source returns the sentence for a whole number.
func (o Origin) source(p chess960.Position, number int) Source {
	s := Source{Number: number, Scheme: o.Scheme.Called()}
	if !o.IsSlip() {
		s.Kind = o.numbering(p)
		if o.Kind == DoubleIndex {
			s.Want = Sum{chess960.Count, p.SP(), p.SP(), true}
		}
		return s
	}
	d := partsOf(o.Scheme, p)
	dark, light, bishops := d.Dark.Digit, d.Light.Digit, d.bishops(d.Dark.Digit, d.Light.Digit)
	switch o.Kind {
	case BishopsExchanged:
		s.Kind, s.Got, s.Want = "bishopsExchanged", d.bishops(light, dark), bishops
	case BishopsCounted:
		s.Kind, s.Got, s.Want = "bishopsCounted", product(d.Queen, d.queenWithBishops()), product(d.Queen, d.Queen.Digit)
	case QueenFromOne:
		s.Kind, s.Got, s.Want = "queenFromOne", product(d.Queen, d.Queen.Digit+1), product(d.Queen, d.Queen.Digit)
	case DarkFromOne:
		s.Kind, s.Got, s.Want = "darkFromOne", product(d.Dark, dark+1), product(d.Dark, dark)
	case LightFromOne:
		s.Kind, s.Got, s.Want = "lightFromOne", product(d.Light, light+1), product(d.Light, light)
	case BishopsFromOne:
		s.Kind, s.Got, s.Want = "bishopsFromOne", d.bishops(dark+1, light+1), bishops
	case SequenceAbove:
		s.Got, s.Want = product(d.Knights, d.Knights.Digit+1), product(d.Knights, d.Knights.Digit)
		s.Kind = d.orKnights("sequenceAbove", "knightsAbove")
		if s.Kind == "sequenceAbove" && s.Got.Digit < orders {
			s.Kind, s.Orders = "orderBefore", ordersOf(s.Got.Digit, s.Want.Digit)
		}
	case SequenceBelow:
		s.Got, s.Want = product(d.Knights, d.Knights.Digit-1), product(d.Knights, d.Knights.Digit)
		s.Kind = d.orKnights("sequenceBelow", "knightsBelow")
		if s.Kind == "sequenceBelow" && s.Got.Digit >= 0 {
			s.Kind, s.Orders = "orderAfter", ordersOf(s.Got.Digit, s.Want.Digit)
		}
	case NoBishops:
		s.Kind, s.Want = "noBishops", bishops
	case NoQueen:
		s.Kind, s.Want = "noQueen", product(d.Queen, d.Queen.Digit)
	case NoSequence:
		s.Kind, s.Want = d.orKnights("noSequence", "noKnights"), product(d.Knights, d.Knights.Digit)
	default:
		s.Kind, s.Got, s.Want = "weightsExchanged", product(d.Knights, d.Queen.Digit), product(d.Queen, d.Queen.Digit)
	}
	return s
}

// numbering returns the sentence for a number that is not a slip.
func (o Origin) numbering(p chess960.Position) SourceKind {
	kind, mirror := SourceKind("numbered"), SourceKind("mirrorNumbered")
	switch {
	case o.Kind == DoubleIndex:
		kind = "doubleIndex"
	case o.Kind == PlusOne:
		kind, mirror = "plusOne", "mirrorPlusOne"
	case o.Scheme.Base() != o.Scheme && o.Number(p) == chess960.Count:
		kind, mirror = "from960", "mirrorFrom960"
	}
	if o.Mirrored {
		return mirror
	}
	return kind
}

// bishops is the sum of the bishops: "4 × 1 + 2 = 6".
func (d parts) bishops(dark, light int) Sum {
	if d.Dark.Weight < d.Light.Weight {
		return Sum{d.Light.Weight, light, dark, true}
	}
	return Sum{d.Dark.Weight, dark, light, true}
}

// product is what a digit adds: "16 × 2 = 32", or only the digit if it adds itself.
func product(s chess960.Step, digit int) Sum { return Sum{Weight: s.Weight, Digit: digit} }

// orKnights chooses the name of the part of the knights. Five squares are left for king,
// rooks and knights after the queen; before her, the knights alone are placed.
func (d parts) orKnights(sequence, knights SourceKind) SourceKind {
	if d.knightsFirst {
		return knights
	}
	return sequence
}

// An Order is that of king, rooks and knights, from a to h: "RNKNR".
type Order string

// String returns the letters.
func (o Order) String() string { return string(o) }

// Orders are two orders that follow each other in the list of all ten.
type Orders struct {
	Given, Meant Order
	Step         OrderStep
}

// An OrderStep says in a sentence how an order leads to the next one.
type OrderStep struct {
	Kind     StepKind
	From, To Order
}

// Sentence returns the kind.
func (s OrderStep) Sentence() string { return string(s.Kind) }

// A StepKind says which knight moves on.
type StepKind string

// orders is the number of orders.
const orders = 10

// ordersOf returns two orders by their rows in the list, which follow each other.
func ordersOf(given, meant int) Orders {
	left, _ := knightsOf(min(given, meant))
	next, _ := knightsOf(max(given, meant))
	step := OrderStep{"rightKnight", orderOf(min(given, meant)), orderOf(max(given, meant))}
	if left != next {
		step.Kind = "leftKnight"
	}
	return Orders{orderOf(given), orderOf(meant), step}
}

// orderOf returns the order in a row of the list, from 0.
func orderOf(row int) Order {
	letters, rest := [5]byte{}, "RKR"
	left, right := knightsOf(row)
	for i := range letters {
		if i == left || i == right {
			letters[i] = 'N'
		} else {
			letters[i], rest = rest[0], rest[1:]
		}
	}
	return Order(letters[:])
}

// knightsOf returns the squares of the knights among the five that bishops and queen leave.
func knightsOf(row int) (left, right int) {
	for pairs := 4; row >= pairs; pairs-- {
		row -= pairs
		left++
	}
	return left, left + 1 + row
}
