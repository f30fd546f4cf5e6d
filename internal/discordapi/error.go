package discordapi

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

// An Error is a request that failed: Discord refused it, or there was no answer.
type Error struct {
	Request string // its method and address, without tokens
	Status  int    // of the answer; 0 for no answer
	Code    int    // Discord's error code; 0 where the answer has none
	Message string // what Discord, or whoever answered in its place, says
	Detail  string // of a wrong body: what is wrong with it, as JSON

	RetryAfter time.Duration // of a rate limit (Status 429): the wait until the next attempt
	Global     bool          // of a rate limit: it holds for all requests

	Err error // why there was no answer; nil where there was one
}

// Error names the request and the reason.
func (e *Error) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s: %v", e.Request, e.Err)
	}
	text := fmt.Sprintf("%s: %d %s", e.Request, e.Status, cmp.Or(http.StatusText(e.Status), "unknown status"))
	if e.Message != "" {
		text += ": " + e.Message
	}
	if e.Code != 0 {
		text += fmt.Sprintf(" (code %d)", e.Code)
	}
	if e.RetryAfter > 0 {
		text += fmt.Sprintf("; try again after %v", e.RetryAfter)
	}
	if e.Detail != "" {
		text += " " + e.Detail
	}
	return text
}

// Unwrap returns why there was no answer.
func (e *Error) Unwrap() error { return e.Err }

// Temporary reports whether the same request may succeed later: there was a rate
// limit, or Discord's servers or the way to them failed.
func (e *Error) Temporary() bool {
	return e.Status == 0 || e.Status == http.StatusTooManyRequests || e.Status >= http.StatusInternalServerError
}

// TokenRejected reports whether Discord rejects the bot's token. A 401 with
// another code is about the token of an interaction.
func (e *Error) TokenRejected() bool {
	return e.Status == http.StatusUnauthorized && (e.Code == 0 || e.Code == discordgo.ErrCodeUnauthorized)
}

// Code returns Discord's error code in an error, 0 for none.
func Code(err error) int {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return 0
}

// Temporary reports whether a request that failed may succeed later. An error that
// is not an *Error came after the request.
func Temporary(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Temporary()
}

// TokenRejected reports whether an error says that Discord rejects the bot's
// token.
func TokenRejected(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.TokenRejected()
}

// RetryAfter returns the wait that a rate limit demands, 0 for other errors.
func RetryAfter(err error) time.Duration {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.RetryAfter
	}
	return 0
}

const (
	quotedLimit  = 500             // bytes of an answer that an error repeats
	missingRetry = 5 * time.Second // the wait for a rate limit that names none
	longestRetry = 24 * time.Hour
)

// read takes over what an answer says. An answer may repeat the request, so its
// texts lose all tokens.
func (e *Error) read(status int, header http.Header, answer []byte, token string) {
	const longest = 64 << 10 // bytes of an answer that says what is wrong
	answer = []byte(hide(string(answer[:min(len(answer), longest)]), token))
	var said struct {
		Message    string          `json:"message"`
		Code       int             `json:"code"`
		Errors     json.RawMessage `json:"errors"`
		RetryAfter *float64        `json:"retry_after"` // seconds
		Global     bool            `json:"global"`
	}
	notJSON := json.Unmarshal(answer, &said)
	e.Status, e.Code, e.Message, e.Detail = status, said.Code, cut(said.Message), cut(string(said.Errors))
	if notJSON != nil {
		e.Message = strconv.Quote(cut(string(answer))) // such as a page of Cloudflare's
	}
	if status != http.StatusTooManyRequests {
		return
	}
	// What answers a 429 without JSON stands before Discord and limits everything.
	e.Global = said.Global || notJSON != nil || header.Get("X-RateLimit-Global") != ""
	seconds, err := strconv.ParseFloat(header.Get("Retry-After"), 64)
	if said.RetryAfter != nil {
		seconds, err = *said.RetryAfter, nil
	}
	switch {
	case err != nil, !(seconds >= 0):
		e.RetryAfter = missingRetry
	case seconds > longestRetry.Seconds():
		e.RetryAfter = longestRetry
	default:
		e.RetryAfter = time.Duration(seconds * float64(time.Second))
	}
}

// cut returns the beginning of a text.
func cut(text string) string {
	if len(text) > quotedLimit {
		return text[:quotedLimit] + "…"
	}
	return text
}
