package rest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// An Error is a request that failed: Discord refused it, or there was no answer.
type Error struct {
	Request string // its method and address, without tokens
	Status  int    // of the answer; 0 for no answer
	Code    int    // Discord's error code; 0 if the answer has none
	Message string // from the answer, which may come from a proxy instead of Discord
	Detail  string // for an invalid body: the faults in it, as JSON

	RetryAfter time.Duration // for a rate limit (Status 429): the wait until the next attempt
	Global     bool          // for a rate limit: it holds for all requests
	ByProxy    bool          // for a rate limit: Discord did not answer, and may have carried out the request

	Repeated bool // an earlier attempt of Retry got no clear answer: Discord may have carried it out

	Err error // why there was no answer; nil if there was one
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

// Unclear reports whether Discord may have carried out the request: there was no answer, or one
// that a proxy or an overloaded server gives.
func (e *Error) Unclear() bool {
	return e.Status < http.StatusBadRequest || e.Status >= http.StatusInternalServerError ||
		e.Status == http.StatusRequestTimeout || e.ByProxy
}

// Unwrap returns why there was no answer.
func (e *Error) Unwrap() error { return e.Err }

// found returns the *Error in an error, or an empty one.
func found(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{}
}

// Code returns Discord's error code in an error, or 0.
func Code(err error) int { return found(err).Code }

// Repeated reports whether Discord may have carried out an earlier attempt of the request that
// failed: see [Client.Retry].
func Repeated(err error) bool { return found(err).Repeated }

// Temporary reports whether the same request may succeed later: after a rate limit,
// or a failure of the network, of a proxy or of Discord's servers. It is false for an
// error that is not an *Error: such an error happened after the request.
func Temporary(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && (e.Status == 0 || e.Status == http.StatusRequestTimeout ||
		e.Status == http.StatusTooManyRequests || e.Status >= http.StatusInternalServerError)
}

// ErrTokenRejected says what the operator can do when Discord rejects the bot's token.
var ErrTokenRejected = errors.New("Discord rejected the token: " +
	"reset it at https://discord.com/developers/applications under “Bot” and put the new one into DISCORD_TOKEN")

// TokenRejected reports whether an error says that Discord rejects the bot's
// token. A 401 with another code is about the token of an interaction.
func TokenRejected(err error) bool {
	e := found(err)
	return e.Status == http.StatusUnauthorized && (e.Code == 0 || e.Code == discordgo.ErrCodeUnauthorized)
}

// RetryAfter returns the wait that a rate limit requires, and 0 for other errors.
func RetryAfter(err error) time.Duration { return found(err).RetryAfter }

const (
	quotedLimit  = 500             // bytes of an answer that an error repeats
	missingRetry = 5 * time.Second // the wait for a rate limit without a Retry-After
	longestRetry = 24 * time.Hour
)

// read fills e from an answer. The answer may repeat the request, so tokens are
// removed from its texts.
func (e *Error) read(status int, header http.Header, answer []byte, token string) {
	const longest = 64 << 10 // bytes of an answer that are decoded
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
	// A 429 without JSON comes from a proxy in front of Discord. It limits everything.
	e.ByProxy = byProxy(header)
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

// byProxy reports whether nirn-proxy has made up the answer, because one of its nodes
// failed: https://github.com/germanoeich/nirn-proxy, “High availability”. The node may have
// passed the request on. nirn-proxy answers 408 if Discord is too slow.
func byProxy(header http.Header) bool { return header.Get("Generated-By-Proxy") != "" }

// cut returns the beginning of a text.
func cut(text string) string {
	if len(text) > quotedLimit {
		return text[:quotedLimit] + "…"
	}
	return text
}

// Discord bans an IP address for a while after 10,000 answers of 401, 403 or 429 within ten
// minutes ("Invalid Request Limit" in Discord's documentation). A refused request costs some
// time, which then passes: so ten minutes forget 1,000 of them. While more are remembered
// than an urgency allows, its requests wait.
//
// With 1,000 remembered and 1,000 forgotten, Discord has refused at most 2,000 within ten
// minutes when requests in the background stop, and at most 9,000 when answers do. The last
// 1,000 are for requests on the way, and for other programs at the same address.
const (
	refusalCost      = 600 * time.Millisecond
	backgroundCredit = 1000 * refusalCost // of an urgency: the time that may be owed
	answerCredit     = 8000 * refusalCost

	// mostOwed bounds what is remembered, so that a clock that was put back holds answers for a
	// minute at most. Nothing is sent above answerCredit, so little more is ever owed.
	mostOwed = answerCredit + time.Minute

	// backgroundPause is how long requests in the background stop at least, so that the log
	// does not report each refusal.
	backgroundPause = time.Minute

	shareTime = 5 * time.Second // for telling other processes of a refusal
)

// refusals remembers refused requests, of this process and of those that share its database.
type refusals struct {
	log   *slog.Logger
	now   func() time.Time
	share func(ctx context.Context, cost time.Duration) (owed time.Duration, err error)

	mu        sync.Mutex
	owedUntil time.Time // when all refusals are forgotten, as far as this process knows
}

// wait returns how long requests must wait that have the credit; 0 if they may be sent now.
func (r *refusals) wait(credit time.Duration) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	if most := now.Add(mostOwed); r.owedUntil.After(most) {
		r.owedUntil = most
	}
	wait := r.owedUntil.Sub(now.Add(credit))
	if wait > 0 && credit < answerCredit {
		wait += backgroundPause
	}
	return max(wait, 0)
}

// note remembers an answer if Discord counts it against the IP address. Other processes are
// told in the background: an answer to a person does not wait for the database.
func (r *refusals) note(status int, header http.Header, credit time.Duration) {
	if !countsAgainstUs(status, header) {
		return
	}
	r.owe(refusalCost, 0)
	if r.share != nil {
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), shareTime)
			defer cancel()
			if owed, err := r.share(ctx, refusalCost); err == nil { // without the database, each process counts for itself
				r.owe(0, owed)
			}
		}()
	}
	if wait := r.wait(credit); wait > 0 {
		r.log.Error("Discord has refused too many requests; sending no more of this urgency for a while, so that it does not ban this address",
			"posts_only", credit < answerCredit, "for", wait.String())
	}
}

