// Package evening runs club evenings: several rounds of Chess960, a position for
// each round, no position twice, and a log of everything that was drawn.
//
// An [Event] holds the [Rules] that were fixed before the first draw, and four logs: each [Draw], each
// [Change], each [Result], and each [Telling] of a player. What counts now follows from the logs. A drawn round is
// final: nothing draws it again. A voided draw stays in the log, and its positions stay out of the pool.
//
// Methods are the only way to change an event. Those that begin with Answer, and Open and Reopen, also say what is to be
// shown, so that an answer that was lost is shown again:
//
//	answer.go       Answer finds or makes the draw for a request; Open opens a sealed draw; AnswerSet records
//	                positions that were drawn elsewhere
//	event.go        Draw draws the next round; Void strikes a round out; Close ends the event
//	seal.go         Seal decides a number and hides it; Add adds a person's number; OpenSeal works the positions out
//	rules.go        the pool, and the rules by which a draw was made
//	change.go       AnswerChange changes the rules; AnswerRedraw gives a board another position; Reopen opens the
//	                event again; a Part is what was drawn together
//	plan.go         PlanDraw lets a round be drawn on time; StartGames ends the study time of a round
//	results.go      AddResults records who played, and how the games ended
//	standings.go    the table, and the cross table
//	tellings.go     Tell records what a player tells; TakeBack takes back what two have agreed on; AcceptTellings makes
//	                results of what one player has told; Unbind takes a name away from a person
//	told.go         what players have told and what does not count yet, and who stands for whom
//	rename.go       AnswerRename gives a player another name; AnswerRemoval removes a name
//	names.go        names that somebody types for players who are known
//	resultlines.go  ReadResults reads the form of a round
//	pairings.go     ReadPairings reads the list of a pairing program
//	lines.go        what both readers share
//	online.go       RecordOnline records what lichess says about a game
//	log.go          Log is all that was done; export.go writes it, the games and the table as files
//	posts.go        what the bot posts by itself: the kinds of posts, and the messages that change
//	serverevent.go  the event in the server's own list
//
// # The pool
//
// The pool of a draw is every position that the rules allow, without those that were
// drawn before. With [Rules.NoMirrors] it is also without their mirror images. The pool
// is sorted by SP number. Each position is equally likely.
//
// # Sealed draws
//
// In a sealed draw nobody chooses the position alone, not even the bot. The bot
// picks a number below the pool's size, writes the number, the pool and 128 random
// bits into a text ([Event.SealFile]) and shows the text's SHA-256 sum. Then anyone
// adds a number. The drawn position has the index (sealed number + all added
// numbers) modulo the pool's size. People who add do not know the sealed number,
// and the bot cannot change it: the sum would differ.
//
// The package knows neither Discord nor SQL. A [Store] keeps events.
package evening

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"chess960bot/internal/outbox"
)

// An Event is a club evening: its rules, and the log of its draws. A channel has at
// most one open event. Names of people are as Discord showed them at that time; "" if an
// older release stored the event.
type Event struct {
	ID           string // unique
	Channel      string // id
	Guild        string // id; "" in direct messages
	Invited      bool   // the bot is a member of the server; known only when the event is opened
	Rules        Rules
	Message      string // id of the message with the rules; "" if it is not known
	Thread       string // id of the event's thread; "" without one, or before it was made
	OpenedBy     string // user id
	OpenedByName string
	OpenedAt     time.Time
	ClosedAt     time.Time    // zero while the event is open
	Draws        []Draw       // in the order in which they were made
	Changes      []Change     // in the order in which they were made
	Results      []Result     // in the order in which they came
	Tellings     []Telling    // what players have told, in the order in which they came
	Online       []OnlineGame // on lichess, that count
	Plan         *Plan        // of the next draw; nil if somebody presses
	Server       *ServerEvent // in the server's own list; nil for none. A change replaces it

	Planned []outbox.Post // to be planned together with a change; a Store does not keep the list
}

// A Draw is one attempt at a round's positions.
type Draw struct {
	Index  int // in Event.Draws
	Round  int
	ByHand bool  // the positions were drawn elsewhere: see AnswerSet
	Pool   int   // size of the pool from which the first position was drawn; 0 by hand
	SPs    []int // the positions, one for all boards or one for each; empty before a seal is opened
	Stamp
	Interactions []string  // ids of the interactions that were answered with this draw
	Showing      string    // id of the last interaction whose answer shows the positions to everyone
	ShowingAt    time.Time // when that answer began
	Shown        bool      // people have seen the positions
	Message      string    // id of the message in which they saw the positions; "" if it is not known
	Seal         *Seal     // of a sealed draw

	Study                    int       // minutes until the games begin, from the draw or the opened seal; 0 for none
	BeginsAt                 time.Time // when the games begin; zero without study time, and before the seal is opened
	StartedBy, StartedByName string    // who let the games begin before their time; "" for nobody
	Void                     *Void     // of a draw that was struck through
}

// A Void says why a draw was struck through.
type Void struct {
	Reason string
	Stamp
}

// A Stamp says who did something, and when.
type Stamp struct {
	By     string // user id; "" for lichess, for what nobody pressed, and for somebody who was forgotten
	ByName string
	At     time.Time
}

// PostChannel returns the id of the channel or thread to which the event's posts go.
func (e *Event) PostChannel() string { return cmp.Or(e.Thread, e.Channel) }

