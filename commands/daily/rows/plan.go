package rows

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/store"
	"chess960bot/internal/when"
)

// dueSubs are the subscriptions that are due. A subscription without a next post has
// next_at 0 and is never due.
var dueSubs = subTable.SelectSQL(`
WHERE status = 'active' AND next_at > 0 AND next_at <= $1
ORDER BY next_at, channel LIMIT $2`)

// strayedSubs are the subscriptions whose next post was planned too far ahead by a
// clock that ran ahead. This is a separate query because with an OR the databases
// would not read the index in its order.
var strayedSubs = subTable.SelectSQL(`
WHERE status = 'active' AND next_at > $1 AND (weekdays = 0 OR next_at > $2) AND set_at <= $3
ORDER BY next_at, channel LIMIT $4`)

// deleteAhead deletes the posts that were missed only because the clock ran ahead. If a
// subscription was set after now, this clock is the wrong one.
const deleteAhead = `
DELETE FROM post
WHERE kind = '` + schedule.Kind + `' AND state = 'missed' AND state <> 'open' AND due_at > $1
AND EXISTS (SELECT 1 FROM daily_sub WHERE daily_sub.channel = post.subject AND set_at <= $1)
RETURNING subject`

// lockAhead reads the subscription of such posts, unless its next post is due.
var lockAhead = subTable.LockSQL(`channel = $1 AND status = 'active' AND next_at > $2`)

const countCrowds = `
SELECT next_at, count(*) FROM daily_sub
WHERE status = 'active' AND next_at BETWEEN $1 AND $2
GROUP BY next_at`

// deleteMissed makes room for open posts of dates that were missed: those posts were
// certainly not sent, and they were missed only because the clock was wrong. %s stands for
// rows of a subject and a number.
const deleteMissed = `
DELETE FROM post WHERE kind = '` + schedule.Kind + `' AND state = 'missed' AND (subject, number) IN (VALUES %s)`

// moveSubs sets when subscriptions are due next. %s stands for rows of a channel, a date and
// an instant.
const moveSubs = `
UPDATE daily_sub SET next_date = moved.column2, next_at = moved.column3 FROM (VALUES %s) AS moved WHERE channel = moved.column1`

// deletePrunedAhead deletes that dates were pruned which are still to come: the clock ran
// ahead when their posts were pruned. %s stands for rows of a channel, its next date and an
// instant.
const deletePrunedAhead = `
WITH moved AS (VALUES %s)
DELETE FROM post_pruned WHERE kind = '` + schedule.Kind + `' AND subject IN (SELECT column1 FROM moved)
AND number >= (SELECT column2 FROM moved WHERE column1 = subject)
RETURNING subject, number`

// Plan implements [daily.Store]. The function plan must not use the store. The posts
// that it returns are inserted for the subscription's channel, unclaimed.
func (s Store) Plan(
	ctx context.Context, now time.Time, limit int, plan func(s schedule.Sub, crowd int) schedule.Planned,
) (planned int, err error) {
	err = s.Transaction(ctx, func(tx *store.Tx) {
		due := subTable.All(tx, dueSubs+s.SkipLocked(), store.Millis(now), max(limit, 0))
		p := planner{tx, store.Counts{}}
		missed := store.All(tx, store.ScanOne[string], deleteAhead, store.Millis(now)) // only because the clock ran ahead
		p.counts[store.Counted{Kind: schedule.Kind, State: outbox.Missed}] -= len(missed)
		slices.Sort(missed) // in a fixed order, so that transactions rarely deadlock
		var strayed []schedule.Sub
		for _, channel := range slices.Compact(missed) {
			strayed = append(strayed, subTable.All(tx, lockAhead, channel, store.Millis(now))...)
		}
		farAhead := subTable.All(tx, strayedSubs+s.SkipLocked(),
			store.Millis(now.Add(schedule.FarAhead)), store.Millis(now.Add(schedule.FarAheadOnWeekdays)), store.Millis(now), max(limit-len(due), 0))
		for _, sub := range farAhead {
			if !slices.ContainsFunc(strayed, func(s schedule.Sub) bool { return s.Channel == sub.Channel }) {
				strayed = append(strayed, sub)
			}
		}
		due = append(due, strayed...)
		planned = len(due)
		p.planAll(due, plan)
		store.AddCounts(tx, p.counts)
	})
	if err != nil {
		return 0, s.Wrap(err, "plan posts")
	}
	return planned, nil
}

// A planner inserts the posts of one Plan, in its transaction.
type planner struct {
	*store.Tx
	counts store.Counts // of posts inserted, less those deleted
}

// planAll plans the posts of subscriptions.
func (p *planner) planAll(due []schedule.Sub, plan func(s schedule.Sub, crowd int) schedule.Planned) {
	if len(due) == 0 {
		return
	}
	slices.SortStableFunc(due, func(a, b schedule.Sub) int { return a.NextAt.Compare(b.NextAt) })
	crowds := map[int64]int{} // the active subscriptions that are due at an instant
	store.All(p.Tx, func(r *sql.Rows) (at int64, err error) {
		var count int
		err = r.Scan(&at, &count)
		crowds[at] = count
		return at, err
	}, countCrowds, store.Millis(due[0].NextAt), store.Millis(due[len(due)-1].NextAt))
	if p.Err != nil {
		return
	}
	var posts []outbox.Post
	var moved []any
	for _, sub := range due {
		planned := plan(sub, crowds[store.Millis(sub.NextAt)])
		for _, post := range planned.Posts {
			post.Kind, post.Subject, post.Channel = schedule.Kind, sub.Channel, sub.Channel
			posts = append(posts, post)
		}
		moved = append(moved, store.Text(sub.Channel), int64(planned.NextDate), store.Millis(planned.NextAt))
	}
	// What was pruned ahead may have been sent: the post was final, and its date is still to come.
	scanPrunedAhead := func(r *sql.Rows) (p outbox.Post, err error) {
		p = outbox.Post{Kind: schedule.Kind, State: outbox.Unknown, Reason: outbox.ClockAhead}
		err = r.Scan(&p.Subject, &p.Number)
		p.Channel, p.DueAt = p.Subject, when.Date(p.Number).UTC()
		p.ExpiresAt = p.DueAt
		return p, err
	}
	const columns = 3
	for some := range slices.Chunk(moved, columns*store.RowsAtOnce) {
		rows := store.ValueRows(some, columns)
		p.Exec(fmt.Sprintf(moveSubs, rows), some...)
		posts = append(store.All(p.Tx, scanPrunedAhead, fmt.Sprintf(deletePrunedAhead, rows), some...), posts...)
	}
	for some := range slices.Chunk(posts, store.RowsAtOnce) {
		p.insert(some)
	}
}

// insert inserts daily posts.
func (p *planner) insert(posts []outbox.Post) {
	var open []any
	for _, post := range posts {
		if post.State == outbox.Open {
			open = append(open, store.Text(post.Subject), post.Number)
		}
	}
	if len(open) > 0 {
		p.counts[store.Counted{Kind: schedule.Kind, State: outbox.Missed}] -= p.Exec(fmt.Sprintf(deleteMissed, store.ValueRows(open, 2)), open...)
	}
	for _, state := range store.InsertAll(p.Tx, posts...) {
		p.counts[store.Counted{Kind: schedule.Kind, State: state}]++
	}
}
