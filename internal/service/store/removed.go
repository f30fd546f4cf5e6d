package store

import (
	"context"
	"database/sql"
	"time"
)

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