// The errors of an event's methods, besides *TooFewError.
var (
	ErrClosed    = errors.New("the event is closed")
	ErrComplete  = errors.New("every round has been drawn")
	ErrSealed    = errors.New("a sealed draw has not been opened yet")
	ErrNotDrawn  = errors.New("the round has not been drawn")
	ErrNotSealed = errors.New("no sealed draw is open for numbers")
	ErrAdded     = errors.New("the person has added a number already")
	ErrEarly     = errors.New("the seal cannot be opened by others yet")
	ErrVoids     = errors.New("too many draws of the event are void")
)

// NextRound returns the first round without a valid draw; 0 if every round has one.
func (e *Event) NextRound() int {
	for round := 1; round <= e.Rules.Rounds; round++ {
		if e.Round(round) == nil {
			return round
		}
	}
	return 0
}

// Round returns the valid draw of a round, sealed or not. It returns nil if the
// round was not drawn, or its draws were voided.
func (e *Event) Round(round int) *Draw {
	return e.find(func(d *Draw) bool { return d.Round == round && d.Void == nil })
}

// find returns the first draw that is wanted, or nil.
func (e *Event) find(wanted func(*Draw) bool) *Draw {
	for i := range e.Draws {
		if d := &e.Draws[i]; wanted(d) {
			return d
		}
	}
	return nil
}

// byInteraction returns the draw that answered an interaction, or nil.
func (e *Event) byInteraction(id string) *Draw {
	return e.find(func(d *Draw) bool { return slices.Contains(d.Interactions, id) })
}

// Last returns the draw that was made last; nil before the first.
func (e *Event) Last() *Draw {
	if len(e.Draws) == 0 {
		return nil
	}
	return &e.Draws[len(e.Draws)-1]
}

// An Asker identifies a request for a change: the person, the interaction and the
// time.
type Asker struct {
	User        string // id
	Name        string // as Discord shows it now
	Interaction string // id; Discord may deliver an interaction twice, also to two processes
	At          time.Time
	Asked       time.Time // by Discord's clock; zero if not known
	NoPosts     bool      // the bot cannot post to the channel of the request by itself
	Study       *int      // minutes of study time for this draw; nil for those of the rules
}

func (a Asker) stamp() Stamp { return Stamp{a.User, a.Name, a.At} }

// Draw draws the next round's positions. Each board draws from the pool that the
// boards before it have left.
func (e *Event) Draw(by Asker, chance Chance) (*Draw, error) {
	d, _, err := e.next(by)
	if err != nil {
		return nil, err
	}
	if d.SPs, err = e.more(&d, e.Rules, e.Rules.PerRound(), chance); err != nil {
		return nil, err
	}
	e.add(d)
	e.study(e.Last())
	return e.Last(), nil
}

// add adds a draw.
func (e *Event) add(d Draw) {
	e.Draws = append(e.Draws, d)
	e.endPlan(Asker{})
}

// next begins the draw of the next round, and returns the pool. The pool has enough
// positions for the round.
func (e *Event) next(by Asker) (Draw, []int, error) {
	round := e.NextRound()
	switch {
	case !e.ClosedAt.IsZero():
		return Draw{}, nil, ErrClosed
	case e.Sealed() != nil:
		return Draw{}, nil, ErrSealed
	case round == 0:
		return Draw{}, nil, ErrComplete
	}
	pool := e.Pool()
	if needed, available := e.Rules.PerRound(), e.Rules.available(pool); needed > available {
		return Draw{}, nil, &TooFewError{needed, available}
	}
	d := Draw{Index: len(e.Draws), Round: round, Pool: len(pool), Stamp: by.stamp(), Study: e.Rules.Study}
	if by.Study != nil {
		d.Study = *by.Study
	}
	if by.NoPosts { // nobody could be told that the games begin
		d.Study = 0
	}
	return d, pool, nil
}

// Void strikes a round through. The next draw replaces the round. Its positions
// stay out of the pool. A plan for a later round ends. An event keeps at most MostVoids
// void draws.
func (e *Event) Void(round int, reason string, by Asker) (*Draw, error) {
	voids := 0
	for _, d := range e.Draws {
		if d.Void != nil {
			voids++
		}
	}
	d := e.Round(round)
	switch {
	case !e.ClosedAt.IsZero():
		return nil, ErrClosed
	case d == nil:
		return nil, ErrNotDrawn
	case e.Sealed() != nil:
		return nil, ErrSealed
	case voids >= MostVoids:
		return nil, ErrVoids
	}
	d.Void = &Void{reason, by.stamp()}
	e.endPlan(by)
	return d, nil
}

// Close ends the event for a person.
func (e *Event) Close(by Asker) error {
	if !e.ClosedAt.IsZero() {
		return ErrClosed
	}
	if e.Sealed() != nil {
		return ErrSealed
	}
	e.ClosedAt, e.Plan = by.At, nil
	if !e.full(false) {
		e.note(Change{Closed: true, Shown: true}, by)
	}
	return nil
}

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
	// call FollowServer, and change the outbox in the same transaction: see Posts, MessageChanges and Planned.
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
	// DueMoves returns the games on lichess that have ended and whose moves are to be asked for, as DueGames
	// returns games.
	DueMoves(ctx context.Context, now, until time.Time, most int) ([]DueGame, error)
	// KeepMoves stores the moves of a game, "" for none, and asks no more for them. Moves that would be too
	// many for the event are left out, see MostMoves, and so are those of a game that was forgotten meanwhile.
	KeepMoves(ctx context.Context, game DueGame, moves string) error
	// Moves returns the moves of an event's games that have some, by the address of the game.
	Moves(ctx context.Context, event string) (map[string]string, error)
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
