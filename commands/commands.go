// Package commands has the bot's commands. Each command has a file of its own.
//
// A [Command] is a value: its definition for Discord, and the functions that turn a
// [Request] into a [Reply]. A command does not know Discord's connection. Package bot
// passes requests in and sends replies, so tests and the playground can call commands
// directly.
//
// To add a command, write a constructor in a new file and add it to [All]. The bot
// then registers and dispatches the command, the playground shows a form for it, and
// the tests run its Example.
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
	// Def is the definition that Discord gets: name, description, options.
	Def Definition
	// Run answers the slash command.
	Run Handler
	// Buttons answers the command's buttons and menus. The key is the first field
	// of their custom ids, which must be unique among all commands.
	Buttons map[string]Handler
	// Complete offers choices for the option that is being typed. It is nil for
	// commands without autocompletion.
	Complete func(ctx context.Context, r *Request) []Choice
	// Example is a use of the command as a person types it, such as
	// "/sp number:518".
	Example string
}

// A Handler answers a request. The text of a *UserError is shown to the asker. Any
// other error goes to the operator's log.
type Handler func(ctx context.Context, r *Request) (*Reply, error)

// Tools are what commands work with. Boards is required, Dailies is for /daily and
// /daily-posts, and Events is for /event. Draw and Now have defaults.
type Tools struct {
	Boards  *render.Renderer
	Dailies daily.Store
	Events  events.Store // for /event
	// Exports writes the files of events; by default a new one.
	Exports *events.Exporter
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
	if tools.Exports == nil {
		tools.Exports = events.NewExporter()
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

// drawSecurely draws a number with crypto/rand. All numbers are equally likely.
func drawSecurely(n int) (int, error) {
	drawn, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		return 0, err
	}
	return int(drawn.Int64()), nil
}

// definePosition describes a command that answers with the card of a position. After
// its own option come the options for the explanation and for the look.
func definePosition(name, description string, own Option) Definition {
	options := []Option{own, explainOption()}
	return define(name, description, append(options, lookOptions()...)...)
}
