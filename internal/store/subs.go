package store

import (
	"context"
	"slices"
	"strings"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
)

var subTable = newTable("daily_sub", 1, func(s *schedule.Sub) []column {
	return []column{
		{"channel", asText(&s.Channel)}, {"guild", asText(&s.Guild)}, {"minute", asNumber(&s.Minute)},
		{"zone", asText(&s.Zone)}, {"theme", asText(&s.Theme)}, {"view", asText(&s.View)},
		{"role", asText(&s.Role)}, {"thread", asIs(&s.Thread)}, {"weekdays", asNumber(&s.Weekdays)},
		{"board", asText(&s.Board)}, {"status", asText(&s.Status)}, {"trouble", asText(&s.Trouble)},
		{"reason", asText(&s.Reason)}, {"missing", asNumber(&s.Missing)},
		{"failing_since", asInstant(&s.FailingSince)}, {"set_by", asText(&s.SetBy)},
		{"set_at", asInstant(&s.SetAt)}, {"next_date", asNumber(&s.NextDate)},
		{"next_at", asInstant(&s.NextAt)},
	}
})

const forgetSubs = `UPDATE daily_sub SET set_by = '' WHERE set_by = $1 AND set_by <> ''`

// lockGuild makes other transactions that lock the same guild wait for this one.
// In both databases a write that changes nothing locks a row.
const lockGuild = `
INSERT INTO daily_guild (guild) VALUES ($1)
ON CONFLICT (guild) DO UPDATE SET guild = excluded.guild`

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

// Save implements [daily.Store].
func (s *Store) Save(ctx context.Context, sub schedule.Sub) error {
	err := s.transaction(ctx, func(tx *transaction) {
		tx.exec(lockGuild, text(sub.Guild))
		if tx.count(countOthers, text(sub.Guild), text(sub.Channel)) >= schedule.MostPerGuild {
			// The oldest disabled one goes. If its channel no longer exists, nobody could remove it with a command.
			disabled := tx.oneText(schedule.ErrTooMany, deleteDisabled, text(sub.Guild), text(sub.Channel))
			closePosts(tx, disabled, text(sub.Guild), sub.SetAt)
		}
		tx.exec(`DELETE FROM daily_removed WHERE channel = $1`, text(sub.Channel))
		subTable.upsert(tx, &sub)
	})
	return s.fail(err, "save the subscription of channel %q", sub.Channel)
}

var subByChannel = subTable.selectSQL(`WHERE channel = $1`)

// Sub implements [daily.Store].
func (s *Store) Sub(ctx context.Context, channel string) (schedule.Sub, error) {
	sub, err := subTable.one(ctx, s.read, schedule.ErrNotFound, subByChannel, text(channel))
	return valueOf(sub), s.fail(err, "read the subscription of channel %q", channel)
}

var subsByGuild = subTable.selectSQL(`WHERE guild = $1`)

// Subs implements [daily.Store].
func (s *Store) Subs(ctx context.Context, guild string) ([]schedule.Sub, error) {
	subs, err := s.byChannel(ctx, subsByGuild, text(guild))
	return subs, s.fail(err, "read the subscriptions of server %q", guild)
}

var activeSubs = subTable.selectSQL(`WHERE status = 'active'`)

// Active implements [daily.Store].
func (s *Store) Active(ctx context.Context) ([]schedule.Sub, error) {
	subs, err := s.byChannel(ctx, activeSubs)
	return subs, s.fail(err, "read the active subscriptions")
}

// byChannel returns subscriptions sorted by channel. It does not sort in SQL because
// the databases order texts differently.
func (s *Store) byChannel(ctx context.Context, query string, args ...any) ([]schedule.Sub, error) {
	subs, err := subTable.query(ctx, s.read, query, args...)
	slices.SortFunc(subs, func(a, b schedule.Sub) int { return strings.Compare(a.Channel, b.Channel) })
	return subs, err
}

var lockSub = subTable.lockSQL(`channel = $1`)

// Update implements [daily.Store]. The function must not use the store. Its changes
// of the channel and the server have no effect.
func (s *Store) Update(ctx context.Context, channel string, update func(*schedule.Sub)) error {
	_, err := updateRow(ctx, s, func(q querier) (*schedule.Sub, error) {
		return subTable.one(ctx, q, schedule.ErrNotFound, lockSub, text(channel))
	}, func(sub *schedule.Sub) error {
		channel, guild := sub.Channel, sub.Guild
		update(sub)
		sub.Channel, sub.Guild = channel, guild
		return nil
	}, func(tx *transaction, sub *schedule.Sub) {
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
		closePosts(tx, channel, tx.oneText(schedule.ErrNotFound, deleteSub, channel), at)
	})
	return s.fail(err, "remove the subscription of channel %q", channel)
}

var removedTable = newSchema("daily_removed", 1, "channel", "guild", "removed_at")

// closePosts ends the open posts of a channel after its subscription was deleted, and
// notes when that was.
func closePosts(tx *transaction, channel, guild string, at time.Time) {
	tx.exec(removedTable.upsertSQL, channel, guild, millis(at))
	tx.exec(deleteUntried, channel)
	addCounts(tx, counts{{schedule.Kind, outbox.Unknown}: tx.exec(closeTried, channel)})
}
