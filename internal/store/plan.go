package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"chess960bot/internal/daily"
	"chess960bot/internal/outbox"
)

// dueSubs are the subscriptions that are due. A subscription without a next post has
// next_at 0 and is never due.
const dueSubs = `
SELECT ` + subColumns + ` FROM daily_sub
WHERE status = 'active' AND next_at > 0 AND next_at <= $1
ORDER BY next_at, channel LIMIT $2`

// strayedSubs are the subscriptions whose next post was planned too far ahead by a
// clock that ran ahead. This is a separate query because with an OR the databases
// would not read the index in its order.
const strayedSubs = `
SELECT ` + subColumns + ` FROM daily_sub
WHERE status = 'active' AND next_at > $1 AND (weekdays = 0 OR next_at > $2) AND set_at <= $3
ORDER BY next_at, channel LIMIT $4`

// deleteAhead deletes the posts that were missed only because the clock ran ahead. If a
// subscription was set after now, this clock is the wrong one.
const deleteAhead = `
DELETE FROM post
WHERE kind = 'daily' AND state = 'missed' AND state <> 'open' AND due_at > $1
AND EXISTS (SELECT 1 FROM daily_sub WHERE daily_sub.channel = post.subject AND set_at <= $1)
RETURNING subject`

// lockAhead reads the subscription of such posts, unless its next post is due.
const lockAhead = `
UPDATE daily_sub SET channel = channel
WHERE channel = $1 AND status = 'active' AND next_at > $2
RETURNING ` + subColumns

const countCrowds = `
SELECT next_at, count(*) FROM daily_sub
WHERE status = 'active' AND next_at BETWEEN $1 AND $2
GROUP BY next_at`

// deleteMissed makes room for an open post of a date that was missed: that post was
// certainly not sent, and it was missed only because the clock was wrong.
const deleteMissed = `
DELETE FROM post WHERE kind = 'daily' AND subject = $1 AND number = $2 AND state = 'missed'`

// insertPost does nothing if there is a post with the key, or if that post or a later one
// of the subject was pruned.
const insertPost = `
INSERT INTO post (kind, subject, number, channel, due_at, expires_at, state, not_before, message_id, trouble, reason)
SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS TEXT), CAST($5 AS BIGINT), CAST($6 AS BIGINT), CAST($7 AS TEXT),
	CAST($8 AS BIGINT), CAST($9 AS TEXT), CAST($10 AS TEXT), CAST($11 AS TEXT)
WHERE NOT EXISTS (SELECT 1 FROM post_pruned WHERE kind = $1 AND subject = $2 AND number >= $3)
ON CONFLICT (kind, subject, number) DO NOTHING`

// insertPostValues are the arguments of insertPost.
func insertPostValues(p outbox.Post) []any {
	return []any{
		text(p.Kind), text(p.Subject), p.Number, text(p.Channel), millis(p.DueAt), millis(p.ExpiresAt),
		text(p.State), millis(p.NotBefore), text(p.MessageID), text(p.Trouble), text(p.Reason),
	}
}

const moveSub = `UPDATE daily_sub SET next_date = $1, next_at = $2 WHERE channel = $3`

// Plan implements [daily.Store]. The function plan must not use the store. The posts
// that it returns are inserted for the subscription's channel, unclaimed.
func (s *Store) Plan(ctx context.Context, now time.Time, limit int, plan func(s daily.Sub, crowd int) daily.Planned) (int, error) {
	planned := 0
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		due, err := querySubs(ctx, tx, dueSubs+s.skipLocked, millis(now), max(limit, 0))
		if err != nil {
			return err
		}
		p := planner{tx, counts{}}
		strayed, err := p.deleteAhead(ctx, now)
		if err != nil {
			return err
		}
		farAhead, err := querySubs(ctx, tx, strayedSubs+s.skipLocked,
			millis(now.Add(daily.FarAhead)), millis(now.Add(daily.FarAheadOnWeekdays)), millis(now), max(limit-len(due), 0))
		if err != nil {
			return err
		}
		for _, sub := range farAhead {
			if !slices.ContainsFunc(strayed, func(s daily.Sub) bool { return s.Channel == sub.Channel }) {
				strayed = append(strayed, sub)
			}
		}
		all := append(due, strayed...)
		planned = len(all)
		if err := p.planAll(ctx, all, plan); err != nil {
			return err
		}
		return addCounts(ctx, tx, p.counts)
	})
	if err != nil {
		return 0, s.fail(err, "plan posts")
	}
	return planned, nil
}

// A planner inserts the posts of one Plan, in its transaction.
type planner struct {
	tx     *sql.Tx
	counts counts // of posts inserted, less those deleted
}