// owe adds a cost to what is owed, and makes the sum at least as much as all processes owe.
func (r *refusals) owe(cost, all time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	if now.After(r.owedUntil) {
		r.owedUntil = now
	}
	r.owedUntil = r.owedUntil.Add(cost)
	if shared := now.Add(all); shared.After(r.owedUntil) {
		r.owedUntil = shared
	}
}

// countsAgainstUs reports whether Discord counts an answer against the IP address. An
// answer for a shared rate limit does not count: others have used that limit up. An answer
// that a proxy made up does not count either.
func countsAgainstUs(status int, header http.Header) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return true
	case http.StatusTooManyRequests:
		return header.Get("X-RateLimit-Scope") != "shared" && !byProxy(header)
	}
	return false
}

// tokenInText matches the tokens of interactions and webhooks, in addresses and in
// JSON. The JSON may be quoted again inside a string.
var tokenInText = regexp.MustCompile(`((?:/interactions|/webhooks)/[0-9]+/|\\*"token\\*": ?\\*")[^/\\"\s?]+`)

// hideTokens replaces the tokens of interactions and webhooks.
func hideTokens(text string) string { return tokenInText.ReplaceAllString(text, "${1}[secret]") }

// hide replaces the tokens of interactions and webhooks, and the bot's token.
func hide(text, token string) string {
	text = hideTokens(text)
	if token != "" {
		text = strings.ReplaceAll(text, token, "[secret]")
	}
	return text
}

// Redact returns a writer that passes its input on to w without tokens: of the bot,
// of interactions and of webhooks. Every write must be whole lines, as slog's are.
func Redact(w io.Writer, token string) io.Writer { return &redactor{w, token} }

type redactor struct {
	w     io.Writer
	token string
}

// Write implements [io.Writer].
func (r *redactor) Write(p []byte) (int, error) {
	if _, err := io.WriteString(r.w, hide(string(p), r.token)); err != nil {
		return 0, err
	}
	return len(p), nil
}
