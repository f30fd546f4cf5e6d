package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/when"
)

// dueSubs are the subscriptions that are due. A subscription without a next post has
// next_at 0 and is never due.
var dueSubs = subTable.selectSQL(`
WHERE status = 'active' AND next_at > 0 AND next_at <= $1
ORDER BY next_at, channel LIMIT $2`)

// strayedSubs are the subscriptions whose next post was planned too far ahead by a
// clock that ran ahead. This is a separate query because with an OR the databases
// would not read the index in its order.
var strayedSubs = subTable.selectSQL(`
WHERE status = 'active' AND next_at > $1 AND (weekdays = 0 OR next_at > $2) AND set_at <= $3
ORDER BY next_at, channel LIMIT $4`)

// deleteAhead deletes the posts that were missed only because the clock ran ahead. If a
// subscription was set after now, this clock is the wrong one.
const deleteAhead = `
DELETE FROM post
WHERE kind = 'daily' AND state = 'missed' AND state <> 'open' AND due_at > $1
AND EXISTS (SELECT 1 FROM daily_sub WHERE daily_sub.channel = post.subject AND set_at <= $1)
RETURNING subject`

// lockAhead reads the subscription of such posts, unless its next post is due.
var lockAhead = subTable.lockSQL(`channel = $1 AND status = 'active' AND next_at > $2`)

const countCrowds = `
SELECT next_at, count(*) FROM daily_sub
WHERE status = 'active' AND next_at BETWEEN $1 AND $2
GROUP BY next_at`

// deleteMissed makes room for open posts of dates that were missed: those posts were
// certainly not sent, and they were missed only because the clock was wrong. %s stands for
// rows of a subject and a number.
const deleteMissed = `
DELETE FROM post WHERE kind = 'daily' AND state = 'missed' AND (subject, number) IN (VALUES %s)`

// insertPosts leaves out a post if there is one with its key, or if that post or a later one
// of the subject was pruned. %s stands for rows of the postTable.
var insertPosts = `
INSERT INTO post (` + postTable.list + `)
SELECT * FROM (VALUES %s) AS planned
WHERE NOT EXISTS (SELECT 1 FROM post_pruned WHERE kind = planned.column1 AND subject = planned.column2 AND number >= planned.column3)
ON CONFLICT (kind, subject, number) DO NOTHING
RETURNING state`

// insertAll inserts posts, and returns the states of those that it has inserted.
func insertAll(tx *transaction, posts ...outbox.Post) []outbox.State {
	var values []any
	for _, p := range posts {
		values = append(values, postTable.values(&p)...)
	}
	return all(tx, scanOne[outbox.State], fmt.Sprintf(insertPosts, valueRows(values, len(postTable.columns))), values...)
}

// moveSubs sets when subscriptions are due next. %s stands for rows of a channel, a date and
// an instant.
const moveSubs = `
UPDATE daily_sub SET next_date = moved.column2, next_at = moved.column3 FROM (VALUES %s) AS moved WHERE channel = moved.column1`

// deletePrunedAhead deletes that dates were pruned which are still to come: the clock ran
// ahead when their posts were pruned. %s stands for rows of a channel, its next date and an
// instant.
const deletePrunedAhead = `
WITH moved AS (VALUES %s)
DELETE FROM post_pruned WHERE kind = 'daily' AND subject IN (SELECT column1 FROM moved)
AND number >= (SELECT column2 FROM moved WHERE column1 = subject)
RETURNING subject, number`

// Plan implements [daily.Store]. The function plan must not use the store. The posts
// that it returns are inserted for the subscription's channel, unclaimed.
func (s *Store) Plan(
	ctx context.Context, now time.Time, limit int, plan func(s schedule.Sub, crowd int) schedule.Planned,
) (planned int, err error) {
	err = s.transaction(ctx, func(tx *transaction) {
		due := subTable.all(tx, dueSubs+s.skipLocked, millis(now), max(limit, 0))
		p := planner{tx, counts{}}
		strayed := p.deleteAhead(now)
		farAhead := subTable.all(tx, strayedSubs+s.skipLocked,
			millis(now.Add(schedule.FarAhead)), millis(now.Add(schedule.FarAheadOnWeekdays)), millis(now), max(limit-len(due), 0))
		for _, sub := range farAhead {
			if !slices.ContainsFunc(strayed, func(s schedule.Sub) bool { return s.Channel == sub.Channel }) {
				strayed = append(strayed, sub)
			}
		}
		due = append(due, strayed...)
		planned = len(due)
		p.planAll(due, plan)
		addCounts(tx, p.counts)
	})
	if err != nil {
		return 0, s.fail(err, "plan posts")
	}
	return planned, nil
}

