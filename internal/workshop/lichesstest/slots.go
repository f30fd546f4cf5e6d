package lichesstest

import (
	"context"
	"time"

	"chess960bot/internal/outbox"
)

// Slots are the slots of one purpose, by the clock of a test. They implement the part of
// [outbox.Slots] that a client of lichess uses.
type Slots struct {
	outbox.Slots
	Now           func() time.Time
	next, limited time.Time
}

// ReserveSlots implements [outbox.Slots].
func (s *Slots) ReserveSlots(_ context.Context, _ string, n int, apart time.Duration) (wait, limit time.Duration, err error) {
	now := s.Now()
	if limit := s.limited.Sub(now); limit > 0 {
		return 0, limit, nil
	}
	if s.next.Before(now) {
		s.next = now
	}
	wait = s.next.Sub(now)
	s.next = s.next.Add(time.Duration(n) * apart)
	return wait, 0, nil
}

// LimitSlots implements [outbox.Slots].
func (s *Slots) LimitSlots(_ context.Context, _ string, limit time.Duration) error {
	s.limited = s.Now().Add(limit)
	return nil
}
