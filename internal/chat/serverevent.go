package chat

import (
	"context"
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

	// Still is called right before a new one is made, after the list was looked through. An error stops that, such as that
	// another process goes on with the post.
	Still func(ctx context.Context) error

	// Sought says that a new one is no longer wanted: it is only looked for, because an earlier attempt may have
	// made it.
	Sought bool
	// EndedAt is when a person ended it: before its start it is cancelled. Zero for one that goes on.
	EndedAt time.Time
}
