package discordapi

import (
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// A brake holds requests back when Discord has refused too many. Discord bans an
// address for a while that has caused 10,000 answers 401, 403 or 429 within ten
// minutes ("Invalid Request Limit" in its documentation), and several bots may
// share the address.
type brake struct {
	log *slog.Logger
	now func() time.Time

	mu      sync.Mutex
	minutes [refusedWindow]tally
}

// A tally counts the refused requests of a minute.
type tally struct {
	minute  int64 // since 1970
	refused int
}

const (
	refusedLimit  = 5000 // refused requests within the window
	refusedWindow = 10   // minutes
)

// wait returns for how long requests are held back, 0 if they are not.
func (b *brake) wait() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	sum, oldest := 0, now.Unix()/60
	for _, m := range b.minutes {
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

// note counts an answer if Discord counts it against the address.
func (b *brake) note(status int, header http.Header) {
	if !countsAgainstUs(status, header) {
		return
	}
	b.mu.Lock()
	minute := b.now().Unix() / 60
	m := &b.minutes[minute%refusedWindow]
	if m.minute != minute {
		*m = tally{minute: minute}
	}
	m.refused++
	b.mu.Unlock()
	if wait := b.wait(); wait > 0 {
		b.log.Error("Discord has refused too many requests; sending none for a while, so that it does not ban this address", "for", wait.String())
	}
}

// countsAgainstUs reports whether Discord counts an answer. A shared rate limit
// was used up by others.
func countsAgainstUs(status int, header http.Header) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return true
	case http.StatusTooManyRequests:
		return header.Get("X-RateLimit-Scope") != "shared"
	}
	return false
}
