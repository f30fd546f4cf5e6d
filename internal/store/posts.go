package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"chess960bot/internal/outbox"
)

// PostTable leaves out lease_by and lease_until: only claimPost and recordPost write them.
var PostTable = NewTable("post", 3, func(p *outbox.Post) []Column {
	return []Column{
		Col("kind", AsText(&p.Kind)), Col("subject", AsText(&p.Subject)), Col("number", AsNumber(&p.Number)),
		Col("channel", AsText(&p.Channel)), Col("turn", AsNumber(&p.Turn)), Col("due_at", AsInstant(&p.DueAt)),
		Col("expires_at", AsInstant(&p.ExpiresAt)), Col("state", AsText(&p.State)),
		Col("attempts", AsNumber(&p.Attempts)), Col("first_sent", AsInstant(&p.FirstSent)),
		Col("not_before", AsInstant(&p.NotBefore)), Col("message_id", AsText(&p.MessageID)),
		Col("trouble", AsText(&p.Trouble)), Col("reason", AsText(&p.Reason)),
	}
})

// claimPost leases the first post that is free. The outer WHERE repeats the
// conditions, because another process may claim the row between the inner SELECT and
// the UPDATE. A post waits for the earlier ones of its subject, and those of a kind that is not in
// $4, between spaces, wait for another program. %s stands for
// Store.skipLocked.
var claimPost = `
UPDATE post SET
	attempts = attempts + 1,
	first_sent = CASE WHEN first_sent = 0 THEN $1 ELSE first_sent END,
	lease_by = $2,
	lease_until = $3
WHERE (kind, subject, number) = (
	SELECT kind, subject, number FROM post AS next
	WHERE state = 'open' AND due_at <= $1 AND not_before <= $1 AND lease_until <= $1 AND ($4 = '  ' OR $4 LIKE '%% ' || kind || ' %%')
	AND NOT EXISTS (
		SELECT 1 FROM post AS earlier
		WHERE earlier.kind = next.kind AND earlier.subject = next.subject AND earlier.number < next.number AND earlier.state = 'open')
	ORDER BY turn, due_at, kind, subject, number LIMIT 1%s)
AND state = 'open' AND lease_until <= $1
RETURNING ` + PostTable.List

// Claim implements [outbox.Store]. The holder must have a name.
func (s *Store) Claim(
	ctx context.Context, now time.Time, holder string, lease time.Duration, kinds ...string,
) (p outbox.Post, ok bool, err error) {
	if holder == "" {
		return p, false, errors.New("claim a post: the holder of the lease has no name")
	}
	var claimed []outbox.Post
	err = s.single(ctx, func(q Querier) (err error) {
		claimed, err = PostTable.Query(ctx, q, fmt.Sprintf(claimPost, s.skipLocked),
			Millis(now), Text(holder), Millis(now.Add(lease)), " "+strings.Join(kinds, " ")+" ")
		return err
	})
	if err != nil || len(claimed) == 0 {
		return p, false, s.Wrap(err, "claim a post")
	}
	return claimed[0], true, nil
}

const renewPost = `
UPDATE post SET lease_until = $1
WHERE kind = $2 AND subject = $3 AND number = $4 AND state = 'open' AND lease_by = $5 AND lease_by <> '' AND attempts = $6`

// Renew implements [outbox.Store]. As for Record, the post's Attempts identify the lease.
func (s *Store) Renew(ctx context.Context, holder string, p outbox.Post, until time.Time) (held bool, err error) {
	err = s.single(ctx, func(q Querier) error {
		renewed, err := affected(q.ExecContext(ctx, renewPost, Millis(until), Text(p.Kind), Text(p.Subject), p.Number, Text(holder), p.Attempts))
		held = renewed == 1
		return err
	})
	return err == nil && held, s.Wrap(err, "renew the lease on the %s post %d in channel %q", p.Kind, p.Number, p.Channel)
}

// recordPost also compares the number of attempts, because the same holder may have
// claimed the post again.
const recordPost = `
UPDATE post SET state = $1, first_sent = $2, not_before = $3, message_id = $4, trouble = $5, reason = $6, lease_by = '', lease_until = 0
WHERE kind = $7 AND subject = $8 AND number = $9 AND state = 'open' AND lease_by = $10 AND lease_by <> '' AND attempts = $11`

// Record implements [outbox.Store]. The post's Attempts must be as Claim returned
// them: they identify the lease.
func (s *Store) Record(ctx context.Context, holder string, p outbox.Post) (held bool, err error) {
	values := []any{Text(p.State), Millis(p.FirstSent), Millis(p.NotBefore), Text(p.MessageID), Text(p.Trouble), Text(p.Reason),
		Text(p.Kind), Text(p.Subject), p.Number, Text(holder), p.Attempts}
	written, err := s.record(ctx, values, Counted{Text(p.Kind), p.State})
	return err == nil && written == 1, s.Wrap(err, "record the %s post %d in channel %q", p.Kind, p.Number, p.Channel)
}

// Share plans a post, unless there is one with its key.
func Share(ctx context.Context, db DB, p outbox.Post) (planned bool, err error) {
	err = db.Transaction(ctx, func(tx *Tx) { planned = len(InsertAll(tx, p)) > 0 })
	return planned, db.Wrap(err, "plan a %s post", p.Kind)
}

