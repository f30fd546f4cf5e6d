package store

import (
	"context"
	"slices"
	"strings"
	"time"

	"chess960bot/commands/daily/schedule"
	"chess960bot/internal/outbox"
)

var subTable = NewTable("daily_sub", 1, func(s *schedule.Sub) []Column {
	return []Column{
		Col("channel", AsText(&s.Channel)), Col("guild", AsText(&s.Guild)), Col("minute", AsNumber(&s.Minute)),
		Col("zone", AsText(&s.Zone)), Col("theme", AsText(&s.Theme)), Col("view", AsText(&s.View)),
		Col("role", AsText(&s.Role)), Col("thread", AsIs(&s.Thread)), Col("weekdays", AsNumber(&s.Weekdays)),
		Col("board", AsText(&s.Board)), Col("status", AsText(&s.Status)), Col("trouble", AsText(&s.Trouble)),
		Col("reason", AsText(&s.Reason)), Col("missing", AsNumber(&s.Missing)),
		Col("failing_since", AsInstant(&s.FailingSince)), Col("set_by", AsText(&s.SetBy)),
		Col("set_at", AsInstant(&s.SetAt)), Col("next_date", AsNumber(&s.NextDate)),
		Col("next_at", AsInstant(&s.NextAt)),
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
	err := s.Transaction(ctx, func(tx *Tx) {
		tx.Exec(lockGuild, Text(sub.Guild))
		if tx.Count(countOthers, Text(sub.Guild), Text(sub.Channel)) >= schedule.MostPerGuild {
			// The oldest disabled one goes. If its channel no longer exists, nobody could remove it with a command.
			disabled := tx.OneText(schedule.ErrTooMany, deleteDisabled, Text(sub.Guild), Text(sub.Channel))
			closePosts(tx, disabled, Text(sub.Guild), sub.SetAt)
		}
		tx.Exec(`DELETE FROM daily_removed WHERE channel = $1`, Text(sub.Channel))
		subTable.Upsert(tx, &sub)
	})
	return s.Wrap(err, "save the subscription of channel %q", sub.Channel)
}

var subByChannel = subTable.SelectSQL(`WHERE channel = $1`)

// Sub implements [daily.Store].
func (s *Store) Sub(ctx context.Context, channel string) (schedule.Sub, error) {
	sub, err := subTable.One(ctx, s.read, schedule.ErrNotFound, subByChannel, Text(channel))
	return ValueOf(sub), s.Wrap(err, "read the subscription of channel %q", channel)
}

var subsByGuild = subTable.SelectSQL(`WHERE guild = $1`)

// Subs implements [daily.Store].
func (s *Store) Subs(ctx context.Context, guild string) ([]schedule.Sub, error) {
	subs, err := s.byChannel(ctx, subsByGuild, Text(guild))
	return subs, s.Wrap(err, "read the subscriptions of server %q", guild)
}

var activeSubs = subTable.SelectSQL(`WHERE status = 'active'`)

// Active implements [daily.Store].
func (s *Store) Active(ctx context.Context) ([]schedule.Sub, error) {
	subs, err := s.byChannel(ctx, activeSubs)
	return subs, s.Wrap(err, "read the active subscriptions")
}

// byChannel returns subscriptions sorted by channel. It does not sort in SQL because
// the databases order texts differently.
func (s *Store) byChannel(ctx context.Context, query string, args ...any) ([]schedule.Sub, error) {
	subs, err := subTable.Query(ctx, s.read, query, args...)
	slices.SortFunc(subs, func(a, b schedule.Sub) int { return strings.Compare(a.Channel, b.Channel) })
	return subs, err
}

var lockSub = subTable.LockSQL(`channel = $1`)

// Update implements [daily.Store]. The function must not use the store. Its changes
// of the channel and the server have no effect.
func (s *Store) Update(ctx context.Context, channel string, update func(*schedule.Sub)) error {
	_, err := UpdateRow(ctx, s, func(q Querier) (*schedule.Sub, error) {
		return subTable.One(ctx, q, schedule.ErrNotFound, lockSub, Text(channel))
	}, func(sub *schedule.Sub) error {
		channel, guild := sub.Channel, sub.Guild
		update(sub)
		sub.Channel, sub.Guild = channel, guild
		return nil
	}, func(tx *Tx, sub *schedule.Sub) {
		if p, ok := sub.TroublePost(); ok {
			InsertAll(tx, p)
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
const deleteUntried = `DELETE FROM post WHERE kind = 'daily' AND subject = $1 AND state = 'open' AND first_sent = 0`

// closeTried closes the open posts that deleteUntried has left: they may have been sent, or
// are being sent now.
const closeTried = `
UPDATE post SET state = 'unknown', lease_by = '', lease_until = 0, trouble = 'removed', reason = ''
WHERE kind = 'daily' AND subject = $1 AND state = 'open'`

// Remove implements [daily.Store]. An open post that may have been sent is
// not deleted but becomes [outbox.Unknown].
func (s *Store) Remove(ctx context.Context, channel string, at time.Time) error {
	channel = Text(channel)
	err := s.Transaction(ctx, func(tx *Tx) {
		closePosts(tx, channel, tx.OneText(schedule.ErrNotFound, deleteSub, channel), at)
	})
	return s.Wrap(err, "remove the subscription of channel %q", channel)
}

var removedTable = NewSchema("daily_removed", 1, "channel", "guild", "removed_at")

// closePosts ends the open posts of a channel after its subscription was deleted, and
// notes when that was.
func closePosts(tx *Tx, channel, guild string, at time.Time) {
	tx.Exec(removedTable.UpsertSQL, channel, guild, Millis(at))
	tx.Exec(deleteUntried, channel)
	AddCounts(tx, Counts{{schedule.Kind, outbox.Unknown}: tx.Exec(closeTried, channel)})
}
