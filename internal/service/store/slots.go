package store

import (
	"context"
	"maps"
	"sync"
	"time"
)

// memorySlots are the slots of a process that shares them with nobody. newMemorySlots makes
// them.
type memorySlots struct {
	mu      sync.Mutex
	next    map[string]time.Time // the first slot that is not reserved, by purpose
	limited map[string]time.Time
}

func newMemorySlots() *memorySlots {
	return &memorySlots{next: map[string]time.Time{}, limited: map[string]time.Time{}}
}

// ReserveSlots implements [outbox.Slots].
func (s *memorySlots) ReserveSlots(_ context.Context, purpose string, n int, apart time.Duration) (wait, limit time.Duration, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if limit := s.limited[purpose].Sub(now); limit > 0 {
		return 0, limit, nil
	}
	first := s.next[purpose]
	if first.Before(now) {
		first = now
	}
	s.next[purpose] = first.Add(time.Duration(n) * apart)
	return first.Sub(now), 0, nil
}

// ClaimSlot implements [outbox.Slots].
func (s *memorySlots) ClaimSlot(_ context.Context, purpose string, apart time.Duration) (wait time.Duration, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if next := s.next[purpose]; next.After(now) {
		return next.Sub(now), nil
	}
	s.next[purpose] = now.Add(apart)
	return 0, nil
}

// LimitSlots implements [outbox.Slots].
func (s *memorySlots) LimitSlots(_ context.Context, purpose string, limit time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if until := time.Now().Add(limit); until.After(s.limited[purpose]) {
		s.limited[purpose] = until
	}
	return nil
}

// PruneSlots deletes the slots that have passed.
func (s *memorySlots) PruneSlots(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	maps.DeleteFunc(s.next, func(_ string, next time.Time) bool { return next.Before(now) })
	return nil
}
