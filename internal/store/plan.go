package store

import (
	"context"
	"database/sql"
	"time"

	"chess960bot/internal/daily"
)

// dueSubs ends with what keeps other processes away from the rows. A
// subscription without a next post, 0, is never due.
const dueSubs = `
SELECT ` + subColumns + ` FROM daily_sub
WHERE status = 'active' AND next_at > 0 AND next_at <= $1
ORDER BY next_at, channel LIMIT $2`

// strayedSubs are the subscriptions whose next post was planned too far ahead by a
// clock that ran ahead. The query is a separate one because an OR would keep the
// databases from using the index in its order.
const strayedSubs = `
SELECT ` + subColumns + ` FROM daily_sub
WHERE status = 'active' AND next_at > $1 AND (weekdays = 0 OR next_at > $2) AND set_at <= $3
ORDER BY next_at, channel LIMIT $4`

// deleteAhead takes back what the clock that leaped only missed, and whose time is
// still to come. Such dates would stand before all others in a channel's last
// posts until then.
const deleteAhead = `
DELETE FROM daily_post WHERE channel = $1 AND due_at > $2 AND state = 'missed' AND attempts = 0`

const countCrowds = `
SELECT next_at, count(*) FROM daily_sub
WHERE status = 'active' AND next_at BETWEEN $1 AND $2
GROUP BY next_at`

// insertPost leaves a date alone that the channel has, unless it is to be posted
// and was missed without an attempt: then it has certainly not been sent, and the
// clock that missed it was wrong.
const insertPost = `
INSERT INTO daily_post (channel, local_date, due_at, expires_at, sp, state, not_before, message_id, trouble, error)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (channel, local_date) DO UPDATE SET
	due_at = excluded.due_at, expires_at = excluded.expires_at, sp = excluded.sp, state = excluded.state,
	not_before = excluded.not_before, message_id = excluded.message_id, trouble = excluded.trouble, error = excluded.error
WHERE daily_post.state = 'missed' AND daily_post.attempts = 0 AND excluded.state = 'open'`

const moveSub = `UPDATE daily_sub SET next_date = $1, next_at = $2 WHERE channel = $3`

// Plan implements [daily.Store]. The function must not use the store. The posts
// it returns are inserted for the subscription's channel, unclaimed.
func (s *Store) Plan(ctx context.Context, now time.Time, limit int, plan func(s daily.Sub, crowd int) daily.Planned) (int, error) {
	taken := 0
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		due, err := querySubs(ctx, tx, dueSubs+s.skipLocked, millis(now), max(limit, 0))
		if err != nil {
			return err
		}
		strayed, err := querySubs(ctx, tx, strayedSubs+s.skipLocked, millis(now.Add(daily.FarAhead)), millis(now.Add(daily.FarAheadOnWeekdays)), millis(now), max(limit-len(due), 0))
		if err != nil {
			return err
		}
		for _, sub := range strayed {
			if _, err := tx.ExecContext(ctx, deleteAhead, sub.Channel, millis(now)); err != nil {
				return err
			}
		}
		all := append(due, strayed...)
		taken = len(all)
		return planAll(ctx, tx, all, plan)
	})
	if err != nil {
		return 0, s.fail(err, "plan posts")
	}
	return taken, nil
}

// planAll plans the posts of subscriptions, which are ordered by the instant.
func planAll(ctx context.Context, tx *sql.Tx, due []daily.Sub, plan func(s daily.Sub, crowd int) daily.Planned) error {
	if len(due) == 0 {
		return nil
	}
	crowds, err := crowds(ctx, tx, millis(due[0].NextAt), millis(due[len(due)-1].NextAt))
	if err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, insertPost)
	if err != nil {
		return err
	}
	defer insert.Close()
	move, err := tx.PrepareContext(ctx, moveSub)
	if err != nil {
		return err
	}
	defer move.Close()
	for _, sub := range due {
		planned := plan(sub, crowds[millis(sub.NextAt)])
		for _, p := range planned.Posts {
			if _, err := insert.ExecContext(ctx, sub.Channel, int(p.Date), millis(p.DueAt), millis(p.ExpiresAt), p.SP,
				text(p.State), millis(p.NotBefore), text(p.MessageID), text(p.Trouble), text(p.Error)); err != nil {
				return err
			}
		}
		if _, err := move.ExecContext(ctx, int(planned.NextDate), millis(planned.NextAt), sub.Channel); err != nil {
			return err
		}
	}
	return nil
}

// crowds returns how many active subscriptions are due at each instant between
// two.
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
