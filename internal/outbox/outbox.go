// Package outbox posts what nobody waits for: each post once, never twice, and never
// skipped silently.
//
// A [Post] has a kind and, within its kind, a key: a subject and a number. A daily
// post's subject is its channel, and its number the date. A [Kind] composes each
// post at the last moment, and is told the outcome; a [Planner] also plans posts. To add a
// kind, implement Kind and add it to Options.Kinds.
//
// # Steps
//
// An [Engine] works in steps. The process may be killed between any two of them, and any
// number of processes may share the store:
//
//	plan    insert the post. The store refuses a second post with the same key:
//	        nothing is planned twice. A post that is planned waits until somebody
//	        records its outcome: nothing is lost.
//	claim   reserve one open post under a lease, and note the time of the first attempt
//	        before anything is sent. While the lease lasts, nobody else may send it.
//	look    read the channel before sending, if the post may be there already: an
//	        earlier attempt was made, or the store may be an old backup. A post that
//	        is found is recorded and not sent.
//	send    with a nonce derived from kind and key. For some minutes Discord returns
//	        the first message with that nonce instead of posting a second one.
//	record  store the outcome, if this engine still has the lease.
//
// A post without a recorded outcome is claimed again when its lease has ended. The table
// shows why a kill neither doubles nor loses a post:
//
//	killed before            what the next claim does
//	the plan is committed    plans again: the key is the same
//	the claim                claims it for the first time
//	the send                 looks, finds nothing, sends
//	Discord's answer         looks and finds the message, or repeats the nonce
//	the record               the same
//
// A lease is short, and is renewed while an attempt goes on: the posts of a process that was
// killed are soon free. An attempt that begins longer than a lease after the first one looks.
//
// The look is trusted whenever the channel shows its messages. Without it, the nonce is trusted
// for one minute after the first attempt. If neither can be trusted, the outcome is
// [Unknown]: the post is not sent again, and people can see that.
//
// A first attempt looks too if the post was due before this engine started, or more than
// a minute ago. Then the store may be a backup that does not know that the post was sent.
//
// Posts of one subject are sent in the order of their numbers.
//
// # Clocks
//
// All processes follow the store's clock, if it has one. After a clock that went back,
// the age of an attempt is unknown: the engine looks. After a clock that jumped ahead
// during an attempt, the next attempt does not wait for the wrong time.
//
// The package knows neither SQL nor Discord: a [Store] keeps posts, a [Channels] sends
// and reads messages.
package outbox

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"time"
)

// A Post is a message to a channel that is sent by itself.
type Post struct {
	Kind    string // the name of its Kind
	Subject string // what it belongs to, such as a channel or an event
	Number  int    // among the posts of the subject: they are sent in the order of their numbers

	Channel   string    // id
	Person    string    // id of the person whose direct messages get the post instead; not stored
	Server    string    // id of the server to which the post goes; "" if it is not known; not stored
	Turn      int       // of all posts that are due, those with the smallest turn are sent first
	DueAt     time.Time // when to send it
	ExpiresAt time.Time // when it is too late to send it

	State     State
	Attempts  int       // claims so far
	FirstSent time.Time // start of the first attempt that may have arrived; zero before one
	NotBefore time.Time // no attempt before this; zero for none
	MessageID string    // "" if no message is known
	Trouble   Trouble   // of the last attempt; NoTrouble after a success
	Reason    string    // the details of the trouble: one of the reasons, or the words of an error; "" for none
}

// Nonce returns the text from which Discord recognises a repeated request: 24
// characters derived from the application and the post's kind and key.
func (p Post) Nonce(application string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s %d", application, p.Kind, p.Subject, p.Number))
	return base64.RawURLEncoding.EncodeToString(sum[:18])
}

// Since returns the earliest time at which the post may have been sent.
func (p Post) Since() time.Time {
	if !p.FirstSent.IsZero() && p.FirstSent.Before(p.DueAt) {
		return p.FirstSent
	}
	return p.DueAt
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

// States are all states.
func States() []State { return []State{Open, Posted, Missed, Failed, Unknown} }

// A Trouble says what is wrong with a post.
type Trouble string

// The kinds of trouble. Those from Limited on are answers of Discord.
const (
	NoTrouble  Trouble = ""
	NotRunning Trouble = "not_running" // the bot was not running while the post could be sent
	TooLate    Trouble = "too_late"    // no attempt succeeded in time
	Unwanted   Trouble = "unwanted"    // nobody wanted the post any more before it was sent
	Removed    Trouble = "removed"     // the post's subject was removed before the outcome was known
	NoAnswer   Trouble = "no_answer"   // Discord could not be reached, or failed
	NoHistory  Trouble = "no_history"  // the message history cannot be read, so nobody knows whether the post arrived
	NoThread   Trouble = "no_thread"   // the post was sent, but its thread could not be opened
	Limited    Trouble = "limited"     // too many requests: wait RetryAfter
	Gone       Trouble = "gone"        // the channel does not exist
	Forbidden  Trouble = "forbidden"   // the bot may not post there, the thread is archived, or the server's list of events is full
	Invalid    Trouble = "invalid"     // the request is wrong: a bug in this program
	Rejected   Trouble = "rejected"    // the token is wrong: stop everything
)

// A Certainty says how an attempt kept a post from coming twice that was perhaps in its
// channel already: an earlier attempt had no answer, or the store may be an old backup.
type Certainty string

// The certainties.
const (
	Found   Certainty = "found"  // a look found the post: it is not sent again
	Absent  Certainty = "absent" // a look found nothing: it is sent
	ByNonce Certainty = "nonce"  // it is sent again, and Discord returns the first message to the same nonce
)

// Certainties are all certainties.
func Certainties() []Certainty { return []Certainty{Found, Absent, ByNonce} }

// A Refusal is Discord's answer to a request that it did not carry out.
type Refusal struct {
	Trouble    Trouble       // Limited, Gone, Forbidden, Invalid or Rejected
	RetryAfter time.Duration // if Limited
	Global     bool          // if Limited: the limit holds for all requests
	Reason     string        // if Forbidden: one of the reasons, or Discord's words; "" for none
	Err        error
}

// The reasons of refusals and of unknown outcomes. Programs up to version 1.0 stored English
// sentences instead.
const (
	NoAccess     = "no_access"     // the bot cannot see the channel
	NoPermission = "no_permission" // the bot may not post or attach files there
	Archived     = "archived"      // the thread is archived
	ListFull     = "list_full"     // the server has as many events as Discord allows
	ClockAhead   = "clock_ahead"   // the post was deleted while the clock ran ahead
)

// Error returns Discord's words.
func (r *Refusal) Error() string { return r.Err.Error() }

// Unwrap returns the cause.
func (r *Refusal) Unwrap() error { return r.Err }

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
