package store

import (
	"context"
	"time"
)

// Now implements [outbox.Store].
func (s *Store) Now(ctx context.Context) (now time.Time, ok bool, err error) {
	if s.guard != nil { // SQLite has no clock of its own
		return time.Time{}, false, nil
	}
	err = s.read.QueryRowContext(ctx, `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint`).Scan(instant{&now})
	return now, err == nil, s.fail(err, "read the clock")
}
