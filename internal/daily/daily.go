// Package daily posts the position of the day to the channels that subscribed to
// it: each date once, never twice, and never skipped silently.
//
// A [Sub] says when a channel wants its post, by the clocks of a time zone. [At]
// defines what that means when the clocks are changed. An [Engine] turns
// subscriptions into posts, in steps. The process may crash between any two steps:
//
//	plan    insert the [Post] of a date, and move the subscription to its next date
//	claim   take one open post under a lease; only its holder can record the outcome
//	send    with a nonce derived from channel and date: for some minutes Discord
//	        itself refuses a second message with that nonce
//	look    read the channel before sending, if an earlier attempt may have arrived
//	record  store the outcome
//
// A post without a recorded outcome is claimed again when its lease has ended.
// The nonce is trusted for one minute after the first attempt. After that the
// engine looks in the channel before it sends again.
//
// The clock may be wrong for a while. Posts sent meanwhile stay sent. Posts that
// were only missed because the clock ran ahead are planned again once the clock
// is right (see [FarAhead]).
//
// The package knows neither SQL nor Discord: a [Store] keeps subscriptions and
// posts, a [Channels] sends and reads messages.
package daily

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"chess960bot/internal/when"
)

// A Status says whether a subscription gets posts.
type Status string

// The statuses. The engine disables a subscription that Discord has refused
// permanently. A disabled subscription stays until people of its server remove it,
// or until the server has MostPerGuild others and sets up one more.
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
	Zone    string      // time zone, a name from when.Zones
	Theme   string      // of the board; "" for the default
	View    string      // "white" or "black", the side at the bottom; "" for white
	Role    string      // id of the role to ping; "" for none
	Thread  bool        // whether each post gets a thread

	Weekdays when.Weekdays // on which the channel gets a post
	Board    BoardForm     // of the post

	Status       Status
	Trouble      Trouble   // of the last post; NoTrouble after a success
	Reason       string    // the details of the trouble, in Discord's words; "" for none
	FailingSince time.Time // when Discord began to refuse the posts; zero while it accepts them

	SetBy string // user id
	SetAt time.Time

	NextDate when.Date
	NextAt   time.Time // when the post of NextDate is due
}

// A BoardForm says how much a post shows. The zero BoardForm is FullBoard.
type BoardForm string

// The forms of the board.
const (
	FullBoard    BoardForm = ""        // the picture of the board, with the whole text
	CompactBoard BoardForm = "compact" // a small picture, with a short text
)

// String returns "full" or "compact".
func (f BoardForm) String() string {
	if f == FullBoard {
		return "full"
	}
	return string(f)
}

// ParseBoardForm reads "full" or "compact". The empty text means FullBoard.
func ParseBoardForm(s string) (BoardForm, error) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "", "full":
		return FullBoard, nil
	case "compact":
		return CompactBoard, nil
	}
	return "", fmt.Errorf("parse board form %q: it is neither full nor compact", s)
}

// A State says how far a post has come.
type State string

// The states. Open posts are still to be sent; all other states are final.
const (
	Open    State = "open"
	Posted  State = "posted"
	Missed  State = "missed"  // certainly not sent; the Trouble says why
	Failed  State = "failed"  // Discord refused it
	Unknown State = "unknown" // perhaps sent; the Trouble says why nobody knows
)

// A Post is the post of one date to one channel.
type Post struct {
	Channel string
	Date    when.Date

	DueAt     time.Time // when to send it
	ExpiresAt time.Time // when it is too late to send it
	SP        int       // SP number of its position, fixed when it was planned

	State     State
	Attempts  int       // claims so far
	FirstSent time.Time // start of the first attempt that may have arrived; zero before one
	NotBefore time.Time // no attempt before this; zero for none
	MessageID string    // "" if no message is known
	Trouble   Trouble   // of the last attempt; NoTrouble after a success
	Error     string    // the details of the trouble, in Discord's words; "" for none
}

// A Trouble says what is wrong with a post or a subscription.
type Trouble string

// The kinds of trouble. Those from Limited on are answers of Discord.
const (
	NoTrouble  Trouble = ""
	NotRunning Trouble = "not_running" // the bot was not running while the post could be sent
	TooLate    Trouble = "too_late"    // no attempt succeeded in time
	Unwanted   Trouble = "unwanted"    // the subscription was paused or disabled before the post was sent
	Removed    Trouble = "removed"     // the subscription was removed before the outcome was known
	NoAnswer   Trouble = "no_answer"   // Discord could not be reached, or failed
	NoHistory  Trouble = "no_history"  // the message history cannot be read, so nobody knows whether the post arrived
	NoThread   Trouble = "no_thread"   // the post was sent, but its thread could not be opened
	Limited    Trouble = "limited"     // too many requests: wait RetryAfter
	Gone       Trouble = "gone"        // the channel does not exist
	Forbidden  Trouble = "forbidden"   // the bot may not post there, or the thread is archived
	Invalid    Trouble = "invalid"     // the request is wrong: a bug in this program
	Rejected   Trouble = "rejected"    // the token is wrong: stop everything
)

// ErrNotFound is returned by a Store for a channel without a subscription.
var ErrNotFound = errors.New("no subscription for the channel")

// MostPerGuild is how many subscriptions a server may have.
const MostPerGuild = 10

// ErrTooMany is returned by a Store for a subscription beyond MostPerGuild.
var ErrTooMany = errors.New("the server has the maximum number of subscriptions")
