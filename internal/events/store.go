package events

import (
	"context"
	"errors"
	"time"
)

// A Store keeps events. When a method returns nil, its change survives a crash. All
// methods may be called from any number of goroutines and processes.
type Store interface {
	// NewEvent stores an open event, or returns ErrExists if the channel has an
	// open one. NewEvent and ChangeEvent change the outbox in the same transaction:
	// the event has the open post that SealPost returns. An earlier post stays if an
	// attempt at it was made.
	NewEvent(ctx context.Context, e *Event) error
	// Event returns an event by its id, or ErrNone.
	Event(ctx context.Context, id string) (*Event, error)
	// LastEvent returns the channel's open event, or else the event that was
	// opened last. Without any event it returns ErrNone.
	LastEvent(ctx context.Context, channel string) (*Event, error)
	// ChangeEvent applies a change to an event in one transaction, one change
	// after the other, and returns the changed event. If change returns an
	// error, nothing is stored, and ChangeEvent returns the same error. change
	// may be called again if the database asks for a new attempt.
	ChangeEvent(ctx context.Context, id string, change func(*Event) error) (*Event, error)
	// PruneEvents deletes the events that were closed before an instant.
	PruneEvents(ctx context.Context, closedBefore time.Time) error
	// CountEvents returns how many events are open and closed.
	CountEvents(ctx context.Context) (open, closed int, err error)
}

// The errors of a Store.
var (
	ErrExists = errors.New("the channel has an open event")
	ErrNone   = errors.New("no event in the channel")
)
