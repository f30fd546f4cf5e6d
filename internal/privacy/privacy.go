// Package privacy deletes what the bot has stored about people and servers: at once when
// a person or somebody who manages a server asks, and after a while for servers that
// have removed the bot.
//
// The draws of an event belong to everyone who played. They stay: the people who are
// forgotten become "somebody" there.
//
// # A server that leaves
//
// Once a day the bot lists its servers: one request for 200 of them. The store notes since when a
// server with a row is not in the list, and forgets that if the server comes back. Thirty days
// later Discord is asked about that server alone, and everything about the server is deleted.
// The list is cheaper than asking about each server, and surer than the gateway's events, which
// need an intent and reach only a bot that is connected. In a server that never invited the bot,
// people who have the app for themselves can open events: such a server has no row, and its events
// stay.
//
// The package knows neither Discord nor SQL: a [Store] has the data.
package privacy

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"chess960bot/internal/outbox"
)

// A Deleted counts what was stored and is deleted, of one kind of data. The store has the kinds
// language (the one that everyone reads) and posts (in the outbox, sent ones too). Features have others, and
// say them.
type Deleted struct {
	Of   string
	Rows int
}

// A Store has everything that is stored about people and servers. When a method returns
// nil, its change survives a crash.
type Store interface {
	// ForgetPerson deletes everything about a person in one transaction. In events
	// with other people, and in subscriptions, only the person's id and name are deleted.
	ForgetPerson(ctx context.Context, person string) ([]Deleted, error)
	// ForgetServer deletes everything about a server in one transaction. Both return the kinds of
	// data of which there was something, in the order in which people read them.
	ForgetServer(ctx context.Context, guild string) ([]Deleted, error)
	// Servers returns the servers that have data.
	Servers(ctx context.Context) ([]KnownServer, error)
	// NoteServer stores that the bot is a member of a server, or when it noticed that it is
	// no member any more.
	NoteServer(ctx context.Context, guild string, leftAt time.Time) error
}

// A KnownServer is a server that has data.
type KnownServer struct {
	Guild  string    // id
	Joined bool      // the bot is or was a member
	LeftAt time.Time // when the bot noticed that it is no member any more; zero while it is one
}

// KeptAfterLeaving is how long the data of a server are kept after the bot noticed that the
// server had removed it.
const KeptAfterLeaving = 30 * 24 * time.Hour

const (
	sweepPause   = 24 * time.Hour // between two sweeps
	failurePause = 10 * time.Minute
	pagesAtOnce  = 10  // of servers that the bot is a member of
	sweptAtOnce  = 100 // servers that have data
)

// A Sweep deletes the data of the servers that have removed the bot, as the package comment
// says. It works in small steps. Only one goroutine may use a Sweep.
type Sweep struct {
	Store   Store
	Servers Servers
	Pace    *outbox.Pace // of the requests to Servers
	Log     *slog.Logger

	next     time.Time       // when the next step may begin
	members  map[string]bool // listed so far; nil before a sweep
	after    string          // the last of them
	compared bool            // members is complete, and todo was made from it
	todo     []KnownServer   // servers that have changed, or are to be forgotten
}

// Servers is what a Sweep needs from Discord.
type Servers interface {
	// Memberships returns the servers that the bot is a member of: some whose ids come
	// after one, in their order, and all of them in the end. "" is before the first.
	Memberships(ctx context.Context, after string) ([]string, error)
	// IsMember reports whether the bot is a member of a server.
	IsMember(ctx context.Context, guild string) (bool, error)
}

// Run does the next step of a sweep. After a failure it goes on after a pause.
func (s *Sweep) Run(ctx context.Context, now time.Time) error {
	if now.Before(s.next) {
		return nil
	}
	err := s.step(ctx, now)
	if err != nil {
		s.next = now.Add(failurePause)
	}
	return err
}

func (s *Sweep) step(ctx context.Context, now time.Time) error {
	if !s.compared {
		if all, err := s.list(ctx); err != nil || !all {
			return err
		}
		known, err := s.Store.Servers(ctx)
		if err != nil {
			return err
		}
		s.todo = slices.DeleteFunc(known, func(server KnownServer) bool { return !s.changed(server, now) })
		s.compared = true
	}
	for range min(len(s.todo), sweptAtOnce) {
		server := s.todo[0]
		s.todo = s.todo[1:] // after a failure, until the next sweep
		if err := s.settle(ctx, server, now); err != nil {
			return fmt.Errorf("look whether server %s has removed the bot: %w", server.Guild, err)
		}
	}
	if len(s.todo) == 0 {
		s.next = now.Add(sweepPause)
		s.members, s.after, s.compared, s.todo = nil, "", false, nil
	}
	return nil
}

// list asks for some more of the servers that the bot is a member of. all says that there
// are no more.
func (s *Sweep) list(ctx context.Context) (all bool, err error) {
	if s.members == nil {
		s.members = map[string]bool{}
	}
	for range pagesAtOnce {
		var page []string
		err := s.Pace.Retry(ctx, func(ctx context.Context) (err error) {
			page, err = s.Servers.Memberships(ctx, s.after)
			return err
		})
		if err != nil {
			return false, fmt.Errorf("list the servers of the bot: %w", err)
		}
		if len(page) == 0 {
			return true, nil
		}
		for _, guild := range page {
			s.members[guild] = true
		}
		s.after = page[len(page)-1]
	}
	return false, nil
}

// changed reports whether there is something to note about a server, or to delete.
func (s *Sweep) changed(server KnownServer, now time.Time) bool {
	switch left := !server.LeftAt.IsZero(); {
	case s.members[server.Guild]:
		return left || !server.Joined
	case left:
		return now.Sub(server.LeftAt) >= KeptAfterLeaving
	}
	return server.Joined
}

// settle notes whether the bot is a member of a server, or forgets the server. Discord is
// asked again before that.
func (s *Sweep) settle(ctx context.Context, server KnownServer, now time.Time) error {
	switch {
	case s.members[server.Guild]:
		return s.Store.NoteServer(ctx, server.Guild, time.Time{})
	case server.LeftAt.IsZero():
		s.Log.Info("a server has removed the bot; its data will be deleted", "server", server.Guild, "after", now.Add(KeptAfterLeaving))
		return s.Store.NoteServer(ctx, server.Guild, now)
	}
	var member bool
	err := s.Pace.Retry(ctx, func(ctx context.Context) (err error) {
		member, err = s.Servers.IsMember(ctx, server.Guild)
		return err
	})
	if err != nil {
		return err
	}
	if member { // the list was wrong: the 30 days begin again
		return s.Store.NoteServer(ctx, server.Guild, time.Time{})
	}
	gone, err := s.Store.ForgetServer(ctx, server.Guild)
	if err != nil {
		return err
	}
	var rows []slog.Attr
	for _, d := range gone {
		rows = append(rows, slog.Int(d.Of, d.Rows))
	}
	s.Log.Info("deleted the data of a server that removed the bot", "server", server.Guild, slog.GroupAttrs("rows", rows...))
	return nil
}
