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
	// Find looks for the delivery's message among those posted since it was
	// first tried. message is "" if it is not there. readable is false where
	// the channel shows no message at all, so that nothing follows from that.
	Find(ctx context.Context, d Delivery) (message string, readable bool, err error)
	// OpenThread opens a thread on a posted message.
	OpenThread(ctx context.Context, d Delivery, message string) error
	// Tell sends a person a direct message.
	Tell(ctx context.Context, user, text string) error
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
