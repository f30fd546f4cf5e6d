package discordtest

import (
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
	Route        string // the path with its parameters named, as in Discord's OpenAPI document; "" for an unknown route
	ContentType  string
	Body         json.RawMessage // the JSON, of a multipart body the payload_json; nil without or if invalid
	Files        []File
	Status       int
	Response     json.RawMessage // nil without
}

// File is a file of a multipart request.
type File struct {
	Field, Name, ContentType string
	Size                     int
}

// record keeps the last requests and what was wrong with them.
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

// keepLast drops the first half when a list reaches twice its limit, so that it
// need not move at every addition.
func keepLast[T any](list []T, limit int) []T {
	if len(list) < 2*limit {
		return list
	}
	return slices.Clone(list[len(list)-limit:])
}

// Broken lists every rule that the bot broke, each with the request that broke
// it: refused requests, unknown routes, missed deadlines, gateway mistakes, and
// what Discord would let pass though it cannot be meant.
func (s *Server) Broken() []string {
	s.record.serving.Lock()
	defer s.record.serving.Unlock()
	s.record.mu.Lock()
	defer s.record.mu.Unlock()
	return slices.Clone(s.record.broken)
}

// TakeBroken is Broken, and forgets the list.
func (s *Server) TakeBroken() []string {
	s.record.serving.Lock()
	defer s.record.serving.Unlock()
	s.record.mu.Lock()
	defer s.record.mu.Unlock()
	broken := s.record.broken
	s.record.broken = nil
	return broken
}

// Requests lists the last REST requests, oldest first. A request whose effects
// can be seen is among them.
func (s *Server) Requests() []Request {
	s.record.serving.Lock()
	defer s.record.serving.Unlock()
	s.record.mu.Lock()
	defer s.record.mu.Unlock()
	return slices.Clone(s.record.requests)
}
