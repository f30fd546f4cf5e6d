package evening

import (
	"cmp"
	"errors"
	"slices"

	_ "chess960bot/commands/event/messages" // the words
	"chess960bot/internal/voice"
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
	Stamp
}

// A GameRef is a game of an event.
type GameRef struct {
	Draw  int // index in Event.Draws
	Board int // from 1
	Game  int // 1 or 2 of the pairing
}

// GameNumber returns which game of its board a game is, from 1, or 0 if the board has only one.
func (e *Event) GameNumber(g GameRef) int {
	if e.RulesOf(&e.Draws[g.Draw]).Games > 1 {
		return g.Game
	}
	return 0
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

// Name names an outcome as people choose it.
func (o Outcome) Name() voice.Sentence {
	return voice.Phrase("commands.choices.result." + map[Outcome]string{
		WhiteWins: "white", Drawn: "drawn", BlackWins: "black", WhiteByLoss: "whiteForfeit", BlackByLoss: "blackForfeit",
		NoOneCame: "nobody", Bye: "bye", Unknown: "none",
	}[o])
}

// scores are the outcomes of games that have a result.
var scores = map[Outcome]struct {
	white, black int    // half points
	forfeit      bool   // a player or both did not come
	pgn          string // as in a PGN file
	sign         string // in a line of results, as people write and read it in every language
}{
	WhiteWins:   {2, 0, false, "1-0", "1-0"},
	Drawn:       {1, 1, false, "1/2-1/2", "½-½"},
	BlackWins:   {0, 2, false, "0-1", "0-1"},
	WhiteByLoss: {2, 0, true, "1-0", "+/-"},
	BlackByLoss: {0, 2, true, "0-1", "-/+"},
	NoOneCame:   {0, 0, true, "*", "-/-"},
	Bye:         {2, 0, false, "1-0", "bye"},
}

// Points returns the half points of both players. ok is false if the game has no result.
func (o Outcome) Points() (white, black int, ok bool) {
	s, ok := scores[o]
	return s.white, s.black, ok
}

// Forfeit reports whether a player or both did not come.
func (o Outcome) Forfeit() bool { return scores[o].forfeit }

// Scored reports whether the game has a result.
func (o Outcome) Scored() bool {
	_, ok := scores[o]
	return ok
}

// PGN returns the outcome as a PGN file has it: "1-0", "0-1", "1/2-1/2" or "*".
func (o Outcome) PGN() string { return cmp.Or(scores[o].pgn, "*") }

// The errors of results.
var (
	ErrNoGame  = errors.New("the round has no such game")
	ErrResults = errors.New("the event has too many results")
)

// MostResults is how many lines the log of results has at most.
const MostResults = 10_000

// The errors of one result.
var ErrSelf = errors.New("one player has both sides")

// AddResults adds results to the log. Lines that tell nothing new are left out, and lines that were
// delivered before: meanwhile they may have been corrected. A result from
// lichess does not replace one that a person has typed: the log has both. If only the names were typed, they stay
// where lichess has none. Names lose what nobody can see, and keep their first
// spelling. No result is added if one of the games does not exist, or if one player has both sides.
func (e *Event) AddResults(by Asker, results []Result) (added []Result, err error) {
	told, names, spelt := e.told(everyDraw, len(e.Changes)), e.aliases(), e.spellings()
	for _, r := range results {
		first := told[r.Game] // with the names that were told
		old := first.named(names)
		for _, name := range []*string{&r.White, &r.Black} {
			*name = PlayerName(voice.Name(*name))
			*name = cmp.Or(spelt[PlayerKey(*name)], *name)
		}
		if old.White+old.Black == "" {
			r = r.withNames(told[GameRef{r.Game.Draw, r.Game.Board, 3 - r.Game.Game}].named(names))
		}
		if r.Outcome == Bye { // nobody played against White
			r.Black = ""
		}
		stays := e.staysBeside(first, r)
		if r.Link != "" && r.White == "" && r.Black == "" || stays {
			r.White, r.Black = old.White, old.Black
		}
		shown := r.named(names)
		switch {
		case !e.hasGame(r.Game):
			return nil, ErrNoGame
		case shown.oneSided():
			return nil, ErrSelf
		case stays && old.Link == r.Link: // lichess has told before
			continue
		case same(old, shown) && !stays:
			continue
		}
		// A name that was given later stands for the one that was told.
		if old.Outcome != "" {
			if PlayerKey(r.White) == PlayerKey(old.White) {
				r.White = first.White
			}
			if PlayerKey(r.Black) == PlayerKey(old.Black) {
				r.Black = first.Black
			}
		}
		if slices.ContainsFunc(e.Results, func(before Result) bool {
			return before.Game == r.Game && before.By == by.User && same(before, r) && before.At.After(by.Asked) && before.At.Sub(by.Asked) < answerTime
		}) {
			continue
		}
		r.Index, r.Changes, r.Stamp = len(e.Results)+len(added), len(e.Changes), by.stamp()
		added, told[r.Game] = append(added, r), e.countsAfter(first, r)
		r.spell(spelt)
	}
	if len(e.Results)+len(added) > MostResults {
		return nil, ErrResults
	}
	e.Results = append(e.Results, added...)
	return added, nil
}

// spellings returns the first spelling of each name, by its key.
func (e *Event) spellings() map[string]string {
	spelt := map[string]string{}
	for _, a := range e.aliases() {
		spelt[a.to] = a.name
	}
	for _, r := range e.Results {
		r.spell(spelt)
	}
	return spelt
}

// spell notes the names of a result, unless they are spelt already.
func (r Result) spell(spelt map[string]string) {
	for _, name := range []string{r.White, r.Black} {
		if key := PlayerKey(name); spelt[key] == "" {
			spelt[key] = name
		}
	}
}

// countsAfter returns the result that counts after a later one, with the link of the game on lichess.
func (e *Event) countsAfter(counts, later Result) Result {
	switch {
	case e.staysBeside(counts, later):
		counts.Link = later.Link
		return counts
	case later.Link == "":
		later.Link = counts.Link
	}
	return later
}

// staysBeside reports whether the result that counts stays beside a later one, which lichess has told: a
// person typed it.
func (e *Event) staysBeside(counts, later Result) bool {
	return later.Link != "" && counts.Outcome.Scored() && counts.Index < len(e.Results) && e.Results[counts.Index].Link == ""
}

// oneSided reports whether one player has both sides.
func (r Result) oneSided() bool { return r.White != "" && PlayerKey(r.White) == PlayerKey(r.Black) }

func same(a, b Result) bool {
	return a.White == b.White && a.Black == b.Black && a.Outcome == b.Outcome
}

// results returns the last result of each game of some draws, with the names that the players have now. The
// outcome is [Unknown] if the result was deleted. The link of a game on lichess stays when a
// person tells its result.
func (e *Event) results(of func(*Draw) bool) map[GameRef]Result {
	results, names := e.told(of, len(e.Changes)), e.aliases()
	for game, r := range results {
		results[game] = r.named(names)
	}
	return results
}

// told is results with the names as they were told, when the event had some changes.
func (e *Event) told(of func(*Draw) bool, changes int) map[GameRef]Result {
	results := map[GameRef]Result{}
	for _, r := range e.Results {
		if of(&e.Draws[r.Game.Draw]) && r.Changes <= changes && !e.redrawn(r.Game, r.Changes, changes) {
			results[r.Game] = e.countsAfter(results[r.Game], r)
		}
	}
	return results
}

// counts reports whether a draw was not struck out.
func (d *Draw) counts() bool { return d.Void == nil }

func everyDraw(*Draw) bool { return true }

// resultsOf returns the results of a draw that counts, by its index.
func (e *Event) resultsOf(draw int) map[GameRef]Result {
	return e.results(func(d *Draw) bool { return d.Index == draw && d.counts() })
}

// named returns the result with the names that the players have now.
func (r Result) named(names aliases) Result {
	r.White, r.Black = names.of(r.White), names.of(r.Black)
	return r
}

// SaidByLichess returns what lichess told of a game whose result somebody told otherwise.
func (e *Event) SaidByLichess(told Result) (said Outcome, ok bool) {
	for _, r := range e.Results {
		if r.Game == told.Game && r.Link != "" && !e.redrawnSince(r.Game, r.Changes) {
			said = r.Outcome
		}
	}
	return said, said != "" && said != told.Outcome
}

// AlsoOn returns the first other board of its round on which a player of a game stands, or only one on which the
// player has a result; 0 for none.
func (e *Event) AlsoOn(game Result, scored bool) (name string, board int) {
	for _, r := range e.GamesOf(&e.Draws[game.Game.Draw]) {
		for _, player := range []string{game.White, game.Black} {
			if r.Game.Board != game.Game.Board && r.has(player) && (!scored || r.Outcome.Scored()) {
				return player, r.Game.Board
			}
		}
	}
	return "", 0
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
	results, pairs := e.resultsOf(d.Index), e.RulesOf(d).Games
	var list []Result
	for board := range e.Boards(d) {
		for game := 1; game <= pairs; game++ {
			ref := GameRef{d.Index, board, game}
			r := results[ref]
			r.Game = ref
			list = append(list, r.withNames(results[GameRef{d.Index, board, 3 - game}]))
		}
	}
	return list
}

// withNames returns the result of a game. If it has no names, it has those of the other game of its pairing, with
// colours reversed.
func (r Result) withNames(other Result) Result {
	if r.White+r.Black == "" && other.Outcome != Bye {
		r.White, r.Black = other.Black, other.White
	}
	return r
}

// HasResults reports whether a game of the event has had a result.
func (e *Event) HasResults() bool {
	return slices.ContainsFunc(e.Results, func(r Result) bool { return r.Outcome.Scored() })
}

// Missing returns the boards of a draw on which a game has no result.
func (e *Event) Missing(d *Draw) (boards []int) {
	for _, g := range e.GamesOf(d) {
		if n := len(boards); !g.Outcome.Scored() && (n == 0 || boards[n-1] != g.Game.Board) {
			boards = append(boards, g.Game.Board)
		}
	}
	return boards
}

// OneOfTwo returns the boards of a draw on which one of the two games has a result.
func (e *Event) OneOfTwo(d *Draw) (boards []int) {
	games := e.RulesOf(d).Games
	for pair := range slices.Chunk(e.GamesOf(d), games) {
		if games == 2 && pair[0].Outcome.Scored() != pair[1].Outcome.Scored() {
			boards = append(boards, pair[0].Game.Board)
		}
	}
	return boards
}

// ResultOf returns what is known of a game.
func (e *Event) ResultOf(game GameRef) Result { return e.resultsOf(game.Draw)[game] }

// WithoutNames counts the games that have a result and no name.
func (e *Event) WithoutNames() (games int) {
	for _, r := range e.results((*Draw).counts) {
		if r.Outcome.Scored() && r.White == "" && r.Black == "" {
			games++
		}
	}
	return games
}

// hasGame reports whether a round that counts has a game.
func (e *Event) hasGame(g GameRef) bool {
	if g.Draw < 0 || g.Draw >= len(e.Draws) {
		return false
	}
	d := &e.Draws[g.Draw]
	return d.Void == nil && len(d.SPs) > 0 && g.Board >= 1 && g.Board <= e.BoardsOf(d) &&
		g.Game >= 1 && g.Game <= e.RulesOf(d).Games
}