// A planner inserts the posts of one Plan, in its transaction.
type planner struct {
	*transaction
	counts counts // of posts inserted, less those deleted
}

// deleteAhead deletes the posts that were missed only because the clock ran ahead, and
// returns their subscriptions, to be planned again.
func (p *planner) deleteAhead(now time.Time) (subs []schedule.Sub) {
	channels := all(p.transaction, scanOne[string], deleteAhead, millis(now))
	p.counts[counted{schedule.Kind, outbox.Missed}] -= len(channels)
	slices.Sort(channels) // in a fixed order, so that transactions rarely deadlock
	for _, channel := range slices.Compact(channels) {
		subs = append(subs, subTable.all(p.transaction, lockAhead, channel, millis(now))...)
	}
	return subs
}

// planAll plans the posts of subscriptions.
func (p *planner) planAll(due []schedule.Sub, plan func(s schedule.Sub, crowd int) schedule.Planned) {
	if len(due) == 0 {
		return
	}
	slices.SortStableFunc(due, func(a, b schedule.Sub) int { return a.NextAt.Compare(b.NextAt) })
	crowds := crowds(p.transaction, millis(due[0].NextAt), millis(due[len(due)-1].NextAt))
	if p.err != nil {
		return
	}
	var posts []outbox.Post
	var moved []any
	for _, sub := range due {
		planned := plan(sub, crowds[millis(sub.NextAt)])
		for _, post := range planned.Posts {
			post.Kind, post.Subject, post.Channel = schedule.Kind, sub.Channel, sub.Channel
			posts = append(posts, post)
		}
		moved = append(moved, text(sub.Channel), int64(planned.NextDate), millis(planned.NextAt))
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
	for some := range slices.Chunk(moved, columns*rowsAtOnce) {
		rows := valueRows(some, columns)
		p.exec(fmt.Sprintf(moveSubs, rows), some...)
		posts = append(all(p.transaction, scanPrunedAhead, fmt.Sprintf(deletePrunedAhead, rows), some...), posts...)
	}
	for some := range slices.Chunk(posts, rowsAtOnce) {
		p.insert(some)
	}
}

// insert inserts daily posts.
func (p *planner) insert(posts []outbox.Post) {
	var open []any
	for _, post := range posts {
		if post.State == outbox.Open {
			open = append(open, text(post.Subject), post.Number)
		}
	}
	if len(open) > 0 {
		p.counts[counted{schedule.Kind, outbox.Missed}] -= p.exec(fmt.Sprintf(deleteMissed, valueRows(open, 2)), open...)
	}
	for _, state := range insertAll(p.transaction, posts...) {
		p.counts[counted{schedule.Kind, state}]++
	}
}

// crowds returns, for each instant between from and to, how many active
// subscriptions are due then.
func crowds(tx *transaction, from, to int64) map[int64]int {
	counts := map[int64]int{}
	all(tx, func(r *sql.Rows) (at int64, err error) {
		var count int
		err = r.Scan(&at, &count)
		counts[at] = count
		return at, err
	}, countCrowds, from, to)
	return counts
}

// deleteOthers deletes the posts that a subject no longer wants and that nobody has tried. The
// outbox ends the others, or goes on with a round that Discord has refused so far.
const deleteOthers = `
DELETE FROM post WHERE kind = $1 AND subject = $2 AND number <> $3 AND state = 'open' AND attempts = 0`

// savePost plans a post, or moves one that has not been tried.
const savePost = `
INSERT INTO post (kind, subject, number, channel, turn, due_at, expires_at, state) VALUES ($1, $2, $3, $4, $5, $6, $7, 'open')
ON CONFLICT (kind, subject, number) DO UPDATE SET channel = excluded.channel, due_at = excluded.due_at, expires_at = excluded.expires_at
WHERE post.state = 'open' AND post.first_sent = 0`

// planOnly makes the post the only one of its subject that waits, or leaves none if
// planned is false. Posts that were tried stay.
func planOnly(tx *transaction, p outbox.Post, planned bool) {
	kept := p.Number
	if !planned {
		kept = -1 // no post has this number
	}
	tx.exec(deleteOthers, p.Kind, text(p.Subject), kept)
	if planned {
		plan(tx, p)
	}
}

// plan plans a post, or moves it if nobody has tried it.
func plan(tx *transaction, p outbox.Post) {
	tx.exec(savePost, p.Kind, text(p.Subject), p.Number, text(p.Channel), p.Turn, millis(p.DueAt), millis(p.ExpiresAt))
}
