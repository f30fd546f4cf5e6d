package daily

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"time"
)

// Channels is what an Engine needs of Discord.
type Channels interface {
	// Send posts to the channel and returns the message's id. A *Refusal says
	// that nothing was posted; after any other error nobody knows.
	Send(ctx context.Context, d Delivery) (message string, err error)
	// Find looks for the delivery's message on one page of those posted since
	// it was first tried: the newest, or those before a message.
	Find(ctx context.Context, d Delivery, before string) (Page, error)
	// OpenThread opens a thread on a posted message, unless it has one.
	OpenThread(ctx context.Context, d Delivery, message string) error
	// Tell sends a person a direct message.
	Tell(ctx context.Context, user, text string) error
}

// A Page is what Find has read of a channel.
type Page struct {
	Message string // id of the delivery's message; "" if it is not there
	Empty   bool   // whether it shows no message, though there may be some
	Next    string // the message before which to go on; "" if that was all
}

// A Delivery is a post on its way.
type Delivery struct {
	Sub    Sub
	Post   Post
	Missed int // the days without a post since the last one before
}

// FileName returns the name of the board's file. The date in it is what Find
// knows the message by.
func (d Delivery) FileName() string { return "daily-" + d.Post.Date.String() + ".png" }

// Nonce returns the text by which Discord knows a repetition: 24 characters that
// follow from the application, the channel and the date.
func (d Delivery) Nonce(application string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s", application, d.Post.Channel, d.Post.Date))
	return base64.RawURLEncoding.EncodeToString(sum[:18])
}

// A Refusal is Discord's word that it has posted nothing, and why.
type Refusal struct {
	Kind       RefusalKind
	RetryAfter time.Duration // of a Limited one
	Global     bool          // of a Limited one: it holds for all requests
	Err        error
}

// A RefusalKind says what is to be done about a Refusal.
type RefusalKind int

// The kinds of refusal.
const (
	Limited   RefusalKind = iota + 1 // too many requests: wait RetryAfter
	Gone                             // the channel does not exist
	Forbidden                        // the bot may not post there, or the thread is archived
	Invalid                          // the request is wrong: our fault
	Rejected                         // the token is: stop everything
)

// Error returns Discord's words.
func (r *Refusal) Error() string { return r.Err.Error() }

// Unwrap returns the cause.
func (r *Refusal) Unwrap() error { return r.Err }
