package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"chess960bot/internal/daily"
)

const postColumns = `channel, local_date, due_at, expires_at, sp, state, attempts, first_sent, not_before, message_id, trouble, error`

// scanPost reads the postColumns.
func scanPost(r row) (p daily.Post, err error) {
	err = r.Scan(&p.Channel, &p.Date, instant{&p.DueAt}, instant{&p.ExpiresAt}, &p.SP, &p.State,
		&p.Attempts, instant{&p.FirstSent}, instant{&p.NotBefore}, &p.MessageID, &p.Trouble, &p.Error)
	return p, err
}

// claimPost leases the first post that is free. The outer WHERE repeats the
// conditions, because another process may take the row between the inner SELECT and
// the UPDATE. %s stands for Store.skipLocked.
const claimPost = `
UPDATE daily_post SET
	attempts = attempts + 1,
	first_sent = CASE WHEN first_sent = 0 THEN $1 ELSE first_sent END,
	lease_by = $2,
	lease_until = $3
WHERE (channel, local_date) = (
	SELECT channel, local_date FROM daily_post
	WHERE state = 'open' AND due_at <= $1 AND not_before <= $1 AND lease_until <= $1
	ORDER BY due_at, channel LIMIT 1%s)
AND state = 'open' AND lease_until <= $1
RETURNING ` + postColumns

// Claim implements [daily.Store]. The holder must have a name.
func (s *Store) Claim(ctx context.Context, now time.Time, holder string, lease time.Duration) (p daily.Post, ok bool, err error) {
	if holder == "" {
		return p, false, errors.New("claim a post: the holder of the lease has no name")
	}
	var claimed []daily.Post
	err = s.transaction(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, fmt.Sprintf(claimPost, s.skipLocked), millis(now), text(holder), millis(now.Add(lease)))
		if err != nil {
			return err
		}
		claimed, err = collect(rows, scanPost)
		return err
	})
	if err != nil || len(claimed) == 0 {
		return p, false, s.fail(err, "claim a post")
	}
	return claimed[0], true, nil
}

// recordPost also compares the number of attempts, because the same holder may have
// claimed the post again.
const recordPost = `
UPDATE daily_post SET state = $1, first_sent = $2, not_before = $3, message_id = $4, trouble = $5, error = $6, lease_by = '', lease_until = 0
WHERE channel = $7 AND local_date = $8 AND state = 'open' AND lease_by = $9 AND lease_by <> '' AND attempts = $10`

// Record implements [daily.Store]. The post's Attempts must be as Claim returned
// them: they identify the lease.
func (s *Store) Record(ctx context.Context, holder string, p daily.Post) (held bool, err error) {
	var written int64
	err = s.transaction(ctx, func(tx *sql.Tx) (err error) {
		written, err = affected(tx.ExecContext(ctx, recordPost, text(p.State), millis(p.FirstSent), millis(p.NotBefore), text(p.MessageID), text(p.Trouble), text(p.Error),
			text(p.Channel), int(p.Date), text(holder), p.Attempts))
		if err != nil || p.State == daily.Open {
			return err
		}
		return addCounts(ctx, tx, map[daily.State]int64{p.State: written})
	})
	return err == nil && written == 1, s.fail(err, "record the post of channel %q on %v", p.Channel, p.Date)
}

const lastPosts = `SELECT ` + postColumns + ` FROM daily_post WHERE channel = $1 ORDER BY local_date DESC LIMIT $2`

// Posts implements [daily.Store].
func (s *Store) Posts(ctx context.Context, channel string, limit int) ([]daily.Post, error) {
	rows, err := s.read.QueryContext(ctx, lastPosts, text(channel), max(limit, 0))
	if err != nil {
		return nil, s.fail(err, "read the posts of channel %q", channel)
	}
	posts, err := collect(rows, scanPost)
	return posts, s.fail(err, "read the posts of channel %q", channel)
}

// countPosts counts the open posts, and reads the counts of the final ones. A post
// is not overdue while it waits after a refusal of Discord: then first_sent is 0,
// and not_before is the time of the next attempt.
const countPosts = `
SELECT 'open', count(*), count(CASE WHEN due_at < $1 AND NOT (first_sent = 0 AND not_before >= $1) THEN 1 END)
FROM daily_post WHERE state = 'open'
UNION ALL SELECT state, posts, 0 FROM daily_count`

// Count implements [daily.Store].
func (s *Store) Count(ctx context.Context, before time.Time) (states map[daily.State]int, overdue int, err error) {
	rows, err := s.read.QueryContext(ctx, countPosts, millis(before))
	if err != nil {
		return nil, 0, s.fail(err, "count posts")
	}
	states = map[daily.State]int{}
	_, err = collect(rows, func(r row) (state daily.State, err error) {
		var all, late int
		err = r.Scan(&state, &all, &late)
		if all > 0 {
			states[state] = all
		}
		overdue += late
		return state, err
	})
	return states, overdue, s.fail(err, "count posts")
}

const addCount = `UPDATE daily_count SET posts = posts + $1 WHERE state = $2`

// addCounts adds to the numbers of final posts in each state. Open posts have no row
// in daily_count. The order is fixed, so that transactions cannot deadlock.
func addCounts(ctx context.Context, tx *sql.Tx, changes map[daily.State]int64) error {
	for _, state := range slices.Sorted(maps.Keys(changes)) {
		if changes[state] == 0 {
			continue
		}
		if _, err := tx.ExecContext(ctx, addCount, changes[state], string(state)); err != nil {
			return err
		}
	}
	return nil
}
