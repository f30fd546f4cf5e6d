package daily

import (
	"context"
	"time"

	"chess960bot/internal/club/when"
	"chess960bot/internal/outbox"
)

// A Store keeps subscriptions, and their posts in the outbox. When a method returns nil,
// its change survives a crash. All methods may be called from any number of goroutines,
// and from any number of processes if the implementation says so. Times are stored to
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
	Remove(ctx context.Context, channel string, at time.Time) error
	// PruneRemoved deletes the posts of some subscriptions that were removed before an
	// instant, by Remove or to make room.
	PruneRemoved(ctx context.Context, before time.Time) error
	// Update applies a function to a channel's subscription in one transaction,
	// or returns ErrNotFound. The channel and server cannot be changed. The post that
	// TroublePost returns is planned in the same transaction.
	Update(ctx context.Context, channel string, update func(*Sub)) error

	// Plan plans up to limit active subscriptions in one transaction, and
	// returns how many: those with a post that is due, and those that have
	// strayed. A subscription that was not set after now has strayed if it
	// has Missed posts that are due after now, which Plan deletes, or if its next
	// post is more than its FarAhead after now.
	//
	// For each it calls plan, with the number of active subscriptions due at the
	// same instant (the crowd). Plan inserts the returned posts and moves the
	// subscription to the returned date and instant. If the channel already has
	// a post of a date, that post is kept. Only a Missed post is replaced by an
	// Open one.
	Plan(ctx context.Context, now time.Time, limit int, plan func(s Sub, crowd int) Planned) (int, error)

	// Posts returns up to limit posts of a channel, the newest first.
	Posts(ctx context.Context, channel string, limit int) ([]Post, error)
}

// Planned is what is planned for a subscription that is due.
type Planned struct {
	Posts    []outbox.Post // to insert, Open or Missed; Kind, Subject and Channel are set
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
