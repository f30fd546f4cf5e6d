package daily

import (
	"context"
	"time"

	"chess960bot/internal/when"
)

// A Store keeps subscriptions and posts. When a method returns nil, its change
// survives a crash. All methods may be called from any number of goroutines, and
// from any number of processes if the implementation says so. Times are stored to
// the millisecond.
type Store interface {
	// Save creates or replaces the subscription of a channel, with its next
	// post. If the server has MostPerGuild others, Save removes the oldest
	// disabled one of them. If none is disabled, it returns ErrTooMany.
	Save(ctx context.Context, s Sub) error
	// Sub returns a channel's subscription, or ErrNotFound.
	Sub(ctx context.Context, channel string) (Sub, error)
	// Subs returns a server's subscriptions, ordered by channel.
	Subs(ctx context.Context, guild string) ([]Sub, error)
	// Active returns all active subscriptions, ordered by channel.
	Active(ctx context.Context) ([]Sub, error)
	// Remove deletes a channel's subscription and its open posts, or returns
	// ErrNotFound. Open posts that may have been sent become Unknown instead.
	// Unknown and final posts are kept, so that no date is posted twice.
	Remove(ctx context.Context, channel string) error
	// Change applies a change to a channel's subscription in one transaction,
	// or returns ErrNotFound. The channel and server cannot be changed.
	Change(ctx context.Context, channel string, change func(*Sub)) error

	// Plan takes up to limit active subscriptions in one transaction, and
	// returns how many it took: those whose next post is due, and those that
	// have strayed. A subscription has strayed if its next post is more than its
	// FarAhead after now and it was not set after now; Plan deletes its Missed
	// posts without Attempts that are due after now.
	//
	// For each it calls plan, with the number of active subscriptions due at the
	// same instant (the crowd). Plan inserts the returned posts and moves the
	// subscription to the returned date and instant. If the channel already has
	// a post of a date, that post is kept. Only a Missed post without Attempts
	// is replaced by an Open one.
	Plan(ctx context.Context, now time.Time, limit int, plan func(s Sub, crowd int) Planned) (int, error)

	// Claim takes an open post that may be tried now and has no lease, and gives
	// the holder a lease on it. Of several it takes the one that has been due
	// longest. It counts the attempt, and sets FirstSent to now if it is zero.
	// ok is false if no post can be claimed.
	Claim(ctx context.Context, now time.Time, holder string, lease time.Duration) (p Post, ok bool, err error)
	// Record writes the post's State, FirstSent, NotBefore, MessageID, Trouble
	// and Error, and ends the lease. If the post is no longer open, or another
	// holder has its lease, Record writes nothing and held is false.
	Record(ctx context.Context, holder string, p Post) (held bool, err error)

	// Posts returns up to limit posts of a channel, the newest first.
	Posts(ctx context.Context, channel string, limit int) ([]Post, error)
	// Count returns the number of posts in each state, and how many are overdue.
	// An overdue post is open and was due before the given instant. A post that
	// Discord refused is not overdue while it waits beyond that instant.
	Count(ctx context.Context, before time.Time) (states map[State]int, overdue int, err error)

	// Prune deletes up to some hundred final posts that were due before the given
	// instant, the oldest first, and returns how many. For each channel it keeps
	// the newest date that was deleted: Plan inserts no post up to that date.
	Prune(ctx context.Context, before time.Time) (int, error)
	// Probe returns an error if nothing can be saved. It writes to the database,
	// unless it has just done so.
	Probe(ctx context.Context) error
	// Now returns the time by the database's clock, which all processes share.
	// ok is false if the database has no clock of its own.
	Now(ctx context.Context) (now time.Time, ok bool, err error)

	// Close closes the database.
	Close() error
}

// Planned is what the engine plans for a subscription that is due.
type Planned struct {
	Posts    []Post // to insert, Open or Missed
	NextDate when.Date
	NextAt   time.Time
}

// FarAhead is the longest time from now for which a correct clock can plan the next
// post of a daily subscription. FarAheadOnWeekdays is that time for a subscription
// on some weekdays.
//
// The longest wait for a daily post is 74 hours: a channel gets today's post in the
// first time zone to reach the date (UTC+14), and is then moved to the end of the
// next date in the last zone (UTC-12). A post once a week waits up to six days
// longer, and another week if its zone skips the date, as Apia did.
//
// A post planned farther ahead was planned while the clock ran ahead. But if the
// subscription itself was set after now, this clock is the wrong one: machines
// without a battery start with a clock in the past.
const (
	FarAhead           = 75 * time.Hour
	FarAheadOnWeekdays = FarAhead + 13*24*time.Hour
)
