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

// Fault changes the response to one REST request. The zero value changes nothing.
//
// A request with Status, RetryAfter, HTML or DropBefore is not served: nothing is
// posted. A request with DropAfter or StatusAfter is served.
type Fault struct {
	Delay       time.Duration     // before anything else; the request counts even if the bot hangs up meanwhile
	Status      int               // of the response; the default is 429 with RetryAfter and 502 with HTML
	Code        int               // Discord's error code in the body
	Message     string            // in the body; the default is the text of the status
	Header      map[string]string // further headers of the response
	RetryAfter  time.Duration     // of a 429, in the body and the headers; 0 for a 429 without a time
	Scope       string            // of a 429: "user" (the default), "global" or "shared"
	HTML        bool              // the body is a page of Cloudflare, without the headers of Discord
	DropBefore  bool              // the connection closes before the request is served
	DropAfter   bool              // the connection closes after the request was served
	StatusAfter int               // the request is served, and the response has this status
}

// SetFaults asks f about each REST request before the request is served. The Route,
// Path and Body are known at that time, the response is not. A nil Fault changes
// nothing, and a nil f ends all faults. One call ends before the next begins.
//
// Requests lists these requests with the response that the bot got, or with status 0
// if the connection was cut. Broken does not list faults.
func (s *Server) SetFaults(f func(Request) *Fault) {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.f = f
}

// faults is the function that SetFaults set. The lock is held while the function runs.
type faults struct {
	mu sync.Mutex
	f  func(Request) *Fault
}

// faultFor returns the fault of a request.
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

// pause waits, at most until the server is closed.
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

// unserved reports whether the request does not reach its route.
func (f *Fault) unserved() bool {
	return f.DropBefore || !f.DropAfter && f.StatusAfter == 0 && f.status() != 0
}

// status is the status of the fault's response, or 0 if the fault has none.
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

// reply is the response that the bot gets.
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

// replace turns the real response into the one that the bot gets.
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

// page writes a response of Cloudflare, which is in front of Discord.
func (f *Fault) page(r *reply) {
	r.header.Set("Content-Type", "text/html; charset=UTF-8")
	r.header.Set("Server", "cloudflare")
	title := fmt.Sprintf("discord.com | %d: %s", r.status, http.StatusText(r.status))
	if r.status == http.StatusTooManyRequests {
		title = "Access denied | discord.com used Cloudflare to restrict access"
		r.header.Set("Retry-After", seconds(f.RetryAfter))
	}
	r.body = fmt.Appendf(nil,
		"<!DOCTYPE html>\n<html lang=\"en-US\">\n<head><title>%s</title></head>\n<body><h1>%d</h1></body>\n</html>\n", title, r.status)
}

// refusal writes an error response of Discord.
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

// limit adds the time after which the bot may try again.
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

// seconds is a time in the format of Retry-After: whole seconds, rounded up.
func seconds(d time.Duration) string { return strconv.Itoa(int(math.Ceil(d.Seconds()))) }
