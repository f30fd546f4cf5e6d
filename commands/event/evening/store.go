package evening

import (
	"context"
	"errors"
	"time"

	"chess960bot/internal/outbox"
)

// A Ref refers to an event by its channel or thread and its id. An event of another
// channel does not match. Without an id, a Ref refers to the channel's open event, or else
// to the event that was opened last.
type Ref struct {
	Channel string // id; also of the event's thread
	ID      string // of the event, or ""

	// OnlySealed leaves out the changes, results and games, and all draws except the one
	// with a seal that is not open, so its Index is not its index in Draws. That is enough to
	// add a number, and quick in a large event.
	OnlySealed bool
	// WithoutResults leaves out the results and the games on lichess, which a large event has
	// thousands of. An update must add none then.
	WithoutResults bool
}

// A Head is what a list of events says about an event.
type Head struct {
	ID, Name string
	OpenedAt time.Time
}

// MostSummed is how many results the events of [Store.Evenings] have together, before the last of
// them is read: 50 evenings of a club have fewer.
const MostSummed = 20_000

// LargeLog is how many results are read in less than 5 ms.
const LargeLog = 1_000

// Ref returns a reference to the event.
func (e *Event) Ref() Ref { return Ref{Channel: e.Channel, ID: e.ID} }

// A Store keeps events. When a method returns nil, its change survives a crash. All
// methods may be called from any number of goroutines and processes.
type Store interface {
	// NewEvent stores an open event. It returns ErrExists if the channel has an open one or
	// is the thread of one. It returns ErrManyOpen if the server has MostOpen open events;
	// outside servers, if the person who opens the event has. NewEvent and UpdateEvent
	// change the outbox in the same transaction: the event has the open posts that SealPost,
	// RoundPost and BeginPost return. An earlier post stays if an attempt at it was made. The posts
	// that MessagePost and LateResultsPosts return are planned too.
	NewEvent(ctx context.Context, e *Event) error
	// Event returns an event, or ErrNone.
	Event(ctx context.Context, ref Ref) (*Event, error)
	// UpdateEvent applies a function to an event in one transaction, one update
	// after the other, and returns the changed event, or ErrNone. If update returns an
	// error, nothing is stored, and UpdateEvent returns the event and the same error. It
	// returns ErrManySealed if the update seals a draw, and MostSealed draws of the same
	// person are sealed. An event is opened again under the conditions of NewEvent.
	UpdateEvent(ctx context.Context, ref Ref, update func(*Event) error) (*Event, error)
	// Drawn returns the SP numbers that were drawn in a channel's last closed events, at
	// most the given number of them, and how many events that were. Events without a draw
	// do not count.
	Drawn(ctx context.Context, channel string, most int) (sps []int, evenings int, err error)
	// ShowDraw stores that people have seen the draw with an index, and the id of the
	// message in which they saw it, unless that is "". Nothing takes that back. It is no
	// error if the event was deleted.
	ShowDraw(ctx context.Context, ref Ref, index int, message string) error
	// DueGames returns the games on lichess that are to be asked for, at most the given number,
	// and puts each off until an instant, so that no other process asks meanwhile.
	DueGames(ctx context.Context, now, until time.Time, most int) ([]DueGame, error)
	// Heads returns what lists say about the events of a channel, at most the given number: the last
	// first.
	Heads(ctx context.Context, channel string, most int) ([]Head, error)
	// Players returns the names in the last results of a channel's events, each once, the last
	// first. Of a game the last result counts.
	Players(ctx context.Context, channel string) ([]string, error)
	// Evenings returns the events of a channel, at most the given number, and fewer if the last ones
	// have MostSummed results: the last first.
	Evenings(ctx context.Context, channel string, most int) ([]*Event, error)
	// ManyResults reports whether an event of a channel has more than LargeLog results.
	ManyResults(ctx context.Context, channel string) (bool, error)
	// PlanPost plans a post, unless there is one with its key.
	PlanPost(ctx context.Context, p outbox.Post) error
	// ReopenMissed opens the missed posts of a kind again that are not due yet: the clock
	// ran ahead when they were missed.
	ReopenMissed(ctx context.Context, kind string, now time.Time) error
	// OverduePlans returns the open events with a plan for a time before an instant, without
	// those about whose plan a message of RoundTroubleKind was planned.
	OverduePlans(ctx context.Context, before time.Time) ([]*Event, error)
	// PostOf returns a post of an event by its kind and number; the zero Post if it is gone.
	PostOf(ctx context.Context, kind, event string, number int) (outbox.Post, error)
	// PruneEvents deletes the events that were closed before an instant.
	PruneEvents(ctx context.Context, closedBefore time.Time) error
}

// The errors of a Store.
var (
	ErrExists   = errors.New("the channel has an open event")
	ErrManyOpen = errors.New("too many events are open")
	ErrNone     = errors.New("no event in the channel")

	ErrManySealed = errors.New("too many draws of the person are sealed")
)
