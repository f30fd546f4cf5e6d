// Package online is what features say to each other about games that are opened online: a feature
// asks for games through [Games], and the feature of lichess opens them.
package online

import (
	"context"
	"errors"
	"time"

	"chess960bot/internal/chat"
	"chess960bot/internal/chess960"
	"chess960bot/internal/voice"
)

// Lifetime is how long a game waits for its players.
const Lifetime = 24 * time.Hour

// ErrNotNow is the error of [Games.Results] if the results must wait: people are opening games, or
// the server has asked for a pause.
var ErrNotNow = errors.New("results must wait")

// Games opens games online. Nil stands for none.
type Games interface {
	// Form asks for the time control of a game, or of several. The form says what the server gets,
	// and has what was typed before.
	Form(customID, name, typed string) *chat.Form
	// TimeOf reads the time control of the form. The error is a *[chat.UserError] with a button that
	// opens the form with what was typed: again returns its custom id.
	TimeOf(r *chat.Request, again func(typed string) string) (Time, error)
	// Time reads the text of a time control.
	Time(text string) (Time, error)
	// Open opens a game for the server or conversation of a request. The error is a *[chat.UserError].
	Open(ctx context.Context, r *chat.Request, ch Challenge) (Game, error)
	// Results returns what is known about games by their ids; the error may be [ErrNotNow]. What was
	// read before an error is returned, too. A game that nobody has begun is left out.
	Results(ctx context.Context, ids []string) (map[string]Result, error)
	// Moves returns the moves of games by their ids, in SAN with spaces between them, as Results does.
	Moves(ctx context.Context, ids []string) (map[string]string, error)
}

// A Time is a time control.
type Time struct {
	Text  string         // as [Games.Time] reads it: "5+3", "3d"
	Words voice.Sentence // for people
	Days  bool           // for each move
}

// A Challenge is a game to open.
type Challenge struct {
	Position chess960.Position
	Time     Time
	Name     string    // players see it
	Players  [2]string // accounts of White and Black, the only ones who may join; "" for anybody
}

// A Game is an open game: an address for each side, and one that gives the colours by lot.
type Game struct{ ID, White, Black, ByLot string }

// A Result is what the server says about a game.
type Result struct {
	White, Black string // names of accounts; "" for players without one
	Outcome      string // "1-0", "½-½" or "0-1"; "" without a result
	Begun, Ended bool
	Unread       bool // the server has said something that cannot be read
}
