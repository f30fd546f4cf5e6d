package store

import (
	"context"
	"database/sql"
	"time"

	"chess960bot/internal/daily"
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

// deleteAhead deletes the posts that were missed only because the clock ran ahead.
// Otherwise they would be the channel's newest posts until their dates have passed.
const deleteAhead = `
DELETE FROM daily_post WHERE channel = $1 AND due_at > $2 AND state = 'missed' AND attempts = 0`

const countCrowds = `
SELECT next_at, count(*) FROM daily_sub
WHERE status = 'active' AND next_at BETWEEN $1 AND $2
GROUP BY next_at`

// deleteMissed makes room for an open post of a date that was missed without an
// attempt: that post was certainly not sent, and it was missed only because the
// clock was wrong.
const deleteMissed = `
DELETE FROM daily_post WHERE channel = $1 AND local_date = $2 AND state = 'missed' AND attempts = 0`

// insertPost does nothing if the channel has a post of the date, or if a post of that
// date or a later one was pruned.
const insertPost = `
INSERT INTO daily_post (channel, local_date, due_at, expires_at, sp, state, not_before, message_id, trouble, error)
SELECT CAST($1 AS TEXT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS INTEGER), CAST($6 AS TEXT),
	CAST($7 AS BIGINT), CAST($8 AS TEXT), CAST($9 AS TEXT), CAST($10 AS TEXT)
WHERE NOT EXISTS (SELECT 1 FROM daily_pruned WHERE channel = $1 AND local_date >= $2)
ON CONFLICT (channel, local_date) DO NOTHING`

const moveSub = `UPDATE daily_sub SET next_date = $1, next_at = $2 WHERE channel = $3`

// Plan implements [daily.Store]. The function plan must not use the store. The posts
// that it returns are inserted for the subscription's channel, unclaimed.
func (s *Store) Plan(ctx context.Context, now time.Time, limit int, plan func(s daily.Sub, crowd int) daily.Planned) (int, error) {
	taken := 0
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		due, err := querySubs(ctx, tx, dueSubs+s.skipLocked, millis(now), max(limit, 0))
		if err != nil {
			return err
		}
		strayed, err := querySubs(ctx, tx, strayedSubs+s.skipLocked,
			millis(now.Add(daily.FarAhead)), millis(now.Add(daily.FarAheadOnWeekdays)), millis(now), max(limit-len(due), 0))
		if err != nil {
			return err
		}
		p := planner{tx, map[daily.State]int64{}}
		for _, sub := range strayed {
			if err := p.delete(ctx, deleteAhead, sub.Channel, millis(now)); err != nil {
				return err
			}
		}
		all := append(due, strayed...)
		taken = len(all)
		if err := p.planAll(ctx, all, plan); err != nil {
			return err
		}
		return addCounts(ctx, tx, p.counts)
	})
	if err != nil {
		return 0, s.fail(err, "plan posts")
	}
	return taken, nil
}

// A planner inserts the posts of one Plan, in its transaction.
type planner struct {
	tx     *sql.Tx
	counts map[daily.State]int64 // of posts inserted, less those deleted
}

// delete runs a statement that deletes missed posts.
func (p *planner) delete(ctx context.Context, query string, args ...any) error {
	deleted, err := affected(p.tx.ExecContext(ctx, query, args...))
	p.counts[daily.Missed] -= deleted
	return err
}

// planAll plans the posts of subscriptions, which must be sorted by NextAt.
func (p *planner) planAll(ctx context.Context, due []daily.Sub, plan func(s daily.Sub, crowd int) daily.Planned) error {
	if len(due) == 0 {
		return nil
	}
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

// insert inserts a post with the prepared statement.
func (p *planner) insert(ctx context.Context, statement *sql.Stmt, channel string, post daily.Post) error {
	if post.State == daily.Open {
		if err := p.delete(ctx, deleteMissed, channel, int(post.Date)); err != nil {
			return err
		}
	}
	inserted, err := affected(statement.ExecContext(ctx, channel, int(post.Date), millis(post.DueAt), millis(post.ExpiresAt), post.SP,
		text(post.State), millis(post.NotBefore), text(post.MessageID), text(post.Trouble), text(post.Error)))
	p.counts[post.State] += inserted
	return err
}

// crowds returns, for each instant between from and to, how many active
// subscriptions are due then.
func crowds(ctx context.Context, tx *sql.Tx, from, to int64) (map[int64]int, error) {
	rows, err := tx.QueryContext(ctx, countCrowds, from, to)
	if err != nil {
		return nil, err
	}
	counts := map[int64]int{}
	_, err = collect(rows, func(r row) (at int64, err error) {
		var count int
		err = r.Scan(&at, &count)
		counts[at] = count
		return at, err
	})
	return counts, err
}
