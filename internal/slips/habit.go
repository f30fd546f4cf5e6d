package slips

import "chess960bot/internal/chess960"

// A Habit is an origin without its position and numbers: what somebody does again and
// again. The texts are stored.
type Habit string

const mirrorHabit Habit = "mirror"

// habits are the habits of the kinds that are not the number of a scheme.
var habits = map[Kind]Habit{
	PlusOne: "plus-one", DoubleIndex: "double-index",
	BishopsExchanged: "bishops-exchanged", BishopsCounted: "bishops-counted",
	QueenFromOne: "queen-from-one", DarkFromOne: "dark-from-one", LightFromOne: "light-from-one", BishopsFromOne: "bishops-from-one",
	SequenceAbove: "sequence-above", SequenceBelow: "sequence-below",
	NoBishops: "no-bishops", NoQueen: "no-queen", NoSequence: "no-sequence",
	WeightsExchanged: "weights-exchanged", WeightForgotten: "weight-forgotten",
}

// Habit returns the habit of the origin. A habit of a numbering has the scheme's ID.
func (o Origin) Habit() Habit {
	switch {
	case o.Mirrored:
		return mirrorHabit
	case o.Kind == Numbered:
		return Habit(o.Scheme.ID)
	}
	return habits[o.Kind]
}

// habitWords say what people did.
var habitWords = map[Habit]string{
	mirrorHabit:         "read from the h-file",
	"plus-one":          "counted SP numbers from 1",
	"double-index":      "gave an index of double Chess960",
	"bishops-exchanged": "took the bishops the other way round",
	"bishops-counted":   "counted the bishops' squares for the queen",
	"queen-from-one":    "counted the queen's squares from 1",
	"dark-from-one":     "counted the dark squares from 1",
	"light-from-one":    "counted the light squares from 1",
	"bishops-from-one":  "counted both bishops' squares from 1",
	"sequence-above":    "took the sequence one too high",
	"sequence-below":    "took the sequence one too low",
	"no-bishops":        "left out the bishops",
	"no-queen":          "left out the queen",
	"no-sequence":       "left out the sequence",
	"weights-exchanged": "exchanged the weights of queen and sequence",
	"weight-forgotten":  "forgot to multiply",
}

// Words says what people did who have the habit: "took the bishops the other way round".
// It returns "" for a text that is no habit.
func (h Habit) Words() string {
	for _, s := range chess960.Schemes() {
		switch {
		case h != Habit(s.ID):
		case s == chess960.Scharnagl:
			return "used SP numbers"
		default:
			return "used " + s.Name + " numbers"
		}
	}
	return habitWords[h]
}
