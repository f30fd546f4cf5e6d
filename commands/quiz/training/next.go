package training

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"chess960bot/commands/quiz/lessons"
	"chess960bot/internal/chess960"
	"chess960bot/internal/chess960/slips"
)

// A Course is what somebody practises.
type Course struct {
	Level     Level
	Direction Direction // of a level that has both, unless Mixed
	Mixed     bool      // both directions
	Scheme    *chess960.Scheme
}

// directions returns the directions of the course's questions.
func (c Course) directions() []Direction {
	only, both := c.Level.Direction()
	switch {
	case !both:
		return []Direction{only}
	case c.Mixed:
		return []Direction{ToNumber, ToPosition}
	}
	return []Direction{c.Direction}
}

// Cards returns the cards of the course.
func (c Course) Cards() []Card {
	if c.Level == Castling {
		return LessonCards()
	}
	var cards []Card
	for _, part := range c.Level.parts() {
		cards = append(cards, c.cardsOf(part)...)
	}
	return cards
}

// cardsOf returns the cards of a part in the directions of the course.
func (c Course) cardsOf(part slips.Part) (cards []Card) {
	for _, d := range c.directions() {
		cards = append(cards, Cards(c.Scheme, part, d)...)
	}
	return cards
}

// mostLearning is how many cards of a part are learned at the same time. A new one waits
// until one of these is known.
const mostLearning = 6

// echo is how long an answer still sounds: to repeat it sooner shows nothing. The scheduler's shortest interval is as long.
const echo = time.Minute

// Rest returns when the next card is due, if until then there is nothing to ask: every card is
// known, and none is due.
func (c Course) Rest(memories map[Card]Memory, now time.Time) (until time.Time, ok bool) {
	for _, card := range c.Cards() {
		m := memories[card]
		if !m.IsKnown() || !m.Due.After(now) {
			return time.Time{}, false
		}
		if until.IsZero() || m.Due.Before(until) {
			until = m.Due
		}
	}
	return until, true
}

// A Session is a series of questions that begins with a command.
type Session struct {
	Course
	Began    time.Time
	Memories map[Card]Memory // of the course's scheme
	Previous []Card          // of the previous question; not asked twice in a row
}

// Next chooses the next question. First come the cards that failed before the session
// began, the last one first; then those that are due, the most overdue first; then new
// ones; then those that are being learned and were not asked within echo, and then the others, each
// time the one that was not asked for longest. New cards wait while mostLearning others are being learned.
//
// A whole position has three cards. Every pair of bishops goes with every queen's square
// and every sequence. So the most overdue position has the most overdue card of each
// part.
//
// Lessons about castling come in their order while they are new, and none waits. Until a
// lesson is known, start positions teach it if they can.
//
// draw returns a random number from 0 to n-1. It decides between new cards, and the parts
// of the position that are not asked for. It is the seed of an exercise.
func (s Session) Next(now time.Time, draw func(n int) (int, error)) (Question, error) {
	if s.Level == Castling {
		lesson := s.first(LessonCards(), now)[0].Lesson
		seed, err := draw(math.MaxInt32)
		atStart := lesson.AtStart() && !s.Memories[Card{Lesson: lesson}].IsKnown()
		return AboutCastling(lessons.Make(uint64(seed), lesson, atStart)), err
	}
	q := Question{Level: s.Level, Direction: s.directions()[0], Scheme: s.Scheme}
	number := s.Scheme.First
	for _, part := range []slips.Part{slips.Bishops, slips.Queen, slips.Sequence} {
		asked, cards := slices.Contains(s.Level.parts(), part), s.cardsOf(part)
		if asked {
			cards = s.first(cards, now)
		}
		i, err := draw(len(cards))
		if err != nil {
			return Question{}, err
		}
		number += cards[i].Adds
		if asked {
			q.Direction = cards[i].Direction
		}
	}
	d, err := s.Scheme.Locate(number)
	q.Position = d.Position
	return q, err
}

// first returns the cards to choose from: the one that is to be asked first, or all new
// ones.
func (s Session) first(cards []Card, now time.Time) []Card {
	learning := 0
	for _, c := range cards {
		if s.Memories[c].isLearning() {
			learning++
		}
	}
	if others := slices.DeleteFunc(slices.Clone(cards), func(c Card) bool { return slices.Contains(s.Previous, c) }); len(others) > 0 {
		cards = others
	}
	var fresh, asked []Card
	for _, c := range cards {
		if s.Memories[c].IsNew() {
			fresh = append(fresh, c)
		} else {
			asked = append(asked, c)
		}
	}
	slices.SortFunc(asked, s.order)
	if len(asked) > 0 && (s.failedBefore(asked[0]) || !s.Memories[asked[0]].Due.After(now)) {
		return asked[:1]
	}
	if len(asked) == 0 || len(fresh) > 0 && (learning < mostLearning || s.Level == Castling) {
		return fresh
	}
	// Somebody goes on though nothing is due. In the order in which they become due, the same
	// two cards would follow each other without end.
	return []Card{slices.MinFunc(asked, func(a, b Card) int {
		x, y := s.Memories[a], s.Memories[b]
		switch firstA, firstB := x.isLearning() && now.Sub(x.Last) >= echo, y.isLearning() && now.Sub(y.Last) >= echo; {
		case firstA && !firstB:
			return -1
		case firstB && !firstA:
			return 1
		}
		return cmp.Or(x.Last.Compare(y.Last), x.Due.Compare(y.Due), cmp.Compare(a.ID(), b.ID()))
	})}
}

// order compares cards that were asked: those that failed before the session come first,
// the last one first, and then those that are due first.
func (s Session) order(a, b Card) int {
	x, y := s.Memories[a], s.Memories[b]
	switch failedA, failedB := s.failedBefore(a), s.failedBefore(b); {
	case failedA && failedB:
		return y.Last.Compare(x.Last)
	case failedA:
		return -1
	case failedB:
		return 1
	}
	return cmp.Or(x.Due.Compare(y.Due), cmp.Compare(a.ID(), b.ID()))
}

// failedBefore reports whether the card failed before the session began and was not asked
// since.
func (s Session) failedBefore(c Card) bool {
	m := s.Memories[c]
	return m.Failed && m.Last.Before(s.Began)
}

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
