// Package chat is what a command gets and gives. A [Command] is a value: what Discord is
// told about it, and the functions that turn a [Request] into a [Reply]. A command does not
// know Discord's connection: package bot passes requests in and sends replies, so tests
// and the playground can call commands directly.
//
//	func coin() chat.Command {
//		times := chat.NumberOption("times").Between(1, 10).Or(1)
//		return chat.Command{
//			Name: "coin", Options: []chat.Option{times, chat.PrivateOption()},
//			Example: "/coin times:3",
//			Run: func(_ context.Context, r *chat.Request) (*chat.Reply, error) {
//				tossed := tosses{Heads: voice.Count(times.Read(r))}
//				return &chat.Reply{Components: []chat.Component{chat.Text(tossed)}}, nil
//			},
//		}
//	}
//
// All that people read is a [voice.Sentence]. Package bot prints the sentences of a reply once
// it is known who sees them.
//
// The parts:
//
//   - An [OptionOf] describes an option to Discord, and reads its value. Values that the
//     option does not allow are refused before the command runs. A [List] gives an option
//     its choices.
//   - A [Control] is a kind of buttons, menus or forms. It keeps the state of a message in
//     custom ids, and hands the state to the function that answers a press.
//   - A Reply has components, pictures and files. Its [Audience] says who sees it.
//   - [Refuse] returns the error for a request that cannot be answered: a sentence about
//     what is wrong, and a hint. A [voice.Quoted] makes harmless what a person typed.
//   - [Slash] names another command in a text, so that people can open it.
package chat

import (
	"context"
	"errors"
	"slices"

	"chess960bot/internal/voice"
)

// A Command is a slash command or a message command.
type Command struct {
	Name    string
	Options []Option
	// Run answers the command. It is nil for a command with subcommands.
	Run         Handler
	Subcommands []Subcommand
	// Presses answer the command's buttons, menus and forms.
	Presses []Press
	// Database is true if the command cannot answer without the database. An error that is
	// not a *UserError then counts as one of the database.
	Database bool
	// Permission are the permission bits of the people who see the command until an
	// administrator decides otherwise; 0 for everyone.
	Permission int64
	// ServerOnly is true if the command exists only in servers.
	ServerOnly bool
	// Hidden is true for a command that is not registered. Its buttons still answer.
	Hidden bool
	// OnMessage is true for a command in the menu of a message. It has no options.
	OnMessage bool
	// With is the slash command with which a command in the menu of a message is offered.
	With string
	// MenuName is the name of a command in the menu of a message, in other languages.
	MenuName voice.Phrase
	// Heavy does the requests with long texts; nil for no limit.
	Heavy *HeavyWork
	// Example is a use of the command as a person types it, such as
	// "/sp number:518".
	Example string
}

// A Subcommand is one of several uses of a slash command, such as /event draw.
type Subcommand struct {
	Name    string
	Run     Handler
	Options []Option

	PostsLater bool // leads to posts by the clock, which are in the server's language
}

// NewSubcommand returns a subcommand.
func NewSubcommand(name string, run Handler, options ...Option) Subcommand {
	return Subcommand{Name: name, Run: run, Options: options}
}

// NewPostingSubcommand returns a subcommand that leads to posts by the clock.
func NewPostingSubcommand(name string, run Handler, options ...Option) Subcommand {
	return Subcommand{Name: name, Run: run, Options: options, PostsLater: true}
}

// A Handler answers a request. The text of a *UserError is shown to the asker. Any
// other error goes to the operator's log.
type Handler func(ctx context.Context, r *Request) (*Reply, error)

// Answer answers a use of the command, after a check of all its options.
func (c Command) Answer(ctx context.Context, r *Request) (*Reply, error) {
	if c.Hidden {
		return nil, notOffered()
	}
	asked := c.asked(r)
	if err := Check(asked.Options, r); err != nil {
		return nil, err
	}
	return c.run(ctx, asked.Run, r)
}

// Press answers the press of a button or menu, or a form.
func (c Command) Press(ctx context.Context, r *Request) (*Reply, error) {
	name := IDName(r.CustomID)
	i := slices.IndexFunc(c.Presses, func(p Press) bool { return p.Name == name })
	if i < 0 {
		return nil, Foreign()
	}
	return c.run(ctx, c.Presses[i].run, r)
}

// Choices returns what to offer for the option that is being typed.
func (c Command) Choices(ctx context.Context, r *Request) []Choice {
	for _, o := range c.asked(r).Options {
		if o.Name() == r.Focused {
			typed, _ := textOf(r.Options[r.Focused])
			return o.complete(ctx, r, typed)
		}
	}
	return nil
}

// asked returns the subcommand of a request. A command without subcommands counts as one
// itself. An unknown one has no function Run.
func (c Command) asked(r *Request) Subcommand {
	if r.Subcommand == "" {
		return Subcommand{Run: c.Run, Options: c.Options}
	}
	for _, s := range c.Subcommands {
		if s.Name == r.Subcommand {
			return s
		}
	}
	return Subcommand{}
}

// run calls a handler of the command. Without a handler it refuses the request.
func (c Command) run(ctx context.Context, run Handler, r *Request) (*Reply, error) {
	if run == nil {
		return nil, Foreign()
	}
	reply, err := c.Heavy.answer(ctx, run, r)
	if err != nil && c.Database {
		if _, ok := errors.AsType[*UserError](err); !ok {
			err = &databaseError{err}
		}
		return nil, err
	}
	return reply, err
}
