package training

import (
	"fmt"

	"chess960bot/commands/quiz/lessons"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/slips"
)

// A Card is one fact to remember, in one direction: what bishops, a queen or a sequence
// add to a number, or which ones add it. Or it is a lesson about castling, which has nothing
// else. Cards compare with ==.
type Card struct {
	Lesson    lessons.Lesson // "" for a part of a number
	Part      slips.Part     // Bishops, Queen or Sequence
	Adds      int            // what the fact adds to the number
	Direction Direction
}

// partNames are the names of the parts in the database.
var partNames = map[slips.Part]string{slips.Bishops: "bishops", slips.Queen: "queen", slips.Sequence: "sequence"}

// ID returns the name of the card for the database: "sequence 480 number", "castling check".
func (c Card) ID() string {
	if c.Lesson != "" {
		return castlingCard + string(c.Lesson)
	}
	return fmt.Sprintf("%s %d %s", partNames[c.Part], c.Adds, c.Direction.ID())
}

// castlingCard begins the names of lessons in the database.
const castlingCard = "castling "

// ParseCard reads what ID returns.
func ParseCard(id string) (Card, error) {
	for _, c := range LessonCards() {
		if c.ID() == id {
			return c, nil
		}
	}
	for part, name := range partNames {
		for _, direction := range []Direction{ToNumber, ToPosition} {
			c := Card{Part: part, Direction: direction}
			if _, err := fmt.Sscanf(id, name+" %d "+direction.ID(), &c.Adds); err == nil && c.ID() == id {
				return c, nil
			}
		}
	}
	return Card{}, fmt.Errorf("%q is not a card of the quiz", id)
}

// LessonCards returns the cards about castling, the first one to learn first.
func LessonCards() []Card {
	var cards []Card
	for _, l := range lessons.All() {
		cards = append(cards, Card{Lesson: l})
	}
	return cards
}

// Cards returns the cards of a part in one direction, those that add least first. SP and
// Almanac numbers have 64 cards: 16 pairs of bishops, 6 queen's squares and 10 sequences,
// in two directions. Fritz 9's have 70: 16 pairs of bishops, 4 queen's squares and 15 pairs
// of knights.
func Cards(s *chess960.Scheme, part slips.Part, direction Direction) []Card {
	radix, weight := 16, 1
	if part != slips.Bishops {
		step := stepOf(s, chess960.Classical(), rules[part])
		radix, weight = step.Radix, step.Weight
	}
	var cards []Card
	for digit := range radix {
		cards = append(cards, Card{Part: part, Adds: digit * weight, Direction: direction})
	}
	return cards
}

// rules are the names of the steps that place queen and sequence.
var rules = map[slips.Part]string{slips.Queen: "queen", slips.Sequence: "knights"}

// parts returns the parts that a level asks for.
func (l Level) parts() []slips.Part {
	if part := l.Part(); part != slips.Whole {
		return []slips.Part{part}
	}
	return []slips.Part{slips.Bishops, slips.Queen, slips.Sequence}
}

// Cards returns the cards that the question needs: one, or three for a whole number or
// position.
func (q Question) Cards() []Card {
	if q.Level == Castling {
		return []Card{{Lesson: q.Exercise.Lesson()}}
	}
	var cards []Card
	for _, part := range q.Level.parts() {
		cards = append(cards, Card{Part: part, Adds: part.Number(q.Scheme, q.Position), Direction: q.Direction})
	}
	return cards
}

// Knows reports what the answer shows about a card of the question: whether its fact is
// known. A right answer shows that all are. A wrong position shows which part is wrong,
// and so does a slip. A wrong number from which no slip leads back is compared part by
// part. A lesson about castling is known if the answer is right for its side.
func (v Verdict) Knows(c Card) bool {
	switch {
	case v.Right:
		return true
	case c.Lesson != "":
		side := v.question.Exercise.Side
		return lessons.Sides(v.number).Has(side) == v.question.Exercise.Answer().Has(side)
	case len(v.question.Level.parts()) == 1:
		return false
	case v.question.Direction == ToPosition:
		return c.Part.Number(v.question.Scheme, v.position) == c.Adds
	case len(v.Origins) > 0:
		return !v.Origins[0].Concerns(c.Part)
	}
	d, err := v.question.Scheme.Locate(v.number)
	return err == nil && c.Part.Number(v.question.Scheme, d.Position) == c.Adds
}
