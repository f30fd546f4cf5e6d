package outbox

import (
	"context"
	"time"
)

// A Kind composes posts. Its methods may be called at the same time. A kind whose posts are not
// planned with what they tell is also a [Planner].
type Kind interface {
	// Name returns the kind's name, which is stored with its posts.
	Name() string
	// Prepare reads what an attempt needs. The post was claimed at now.
	Prepare(ctx context.Context, p Post, now time.Time) (*Delivery, error)
}

// A Planner is a [Kind] with work to do from time to time.
type Planner interface {
	// Plan inserts the posts that are due by now, and does what else the kind has to do.
	Plan(ctx context.Context, now time.Time) error
}

// A Delivery is an attempt at a post. Only Compose is required.
type Delivery struct {
	// Server is the id of the server to which the post goes; "" if it is not known.
	Server string
	// Person is the id of the person whose direct messages get the post, instead of the
	// post's channel; "" for the channel.
	Person string
	// Unwanted says that nobody wants the post any more.
	Unwanted bool
	// Mark is the name of a file in the message, or the custom id of a button, that no
	// other post of the channel has. A look recognises the message by it. It is "" if
	// sending twice does no harm, and the engine does not look then: the message replaces one that is
	// there, or the Channels look themselves, as for an event of a server.
	Mark string
	// Compose returns the message. A *Refusal ends the attempt as if Discord had
	// refused it. After another error the post is tried again when its lease ends.
	Compose func(ctx context.Context) (Message, error)
	// Refused is called when Discord says that the channel is Gone or Forbidden, at
	// the given time, and with a Pause also when Discord calls the message Invalid, or
	// limits the channel for more than a minute. With giveUp, the post has failed, unless it
	// is limited; otherwise it is tried again until it expires. nil gives up.
	Refused func(ctx context.Context, at time.Time, r *Refusal) (giveUp bool, err error)
	// Pause is how long to wait after a refusal; doubled up to twice. 0 is the engine's.
	Pause time.Duration
	// Ended is called once the post's final state is recorded. It is not called if
	// the process is killed in between. nil does nothing.
	Ended func(ctx context.Context, p Post) error
}

// A Message is made by a Kind, and understood by the Channels.
type Message any

// Composed returns the results of a function that composes a message for a Delivery. Its
// error becomes a *Refusal: another attempt would end in the same way.
func Composed(m Message, err error) (Message, error) {
	if err != nil {
		return nil, &Refusal{Trouble: Invalid, Err: err}
	}
	return m, nil
}

// Channels is what an Engine needs from Discord.
type Channels interface {
	// Send posts the message to the post's channel and returns the message's id. A
	// *Refusal says that nothing was posted; after any other error the outcome is
	// unknown.
	Send(ctx context.Context, p Post, m Message) (message string, err error)
	// Find looks for the post's message on one page of the channel's messages since
	// p.Since: the newest page, or the one before a message.
	Find(ctx context.Context, p Post, mark, before string) (Page, error)
}

// A Page is what Find has read of a channel.
type Page struct {
	Message string // id of the post's message; "" if it is not on the page
	Empty   bool   // no message was shown, although the channel may have some
	Next    string // continue before this message; "" at the end
}

// A Store keeps posts. When a method returns nil, its change survives a crash. All
// methods may be called from any number of goroutines, and from any number of processes
// if the implementation says so. Times are stored to the millisecond.
type Store interface {
	// Claim finds an open post that may be tried now and has no lease, and gives
	// the holder a lease on it: of several, on the one with the smallest turn, and
	// of these on the one that has been due longest. A post waits while its subject
	// has an open post with a smaller number. Claim counts the attempt, and sets
	// FirstSent to now if it is zero.
	// Posts of other kinds stay open, unless no kinds are named. ok is false if no post can be
	// claimed.
	Claim(ctx context.Context, now time.Time, holder string, lease time.Duration, kinds ...string) (p Post, ok bool, err error)
	// Renew gives the holder a lease until the given time, if it still has the last one.
	// If the post is no longer open, or another holder has its lease, held is false.
	Renew(ctx context.Context, holder string, p Post, until time.Time) (held bool, err error)
	// Record writes the post's State, FirstSent, NotBefore, MessageID, Trouble
	// and Reason, and ends the lease. If the post is no longer open, or another
	// holder has its lease, Record writes nothing and held is false.
	Record(ctx context.Context, holder string, p Post) (held bool, err error)
	// Prune deletes up to some hundred final posts that were due before the given
	// instant, the oldest first, and returns how many. For each subject it keeps
	// the highest number that was deleted: no post up to it is inserted again.
	Prune(ctx context.Context, before time.Time) (int, error)
	// Probe returns an error if nothing can be saved. It writes to the database,
	// unless it has just done so.
	Probe(ctx context.Context) error
	// Now returns the time by the database's clock, which all processes share.
	// ok is false if the database has no clock of its own.
	Now(ctx context.Context) (now time.Time, ok bool, err error)
}
