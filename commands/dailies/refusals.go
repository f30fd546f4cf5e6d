package dailies

import (
	"errors"

	"chess960bot/internal/chat"
	"chess960bot/internal/club/when"
	"chess960bot/internal/voice"
)

// unread says that a text has no date, time, zone or weekdays that the bot can read.
type unread struct {
	Want  want
	Typed voice.Quoted
}

// A want is what the bot looks for in a text.
type want string

const (
	aDate    want = "date"
	aTime    want = "time"
	aZone    want = "zone"
	weekdays want = "weekdays"
)

// Sentence returns the want.
func (u unread) Sentence() string { return string(u.Want) }

// notRead returns the refusal of a text that a parser of package when could not read. For an
// ambiguous text the refusal names the meanings.
func notRead(u unread, hint voice.Sentence, err error) error {
	if several, ok := errors.AsType[*when.AmbiguousError](err); ok {
		if !several.More {
			hint = voice.Phrase("dailies.writeMeant")
		}
		return chat.Refuse(several.Words(), hint)
	}
	if missing, ok := errors.AsType[*when.NoDateError](err); ok {
		return chat.Refuse(voice.Say("dailies.noDate", voice.F{"Date": voice.Raw(missing.Date)}), hint)
	}
	return chat.Refuse(u, hint)
}

// bothGiven says that an option is set and cleared, and leaveOut what to do.
type (
	bothGiven struct {
		voice.Facts
		Option voice.Raw
	}
	leaveOut bothGiven
)
