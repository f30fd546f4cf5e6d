package discordapi

import (
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// refusals counts refused requests, and stops all requests when there are too many.
// Discord bans an IP address for a while after 10,000 answers of 401, 403 or 429
// within ten minutes ("Invalid Request Limit" in Discord's documentation). The limit
// here is lower because several bots may share the address.
type refusals struct {
	log *slog.Logger
	now func() time.Time

	mu      sync.Mutex
	minutes [refusedWindow]tally
}

// A tally is the number of refused requests in one minute.
type tally struct {
	minute  int64 // since 1970
	refused int
}

const (
	refusedLimit  = 5000 // refused requests within the window
	refusedWindow = 10   // minutes
)

// wait returns how long requests must wait; 0 if they may be sent now.
func (r *refusals) wait() time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	sum, oldest := 0, now.Unix()/60
	for _, m := range r.minutes {
		if age := now.Unix()/60 - m.minute; m.refused > 0 && age >= 0 && age < refusedWindow {
			sum += m.refused
			oldest = min(oldest, m.minute)
		}
	}
	if sum < refusedLimit {
		return 0
	}
	return time.Unix((oldest+refusedWindow)*60, 0).Sub(now)
}

// note counts an answer if Discord counts it against the IP address.
func (r *refusals) note(status int, header http.Header) {
	if !countsAgainstUs(status, header) {
		return
	}
	r.mu.Lock()
	minute := r.now().Unix() / 60
	m := &r.minutes[minute%refusedWindow]
	if m.minute != minute {
		*m = tally{minute: minute}
	}
	m.refused++
	r.mu.Unlock()
	if wait := r.wait(); wait > 0 {
		r.log.Error("Discord has refused too many requests; sending none for a while, so that it does not ban this address", "for", wait.String())
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
