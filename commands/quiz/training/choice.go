package training

import (
	"errors"
	"fmt"
	"iter"

	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
)

// A Group is a list of choices for one piece or sequence of a position.
type Group struct {
	ID          string       // stable identifier, such as "dark"
	Label       voice.Phrase // at most 45 characters
	Description voice.Phrase // what the choices are; "" for none
	Choices     []string

	scheme *chess960.Scheme
	rule   string // of the step in which a choice is a digit; "" for the knights of a pair
}

// put returns the position with a choice of the group.
func (g Group) put(p chess960.Position, choice int) chess960.Position {
	return withDigit(g.scheme, p, g.rule, choice)
}

// Groups returns the lists from which an answer to a question for a position is chosen:
// one to four lists of 4 to 10 choices. They do not depend on the right answer.
func (q Question) Groups() []Group {
	switch {
	case q.Level == WholePosition:
		numbers := []string{"0", "1", "2", "3", "4", "5"} // of squares to the left of the queen
		queen := Group{"queen", "training.queenNumber", "training.queenCounted", numbers, chess960.Scharnagl, "queen"}
		return append(bishopGroups(chess960.Scharnagl), queen, sequenceGroup(chess960.Scharnagl))
	case q.Level == Bishops:
		return bishopGroups(q.Scheme)
	case q.Level == Queen:
		return []Group{{"queen", "training.queen", "", namesOf(q.step("queen").Free), q.Scheme, "queen"}}
	case q.asksPair():
		free := namesOf(q.step("knights").Free) // Choose places both knights together
		return []Group{
			{ID: "knight", Label: "training.oneKnight", Choices: free},
			{ID: "other", Label: "training.otherKnight", Choices: free},
		}
	}
	return []Group{sequenceGroup(q.Scheme)}
}

// bishopGroups asks for the squares of both bishops. The other parts stay.
func bishopGroups(s *chess960.Scheme) []Group {
	return []Group{
		{"dark", "training.darkBishop", "", namesOf(chess960.DarkFiles), s, "dark bishop"},
		{"light", "training.lightBishop", "", namesOf(chess960.LightFiles), s, "light bishop"},
	}
}

// sequenceGroup asks for one of the ten sequences.
func sequenceGroup(s *chess960.Scheme) Group {
	g := Group{"sequence", "training.order", "training.orderFromA", nil, s, "knights"}
	for n := range 10 {
		g.Choices = append(g.Choices, sequenceOf(g.put(chess960.Classical(), n)))
	}
	return g
}

// The squares that two knights of a pair can have, among the six that the bishops leave.
const pairSquares = 6

// ErrSameSquare refuses two knights on the same square.
var ErrSameSquare = errors.New("two knights on the same square")

// Choose returns the position that the choices of the groups make, each the index of a
// choice in its group. What the question does not ask for is as in its position. The error
// is ErrSameSquare, or says that a choice is missing or out of range.
func (q Question) Choose(chosen []int) (chess960.Position, error) {
	return q.choose(q.Groups(), chosen)
}

func (q Question) choose(groups []Group, chosen []int) (chess960.Position, error) {
	if len(chosen) != len(groups) {
		return chess960.Position{}, fmt.Errorf("%d choices for %d groups", len(chosen), len(groups))
	}
	for i, choice := range chosen {
		if choice < 0 || choice >= len(groups[i].Choices) {
			return chess960.Position{}, fmt.Errorf("choice %d of %d for %s", choice, len(groups[i].Choices), groups[i].ID)
		}
	}
	p := q.Position
	if q.Level == Sequences && q.asksPair() {
		left, right := min(chosen[0], chosen[1]), max(chosen[0], chosen[1])
		if left == right {
			return chess960.Position{}, ErrSameSquare
		}
		// The pairs whose left square is further left come first: 5, then 4, 3, …
		pair := left*(2*pairSquares-1-left)/2 + right - left - 1
		return withDigit(q.Scheme, p, "knights", pair), nil
	}
	for i, choice := range chosen {
		p = groups[i].put(p, choice)
	}
	return p, nil
}

// Choices yields every position that the groups of a question for a position can make:
// 4 to 960 of them.
func (q Question) Choices() iter.Seq[chess960.Position] {
	groups := q.Groups()
	return func(yield func(chess960.Position) bool) {
		chosen := make([]int, len(groups))
		for n := 0; ; n++ {
			rest := n
			for i, g := range groups {
				chosen[i], rest = rest%len(g.Choices), rest/len(g.Choices)
			}
			if rest > 0 {
				return
			}
			if p, err := q.choose(groups, chosen); err == nil && !yield(p) {
				return
			}
		}
	}
}

// step returns the step of the question's position with the name of a rule.
func (q Question) step(rule string) chess960.Step {
	return stepOf(q.Scheme, q.Position, rule)
}

func stepOf(s *chess960.Scheme, p chess960.Position, rule string) chess960.Step {
	for _, step := range s.Derive(p).Steps {
		if step.Rule == rule {
			return step
		}
	}
	panic("no step " + rule)
}

// withDigit returns the position with another choice in one step of the scheme.
func withDigit(s *chess960.Scheme, p chess960.Position, rule string, digit int) chess960.Position {
	d := s.Derive(p)
	step := stepOf(s, p, rule)
	d, err := s.Locate(d.Number() + (digit-step.Digit)*step.Weight)
	if err != nil {
		panic(err) // every digit of every step has a position
	}
	return d.Position
}

func namesOf(files chess960.Files) []string {
	var names []string
	for f := range files.All() {
		names = append(names, f.Square())
	}
	return names
}
