package commands

import (
	"context"
	"errors"
	"fmt"
)

// A Reply is an answer of the bot: a message of layout components (Discord's
// Components V2) with its pictures.
type Reply struct {
	Private    bool // only the asker sees it
	Edit       bool // replaces the message whose button was pressed
	Components []Component
	Pictures   []Picture
	Files      []File
	Form       *Form // a form to open instead of a message; nil for none

	// Sent is called once after the attempt to send the reply. err is nil if the
	// reply was sent. Sent may be nil.
	Sent func(ctx context.Context, err error)
}

// inPrivate makes a reply to a press private. A press under a public message opens a
// private message and does not change the public one. A press under a private message
// replaces that message.
func inPrivate(pressed *Request, reply *Reply) *Reply {
	reply.Edit = pressed.Message != nil && pressed.Message.Private
	reply.Private = !reply.Edit
	return reply
}

// A Picture is a PNG file of a reply. A media gallery shows it with the address
// "attachment://" + Name.
type Picture struct {
	Name string
	Alt  string // a description for people who cannot see the picture
	PNG  []byte
}

// A File is a file to download. A file component shows it with the address
// "attachment://" + Name.
type File struct {
	Name        string
	ContentType string
	Bytes       []byte
}

// A Form asks a person to type something. The submitted form arrives as a Request
// with this CustomID. Its Options have the values by the fields' IDs.
type Form struct {
	CustomID, Title string
	Fields          []Field
}

// A Field is one line of a form.
type Field struct {
	ID, Label, Placeholder string
	MaxLength              int // characters
}

// A UserError tells the asker why there is no answer. Nobody else sees it. Text that
// the asker typed must be quoted with quote.
type UserError struct {
	Msg  string // says what is wrong: a full sentence or a list
	Hint string // says what to do instead
}

// Error returns the message without the hint.
func (e *UserError) Error() string { return e.Msg }

// A databaseError says that daily posts or events could not be read or saved.
type databaseError struct{ error }

// Unwrap returns the cause.
func (e *databaseError) Unwrap() error { return e.error }

// withDatabase wraps a handler that uses the database: an error of the handler that is
// not a UserError becomes a databaseError.
func withDatabase(run Handler) Handler {
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

// Say returns a private reply of plain text.
func Say(text string) *Reply {
	return &Reply{Private: true, Components: []Component{textComponent(text)}}
}

// Reply returns the private reply that shows the error.
func (e *UserError) Reply() *Reply {
	text := e.Msg
	if e.Hint != "" {
		text += "\n\n" + e.Hint
	}
	return Say(text)
}
