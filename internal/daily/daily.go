// Package daily posts the position of the day to the channels that subscribed to
// it: on every date once, never twice, and never skipped without a word.
//
// A [Sub] says when a channel wants its post, by the clocks of a time zone (see
// [At] for what that means when they are changed). An [Engine] turns it into
// posts, in steps each of which may be cut off by a crash:
//
//	plan    insert the [Post] of a date, and move the subscription to the next
//	claim   take one open post, under a lease that only its holder can record
//	send    with a nonce that follows from channel and date, so that Discord
//	        itself refuses a repetition for a while
//	look    instead, where an earlier attempt may have arrived: read the channel
//	record  what became of it
//
// A post that nobody has recorded is claimed again when its lease has run out.
// Whether it is sent again or looked for first depends on the time since the
// first attempt, because the nonce is trusted only for a minute.
//
// The clock may be wrong for a while. What was posted then stays posted; what a
// clock too far ahead only missed is planned again once it is right (see
// [FarAhead]).
//
// The package knows neither SQL nor Discord: a [Store] keeps the subscriptions
// and posts, a [Channels] sends and reads messages.
package daily

import (
	"errors"
	"time"
)

// A Status says whether a subscription is posted.
type Status string

// The statuses. A disabled subscription is one that Discord has refused for
// good; nothing deletes it but its server's people.
const (
	Active   Status = "active"
	Paused   Status = "paused"
	Disabled Status = "disabled"
)

// A Sub is a channel's subscription. There is one a channel at most.
type Sub struct {
	Channel string // id
	Guild   string // id
	Minute  Minute // of the day
	Zone    string // time zone, as Zones spells it
	Theme   string // of the board; "" for the default
	View    string // "white" or "black", whose side is below; "" for white
	Role    string // id of the role to ping; "" for none
	Thread  bool   // whether a thread is opened on the post

	Status       Status
	Reason       string    // of the trouble it is in; "" for none
	FailingSince time.Time // since when Discord refuses its posts; zero if it does not

	SetBy string // user id
	SetAt time.Time

	NextDate Date
	NextAt   time.Time // the instant of NextDate's post
}

// A State says what became of a post.
type State string

// The states. Open posts are still to be sent; all others are final.
const (
	Open    State = "open"
	Posted  State = "posted"
	Missed  State = "missed"  // nobody was there to send it in time
	Failed  State = "failed"  // Discord refused it
	Unknown State = "unknown" // sent, perhaps; the channel cannot be read to find out
)

// A Post is one channel's post of one date.
type Post struct {
	Channel string
	Date    Date

	DueAt     time.Time // when it is to be sent
	ExpiresAt time.Time // from when on it is missed
	SP        int       // its position, fixed when it was planned

	State     State
	Attempts  int       // claims so far
	FirstSent time.Time // when the first attempt that may have arrived began; zero before
	NotBefore time.Time // no attempt before this; zero for none
	MessageID string    // of the message; "" if there is none that we know of
	Error     string    // what went wrong last; "" for nothing
}

// ErrNotFound is returned by a Store for a channel without a subscription.
var ErrNotFound = errors.New("no subscription for the channel")

// MostPerGuild is how many subscriptions a server may have.
const MostPerGuild = 10

// ErrTooMany is returned by a Store for one subscription more than MostPerGuild.
var ErrTooMany = errors.New("the server has as many subscriptions as it may")
