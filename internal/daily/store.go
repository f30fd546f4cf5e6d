package daily

import (
	"context"
	"time"
)

// A Store keeps subscriptions and posts. What it has returned nil for survives a
// crash. All methods may be called from any number of goroutines, and where the
// store says so from any number of processes. Times are kept to the millisecond.
type Store interface {
	// Save creates or replaces the subscription of a channel, with its next
	// post. If the server has MostPerGuild others, a disabled one of them is
	// removed, and without one the error is ErrTooMany.
	Save(ctx context.Context, s Sub) error
	// Sub returns a channel's subscription, or ErrNotFound.
	Sub(ctx context.Context, channel string) (Sub, error)
	// Subs returns a server's subscriptions, ordered by channel.
	Subs(ctx context.Context, guild string) ([]Sub, error)
	// Active returns all active subscriptions, ordered by channel.
	Active(ctx context.Context) ([]Sub, error)
	// Remove deletes a channel's subscription and its open posts, or returns
	// ErrNotFound. Open posts that may have been sent become Unknown; they and
	// all others stay, so that a date is never posted twice.
	Remove(ctx context.Context, channel string) error
	// Change applies a change to a channel's subscription in one transaction,
	// or returns ErrNotFound. The channel and server cannot be changed.
	Change(ctx context.Context, channel string, change func(*Sub)) error

	// Plan takes up to limit active subscriptions whose next post is due, or
	// has strayed: it is more than FarAhead from now, and the subscription was
	// not set after now; then its Missed posts without Attempts that are due
	// after now are deleted. In one transaction it calls plan for each with the
	// number of active subscriptions that are due at the same instant, inserts
	// the posts that plan returns, and moves the subscription to the date and
	// instant that plan returns. A date that the channel already has is left
	// alone, except that an Open post takes the place of a Missed one without
	// Attempts. It returns how many subscriptions it took.
	Plan(ctx context.Context, now time.Time, limit int, plan func(s Sub, crowd int) Planned) (int, error)

	// Claim takes the open post that has been due the longest, among those
	// that may be tried now and that nobody holds a lease on, and gives the
	// holder a lease on it for that long. It counts the attempt, and sets
	// FirstSent to now where it is zero. ok is false if there is none.
	Claim(ctx context.Context, now time.Time, holder string, lease time.Duration) (p Post, ok bool, err error)
	// Record writes the post's State, FirstSent, NotBefore, MessageID and
	// Error, and ends the lease. held is false, and nothing is written, if the post is no
	// longer open or its lease is another holder's by now.
	Record(ctx context.Context, holder string, p Post) (held bool, err error)

	// Posts returns a channel's last posts, the newest first, at most limit.
	Posts(ctx context.Context, channel string, limit int) ([]Post, error)
	// Count returns how many posts there are in each state, and how many open
	// ones have been due since before the given instant, without those that
	// Discord refused last and that were not to be tried again before it.
	Count(ctx context.Context, before time.Time) (states map[State]int, overdue int, err error)

	// Close lets go of the database.
	Close() error
}

// Planned is what becomes of a subscription whose post is due.
type Planned struct {
	Posts    []Post // to insert: open, or missed from the start
	NextDate Date
	NextAt   time.Time
}

// FarAhead is farther from now than the next post of any channel: even where a
// place goes through a date twice, and where a channel that has been posted to in
// the first zone that a date comes to (UTC+14) is set to be posted to late on the
// next date in the last (UTC-12), 74 hours on. Only a clock that has leaped ahead,
// and back since, can have planned farther. But where the subscription itself was
// set after now, it is rather this clock that is wrong, as a machine's without a
// battery is when it starts.
const FarAhead = 75 * time.Hour