// deleteAhead deletes the posts that were missed only because the clock ran ahead, and
// returns their subscriptions, to be planned again.
func (p *planner) deleteAhead(ctx context.Context, now time.Time) ([]daily.Sub, error) {
	channels, err := query(ctx, p.tx, scanText, deleteAhead, millis(now))
	if err != nil {
		return nil, err
	}
	p.counts[counted{daily.Kind, outbox.Missed}] -= int64(len(channels))
	slices.Sort(channels) // in a fixed order, so that transactions rarely deadlock
	var subs []daily.Sub
	for _, channel := range slices.Compact(channels) {
		found, err := querySubs(ctx, p.tx, lockAhead, channel, millis(now))
		if err != nil {
			return nil, err
		}
		subs = append(subs, found...)
	}
	return subs, nil
}

// delete runs a statement that deletes missed posts.
func (p *planner) delete(ctx context.Context, query string, args ...any) error {
	deleted, err := affected(p.tx.ExecContext(ctx, query, args...))
	p.counts[counted{daily.Kind, outbox.Missed}] -= deleted
	return err
}

// planAll plans the posts of subscriptions.
func (p *planner) planAll(ctx context.Context, due []daily.Sub, plan func(s daily.Sub, crowd int) daily.Planned) error {
	if len(due) == 0 {
		return nil
	}
	slices.SortStableFunc(due, func(a, b daily.Sub) int { return a.NextAt.Compare(b.NextAt) })
	crowds, err := crowds(ctx, p.tx, millis(due[0].NextAt), millis(due[len(due)-1].NextAt))
	if err != nil {
		return err
	}
	insert, err := p.tx.PrepareContext(ctx, insertPost)
	if err != nil {
		return err
	}
	defer insert.Close()
	move, err := p.tx.PrepareContext(ctx, moveSub)
	if err != nil {
		return err
	}
	defer move.Close()
	for _, sub := range due {
		planned := plan(sub, crowds[millis(sub.NextAt)])
		for _, post := range planned.Posts {
			if err := p.insert(ctx, insert, sub.Channel, post); err != nil {
				return err
			}
		}
		if _, err := move.ExecContext(ctx, int(planned.NextDate), millis(planned.NextAt), sub.Channel); err != nil {
			return err
		}
	}
	return nil
}

// insert inserts a daily post with the prepared statement.
func (p *planner) insert(ctx context.Context, statement *sql.Stmt, channel string, post outbox.Post) error {
	if post.State == outbox.Open {
		if err := p.delete(ctx, deleteMissed, channel, post.Number); err != nil {
			return err
		}
	}
	post.Kind, post.Subject, post.Channel = daily.Kind, channel, channel
	inserted, err := affected(statement.ExecContext(ctx, insertPostValues(post)...))
	p.counts[counted{daily.Kind, post.State}] += inserted
	return err
}

// crowds returns, for each instant between from and to, how many active
// subscriptions are due then.
func crowds(ctx context.Context, tx *sql.Tx, from, to int64) (map[int64]int, error) {
	counts := map[int64]int{}
	_, err := query(ctx, tx, func(r row) (at int64, err error) {
		var count int
		err = r.Scan(&at, &count)
		counts[at] = count
		return at, err
	}, countCrowds, from, to)
	return counts, err
}

// deleteOthers deletes the posts that a subject no longer wants and that certainly have
// not been sent. The outbox ends the others.
const deleteOthers = `
DELETE FROM post WHERE kind = $1 AND subject = $2 AND number <> $3 AND state = 'open' AND first_sent = 0`

// savePost plans a post, or moves one that has not been tried.
const savePost = `
INSERT INTO post (kind, subject, number, channel, turn, due_at, expires_at, state) VALUES ($1, $2, $3, $4, $5, $6, $7, 'open')
ON CONFLICT (kind, subject, number) DO UPDATE SET channel = excluded.channel, due_at = excluded.due_at, expires_at = excluded.expires_at
WHERE post.state = 'open' AND post.first_sent = 0`

// planOnly makes the post the only one of its subject that waits, or leaves none if
// planned is false. Posts that were tried stay.
func planOnly(ctx context.Context, tx *sql.Tx, p outbox.Post, planned bool) error {
	kept := p.Number
	if !planned {
		kept = -1 // no post has this number
	}
	if _, err := tx.ExecContext(ctx, deleteOthers, p.Kind, text(p.Subject), kept); err != nil || !planned {
		return err
	}
	_, err := tx.ExecContext(ctx, savePost, p.Kind, text(p.Subject), p.Number, text(p.Channel), p.Turn, millis(p.DueAt), millis(p.ExpiresAt))
	return err
}
