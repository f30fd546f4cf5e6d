package chat

import (
	"errors"

	"chess960bot/internal/voice"
)

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
