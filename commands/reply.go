package commands

import (
	"context"
	"errors"
	"fmt"
)

// A Reply is what the bot answers: a message of layout components (Discord's
// Components V2) and the pictures they show.
type Reply struct {
	Private    bool // seen by the asker alone
	Edit       bool // replaces the message whose button was pressed
	Components []Component
	Pictures   []Picture
	Files      []File
	Form       *Form // opens in place of a message; nil for none

	// Sent is called once after the reply was sent, with the error where that
	// failed. It may be nil.
	Sent func(ctx context.Context, err error)
}

// A Picture is a PNG that a reply carries. A media gallery shows it by the
// address "attachment://" + Name.
type Picture struct {
	Name string
	Alt  string // what it shows, for those who cannot see it
	PNG  []byte
}

// A File is a file to download. A file component shows it by the address
// "attachment://" + Name.
type File struct {
	Name        string
	ContentType string
	Bytes       []byte
}

// A Form asks a person to type something. What was typed arrives as a press of
// CustomID, with the values as options by the fields' IDs.
type Form struct {
	CustomID, Title string
	Fields          []Field
}

// A Field is one line of a form.
type Field struct {
	ID, Label, Placeholder string
	MaxLength              int // characters
}

// A UserError tells the asker, and nobody else, why there is no answer. Text that
// the asker typed is quoted in it without effect.
type UserError struct {
	Msg  string // what is wrong, a full sentence or a list
	Hint string // what to do instead
}

// Error returns the message without the hint.
func (e *UserError) Error() string { return e.Msg }

// A databaseError says that daily posts or events could not be read or saved.
type databaseError struct{ error }

// Unwrap returns the cause.
func (e *databaseError) Unwrap() error { return e.error }

// stored returns a handler that works with the database: an error that is not a
// UserError becomes a databaseError.
func stored(run Handler) Handler {
	return func(ctx context.Context, r *Request) (*Reply, error) {
		reply, err := run(ctx, r)
		if _, ok := errors.AsType[*UserError](err); err != nil && !ok {
			return nil, &databaseError{err}
		}
		return reply, err
	}
}

// Apology returns what the asker hears of an error that is not a UserError. The
// reference leads to the error in the log.
func Apology(err error, reference string) *Reply {
	text := "Sorry, something went wrong on my side. Please try again."
	if _, ok := errors.AsType[*databaseError](err); ok {
		text = "Sorry, my database does not work right now, so nothing is certain to be saved. Please try again in a few minutes."
	}
	return Say(text + fmt.Sprintf(" If it keeps happening, tell whoever runs this bot the reference `%s`.", reference))
}

// Say returns a private reply of plain text.
func Say(text string) *Reply {
	return &Reply{Private: true, Components: []Component{textComponent(text)}}
}

// Reply returns the error as the asker sees it.
func (e *UserError) Reply() *Reply {
	text := e.Msg
	if e.Hint != "" {
		text += "\n\n" + e.Hint
	}
	return Say(text)
}
