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
// reach only a bot that is connected. In a server that never invited the bot, people who have
// the app for themselves can open events: such a server has no row, and its events stay.
//
// The package knows neither Discord nor SQL: a [Store] has the data.
package privacy

import (
	"context"
	"time"
)

// A Deleted counts what was stored and is deleted, of one kind of data. The core has the kinds
// dailyPostSettings (subscriptions that no longer say who set them), dailyPosts, language (the one
// that everyone reads) and posts (in the outbox, sent ones too). Features have others.
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
