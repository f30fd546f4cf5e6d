// Package chat is what a command gets and gives. A [Command] is a value: its definition
// for Discord, and the functions that turn a [Request] into a [Reply]. A command does not
// know Discord's connection: package bot passes requests in and sends replies, so tests
// and the playground can call commands directly.
package chat

import "context"

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
