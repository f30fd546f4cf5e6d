package slips

import (
	"fmt"
	"strings"

	"chess960bot/internal/chess960"
)

// Say says in one sentence where a number comes from that the position gets from the
// origins: "359 is this position's Fritz 9 number." After the first origin the others
// follow in short, joined with "or". There must be at least one.
func Say(p chess960.Position, number int, origins []Origin) string {
	return say(number, origins, func(o Origin) string { return o.Words(p) })
}

func say(number int, origins []Origin, words func(Origin) string) string {
	text := fmt.Sprint(number, " ", words(origins[0]))
	for _, o := range origins[1:] {
		short, _, _ := strings.Cut(words(o), ",")
		text += ", or " + short
	}
	return text + "."
}

// Words says what the number is or does that the position gets from the origin. The words
// follow the number: "is this position's Fritz 9 number".
func (o Origin) Words(p chess960.Position) string {
	if !o.IsSlip() {
		return "is " + o.numbering(p)
	}
	d := partsOf(o.Scheme, p)
	switch o.Kind {
	case BishopsExchanged:
		return "takes the bishops the other way round, " + d.bishops(d.light.Digit, d.dark.Digit) + " instead of " + d.bishops(d.dark.Digit, d.light.Digit)
	case BishopsCounted:
		return "counts the bishops' squares for the queen, " + insteadOf(d.queen, d.queenWithBishops())
	case QueenFromOne:
		return "counts the queen's squares from 1, " + insteadOf(d.queen, d.queen.Digit+1)
	case DarkFromOne:
		return "counts the dark squares from 1, " + insteadOf(d.dark, d.dark.Digit+1)
	case LightFromOne:
		return "counts the light squares from 1, " + insteadOf(d.light, d.light.Digit+1)
	case BishopsFromOne:
		return "counts both bishops' squares from 1, " + d.bishops(d.dark.Digit+1, d.light.Digit+1) + " instead of " + d.bishops(d.dark.Digit, d.light.Digit)
	case SequenceAbove:
		return "counts the " + d.sequenceName() + " one too high, " + insteadOf(d.sequence, d.sequence.Digit+1)
	case SequenceBelow:
		return "counts the " + d.sequenceName() + " one too low, " + insteadOf(d.sequence, d.sequence.Digit-1)
	case NoBishops:
		return "leaves out the bishops, " + d.bishops(d.dark.Digit, d.light.Digit)
	case NoQueen:
		return "leaves out the queen, " + product(d.queen, d.queen.Digit)
	case NoSequence:
		return "leaves out the " + d.sequenceName() + ", " + product(d.sequence, d.sequence.Digit)
	}
	return fmt.Sprintf("multiplies the queen by %d and the %s by %d", d.sequence.Weight, d.sequenceName(), d.queen.Weight)
}

// numbering names a number that is not a slip.
func (o Origin) numbering(p chess960.Position) string {
	of, image := "this position's ", ""
	if o.Mirrored {
		of, image = "the mirror image's ", " (Black's view)"
	}
	switch {
	case o.Kind == DoubleIndex:
		return fmt.Sprintf("%sindex in double Chess960, %d × %d + %d = %d", of, chess960.Count, p.SP(), p.SP(), o.Number(p))
	case o.Kind == PlusOne:
		return of + "SP number plus 1, as in lists that begin with 1" + image
	case o.Scheme == chess960.Scharnagl1To960 && o.Number(p) == chess960.Count:
		return of + "number where 960 stands for SP 0" + image
	case o.Scheme == chess960.Scharnagl:
		return of + "SP number" + image
	}
	return of + o.Scheme.Name + " number" + image
}

// bishops is the sum of the bishops: "4 × 1 + 2 = 6".
func (d parts) bishops(dark, light int) string {
	first, second := d.dark, d.light
	if first.Weight < second.Weight {
		first, second, dark, light = second, first, light, dark
	}
	return fmt.Sprintf("%d × %d + %d = %d", first.Weight, dark, light, first.Weight*dark+second.Weight*light)
}

// insteadOf compares what a digit adds with what the right digit adds.
func insteadOf(s chess960.Step, digit int) string {
	return product(s, digit) + " instead of " + product(s, s.Digit)
}

// product is what a digit adds: "16 × 2 = 32", or only the digit if it adds itself.
func product(s chess960.Step, digit int) string {
	if s.Weight == 1 {
		return fmt.Sprint(digit)
	}
	return fmt.Sprintf("%d × %d = %d", s.Weight, digit, s.Weight*digit)
}

// sequenceName names the part of the knights. Five squares are left for king, rooks and
// knights after the queen; before her, the knights alone are placed.
func (d parts) sequenceName() string {
	if d.sequence.Free.Len() == 5 {
		return "sequence"
	}
	return "knights"
}
