package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"chess960bot/internal/outbox"
)

// pruneAtOnce is how many posts one Prune deletes at most.
const pruneAtOnce = 500

// prunePosts deletes the oldest final posts. %s stands for Store.skipLocked.
var prunePosts = `
DELETE FROM post WHERE (kind, subject, number) IN (
	SELECT kind, subject, number FROM post
	WHERE state <> 'open' AND due_at < $1
	ORDER BY due_at LIMIT $2%s)
RETURNING ` + postTable.list

var prunedTable = newSchema("post_pruned", 2, "kind", "subject", "number")

var notePruned = prunedTable.upsertSQL + ` WHERE post_pruned.number < excluded.number`

// Prune implements [outbox.Store].
func (s *Store) Prune(ctx context.Context, before time.Time) (pruned int, err error) {
	err = s.transaction(ctx, func(tx *transaction) {
		deleted := postTable.all(tx, fmt.Sprintf(prunePosts, s.skipLocked), millis(before), pruneAtOnce)
		// Rows are written in a fixed order, so that transactions cannot deadlock.
		slices.SortFunc(deleted, func(a, b outbox.Post) int {
			return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.Number, b.Number))
		})
		changes := counts{}
		for i, p := range deleted {
			changes[counted{p.Kind, p.State}]--
			if i+1 < len(deleted) && deleted[i+1].Kind == p.Kind && deleted[i+1].Subject == p.Subject {
				continue // only the highest number of a subject
			}
			tx.exec(notePruned, p.Kind, p.Subject, p.Number)
		}
		pruned = len(deleted)
		addCounts(tx, changes)
	})
	if err != nil {
		return 0, s.fail(err, "prune posts")
	}
	return pruned, nil
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
DELETE FROM post WHERE kind IN ('daily', 'trouble') AND subject = $1 AND due_at < $2 RETURNING kind, state`

// PruneRemoved implements [daily.Store].
func (s *Store) PruneRemoved(ctx context.Context, before time.Time) error {
	err := s.transaction(ctx, func(tx *transaction) {
		changes := counts{}
		scanCounted := func(r *sql.Rows) (c counted, err error) {
			err = r.Scan(&c.kind, &c.state)
			return c, err
		}
		for _, channel := range all(tx, scanOne[string], forgetRemoved, millis(before), removedAtOnce) {
			for _, c := range all(tx, scanCounted, deleteRemoved, channel, millis(before)) {
				changes[c]--
			}
			tx.exec(`DELETE FROM post_pruned WHERE kind IN ('daily', 'trouble') AND subject = $1`, channel)
		}
		addCounts(tx, changes)
	})
	return s.fail(err, "delete the posts of removed subscriptions")
}
