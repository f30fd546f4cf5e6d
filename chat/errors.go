package chat

import (
	"errors"

	"chess960bot/voice"
)

// A UserError tells the asker why there is no answer. Nobody else sees it. Text that
// the asker typed is a [voice.Quoted].
type UserError struct {
	Msg  voice.Sentence // says what is wrong: a full sentence or a list
	Hint voice.Sentence // says what to do instead; nil for nothing
}

// Refuse returns a UserError. The hint may be nil.
func Refuse(msg, hint voice.Sentence) *UserError { return &UserError{msg, hint} }

// Error returns the message in English, without the hint. Logs and tests have it.
func (e *UserError) Error() string { return voice.In("en").Say(e.Msg) }

// A databaseError says that something could not be read or saved.
type databaseError struct{ error }

// Unwrap returns the cause.
func (e *databaseError) Unwrap() error { return e.error }

// ofDatabase returns an error of a command that uses the database: a *UserError as it is,
// and any other error as a databaseError.
func ofDatabase(err error) error {
	if _, ok := errors.AsType[*UserError](err); ok {
		return err
	}
	return &databaseError{err}
}

// Apology returns the reply to the asker after an error that is not a UserError. The
// reference is also in the log, beside the error.
func Apology(err error, reference string) *Reply {
	if _, ok := errors.AsType[*databaseError](err); ok {
		return apologise("chat.noDatabase", reference)
	}
	return apologise("chat.failed", reference)
}

// Unfinished returns the reply to the asker while the command still runs: what the
// asker wanted may yet be saved. The reference is also in the log.
func Unfinished(reference string) *Reply {
	return apologise("chat.unfinished", reference)
}

func apologise(text voice.Phrase, reference string) *Reply {
	return Failed(voice.Run{text, complaint{Reference: voice.Raw(reference)}})
}

// A complaint says what to do if something fails again.
type complaint struct {
	voice.Facts
	Reference voice.Raw
}

// Foreign refuses a command, button or menu that this version does not know.
func Foreign() *UserError {
	return Refuse(voice.Phrase("chat.foreign"), voice.Phrase("chat.askAgain"))
}

// Uninvited refuses to post in a server that has only people's own installs.
func Uninvited() *UserError {
	return Refuse(voice.Phrase("chat.uninvited"), voice.Phrase("chat.invite"))
}

// Reply returns the private reply that shows the error.
func (e *UserError) Reply() *Reply {
	return Failed(voice.Paragraphs{e.Msg, e.Hint})
}
