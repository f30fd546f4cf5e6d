package dailies

import (
	"errors"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/when"
	"chess960bot/internal/voice"
)

// A want is what the bot looks for in a text: a date, a time, a zone or weekdays.
type want string

// notRead returns the refusal of a text that a parser of package when could not read. For an
// ambiguous text the refusal names the meanings.
func notRead(wanted want, typed string, hint voice.Sentence, err error) error {
	if several, ok := errors.AsType[*when.AmbiguousError](err); ok {
		if !several.More {
			hint = voice.Phrase("dailies.writeMeant")
		}
		return chat.Refuse(several.Words(), hint)
	}
	if missing, ok := errors.AsType[*when.NoDateError](err); ok {
		return chat.Refuse(voice.Say("dailies.noDate", voice.F{"Date": voice.Raw(missing.Date)}), hint)
	}
	return chat.Refuse(voice.Say("dailies.unread."+string(wanted), voice.F{"Typed": voice.Quoted(typed)}), hint)
}
