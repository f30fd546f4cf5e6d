// Package chat is what a command gets and gives. A [Command] is a value: its definition
// for Discord, and the functions that turn a [Request] into a [Reply]. A command does not
// know Discord's connection: package bot passes requests in and sends replies, so tests
// and the playground can call commands directly.
//
//	func coin() chat.Command {
//		return chat.Command{
//			Def:     chat.Define("coin", "Toss a coin", chat.PrivateOption()),
//			Example: "/coin",
//			Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
//				return &chat.Reply{Components: []chat.Component{chat.Text("Heads.")}}, nil
//			},
//		}
//	}
//
// The parts:
//
//   - [Define] and the options describe a command. A [List] gives an option its choices.
//   - A Request has the [Options] that a person filled in, or the custom id of a pressed
//     button or menu. [WriteID] and [ReadID] keep the state of a message in custom ids.
//   - A Reply has components, pictures and files. Its [Audience] says who sees it.
//   - [Refuse] returns the error for a request that cannot be answered: a sentence about
//     what is wrong, and a hint. [Quote] makes harmless what a person typed.
//   - [Slash] names another command in a text, so that people can open it.
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
	// Crowd are the names in Buttons that many people of a server use at the same time.
	// The limit of a server does not count them.
	Crowd []string
	// Complete offers choices for the option that is being typed: at most MostChoices are
	// shown. It is nil for commands without autocompletion.
	Complete func(ctx context.Context, r *Request) []Choice
	// Example is a use of the command as a person types it, such as
	// "/sp number:518".
	Example string
}

// A Handler answers a request. The text of a *UserError is shown to the asker. Any
// other error goes to the operator's log.
type Handler func(ctx context.Context, r *Request) (*Reply, error)
