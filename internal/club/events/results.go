package events

import (
	"errors"
	"slices"
	"time"
)

// A Result is a line of an event's log of results: who played a game, and how the game
// ended. Later lines replace earlier ones of the same game.
type Result struct {
	Index        int // in Event.Results
	Game         GameRef
	White, Black string // names as typed, or mentions such as "<@42>"; "" if nobody knows
	Outcome      Outcome
	Link         string // of the game on lichess, which told the result; "" if a person typed the result
	Changes      int    // number of changes that the event had before
	By           string // user id; "" for lichess
	ByName       string
	At           time.Time
}

// A GameRef is a game of an event.
type GameRef struct {
	Draw  int // index in Event.Draws
	Board int // from 1
	Game  int // 1 or 2 of the pairing
}

// An Outcome is how a game ended, as in the answers and in the files.
type Outcome string

// The outcomes. A bye is a point for White, who has no opponent.
const (
	Unknown     Outcome = "*"
	WhiteWins   Outcome = "1-0"
	Drawn       Outcome = "½-½"
	BlackWins   Outcome = "0-1"
	WhiteByLoss Outcome = "1-0 forfeit" // Black did not play
	BlackByLoss Outcome = "0-1 forfeit" // White did not play
	NoOneCame   Outcome = "0-0 forfeit"
	Bye         Outcome = "bye"
)

// Outcomes lists the outcomes in the order in which people choose them.
func Outcomes() []Outcome {
	return []Outcome{WhiteWins, Drawn, BlackWins, WhiteByLoss, BlackByLoss, NoOneCame, Bye, Unknown}
}

// Points returns the half points of both players. ok is false if the game has no result.
func (o Outcome) Points() (white, black int, ok bool) {
	switch o {
	case WhiteWins, WhiteByLoss, Bye:
		return 2, 0, true
	case Drawn:
		return 1, 1, true
	case BlackWins, BlackByLoss:
		return 0, 2, true
	case NoOneCame:
		return 0, 0, true
	}
	return 0, 0, false
}

// Scored reports whether the game has a result.
func (o Outcome) Scored() bool {
	_, _, ok := o.Points()
	return ok
}

// PGN returns the outcome as a PGN file has it: "1-0", "0-1", "1/2-1/2" or "*".
func (o Outcome) PGN() string {
	switch o {
	case WhiteWins, WhiteByLoss, Bye:
		return "1-0"
	case Drawn:
		return "1/2-1/2"
	case BlackWins, BlackByLoss:
		return "0-1"
	}
	return "*"
}

// The errors of results.
var (
	ErrNoGame  = errors.New("the round has no such game")
	ErrResults = errors.New("the event has too many results")
)

// MostResults is how many lines the log of results has at most.
const MostResults = 10_000

// AddResults adds results to the log. Lines that tell nothing new are left out. A result from
// lichess does not replace one that a person has typed. If only the names were typed, they stay
// where lichess has none. No result is added if one of the games does not exist.
func (e *Event) AddResults(by Asker, results []Result) (added []Result, err error) {
	now := e.results()
	for _, r := range results {
		old := now[r.Game]
		if r.Outcome == Bye { // nobody played against White
			r.Black = ""
		}
		if r.Link != "" && r.White == "" && r.Black == "" {
			r.White, r.Black = old.White, old.Black
		}
		switch {
		case !e.hasGame(r.Game):
			return nil, ErrNoGame
		case r.Link != "" && old.By != "" && old.Outcome.Scored():
			continue
		case same(old, r):
			continue
		}
		r.Index, r.Changes, r.By, r.ByName, r.At = len(e.Results)+len(added), len(e.Changes), by.User, by.Name, by.At
		added, now[r.Game] = append(added, r), r
	}
	if len(e.Results)+len(added) > MostResults {
		return nil, ErrResults
	}
	e.Results = append(e.Results, added...)
	return added, nil
}

func same(a, b Result) bool {
	return a.White == b.White && a.Black == b.Black && a.Outcome == b.Outcome
}

// A Correction is a result that replaced another one of the same game, with the same position.
type Correction struct {
	Result
	Was Outcome
}

// Corrections returns what replaced earlier results, in the order of the log.
func (e *Event) Corrections() (list []Correction) {
	previous := map[GameRef]Result{}
	for _, r := range e.Results {
		was := previous[r.Game]
		previous[r.Game] = r
		if was.Outcome.Scored() && !same(was, r) && !e.redrawn(r.Game, was.Changes, r.Changes) {
			list = append(list, Correction{r, was.Outcome})
		}
	}
	return list
}

// results returns the results that count, by game. The outcome is [Unknown] if the result was
// deleted.
func (e *Event) results() map[GameRef]Result {
	results := map[GameRef]Result{}
	for _, r := range e.Results {
		if e.Draws[r.Game.Draw].Void == nil && !e.redrawnSince(r.Game, r.Changes) {
			results[r.Game] = r
		}
	}
	return results
}

// redrawnSince reports whether a board got another position after some changes.
func (e *Event) redrawnSince(game GameRef, changes int) bool {
	return e.redrawn(game, changes, len(e.Changes))
}

// redrawn reports whether a change, from the first to before the last, gave a board another
// position.
func (e *Event) redrawn(game GameRef, first, last int) bool {
	return slices.ContainsFunc(e.Changes[first:last], func(c Change) bool {
		return c.Redraw != nil && c.Redraw.Draw == game.Draw && c.Redraw.Board == game.Board
	})
}

// GamesOf returns the games of a draw in the order of the boards, each with its result. A game
// without one has the outcome "".
func (e *Event) GamesOf(d *Draw) []Result {
	results, pairs := e.results(), e.RulesOf(d).Games
	var list []Result
	for board := range e.Boards(d) {
		for game := 1; game <= pairs; game++ {
			ref := GameRef{d.Index, board, game}
			r := results[ref]
			r.Game = ref
			list = append(list, r)
		}
	}
	return list
}

// ResultOf returns what is known of a game.
func (e *Event) ResultOf(game GameRef) Result { return e.results()[game] }

// hasGame reports whether a round that counts has a game.
func (e *Event) hasGame(g GameRef) bool {
	if g.Draw < 0 || g.Draw >= len(e.Draws) {
		return false
	}
	d := &e.Draws[g.Draw]
	return d.Void == nil && len(d.SPs) > 0 && g.Board >= 1 && g.Board <= e.BoardsOf(d) &&
		g.Game >= 1 && g.Game <= e.RulesOf(d).Games
}

// RenamePlayer replaces a name in all results, and removes it if the new one is "", with the
// account on lichess. It returns how many results had the name: case and spaces aside.
func (e *Event) RenamePlayer(from, to string) int {
	if to == "" {
		e.forgetAccounts(from)
	}
	changed := 0
	for i := range e.Results {
		r := &e.Results[i]
		white, black := r.White, r.Black
		if PlayerKey(white) == PlayerKey(from) {
			r.White = to
		}
		if PlayerKey(black) == PlayerKey(from) {
			r.Black = to
		}
		if r.White != white || r.Black != black {
			changed++
		}
	}
	return changed
}
