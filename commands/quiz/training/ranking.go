package training

import (
	"cmp"
	"slices"
	"time"
)

// A RaceAnswer is what a person answered in a round. Only the first answer of a person
// counts.
type RaceAnswer struct {
	Round       int // from 1
	Person      string
	Interaction int64         // id
	After       time.Duration // from the question to the answer, by Discord's clock
	Given       int           // a number, the SP number of a position, or castlings
}

// Together is how long after the first right answer others still score.
const Together = 2 * time.Second

// A RoundResult is the outcome of a round. Each person is in it once, in the order of the
// interactions' ids.
type RoundResult struct {
	Scored []RaceAnswer // the first right answer, and those within Together of it
	Late   []RaceAnswer // right, but too late to score
	Wrong  []RaceAnswer
}

// JudgeRound returns the result of a round. The answers may be of several rounds, in any
// order.
func JudgeRound(round int, answers []RaceAnswer, right func(RaceAnswer) bool) RoundResult {
	var result RoundResult
	for _, a := range firstAnswers(round, answers) {
		switch {
		case !right(a):
			result.Wrong = append(result.Wrong, a)
		case result.Scored == nil || a.After-result.Scored[0].After <= Together:
			result.Scored = append(result.Scored, a)
		default:
			result.Late = append(result.Late, a)
		}
	}
	return result
}

// firstAnswers returns the first answer of each person in a round, in the order of the
// interactions' ids.
func firstAnswers(round int, answers []RaceAnswer) []RaceAnswer {
	var of []RaceAnswer
	for _, a := range answers {
		if a.Round == round {
			of = append(of, a)
		}
	}
	slices.SortFunc(of, func(a, b RaceAnswer) int { return cmp.Compare(a.Interaction, b.Interaction) })
	seen := map[string]bool{}
	return slices.DeleteFunc(of, func(a RaceAnswer) bool {
		had := seen[a.Person]
		seen[a.Person] = true
		return had
	})
}

// A Standing is what a person has reached in a race.
type Standing struct {
	Rank   int // from 1; equal standings share one
	Person string
	Points int           // rounds that scored
	Right  int           // right answers
	Time   time.Duration // of all right answers
}

// Standings returns everybody who answered, the best first: by points, then by right
// answers, then by the time of the right answers.
func Standings(results []RoundResult) []Standing {
	by := map[string]*Standing{}
	of := func(a RaceAnswer) *Standing {
		if by[a.Person] == nil {
			by[a.Person] = &Standing{Person: a.Person}
		}
		return by[a.Person]
	}
	for _, result := range results {
		for _, a := range result.Scored {
			of(a).Points++
		}
		for _, a := range slices.Concat(result.Scored, result.Late) {
			of(a).Right++
			of(a).Time += a.After
		}
		for _, a := range result.Wrong {
			of(a)
		}
	}
	var all []Standing
	for _, s := range by {
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b Standing) int { return cmp.Or(a.compare(b), cmp.Compare(a.Person, b.Person)) })
	for i := range all {
		if all[i].Rank = i + 1; i > 0 && all[i-1].compare(all[i]) == 0 {
			all[i].Rank = all[i-1].Rank
		}
	}
	return all
}

// compare returns a negative number if a standing is better than another, and 0 if they
// share a rank.
func (s Standing) compare(other Standing) int {
	return cmp.Or(cmp.Compare(other.Points, s.Points), cmp.Compare(other.Right, s.Right), cmp.Compare(s.Time, other.Time))
}
