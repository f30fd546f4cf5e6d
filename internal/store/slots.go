package store

import (
	"context"
	"maps"
	"sync"
	"time"
)

// databaseClock has the time in its column now, in milliseconds.
const databaseClock = `(SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now) AS clock`

// sinceNoted calculates the time by the database's clock, and how far that clock went back
// since a row was written: the instants in the row go back with the clock, so that nobody
// waits for the time it went back. The clock is read once the row is locked.
const sinceNoted = `
FROM (SELECT now, least(now - request_slot.noted_at, 0) AS back
	FROM ` + databaseClock + `) AS clock`

// reserveSlots reserves slots until next_at, which the time $2 passes. It reserves nothing
// during a limit. It returns the waits for the first slot and for the end of the limit.
const reserveSlots = `
INSERT INTO request_slot (purpose, next_at, limited_until, noted_at)
SELECT $1, now + $2::bigint, 0, now FROM ` + databaseClock + `
ON CONFLICT (purpose) DO UPDATE SET (next_at, limited_until, noted_at) = (
	SELECT
		CASE WHEN request_slot.limited_until + back > now THEN request_slot.next_at + back ELSE greatest(request_slot.next_at + back, now) + $2::bigint END,
		request_slot.limited_until + back,
		now` + sinceNoted + `)
RETURNING next_at - $2::bigint - noted_at, limited_until - noted_at`

// claimSlot claims a slot unless the purpose has none now: it changes no row then.
const claimSlot = `
INSERT INTO request_slot (purpose, next_at, limited_until, noted_at)
SELECT $1, now + $2::bigint, 0, now FROM ` + databaseClock + `
ON CONFLICT (purpose) DO UPDATE SET (next_at, limited_until, noted_at) = (
	SELECT now + $2::bigint, request_slot.limited_until + back, now` + sinceNoted + `)
WHERE (SELECT request_slot.next_at + back <= now` + sinceNoted + `)`

// limitSlots limits a purpose for the time $2. A limit never shortens another.
const limitSlots = `
INSERT INTO request_slot (purpose, next_at, limited_until, noted_at)
SELECT $1, now, now + $2::bigint, now FROM ` + databaseClock + `
ON CONFLICT (purpose) DO UPDATE SET (next_at, limited_until, noted_at) = (
	SELECT request_slot.next_at + back, greatest(request_slot.limited_until + back, now + $2::bigint), now` + sinceNoted + `)`

// ReserveSlots implements [outbox.Slots]. Each call is one statement in a transaction of
// its own, so a slow network or a process that stops keeps no lock.
func (s *Store) ReserveSlots(ctx context.Context, purpose string, n int, apart time.Duration) (wait, limit time.Duration, err error) {
	if s.guard != nil {
		wait, limit = s.slots.reserve(purpose, time.Duration(n)*apart)
		return wait, limit, nil
	}
	var waitMillis, limitMillis int64
	err = s.write.QueryRowContext(ctx, reserveSlots, purpose, (time.Duration(n)*apart).Milliseconds()).Scan(&waitMillis, &limitMillis)
	if err != nil {
		return 0, 0, s.fail(err, "reserve %d slots for %s", n, purpose)
	}
	return max(0, time.Duration(waitMillis)*time.Millisecond), max(0, time.Duration(limitMillis)*time.Millisecond), nil
}

// ClaimSlot implements [outbox.Slots].
func (s *Store) ClaimSlot(ctx context.Context, purpose string, apart time.Duration) (wait time.Duration, err error) {
	if s.guard != nil {
		return s.slots.claim(purpose, apart), nil
	}
	claimed, err := affected(s.write.ExecContext(ctx, claimSlot, purpose, apart.Milliseconds()))
	if err != nil || claimed == 1 {
		return 0, s.fail(err, "claim a slot for %s", purpose)
	}
	wait, _, err = s.ReserveSlots(ctx, purpose, 0, 0)
	return max(wait, time.Millisecond), err // a wait of 0 would mean that it was claimed
}

// LimitSlots implements [outbox.Slots].
func (s *Store) LimitSlots(ctx context.Context, purpose string, limit time.Duration) error {
	if s.guard != nil {
		s.slots.limit(purpose, limit)
		return nil
	}
	_, err := s.write.ExecContext(ctx, limitSlots, purpose, limit.Milliseconds())
	return s.fail(err, "limit the slots for %s to those after %v", purpose, limit)
}

// pruneSlots deletes rows without an instant in the future: they say nothing.
const pruneSlots = `
DELETE FROM request_slot WHERE greatest(next_at, limited_until) + 60000 < (SELECT now FROM ` + databaseClock + `)`

// PruneSlots deletes what says nothing any more about slots, such as the claims on
// interactions.
func (s *Store) PruneSlots(ctx context.Context) error {
	if s.guard != nil {
		s.slots.prune()
		return nil
	}
	_, err := s.write.ExecContext(ctx, pruneSlots)
	return s.fail(err, "delete slots that have passed")
}

// slots are the slots of a process that shares them with nobody. The zero value is ready.
type slots struct {
	mu      sync.Mutex
	next    map[string]time.Time // the first slot that is not reserved, by purpose
	limited map[string]time.Time
}

func (s *slots) reserve(purpose string, span time.Duration) (wait, limit time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if limit := s.limited[purpose].Sub(now); limit > 0 {
		return 0, limit
	}
	first := s.next[purpose]
	if first.Before(now) {
		first = now
	}
	if s.next == nil {
		s.next = map[string]time.Time{}
	}
	s.next[purpose] = first.Add(span)
	return first.Sub(now), 0
}

func (s *slots) claim(purpose string, apart time.Duration) (wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if next := s.next[purpose]; next.After(now) {
		return next.Sub(now)
	}
	if s.next == nil {
		s.next = map[string]time.Time{}
	}
	s.next[purpose] = now.Add(apart)
	return 0
}

func (s *slots) limit(purpose string, limit time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.limited == nil {
		s.limited = map[string]time.Time{}
	}
	if until := time.Now().Add(limit); until.After(s.limited[purpose]) {
		s.limited[purpose] = until
	}
}

func (s *slots) prune() {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	maps.DeleteFunc(s.next, func(_ string, next time.Time) bool { return next.Before(now) })
}
