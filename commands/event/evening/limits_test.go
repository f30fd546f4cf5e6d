package evening_test

import (
	"errors"
	"testing"

	"chess960bot/commands/event/evening"
)

// Each number of an event may have its greatest value, and no value beyond its limits.
func TestLimitsOfRules(t *testing.T) {
	for name, c := range map[string]struct {
		most int
		set  func(r *evening.Rules, n int)
	}{
		"rounds": {evening.MostRounds, func(r *evening.Rules, n int) { r.Rounds = n }},
		"boards": {evening.MostBoards, func(r *evening.Rules, n int) { r.Boards = n }},
		"games":  {evening.MostGames, func(r *evening.Rules, n int) { r.Games = n }},
	} {
		for n, allowed := range map[int]bool{0: false, 1: true, c.most: true, c.most + 1: false} {
			r := evening.Rules{Name: "x", Rounds: 1, Boards: 1, Games: 1}
			c.set(&r, n)
			err := r.Check()
			if _, few := errors.AsType[*evening.TooFewError](err); few || (err == nil) != allowed {
				t.Errorf("%d %s: %v", n, name, err)
			}
		}
	}
}
