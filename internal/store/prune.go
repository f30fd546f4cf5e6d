package store

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"time"

	"chess960bot/internal/daily"
	"chess960bot/internal/when"
)

// pruneAtOnce is how many posts one Prune deletes at most.
const pruneAtOnce = 500

// prunePosts deletes the oldest final posts. %s stands for Store.skipLocked.
const prunePosts = `
DELETE FROM daily_post WHERE (channel, local_date) IN (
	SELECT channel, local_date FROM daily_post
	WHERE state <> 'open' AND due_at < $1
	ORDER BY due_at LIMIT $2%s)
RETURNING channel, local_date, state`

const notePruned = `
INSERT INTO daily_pruned (channel, local_date) VALUES ($1, $2)
ON CONFLICT (channel) DO UPDATE SET local_date = excluded.local_date
WHERE daily_pruned.local_date < excluded.local_date`

// Prune implements [daily.Store].
func (s *Store) Prune(ctx context.Context, before time.Time) (pruned int, err error) {
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, fmt.Sprintf(prunePosts, s.skipLocked), millis(before), pruneAtOnce)
		if err != nil {
			return err
		}
		newest := map[string]when.Date{}
		counts := map[daily.State]int64{}
		deleted, err := collect(rows, func(r row) (p daily.Post, err error) {
			return p, r.Scan(&p.Channel, &p.Date, &p.State)
		})
		if err != nil {
			return err
		}
		for _, p := range deleted {
			if date, ok := newest[p.Channel]; !ok || date < p.Date {
				newest[p.Channel] = p.Date
			}
			counts[p.State]--
		}
		for _, channel := range slices.Sorted(maps.Keys(newest)) {
			if _, err := tx.ExecContext(ctx, notePruned, channel, int(newest[channel])); err != nil {
				return err
			}
		}
		pruned = len(deleted)
		return addCounts(ctx, tx, counts)
	})
	if err != nil {
		return 0, s.fail(err, "prune posts")
	}
	return pruned, nil
}

// Now implements [daily.Store].
func (s *Store) Now(ctx context.Context) (now time.Time, ok bool, err error) {
	if s.guard != nil { // SQLite has no clock of its own
		return time.Time{}, false, nil
	}
	err = s.read.QueryRowContext(ctx, `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint`).Scan(instant{&now})
	return now, err == nil, s.fail(err, "read the clock")
}
