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

// A Command is a slash command, or a command in the menu of a message or of a person.
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
	// OnPerson is true for a command in the menu of a person. It has no options.
	OnPerson bool
	// With is the slash command, or the feature, with which a command in a menu is offered.
	With string
	// MenuName is the name of a command in a menu, in other languages.
	MenuName voice.Phrase
	// Heavy does the requests with long texts; nil for no limit.
	Heavy *HeavyWork
	// Example is a use of the command as a person types it, such as
	// "/sp number:518".
	Example string
}

// InMenu reports whether the command is in the menu of a message or of a person. It cannot be typed.
func (c Command) InMenu() bool { return c.OnMessage || c.OnPerson }

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

// A UserError tells the asker why there is no answer. Nobody else sees it. Text that
// the asker typed is a [voice.Quoted].
type UserError struct {
	Msg  voice.Sentence // says what is wrong: a full sentence or a list
	Hint voice.Sentence // says what to do instead; nil for nothing
	Rows []Component    // buttons below the text
}

// Refuse returns a UserError. The hint may be nil.
func Refuse(msg, hint voice.Sentence) *UserError { return &UserError{Msg: msg, Hint: hint} }

// Error returns the message in English, without the hint. Logs and tests have it.
func (e *UserError) Error() string { return voice.In("en").Say(e.Msg) }

// A databaseError says that something could not be read or saved.
type databaseError struct{ error }

// Unwrap returns the cause.
func (e *databaseError) Unwrap() error { return e.error }

// Apology returns what the asker is told after an error that is not a UserError. The
// reference is also in the log, beside the error.
func Apology(err error, reference string) *UserError {
	if _, ok := errors.AsType[*databaseError](err); ok {
		return apologise("chat.noDatabase", reference)
	}
	return apologise("chat.failed", reference)
}

// Unfinished returns the reply to the asker while the command still runs: what the
// asker wanted may yet be saved. The reference is also in the log.
func Unfinished(reference string) *Reply { return apologise("chat.unfinished", reference).Reply() }

func apologise(text voice.Phrase, reference string) *UserError {
	return Refuse(voice.Run{text, voice.Say("chat.complaint", voice.F{"Reference": voice.Raw(reference)})}, nil)
}

// Foreign refuses a command, button or menu that this version does not know.
func Foreign() *UserError { return Refuse(voice.Phrase("chat.foreign"), voice.Phrase("chat.askAgain")) }

// notOffered refuses a command or button of what those who run the bot have switched off.
func notOffered() *UserError {
	return Refuse(voice.Phrase("chat.notOffered"), voice.Phrase("chat.askAgain"))
}

// Uninvited refuses to post in a server that has only people's own installs.
func Uninvited() *UserError {
	return Refuse(voice.Phrase("chat.uninvited"), voice.Phrase("chat.invite"))
}

// Again returns the error with the name of the slash command, so that the asker can open the
// command again.
func (e *UserError) Again(command string) *UserError {
	return Refuse(e.Msg, voice.Lines{e.Hint, voice.Say("chat.again", voice.F{"Command": voice.Raw(Slash(command))})})
}

// Reply returns the private reply that shows the error.
func (e *UserError) Reply() *Reply { return Failed(voice.Paragraphs{e.Msg, e.Hint}, e.Rows...) }
