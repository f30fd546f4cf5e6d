package daily

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"time"
)

// Channels is what an Engine needs from Discord.
type Channels interface {
	// Send posts to the channel and returns the message's id. A *Refusal says
	// that nothing was posted; after any other error the outcome is unknown.
	Send(ctx context.Context, d Delivery) (message string, err error)
	// Find looks for the delivery's message on one page of the messages posted
	// since the first attempt: the newest page, or the one before a message.
	Find(ctx context.Context, d Delivery, before string) (Page, error)
	// OpenThread opens a thread on a posted message, unless it has one.
	OpenThread(ctx context.Context, d Delivery, message string) error
	// TellDisabled tells the person who set a subscription that it was disabled.
	// Its Trouble and Reason say why.
	TellDisabled(ctx context.Context, s Sub) error
}

// A Page is what Find has read of a channel.
type Page struct {
	Message string // id of the delivery's message; "" if it is not on the page
	Empty   bool   // no message was shown, although the channel may have some
	Next    string // continue before this message; "" at the end
}

// A Delivery is a post with all that is needed to send it.
type Delivery struct {
	Sub    Sub
	Post   Post
	Missed int // days without a post since the last one that was sent
}

// FileName returns the name of the board's file. Find recognises the message by
// the date in this name.
func (d Delivery) FileName() string { return "daily-" + d.Post.Date.String() + ".png" }

// Nonce returns the text from which Discord recognises a repeated request: 24
// characters derived from the application, the channel and the date.
func (d Delivery) Nonce(application string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s", application, d.Post.Channel, d.Post.Date))
	return base64.RawURLEncoding.EncodeToString(sum[:18])
}

// A Refusal is Discord's answer to a request that it did not carry out.
type Refusal struct {
	Kind       Trouble       // Limited, Gone, Forbidden, Invalid or Rejected
	RetryAfter time.Duration // if Limited
	Global     bool          // if Limited: the limit holds for all requests
	Err        error
}

// Error returns Discord's words.
func (r *Refusal) Error() string { return r.Err.Error() }

// Unwrap returns the cause.
func (r *Refusal) Unwrap() error { return r.Err }
