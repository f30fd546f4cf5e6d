package store

import (
	"context"
	"database/sql"
	"time"

	"chess960bot/internal/club/daily"
	"chess960bot/internal/outbox"
)

var lockSub = subTable.lockSQL(`channel = $1`)

// Update implements [daily.Store]. The function must not use the store. Its changes
// of the channel and the server have no effect.
func (s *Store) Update(ctx context.Context, channel string, update func(*daily.Sub)) error {
	_, err := updateRow(ctx, s, func(tx *sql.Tx) (*daily.Sub, error) {
		sub, err := subTable.one(ctx, tx, daily.ErrNotFound, lockSub, text(channel))
		return &sub, err
	}, func(sub *daily.Sub) error {
		channel, guild := sub.Channel, sub.Guild
		update(sub)
		sub.Channel, sub.Guild = channel, guild
		return nil
	}, func(tx *sql.Tx, sub *daily.Sub) error {
		if p, ok := sub.TroublePost(); ok {
			if _, err := insertAll(ctx, tx, []outbox.Post{p}); err != nil {
				return err
			}
		}
		return subTable.update(ctx, tx, sub)
	})
	return s.fail(err, "change the subscription of channel %q", channel)
}

const deleteSub = `DELETE FROM daily_sub WHERE channel = $1 RETURNING guild`

// deleteUntried deletes the open posts that certainly have not been sent. It must run
// before closeTried, which closes all posts that are still open. A post that is claimed
// between the two becomes 'unknown': if it were deleted, a new subscription of the channel
// would post its date again.
const deleteUntried = `DELETE FROM post WHERE kind = 'daily' AND subject = $1 AND state = 'open' AND first_sent = 0`

// closeTried closes the open posts that deleteUntried has left: they may have been sent, or
// are being sent now.
const closeTried = `
UPDATE post SET state = 'unknown', lease_by = '', lease_until = 0, trouble = 'removed', reason = ''
WHERE kind = 'daily' AND subject = $1 AND state = 'open'`

// Remove implements [daily.Store]. An open post that may have been sent is
// not deleted but becomes [outbox.Unknown].
func (s *Store) Remove(ctx context.Context, channel string, at time.Time) error {
	channel = text(channel)
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		guild, err := one(ctx, tx, scanOne[string], daily.ErrNotFound, deleteSub, channel)
		if err != nil {
			return err
		}
		return closePosts(ctx, tx, channel, guild, at)
	})
	return s.fail(err, "remove the subscription of channel %q", channel)
}

var removedTable = newSchema("daily_removed", 1, "channel", "guild", "removed_at")

// closePosts ends the open posts of a channel after its subscription was deleted, and
// notes when that was.
func closePosts(ctx context.Context, tx *sql.Tx, channel, guild string, at time.Time) error {
	if _, err := tx.ExecContext(ctx, removedTable.upsertSQL, channel, guild, millis(at)); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, deleteUntried, channel); err != nil {
		return err
	}
	closed, err := affected(tx.ExecContext(ctx, closeTried, channel))
	if err != nil {
		return err
	}
	return addCounts(ctx, tx, counts{{daily.Kind, outbox.Unknown}: closed})
}

// affected returns how many rows a statement has written.
func affected(result sql.Result, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	rows, err := result.RowsAffected()
	return int(rows), err
}
