package store

import (
	"context"
	"time"

	"chess960bot/internal/club/daily"
	"chess960bot/internal/outbox"
)

var lockSub = subTable.lockSQL(`channel = $1`)

// Update implements [daily.Store]. The function must not use the store. Its changes
// of the channel and the server have no effect.
func (s *Store) Update(ctx context.Context, channel string, update func(*daily.Sub)) error {
	_, err := updateRow(ctx, s, func(q querier) (*daily.Sub, error) {
		sub, err := subTable.one(ctx, q, daily.ErrNotFound, lockSub, text(channel))
		return &sub, err
	}, func(sub *daily.Sub) error {
		channel, guild := sub.Channel, sub.Guild
		update(sub)
		sub.Channel, sub.Guild = channel, guild
		return nil
	}, func(tx *transaction, sub *daily.Sub) {
		if p, ok := sub.TroublePost(); ok {
			insertAll(tx, p)
		}
		subTable.update(tx, sub)
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
	err := s.transaction(ctx, func(tx *transaction) {
		closePosts(tx, channel, tx.oneText(daily.ErrNotFound, deleteSub, channel), at)
	})
	return s.fail(err, "remove the subscription of channel %q", channel)
}

var removedTable = newSchema("daily_removed", 1, "channel", "guild", "removed_at")

// closePosts ends the open posts of a channel after its subscription was deleted, and
// notes when that was.
func closePosts(tx *transaction, channel, guild string, at time.Time) {
	tx.exec(removedTable.upsertSQL, channel, guild, millis(at))
	tx.exec(deleteUntried, channel)
	addCounts(tx, counts{{daily.Kind, outbox.Unknown}: tx.exec(closeTried, channel)})
}
