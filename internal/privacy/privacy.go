// Package privacy deletes what the bot has stored about people and servers: at once when
// a person or somebody who manages a server asks, and after a while for servers that
// have removed the bot.
//
// The draws of an event belong to everyone who played. They stay: the people who are
// forgotten become "somebody" there.
//
// The package knows neither Discord nor SQL: a [Store] has the data.
package privacy

import (
	"context"
	"time"
)

// A Person counts what was stored about a person and is deleted.
type Person struct {
	Quiz   int // questions, facts and results of the quiz
	Events int // events in which the person is now "somebody"
	Own    int // events that nobody else took part in: they are deleted
	Subs   int // subscriptions that no longer say who set them
}

// A Server counts what was stored about a server and is deleted.
type Server struct {
	Subs   int // subscriptions to daily posts
	Events int
	Races  int // of the quiz
	Posts  int // in the outbox, sent ones too
}

// A Store has everything that is stored about people and servers. When a method returns
// nil, its change survives a crash.
type Store interface {
	// ForgetPerson deletes everything about a person in one transaction. In events
	// with other people, and in subscriptions, only the person's id and name are deleted.
	ForgetPerson(ctx context.Context, person string) (Person, error)
	// ForgetServer deletes everything about a server in one transaction.
	ForgetServer(ctx context.Context, guild string) (Server, error)
	// SilentServers returns servers in which Discord has refused posts permanently since
	// before an instant: the first ones whose ids come after a text, in their order.
	SilentServers(ctx context.Context, since time.Time, after string, most int) ([]string, error)
}
