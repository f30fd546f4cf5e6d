// Package schedule plans the position of the day for the channels that subscribed to it.
//
// A [Sub] says when a channel wants its post, by the clocks of a time zone. [At]
// defines what that means when the clocks are changed. [Posts] is a kind of posts of
// package outbox: it plans the post of each date, composes it, and tells the
// subscription what became of it. The outbox sends each post once, never twice, and
// never skips one silently.
//
// The clock may be wrong for a while. Posts sent meanwhile stay sent. Posts that were
// only missed because the clock ran ahead are planned again once the clock is right.
//
// The package knows neither SQL nor Discord: a [Store] keeps subscriptions, a
// [Channels] opens threads and writes to people.
package schedule

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	"chess960bot/internal/chess960"
	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
)

// A Status says whether a subscription gets posts.
type Status string

// The statuses. [Posts] disables a subscription that Discord has refused permanently. A
// disabled subscription stays until people of its server remove it, or until the server
// has MostPerGuild others and sets up one more.
const (
	Active   Status = "active"
	Paused   Status = "paused"
	Disabled Status = "disabled"
)

// A Sub is the subscription of a channel. A channel has at most one.
type Sub struct {
	Channel string      // id
	Guild   string      // id
	Minute  when.Minute // of the day
	Zone    string      // time zone, as when.LoadZone takes it
	Theme   string      // of the board; "" for the default
	View    string      // "white" or "black", the side at the bottom; "" for white
	Role    string      // id of the role to ping; "" for none
	Thread  bool        // whether each post gets a thread

	Weekdays when.Weekdays // on which the channel gets a post
	Board    BoardForm     // of the post

	Status       Status
	Trouble      outbox.Trouble // of the last post; NoTrouble after a success
	Reason       string         // the details of the trouble, as in outbox.Post
	Missing      int64          // the permissions that the bot lacked for the last post, or without Trouble when somebody set this; 0 if none is known
	FailingSince time.Time      // when Discord began to refuse the posts; zero while it accepts them

	SetBy string // user id; "" for somebody who was forgotten
	SetAt time.Time

	NextDate when.Date
	NextAt   time.Time // when the post of NextDate is due
}

// recovered clears everything about trouble.
func (s *Sub) recovered() {
	s.Trouble, s.Reason, s.Missing, s.FailingSince = outbox.NoTrouble, "", 0, time.Time{}
}

// Resume makes a subscription active that is not. Its trouble is forgotten.
func (s *Sub) Resume() {
	if s.Status != Active {
		s.Status = Active
		s.recovered()
	}
}

// A BoardForm says how much a post shows. The zero BoardForm is FullBoard.
type BoardForm string

// The forms of the board.
const (
	FullBoard    BoardForm = ""        // the picture of the board, with the whole text
	CompactBoard BoardForm = "compact" // a small picture, with a short text
)

// String returns "full" or "compact".
func (f BoardForm) String() string { return cmp.Or(string(f), "full") }

// A Post is the post of one date to one channel.
type Post struct {
	outbox.Post
	Date when.Date
}

// PostOf returns a daily post from the outbox.
func PostOf(p outbox.Post) Post {
	return Post{p, when.Date(p.Number)}
}

// ErrNotFound is returned by a Store for a channel without a subscription.
var ErrNotFound = errors.New("no subscription for the channel")

// KeptAfterRemoval is how long the posts of a subscription are kept after it was removed: if
// it is set again, no date is posted twice.
const KeptAfterRemoval = 30 * 24 * time.Hour

// MostPerGuild is how many subscriptions a server may have.
const MostPerGuild = 10

// ErrTooMany is returned by a Store for a subscription beyond MostPerGuild.
var ErrTooMany = errors.New("the server has the maximum number of subscriptions")

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

// PositionOf returns the position of the day. It is the same everywhere. In any 960
// consecutive days each position comes once.
//
// Anyone can compute the order: sort the SP numbers 0 to 959 by the SHA-256 sums
// of the texts "chess960 daily 0" to "chess960 daily 959". Day n since 1970-01-01
// has the number at index n mod 960.
func PositionOf(d when.Date) chess960.Position {
	index := (int(d)%chess960.Count + chess960.Count) % chess960.Count
	return chess960.MustFromSP(order[index])
}

// order holds the SP numbers in the order of their days.
var order = shuffled()

func shuffled() []int {
	sums := make([][sha256.Size]byte, chess960.Count)
	sps := make([]int, chess960.Count)
	for sp := range sums {
		sps[sp] = sp
		sums[sp] = sha256.Sum256(fmt.Appendf(nil, "chess960 daily %d", sp))
	}
	slices.SortFunc(sps, func(a, b int) int { return bytes.Compare(sums[a][:], sums[b][:]) })
	return sps
}
