package rest

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

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
		go r.tell()
	}
	if wait := r.wait(credit); wait > 0 {
		r.log.Error("Discord has refused too many requests; sending no more of this urgency for a while, so that it does not ban this address",
			"posts_only", credit < answerCredit, "for", wait.String())
	}
}

// tell tells other processes of a refusal, and learns how many they had. Without the database, each
// process counts for itself.
func (r *refusals) tell() {
	ctx, cancel := context.WithTimeout(context.Background(), shareTime)
	defer cancel()
	if owed, err := r.share(ctx, refusalCost); err == nil {
		r.owe(0, owed)
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
