// Package commands is everything the bot can be asked, one file a command.
//
// A [Command] is a value: what Discord is told of it, and the functions from a
// [Request] to a [Reply] that answer it. It knows no connection and no session;
// package bot brings requests and takes replies away, so that a command is
// tested, or tried in the playground, by calling it.
//
// To add a command, write a constructor in a file of its own and name it in
// [All]. Registration, dispatch, the playground's form and the run of its
// Example in the tests follow from that.
package commands

import (
	"context"
	"crypto/rand"
	"math/big"
	"time"

	"chess960bot/internal/daily"
	"chess960bot/internal/events"
	"chess960bot/render"
)

// A Command is one slash command.
type Command struct {
	// Def is what Discord is told: name, description, options.
	Def Definition
	// Run answers the slash command.
	Run Handler
	// Buttons answers the buttons and menus that the command brings, by the first
	// field of their custom ids. No two commands may name the same one.
	Buttons map[string]Handler
	// Complete offers choices for the option being typed; nil for a command
	// whose options have none to offer.
	Complete func(ctx context.Context, r *Request) []Choice
	// Example is a use of the command as a person types it, such as
	// "/sp number:518".
	Example string
}

// A Handler answers a request. A *UserError is shown to the asker as it is;
// any other error is for the operator's log.
type Handler func(ctx context.Context, r *Request) (*Reply, error)

// Tools are what commands work with. Boards must be set, and Dailies for /daily;
// Draw and Now have defaults.
type Tools struct {
	Boards  *render.Renderer
	Dailies daily.Store
	Events  events.Store // for /event
	// Draw returns a uniform random number from 0 to n-1; by default from
	// crypto/rand.
	Draw func(n int) (int, error)
	// Now is the clock; by default time.Now.
	Now func() time.Time
}

// All returns every command, in the order in which help and README list them.
func All(tools Tools) []Command {
	if tools.Draw == nil {
		tools.Draw = drawSecurely
	}
	if tools.Now == nil {
		tools.Now = time.Now
	}
	all := []Command{
		sp(tools),
		random(tools),
		encode(tools),
		fritz(tools),
		dailyCommand(tools),
		dailyPosts(tools),
		castle(tools),
		find(),
		event(tools),
		table(tools),
		about(),
		help(),
		explainMessage(tools),
	}
	for i := range all {
		all[i].Def = translated(all[i].Def)
	}
	return all
}

// drawSecurely draws by rejection, so that no number is more likely than
// another.
func drawSecurely(n int) (int, error) {
	drawn, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		return 0, err
	}
	return int(drawn.Int64()), nil
}

// definePosition describes a command whose answer is a position's card: after its
// own options it takes how to explain and how to show it.
func definePosition(name, description string, own Option) Definition {
	options := []Option{own, explainOption()}
	return define(name, description, append(options, lookOptions()...)...)
}
