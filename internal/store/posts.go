package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"chess960bot/internal/daily"
	"chess960bot/internal/outbox"
)

const postColumns = `kind, subject, number, channel, turn, due_at, expires_at, state, attempts, first_sent, not_before, message_id, trouble, reason`

// scanPost reads the postColumns.
func scanPost(r row) (p outbox.Post, err error) {
	err = r.Scan(&p.Kind, &p.Subject, &p.Number, &p.Channel, &p.Turn, instant{&p.DueAt}, instant{&p.ExpiresAt}, &p.State,
		&p.Attempts, instant{&p.FirstSent}, instant{&p.NotBefore}, &p.MessageID, &p.Trouble, &p.Reason)
	return p, err
}

// postValues are the values of the postColumns.
func postValues(p outbox.Post) []any {
	return []any{text(p.Kind), text(p.Subject), p.Number, text(p.Channel), p.Turn, millis(p.DueAt), millis(p.ExpiresAt), text(p.State),
		p.Attempts, millis(p.FirstSent), millis(p.NotBefore), text(p.MessageID), text(p.Trouble), text(p.Reason)}
}

// claimPost leases the first post that is free. The outer WHERE repeats the
// conditions, because another process may claim the row between the inner SELECT and
// the UPDATE. A post waits for the earlier ones of its subject. %s stands for
// Store.skipLocked.
const claimPost = `
UPDATE post SET
	attempts = attempts + 1,
	first_sent = CASE WHEN first_sent = 0 THEN $1 ELSE first_sent END,
	lease_by = $2,
	lease_until = $3
WHERE (kind, subject, number) = (
	SELECT kind, subject, number FROM post AS next
	WHERE state = 'open' AND due_at <= $1 AND not_before <= $1 AND lease_until <= $1
	AND NOT EXISTS (
		SELECT 1 FROM post AS earlier
		WHERE earlier.kind = next.kind AND earlier.subject = next.subject AND earlier.number < next.number AND earlier.state = 'open')
	ORDER BY turn, due_at, kind, subject, number LIMIT 1%s)
AND state = 'open' AND lease_until <= $1
RETURNING ` + postColumns

// Claim implements [outbox.Store]. The holder must have a name.
func (s *Store) Claim(ctx context.Context, now time.Time, holder string, lease time.Duration) (p outbox.Post, ok bool, err error) {
	if holder == "" {
		return p, false, errors.New("claim a post: the holder of the lease has no name")
	}
	var claimed []outbox.Post
	err = s.single(ctx, func(q querier) (err error) {
		claimed, err = query(ctx, q, scanPost, fmt.Sprintf(claimPost, s.skipLocked), millis(now), text(holder), millis(now.Add(lease)))
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
UPDATE post SET state = $1, first_sent = $2, not_before = $3, message_id = $4, trouble = $5, reason = $6, lease_by = '', lease_until = 0
WHERE kind = $7 AND subject = $8 AND number = $9 AND state = 'open' AND lease_by = $10 AND lease_by <> '' AND attempts = $11`

// recordAndCount is recordPost with addCount as one statement, which SQLite does not have. The
// row of post_count is then locked only while the server works, and not until the COMMIT of a
// distant process arrives: all processes wait for this row.
const recordAndCount = `
WITH recorded AS (` + recordPost + ` RETURNING kind, state), counted AS (
	INSERT INTO post_count (kind, state, posts) SELECT kind, state, 1 FROM recorded WHERE state <> 'open'
	ON CONFLICT (kind, state) DO UPDATE SET posts = post_count.posts + excluded.posts)
SELECT count(*) FROM recorded`

// Record implements [outbox.Store]. The post's Attempts must be as Claim returned
// them: they identify the lease.
func (s *Store) Record(ctx context.Context, holder string, p outbox.Post) (held bool, err error) {
	var written int64
	values := []any{text(p.State), millis(p.FirstSent), millis(p.NotBefore), text(p.MessageID), text(p.Trouble), text(p.Reason),
		text(p.Kind), text(p.Subject), p.Number, text(holder), p.Attempts}
	if s.guard == nil {
		err = s.write.QueryRowContext(ctx, recordAndCount, values...).Scan(&written)
	} else {
		err = s.transaction(ctx, func(tx *sql.Tx) (err error) {
			if written, err = affected(tx.ExecContext(ctx, recordPost, values...)); err != nil {
				return err
			}
			return addCounts(ctx, tx, counts{{text(p.Kind), p.State}: written})
		})
	}
	return err == nil && written == 1, s.fail(err, "record the %s post %d of %q", p.Kind, p.Number, p.Subject)
}

const lastPosts = `SELECT ` + postColumns + ` FROM post WHERE kind = 'daily' AND subject = $1 ORDER BY number DESC LIMIT $2`

// Posts implements [daily.Store].
func (s *Store) Posts(ctx context.Context, channel string, limit int) ([]daily.Post, error) {
	posts, err := query(ctx, s.read, func(r row) (daily.Post, error) {
		p, err := scanPost(r)
		return daily.PostOf(p), err
	}, lastPosts, text(channel), max(limit, 0))
	return posts, s.fail(err, "read the posts of channel %q", channel)
}

// countPosts counts the open posts, and reads the counts of the final ones. A post
// is not overdue while it waits after a refusal of Discord: then first_sent is 0,
// and not_before is the time of the next attempt.
const countPosts = `
SELECT kind, 'open', count(*), count(CASE WHEN due_at < $1 AND NOT (first_sent = 0 AND not_before >= $1) THEN 1 END)
FROM post WHERE state = 'open' GROUP BY kind
UNION ALL SELECT kind, state, posts, 0 FROM post_count`

// Count implements [outbox.Store].
func (s *Store) Count(ctx context.Context, before time.Time) (posts map[string]map[outbox.State]int, overdue int, err error) {
	rows, err := s.read.QueryContext(ctx, countPosts, millis(before))
	if err != nil {
		return nil, 0, s.fail(err, "count posts")
	}
	posts = map[string]map[outbox.State]int{}
	_, err = collect(rows, func(r row) (state outbox.State, err error) {
		var kind string
		var all, late int
		err = r.Scan(&kind, &state, &all, &late)
		if posts[kind] == nil {
			posts[kind] = map[outbox.State]int{}
		}
		posts[kind][state] = all
		overdue += late
		return state, err
	})
	return posts, overdue, s.fail(err, "count posts")
}

// counts are changes to the numbers of posts.
type counts map[counted]int64

// counted are the posts of a kind in a state.
type counted struct {
	kind  string
	state outbox.State
}

const addCount = `
INSERT INTO post_count (kind, state, posts) VALUES ($1, $2, $3)
ON CONFLICT (kind, state) DO UPDATE SET posts = post_count.posts + excluded.posts`

// addCounts adds to the numbers of final posts in each state. Open posts have no row
// in post_count. The order is fixed, so that transactions cannot deadlock.
func addCounts(ctx context.Context, tx *sql.Tx, changes counts) error {
	inOrder := func(a, b counted) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.state, b.state))
	}
	for _, c := range slices.SortedFunc(maps.Keys(changes), inOrder) {
		if c.state == outbox.Open || changes[c] == 0 {
			continue
		}
		if _, err := tx.ExecContext(ctx, addCount, c.kind, string(c.state), changes[c]); err != nil {
			return err
		}
	}
	return nil
}
