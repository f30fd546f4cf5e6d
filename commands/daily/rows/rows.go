// Package rows keeps the daily posts of channels in a database. It implements [schedule.Store].
//
// daily_sub has a row for each subscription; the key is the channel. A row with
// status 'active' is due at next_at: then [Store.Plan] inserts the post of next_date
// and sets the next date and instant, in one transaction. Rows of other statuses
// are never due. The posts of a removed subscription stay until [Store.PruneRemoved] deletes
// them: daily_removed has a row until then.
package rows

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
	"chess960bot/internal/privacy"
	"chess960bot/internal/store"
	"chess960bot/internal/when"
)

// A Store keeps daily posts in a database.
type Store struct{ store.DB }

// Of returns the daily posts of a database.
func Of(db store.DB) Store { return Store{db} }

var _ schedule.Store = Store{}

var subTable = store.NewTable("daily_sub", 1, func(s *schedule.Sub) []store.Column {
	return []store.Column{
		store.Col("channel", store.AsText(&s.Channel)), store.Col("guild", store.AsText(&s.Guild)), store.Col("minute", store.AsNumber(&s.Minute)),
		store.Col("zone", store.AsText(&s.Zone)), store.Col("theme", store.AsText(&s.Theme)), store.Col("view", store.AsText(&s.View)),
		store.Col("role", store.AsText(&s.Role)), store.Col("thread", store.AsIs(&s.Thread)), store.Col("weekdays", store.AsNumber(&s.Weekdays)),
		store.Col("board", store.AsText(&s.Board)), store.Col("status", store.AsText(&s.Status)), store.Col("trouble", store.AsText(&s.Trouble)),
		store.Col("reason", store.AsText(&s.Reason)), store.Col("missing", store.AsNumber(&s.Missing)),
		store.Col("failing_since", store.AsInstant(&s.FailingSince)), store.Col("set_by", store.AsText(&s.SetBy)),
		store.Col("set_at", store.AsInstant(&s.SetAt)), store.Col("next_date", store.AsNumber(&s.NextDate)),
		store.Col("next_at", store.AsInstant(&s.NextAt)),
	}
})

// Part is what a database keeps of daily posts.
var Part = store.Part{
	Kinds: []string{schedule.Kind, schedule.TroubleKind},
	Servers: []store.ServerTable{
		{Table: "daily_sub", Subject: "channel", Of: "dailyPosts"}, {Table: "daily_removed", Subject: "channel"},
	},
	Forget: func(tx *store.Tx, person string) []privacy.Deleted {
		return []privacy.Deleted{{Of: "dailyPostSettings", Rows: tx.Exec(forgetSubs, person)}}
	},
	Tidy: func(ctx context.Context, db store.DB, now time.Time) error {
		return Of(db).PruneRemoved(ctx, now.Add(-schedule.KeptAfterRemoval))
	},
}

const forgetSubs = `UPDATE daily_sub SET set_by = '' WHERE set_by = $1 AND set_by <> ''`

const countOthers = `SELECT count(*) FROM daily_sub WHERE guild = $1 AND channel <> $2`

// deleteDisabled repeats the status in the outer WHERE, because the subscription may
// be resumed between the inner SELECT and the DELETE.
const deleteDisabled = `
DELETE FROM daily_sub WHERE channel = (
	SELECT channel FROM daily_sub
	WHERE guild = $1 AND channel <> $2 AND status = 'disabled'
	ORDER BY set_at, channel LIMIT 1)
AND status = 'disabled'
RETURNING channel`

// Save implements [schedule.Store].
func (s Store) Save(ctx context.Context, sub schedule.Sub) error {
	err := s.Transaction(ctx, func(tx *store.Tx) {
		store.LockServer(tx, sub.Guild)
		if tx.Count(countOthers, store.Text(sub.Guild), store.Text(sub.Channel)) >= schedule.MostPerGuild {
			// The oldest disabled one goes. If its channel no longer exists, nobody could remove it with a command.
			disabled := tx.OneText(schedule.ErrTooMany, deleteDisabled, store.Text(sub.Guild), store.Text(sub.Channel))
			closePosts(tx, disabled, store.Text(sub.Guild), sub.SetAt)
		}
		tx.Exec(`DELETE FROM daily_removed WHERE channel = $1`, store.Text(sub.Channel))
		subTable.Upsert(tx, &sub)
	})
	return s.Wrap(err, "save the subscription of channel %q", sub.Channel)
}

var subByChannel = subTable.SelectSQL(`WHERE channel = $1`)

// Sub implements [schedule.Store].
func (s Store) Sub(ctx context.Context, channel string) (schedule.Sub, error) {
	sub, err := subTable.One(ctx, s.Reader(), schedule.ErrNotFound, subByChannel, store.Text(channel))
	return store.ValueOf(sub), s.Wrap(err, "read the subscription of channel %q", channel)
}

var subsByGuild = subTable.SelectSQL(`WHERE guild = $1`)

// Subs implements [schedule.Store].
func (s Store) Subs(ctx context.Context, guild string) ([]schedule.Sub, error) {
	subs, err := s.byChannel(ctx, subsByGuild, store.Text(guild))
	return subs, s.Wrap(err, "read the subscriptions of server %q", guild)
}

var activeSubs = subTable.SelectSQL(`WHERE status = 'active'`)

// Active implements [schedule.Store].
func (s Store) Active(ctx context.Context) ([]schedule.Sub, error) {
	subs, err := s.byChannel(ctx, activeSubs)
	return subs, s.Wrap(err, "read the active subscriptions")
}

