package chat

import (
	"time"

	"chess960bot/internal/voice"
)

// A ServerEvent is an event in the list of a server, where people say that they are interested and Discord
// reminds them. The outbox makes, changes and ends it.
type ServerEvent struct {
	ID          string // "" for one that is to be made
	Name        string // 1 to 100 characters, shown as they are
	Description voice.Sentence
	Mark        string    // below the description, tells it from one of the same name and start; "" without such
	Place       string    // 1 to 100 characters
	Starts      time.Time // zero in a change after the start: it stays
	Ends        time.Time
	Picture     []byte // a PNG, 5 to 2; nil for none

	// Sought says that a new one is no longer wanted: it is only looked for, because an earlier attempt may have
	// made it.
	Sought bool
	// EndedAt is when a person ended it: before its start it is cancelled. Zero for one that goes on.
	EndedAt time.Time
}
