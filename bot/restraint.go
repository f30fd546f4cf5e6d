package bot

import (
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// A restraint holds requests back when too many have been refused. Discord bans
// an address for a while that has caused 10,000 answers 401, 403 or 429 within
// ten minutes ("Invalid Request Limit" in its documentation), and several bots
// may share the address.
type restraint struct {
	next http.RoundTripper
	log  *slog.Logger
	now  func() time.Time

	mu      sync.Mutex
	minutes [invalidWindow]tally
}

// A tally counts the refused requests of a minute.
type tally struct {
	minute  int64 // since 1970
	refused int
}

const (
	invalidLimit  = 5000 // refused requests within the window
	invalidWindow = 10   // minutes
)

// RoundTrip implements [http.RoundTripper]. What it holds back it answers as
// Discord would, by a 429.
func (t *restraint) RoundTrip(r *http.Request) (*http.Response, error) {
	if wait := t.wait(); wait > 0 {
		if r.Body != nil {
			r.Body.Close()
		}
		return limited(r, wait), nil
	}
	answer, err := t.next.RoundTrip(r)
	if err == nil && invalid(answer) {
		t.count()
	}
	return answer, err
}

// invalid reports whether Discord counts an answer. A limit that others have used
// up is nobody's mistake.
func invalid(answer *http.Response) bool {
	switch answer.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		return true
	case http.StatusTooManyRequests:
		return answer.Header.Get("X-RateLimit-Scope") != "shared"
	}
	return false
}

// wait returns for how long requests are held back.
func (t *restraint) wait() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := t.now()
	sum, oldest := 0, now.Unix()/60
	for _, m := range t.minutes {
		if age := now.Unix()/60 - m.minute; m.refused > 0 && age >= 0 && age < invalidWindow {
			sum += m.refused
			oldest = min(oldest, m.minute)
		}
	}
	if sum < invalidLimit {
		return 0
	}
	return time.Unix((oldest+invalidWindow)*60, 0).Sub(now)
}

func (t *restraint) count() {
	t.mu.Lock()
	minute := t.now().Unix() / 60
	m := &t.minutes[minute%invalidWindow]
	if m.minute != minute {
		*m = tally{minute: minute}
	}
	m.refused++
	t.mu.Unlock()
	if wait := t.wait(); wait > 0 {
		t.log.Error("Discord has refused too many requests; making none for a while, lest it ban this address", "for", wait.String())
	}
}