// byChannel returns subscriptions sorted by channel. It does not sort in SQL because
// the databases order texts differently.
func (s Store) byChannel(ctx context.Context, query string, args ...any) ([]schedule.Sub, error) {
	subs, err := subTable.Query(ctx, s.Reader(), query, args...)
	slices.SortFunc(subs, func(a, b schedule.Sub) int { return strings.Compare(a.Channel, b.Channel) })
	return subs, err
}

var lockSub = subTable.LockSQL(`channel = $1`)

// Update implements [schedule.Store]. The function must not use the store. Its changes
// of the channel and the server have no effect.
func (s Store) Update(ctx context.Context, channel string, update func(*schedule.Sub)) error {
	_, err := store.UpdateRow(ctx, s, func(q store.Querier) (*schedule.Sub, error) {
		return subTable.One(ctx, q, schedule.ErrNotFound, lockSub, store.Text(channel))
	}, func(sub *schedule.Sub) error {
		channel, guild := sub.Channel, sub.Guild
		update(sub)
		sub.Channel, sub.Guild = channel, guild
		return nil
	}, func(tx *store.Tx, sub *schedule.Sub) {
		if p, ok := sub.TroublePost(); ok {
			store.InsertAll(tx, p)
		}
		subTable.Update(tx, sub)
	})
	return s.Wrap(err, "change the subscription of channel %q", channel)
}

const deleteSub = `DELETE FROM daily_sub WHERE channel = $1 RETURNING guild`

// deleteUntried deletes the open posts that certainly have not been sent. It must run
// before closeTried, which closes all posts that are still open. A post that is claimed
// between the two becomes 'unknown': if it were deleted, a new subscription of the channel
// would post its date again.
const deleteUntried = `DELETE FROM post WHERE kind = '` + schedule.Kind + `' AND subject = $1 AND state = 'open' AND first_sent = 0`

// closeTried closes the open posts that deleteUntried has left: they may have been sent, or
// are being sent now.
const closeTried = `
UPDATE post SET state = 'unknown', lease_by = '', lease_until = 0, trouble = 'removed', reason = ''
WHERE kind = '` + schedule.Kind + `' AND subject = $1 AND state = 'open'`

// Remove implements [schedule.Store]. An open post that may have been sent is
// not deleted but becomes [outbox.Unknown].
func (s Store) Remove(ctx context.Context, channel string, at time.Time) error {
	channel = store.Text(channel)
	err := s.Transaction(ctx, func(tx *store.Tx) {
		closePosts(tx, channel, tx.OneText(schedule.ErrNotFound, deleteSub, channel), at)
	})
	return s.Wrap(err, "remove the subscription of channel %q", channel)
}

var removedTable = store.NewSchema("daily_removed", 1, "channel", "guild", "removed_at")

// closePosts ends the open posts of a channel after its subscription was deleted, and
// notes when that was.
func closePosts(tx *store.Tx, channel, guild string, at time.Time) {
	tx.Exec(removedTable.UpsertSQL, channel, guild, store.Millis(at))
	tx.Exec(deleteUntried, channel)
	store.AddCounts(tx, store.Counts{{Kind: schedule.Kind, State: outbox.Unknown}: tx.Exec(closeTried, channel)})
}

var lastPosts = store.PostTable.SelectSQL(`WHERE kind = '` + schedule.Kind + `' AND subject = $1 ORDER BY number DESC LIMIT $2`)

// Posts implements [schedule.Store].
func (s Store) Posts(ctx context.Context, channel string, limit int) ([]schedule.Post, error) {
	posts, err := store.QueryAs(ctx, s.Reader(), store.PostTable, schedule.PostOf, lastPosts, store.Text(channel), max(limit, 0))
	return posts, s.Wrap(err, "read the posts of channel %q", channel)
}

// removedAtOnce is how many removed subscriptions one PruneRemoved deletes.
const removedAtOnce = 20

// forgetRemoved chooses removed subscriptions. Others that prune wait for their rows, and then
// find them deleted.
const forgetRemoved = `
DELETE FROM daily_removed WHERE channel IN (
	SELECT channel FROM daily_removed WHERE removed_at < $1 ORDER BY removed_at LIMIT $2)
RETURNING channel`

// deleteRemoved leaves out later posts: the channel may have just been set again.
const deleteRemoved = `
DELETE FROM post WHERE kind IN ('` + schedule.Kind + `', '` + schedule.TroubleKind + `') AND subject = $1 AND due_at < $2 RETURNING kind, state`

// PruneRemoved deletes the posts of some subscriptions that were removed before an instant, by
// Remove or to make room.
func (s Store) PruneRemoved(ctx context.Context, before time.Time) error {
	err := s.Transaction(ctx, func(tx *store.Tx) {
		changes := store.Counts{}
		scanCounted := func(r *sql.Rows) (c store.Counted, err error) {
			err = r.Scan(&c.Kind, &c.State)
			return c, err
		}
		for _, channel := range store.All(tx, store.ScanOne[string], forgetRemoved, store.Millis(before), removedAtOnce) {
			for _, c := range store.All(tx, scanCounted, deleteRemoved, channel, store.Millis(before)) {
				changes[c]--
			}
			tx.Exec(`DELETE FROM post_pruned WHERE kind IN ('`+schedule.Kind+`', '`+schedule.TroubleKind+`') AND subject = $1`, channel)
		}
		store.AddCounts(tx, changes)
	})
	return s.Wrap(err, "delete the posts of removed subscriptions")
}

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

// Plan implements [schedule.Store]. The function plan must not use the store. The posts
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
