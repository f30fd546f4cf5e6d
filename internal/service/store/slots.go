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

// databaseClock has the time in its column now, in milliseconds.
const databaseClock = `(SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now) AS clock`

// newSlot has the clock for a statement that waits for a row for a second at most: the
// transaction of a process that hangs must not stop all others. The setting ends with the
// statement, which is a transaction of its own.
const newSlot = databaseClock + `, set_config('lock_timeout', '1s', true)`

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
SELECT $1, now + $2::bigint, 0, now FROM ` + newSlot + `
ON CONFLICT (purpose) DO UPDATE SET (next_at, limited_until, noted_at) = (
	SELECT
		CASE WHEN request_slot.limited_until + back > now THEN request_slot.next_at + back ELSE greatest(request_slot.next_at + back, now) + $2::bigint END,
		request_slot.limited_until + back,
		now` + sinceNoted + `)
RETURNING next_at - $2::bigint - noted_at, limited_until - noted_at`

// claimSlot claims a slot unless the purpose has none now: it changes no row then.
const claimSlot = `
INSERT INTO request_slot (purpose, next_at, limited_until, noted_at)
SELECT $1, now + $2::bigint, 0, now FROM ` + newSlot + `
ON CONFLICT (purpose) DO UPDATE SET (next_at, limited_until, noted_at) = (
	SELECT now + $2::bigint, request_slot.limited_until + back, now` + sinceNoted + `)
WHERE (SELECT request_slot.next_at + back <= now` + sinceNoted + `)`

// limitSlots limits a purpose for the time $2. A limit never shortens another.
const limitSlots = `
INSERT INTO request_slot (purpose, next_at, limited_until, noted_at)
SELECT $1, now, now + $2::bigint, now FROM ` + newSlot + `
ON CONFLICT (purpose) DO UPDATE SET (next_at, limited_until, noted_at) = (
	SELECT request_slot.next_at + back, greatest(request_slot.limited_until + back, now + $2::bigint), now` + sinceNoted + `)`

// ReserveSlots implements [outbox.Slots]. Each call is one statement in a transaction of
// its own, so a slow network or a process that stops keeps no lock.
func (p postgresServer) ReserveSlots(
	ctx context.Context, purpose string, n int, apart time.Duration,
) (wait, limit time.Duration, err error) {
	var waitMillis, limitMillis int64
	err = p.write.QueryRowContext(ctx, reserveSlots, purpose, roundedUp(time.Duration(n)*apart)).Scan(&waitMillis, &limitMillis)
	if err != nil {
		return 0, 0, p.fail(err, "reserve %d slots for %s", n, purpose)
	}
	return max(0, time.Duration(waitMillis)*time.Millisecond), max(0, time.Duration(limitMillis)*time.Millisecond), nil
}

// roundedUp returns whole milliseconds: shorter ones would make the pace faster.
func roundedUp(d time.Duration) int64 { return (d + time.Millisecond - 1).Milliseconds() }

// ClaimSlot implements [outbox.Slots].
func (p postgresServer) ClaimSlot(ctx context.Context, purpose string, apart time.Duration) (wait time.Duration, err error) {
	claimed, err := affected(p.write.ExecContext(ctx, claimSlot, purpose, apart.Milliseconds()))
	if err != nil || claimed == 1 {
		return 0, p.fail(err, "claim a slot for %s", purpose)
	}
	wait, _, err = p.ReserveSlots(ctx, purpose, 0, 0)
	return max(wait, time.Millisecond), err // a wait of 0 would mean that it was claimed
}

// LimitSlots implements [outbox.Slots].
func (p postgresServer) LimitSlots(ctx context.Context, purpose string, limit time.Duration) error {
	_, err := p.write.ExecContext(ctx, limitSlots, purpose, limit.Milliseconds())
	return p.fail(err, "limit the slots for %s to those after %v", purpose, limit)
}

// pruneSlots deletes rows without an instant in the future: they say nothing.
const pruneSlots = `
DELETE FROM request_slot WHERE purpose IN (
	SELECT purpose FROM request_slot WHERE greatest(next_at, limited_until) + 60000 < (SELECT now FROM ` + databaseClock + `)
	FOR UPDATE SKIP LOCKED)`

func (p postgresServer) PruneSlots(ctx context.Context) error {
	_, err := p.write.ExecContext(ctx, pruneSlots)
	return p.fail(err, "delete slots that have passed")
}
