package discordtest

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Fault is what happens to one REST request instead of a plain answer. Its zero
// value changes nothing.
//
// Without DropAfter and StatusAfter, a Status, RetryAfter, HTML or DropBefore
// means that the request is not served: nothing is posted.
type Fault struct {
	Delay       time.Duration     // before anything else; the request counts even if the bot has hung up by then
	Status      int               // answered instead of serving; 429 if RetryAfter is set (a 429 without it names no time), 502 if HTML is
	Code        int               // Discord's error code in the body
	Message     string            // words in the body; those of the status if empty
	Header      map[string]string // further headers of the answer
	RetryAfter  time.Duration     // of a 429: the body and the headers of a rate limit
	Scope       string            // of a 429: "user" if empty, "global" or "shared"
	HTML        bool              // the body is a page of Cloudflare's, without Discord's headers
	DropBefore  bool              // the connection closes, and nothing was served
	DropAfter   bool              // the request is served, and the connection closes without an answer
	StatusAfter int               // the request is served, and this status is answered all the same
}

// Faults asks f about each REST request, its Route, Path and Body known and not
// yet its answer, before it is served; nil changes nothing. One call is over
// before the next. Requests has the faulted requests with what was answered, a
// dropped one with status 0. What a fault answers is no broken rule.
func Faults(f func(Request) *Fault) Setting { return func(s *Server) { s.SetFaults(f) } }

// SetFaults replaces the function given to [Faults]; nil ends all faults.
func (s *Server) SetFaults(f func(Request) *Fault) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.f = f
}

// faults is the function given to Faults; the lock is held while it runs.
type faults struct {
	mu sync.Mutex
	f  func(Request) *Fault
}

// faultFor is what happens to a request.
func (s *Server) faultFor(q Request) Fault {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	if f := s.faults.f; f != nil {
		if fault := f(q); fault != nil {
			return *fault
		}
	}
	return Fault{}
}

// pause waits, but not longer than the server is there.
func (s *Server) pause(d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.closed.Done():
	}
}

// unserved tells whether the request never gets to its route.
func (f *Fault) unserved() bool {
	return f.DropBefore || !f.DropAfter && f.StatusAfter == 0 && f.status() != 0
}

// status is what is answered in place of the real answer, 0 for nothing.
func (f *Fault) status() int {
	switch {
	case f.StatusAfter != 0:
		return f.StatusAfter
	case f.Status != 0:
		return f.Status
	case f.RetryAfter > 0:
		return http.StatusTooManyRequests
	case f.HTML:
		return http.StatusBadGateway
	}
	return 0
}

// reply is an answer as it goes out.
type reply struct {
	status int
	header http.Header
	body   []byte
}

func (r *reply) write(w http.ResponseWriter) {
	for name, values := range r.header {
		w.Header()[name] = values
	}
	w.WriteHeader(r.status)
	w.Write(r.body)
}

// replace makes of the real answer the one that the bot gets.
func (f *Fault) replace(real reply, now time.Time, route string) reply {
	if status := f.status(); status != 0 {
		real = reply{status: status, header: http.Header{}}
		if f.HTML {
			f.page(&real)
		} else {
			f.refusal(&real, now, route)
		}
	}
	for name, value := range f.Header {
		real.header.Set(name, value)
	}
	return real
}

// page is what Cloudflare answers in Discord's place.
func (f *Fault) page(r *reply) {
	r.header.Set("Content-Type", "text/html; charset=UTF-8")
	r.header.Set("Server", "cloudflare")
	title := fmt.Sprintf("discord.com | %d: %s", r.status, http.StatusText(r.status))
	if r.status == http.StatusTooManyRequests {
		title = "Access denied | discord.com used Cloudflare to restrict access"
		r.header.Set("Retry-After", seconds(f.RetryAfter))
	}
	r.body = fmt.Appendf(nil, "<!DOCTYPE html>\n<html lang=\"en-US\">\n<head><title>%s</title></head>\n<body><h1>%d</h1></body>\n</html>\n", title, r.status)
}

// refusal is an error of Discord's own.
func (f *Fault) refusal(r *reply, now time.Time, route string) {
	r.header.Set("Content-Type", "application/json")
	body := map[string]any{"message": f.Message, "code": f.Code}
	if f.Message == "" {
		body["message"] = fmt.Sprintf("%d: %s", r.status, http.StatusText(r.status))
	}
	if r.status == http.StatusTooManyRequests {
		f.limit(r, body, now, route)
	}
	r.body, _ = json.Marshal(body)
}

// limit adds what tells the bot when to come back.
func (f *Fault) limit(r *reply, body map[string]any, now time.Time, route string) {
	scope := f.Scope
	if scope == "" {
		scope = "user"
	}
	if f.Message == "" {
		body["message"] = "You are being rate limited."
	}
	body["global"] = scope == "global"
	if f.RetryAfter > 0 {
		body["retry_after"] = f.RetryAfter.Seconds()
		r.header.Set("Retry-After", seconds(f.RetryAfter))
	}
	r.header.Set("X-RateLimit-Scope", scope)
	if scope == "global" {
		r.header.Set("X-RateLimit-Global", "true")
		return
	}
	bucket := fnv.New64a()
	bucket.Write([]byte(route))
	r.header.Set("X-RateLimit-Limit", "5")
	r.header.Set("X-RateLimit-Remaining", "0")
	r.header.Set("X-RateLimit-Reset", strconv.FormatFloat(float64(now.Add(f.RetryAfter).UnixMilli())/1000, 'f', 3, 64))
	r.header.Set("X-RateLimit-Reset-After", strconv.FormatFloat(f.RetryAfter.Seconds(), 'f', 3, 64))
	r.header.Set("X-RateLimit-Bucket", strconv.FormatUint(bucket.Sum64(), 16))
}

// seconds is a time as Retry-After has it: whole seconds, rounded up.
func seconds(d time.Duration) string { return strconv.Itoa(int(math.Ceil(d.Seconds()))) }
