package discordtest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Request is one REST request of the bot.
type Request struct {
	Time         time.Time
	Method, Path string
	Query        string
	Route        string // the path with names for its parameters, as in Discord's OpenAPI document; "" for an unknown route
	ContentType  string
	Body         json.RawMessage // the JSON, of a multipart body the payload_json; nil if absent or invalid
	Files        []File
	Status       int             // of the response; 0 if the connection was cut instead
	Response     json.RawMessage // nil without a body
}

// File is a file of a multipart request.
type File struct {
	Field, Name, ContentType string
	Size                     int
}

// record keeps the last requests and the bot's last mistakes.
type record struct {
	serving  sync.RWMutex // held for reading while a request takes effect
	mu       sync.Mutex
	limit    int
	requests []Request
	broken   []string
}

func (r *record) request(q Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.requests = keepLast(append(r.requests, q), r.limit)
}

func (r *record) breach(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.broken = keepLast(append(r.broken, fmt.Sprintf(format, args...)), r.limit)
}

// keepLast drops the first half of a list once it has twice the limit. So most additions
// copy nothing.
func keepLast[T any](list []T, limit int) []T {
	if len(list) < 2*limit {
		return list
	}
	return slices.Clone(list[len(list)-limit:])
}

// Broken lists every mistake of the bot with its request: refused requests, unknown
// routes, missed deadlines, mistakes at the gateway, and requests that Discord would
// accept but that are surely mistakes.
func (s *Server) Broken() []string {
	s.record.serving.Lock()
	defer s.record.serving.Unlock()
	s.record.mu.Lock()
	defer s.record.mu.Unlock()
	return slices.Clone(s.record.broken)
}

// TakeBroken is like Broken, and empties the list.
func (s *Server) TakeBroken() []string {
	s.record.serving.Lock()
	defer s.record.serving.Unlock()
	s.record.mu.Lock()
	defer s.record.mu.Unlock()
	broken := s.record.broken
	s.record.broken = nil
	return broken
}

// WaitRequests waits for a condition, which is checked after each REST request.
func (s *Server) WaitRequests(ctx context.Context, condition func() bool) error {
	return s.changed.wait(ctx, condition)
}

// Requests lists the last REST requests, oldest first. A request is in the list before
// its effect is visible.
func (s *Server) Requests() []Request {
	s.record.serving.Lock()
	defer s.record.serving.Unlock()
	s.record.mu.Lock()
	defer s.record.mu.Unlock()
	return slices.Clone(s.record.requests)
}