// countPosts counts the open posts, and reads the counts of the final ones. A post
// is not overdue while it waits after a refusal of Discord: then first_sent is 0,
// and not_before is the time of the next attempt.
const countPosts = `
SELECT kind, 'open', count(*), count(CASE WHEN due_at < $1 AND NOT (first_sent = 0 AND not_before >= $1) THEN 1 END)
FROM post WHERE state = 'open' GROUP BY kind
UNION ALL SELECT kind, state, posts, 0 FROM post_count`

// Count counts the posts for the metrics.
func (s *Store) Count(ctx context.Context, before time.Time) (posts map[string]map[outbox.State]int, overdue int, err error) {
	posts = map[string]map[outbox.State]int{}
	_, err = Query(ctx, s.read, func(r *sql.Rows) (state outbox.State, err error) {
		var kind string
		var all, late int
		err = r.Scan(&kind, &state, &all, &late)
		if posts[kind] == nil {
			posts[kind] = map[outbox.State]int{}
		}
		posts[kind][state] = all
		overdue += late
		return state, err
	}, countPosts, Millis(before))
	return posts, overdue, s.Wrap(err, "count posts")
}

// Counts are changes to the numbers of posts.
type Counts map[Counted]int

// Counted are the posts of a kind in a state.
type Counted struct {
	Kind  string
	State outbox.State
}

const addCount = `
INSERT INTO post_count (kind, state, posts) VALUES ($1, $2, $3)
ON CONFLICT (kind, state) DO UPDATE SET posts = post_count.posts + excluded.posts`

// AddCounts adds to the numbers of final posts in each state. Open posts have no row
// in post_count. The order is fixed, so that transactions cannot deadlock.
func AddCounts(tx *Tx, changes Counts) {
	inOrder := func(a, b Counted) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.State, b.State))
	}
	for _, c := range slices.SortedFunc(maps.Keys(changes), inOrder) {
		if c.State != outbox.Open && changes[c] != 0 {
			tx.Exec(addCount, c.Kind, string(c.State), changes[c])
		}
	}
}

// pruneAtOnce is how many posts one Prune deletes at most.
const pruneAtOnce = 500

// prunePosts deletes the oldest final posts. %s stands for Store.skipLocked.
var prunePosts = `
DELETE FROM post WHERE (kind, subject, number) IN (
	SELECT kind, subject, number FROM post
	WHERE state <> 'open' AND due_at < $1
	ORDER BY due_at LIMIT $2%s)
RETURNING ` + PostTable.List

var prunedTable = NewSchema("post_pruned", 2, "kind", "subject", "number")

var notePruned = prunedTable.UpsertSQL + ` WHERE post_pruned.number < excluded.number`

// Prune implements [outbox.Store].
func (s *Store) Prune(ctx context.Context, before time.Time) (pruned int, err error) {
	err = s.Transaction(ctx, func(tx *Tx) {
		deleted := PostTable.All(tx, fmt.Sprintf(prunePosts, s.skipLocked), Millis(before), pruneAtOnce)
		// Rows are written in a fixed order, so that transactions cannot deadlock.
		slices.SortFunc(deleted, func(a, b outbox.Post) int {
			return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Number, b.Number))
		})
		changes := Counts{}
		for i, p := range deleted {
			changes[Counted{p.Kind, p.State}]--
			if i+1 < len(deleted) && deleted[i+1].Kind == p.Kind && deleted[i+1].Subject == p.Subject {
				continue // only the highest number of a subject
			}
			tx.Exec(notePruned, p.Kind, p.Subject, p.Number)
		}
		pruned = len(deleted)
		AddCounts(tx, changes)
	})
	if err != nil {
		return 0, s.Wrap(err, "prune posts")
	}
	return pruned, nil
}

// insertPosts leaves out a post if there is one with its key, or if that post or a later one
// of the subject was pruned. %s stands for rows of the PostTable.
var insertPosts = `
INSERT INTO post (` + PostTable.List + `)
SELECT * FROM (VALUES %s) AS planned
WHERE NOT EXISTS (SELECT 1 FROM post_pruned WHERE kind = planned.column1 AND subject = planned.column2 AND number >= planned.column3)
ON CONFLICT (kind, subject, number) DO NOTHING
RETURNING state`

// InsertAll inserts posts, and returns the states of those that it has inserted.
func InsertAll(tx *Tx, posts ...outbox.Post) []outbox.State {
	var values []any
	for _, p := range posts {
		values = append(values, PostTable.values(&p)...)
	}
	return All(tx, ScanOne[outbox.State], fmt.Sprintf(insertPosts, ValueRows(values, len(PostTable.Columns))), values...)
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

// PlanOnly makes the post the only one of its subject that waits, or leaves none if
// planned is false. Posts that were tried stay.
func PlanOnly(tx *Tx, p outbox.Post, planned bool) {
	kept := p.Number
	if !planned {
		kept = -1 // no post has this number
	}
	tx.Exec(deleteOthers, p.Kind, Text(p.Subject), kept)
	if planned {
		Plan(tx, p)
	}
}

// Plan plans a post, or moves it if nobody has tried it.
func Plan(tx *Tx, p outbox.Post) {
	tx.Exec(savePost, p.Kind, Text(p.Subject), p.Number, Text(p.Channel), p.Turn, Millis(p.DueAt), Millis(p.ExpiresAt))
}
