package chat

import (
	"context"
	"errors"
	"fmt"
)

// A UserError tells the asker why there is no answer. Nobody else sees it. Text that
// the asker typed must be quoted with [Quote].
type UserError struct {
	Msg  string // says what is wrong: a full sentence or a list
	Hint string // says what to do instead
}

// Refuse returns a UserError. The hint may be "".
func Refuse(msg, hint string) *UserError { return &UserError{msg, hint} }

// Error returns the message without the hint.
func (e *UserError) Error() string { return e.Msg }

// A databaseError says that daily posts or events could not be read or saved.
type databaseError struct{ error }

// Unwrap returns the cause.
func (e *databaseError) Unwrap() error { return e.error }

// WithDatabase wraps a handler that uses the database: an error of the handler that is
// not a UserError becomes a databaseError.
func WithDatabase(run Handler) Handler {
	return func(ctx context.Context, r *Request) (*Reply, error) {
		reply, err := run(ctx, r)
		if _, ok := errors.AsType[*UserError](err); err != nil && !ok {
			return nil, &databaseError{err}
		}
		return reply, err
	}
}

// Apology returns the reply to the asker after an error that is not a UserError. The
// reference is also in the log, beside the error.
func Apology(err error, reference string) *Reply {
	text := "Sorry, something went wrong on my side. Please try again."
	if _, ok := errors.AsType[*databaseError](err); ok {
		text = "Sorry, my database does not work right now, so nothing is certain to be saved. Please try again in a few minutes."
	}
	return apologise(text, reference)
}

// Unfinished returns the reply to the asker while the command still runs: what the
// asker wanted may yet be saved. The reference is also in the log.
func Unfinished(reference string) *Reply {
	return apologise("Sorry, this takes me too long. It may still be saved: please look before you ask again.", reference)
}

func apologise(text, reference string) *Reply {
	return Say(text + fmt.Sprintf(" If it keeps happening, tell whoever runs this bot the reference `%s`.", reference))
}

// Foreign refuses a command, button or menu that this version does not know.
func Foreign() *UserError {
	return Refuse("That belongs to another version of this bot; this one does not know it.", "Ask again with a slash command; reload Discord to see the current ones.")
}

// Uninvited refuses to post in a server that has only people's own installs.
func Uninvited() *UserError {
	return Refuse("I can only post in servers that I have been invited to, and this server is not one of them.", "Press **Add App** in my profile and choose this server; then ask again.")
}

// Reply returns the private reply that shows the error.
func (e *UserError) Reply() *Reply {
	text := e.Msg
	if e.Hint != "" {
		text += "\n\n" + e.Hint
	}
	return Say(text)
}
