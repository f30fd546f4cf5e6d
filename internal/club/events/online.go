package events

import (
	"errors"
	"slices"
	"time"
)

// JoinTime is how long a game on lichess waits for its players.
const JoinTime = 24 * time.Hour

// An OnlineGame is a game on lichess that counts: its result comes by itself.
type OnlineGame struct {
	Game    GameRef
	ID      string // on lichess
	White   string // address of the side
	Black   string
	ByLot   string // address that gives a side by lot
	Days    bool   // days for a move, instead of a clock
	Changes int    // number of changes that the event had before
	At      time.Time
	AskAt   time.Time // when lichess is asked for the result; zero if never again
}

// OnlineGame returns the game on lichess that counts for a game of a round that counts. A game
// that ended without a result does not count.
func (e *Event) OnlineGame(ref GameRef) (g OnlineGame, ok bool) {
	if !e.hasGame(ref) {
		return OnlineGame{}, false
	}
	for _, g := range slices.Backward(e.Online) { // an earlier one ended without a result
		if g.Game == ref && !e.redrawnSince(ref, g.Changes) && (!g.AskAt.IsZero() || e.ResultOf(ref).Outcome.Scored()) {
			return g, true
		}
	}
	return OnlineGame{}, false
}

// AddOnline notes a game on lichess that counts, unless there is one, or the board was drawn again
// since the game was opened.
func (e *Event) AddOnline(g OnlineGame) {
	if _, ok := e.OnlineGame(g.Game); ok || e.redrawnSince(g.Game, g.Changes) {
		return
	}
	g.AskAt = g.At.Add(g.pause(g.At))
	e.Online = append(e.Online, g)
}

// followedFor is how long after the end of an evening results are asked for.
const followedFor = 14 * 24 * time.Hour

// pause returns how long to wait before lichess is asked again.
func (g OnlineGame) pause(now time.Time) time.Duration {
	switch age := now.Sub(g.At); {
	case g.Days:
		return 3 * time.Hour
	case age < 3*time.Hour:
		return 2 * time.Minute
	default: // nobody may have begun
		return min(age/10, 6*time.Hour)
	}
}

// An OnlineResult is what lichess says about a game.
type OnlineResult struct {
	White, Black string  // names of accounts; "" for players without one
	Outcome      Outcome // "" without a result
	Begun, Ended bool
}

// RecordOnline adds what lichess says about a game to the log of results. The game is asked for
// again if it has not ended, unless nobody has joined in time. If the log is full, the result is
// left out.
func (e *Event) RecordOnline(id string, said OnlineResult, now time.Time) error {
	i := slices.IndexFunc(e.Online, func(g OnlineGame) bool { return g.ID == id })
	if i < 0 {
		return nil
	}
	e.Online = slices.Clone(e.Online)
	g := &e.Online[i]
	counts, ok := e.OnlineGame(g.Game)
	over := !e.ClosedAt.IsZero() && now.Sub(e.ClosedAt) > followedFor
	missed := !said.Begun && now.Sub(g.At) > JoinTime
	if g.AskAt = now.Add(g.pause(now)); said.Ended || over || missed {
		g.AskAt = time.Time{}
	}
	if !said.Outcome.Scored() || !ok || counts.ID != id {
		return nil
	}
	_, err := e.AddResults(Asker{At: now}, []Result{{
		Game: g.Game, White: said.White, Black: said.Black, Outcome: said.Outcome, Link: g.ByLot,
	}})
	if errors.Is(err, ErrResults) { // lichess need not be asked again
		return nil
	}
	return err
}

// A DueGame is a game on lichess whose result is to be asked for.
type DueGame struct{ Channel, Event, ID string }
