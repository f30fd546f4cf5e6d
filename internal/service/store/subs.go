package store

import (
	"context"
	"slices"
	"strings"
	"time"

	"chess960bot/internal/club/daily"
	"chess960bot/internal/club/privacy"
)

var subTable = newTable("daily_sub", 1, func(s *daily.Sub) []column {
	return []column{
		{"channel", asText(&s.Channel)}, {"guild", asText(&s.Guild)},
		{"minute", asNumber(&s.Minute)}, {"zone", asText(&s.Zone)},
		{"theme", asText(&s.Theme)}, {"view", asText(&s.View)},
		{"role", asText(&s.Role)}, {"thread", asIs(&s.Thread)},
		{"weekdays", asNumber(&s.Weekdays)}, {"board", asText(&s.Board)},
		{"status", asText(&s.Status)}, {"trouble", asText(&s.Trouble)},
		{"reason", asText(&s.Reason)}, {"missing", asNumber(&s.Missing)},
		{"failing_since", asInstant(&s.FailingSince)},
		{"set_by", asText(&s.SetBy)}, {"set_at", asInstant(&s.SetAt)},
		{"next_date", asNumber(&s.NextDate)}, {"next_at", asInstant(&s.NextAt)},
	}
})

const forgetSubs = `UPDATE daily_sub SET set_by = '' WHERE set_by = $1 AND set_by <> ''`

// forgetSetter removes a person's id from the subscriptions.
func forgetSetter(tx *transaction, person string) []privacy.Deleted {
	return []privacy.Deleted{{Of: "dailyPostSettings", Rows: tx.exec(forgetSubs, person)}}
}

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

// makeRoom removes the oldest disabled subscription of a server. If its channel no
// longer exists, nobody could remove it with a command.
func makeRoom(tx *transaction, guild, except string, at time.Time) {
	closePosts(tx, tx.oneText(daily.ErrTooMany, deleteDisabled, guild, except), guild, at)
}

// Save implements [daily.Store].
func (s *Store) Save(ctx context.Context, sub daily.Sub) error {
	err := s.transaction(ctx, func(tx *transaction) {
		tx.exec(lockGuild, text(sub.Guild))
		if tx.count(countOthers, text(sub.Guild), text(sub.Channel)) >= daily.MostPerGuild {
			makeRoom(tx, text(sub.Guild), text(sub.Channel), sub.SetAt)
		}
		tx.exec(`DELETE FROM daily_removed WHERE channel = $1`, text(sub.Channel))
		subTable.upsert(tx, &sub)
	})
	return s.fail(err, "save the subscription of channel %q", sub.Channel)
}

var subByChannel = subTable.selectSQL(`WHERE channel = $1`)

// Sub implements [daily.Store].
func (s *Store) Sub(ctx context.Context, channel string) (daily.Sub, error) {
	sub, err := subTable.one(ctx, s.read, daily.ErrNotFound, subByChannel, text(channel))
	return sub, s.fail(err, "read the subscription of channel %q", channel)
}

var subsByGuild = subTable.selectSQL(`WHERE guild = $1`)

// Subs implements [daily.Store].
func (s *Store) Subs(ctx context.Context, guild string) ([]daily.Sub, error) {
	subs, err := s.byChannel(ctx, subsByGuild, text(guild))
	return subs, s.fail(err, "read the subscriptions of server %q", guild)
}

var activeSubs = subTable.selectSQL(`WHERE status = 'active'`)

// Active implements [daily.Store].
func (s *Store) Active(ctx context.Context) ([]daily.Sub, error) {
	subs, err := s.byChannel(ctx, activeSubs)
	return subs, s.fail(err, "read the active subscriptions")
}

// byChannel returns subscriptions sorted by channel. It does not sort in SQL because
// the databases order texts differently.
func (s *Store) byChannel(ctx context.Context, query string, args ...any) ([]daily.Sub, error) {
	subs, err := subTable.query(ctx, s.read, query, args...)
	slices.SortFunc(subs, func(a, b daily.Sub) int { return strings.Compare(a.Channel, b.Channel) })
	return subs, err
}
