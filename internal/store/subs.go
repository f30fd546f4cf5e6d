package store

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"time"

	"chess960bot/internal/daily"
)

const subColumns = `channel, guild, minute, zone, theme, view, role, thread,
	weekdays, board, status, trouble, reason, missing, failing_since, set_by, set_at, next_date, next_at`

// scanSub reads the subColumns.
func scanSub(r row) (s daily.Sub, err error) {
	err = r.Scan(&s.Channel, &s.Guild, &s.Minute, &s.Zone, &s.Theme, &s.View, &s.Role, &s.Thread,
		&s.Weekdays, &s.Board, &s.Status, &s.Trouble, &s.Reason, &s.Missing, instant{&s.FailingSince}, &s.SetBy, instant{&s.SetAt}, &s.NextDate, instant{&s.NextAt})
	return s, err
}

// subValues are the values of the subColumns.
func subValues(s daily.Sub) []any {
	return []any{text(s.Channel), text(s.Guild), int(s.Minute), text(s.Zone), text(s.Theme), text(s.View), text(s.Role), s.Thread,
		int(s.Weekdays), text(s.Board), text(s.Status), text(s.Trouble), text(s.Reason), s.Missing, millis(s.FailingSince), text(s.SetBy), millis(s.SetAt), int(s.NextDate), millis(s.NextAt)}
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
func makeRoom(ctx context.Context, tx *sql.Tx, guild, except string, at time.Time) error {
	freed, err := one(ctx, tx, scanText, daily.ErrTooMany, deleteDisabled, guild, except)
	if err != nil {
		return err
	}
	return closePosts(ctx, tx, freed, guild, at)
}

const saveSub = `
INSERT INTO daily_sub (` + subColumns + `)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
ON CONFLICT (channel) DO UPDATE SET
	guild = excluded.guild, minute = excluded.minute, zone = excluded.zone, theme = excluded.theme,
	view = excluded.view, role = excluded.role, thread = excluded.thread,
	weekdays = excluded.weekdays, board = excluded.board, status = excluded.status,
	trouble = excluded.trouble, reason = excluded.reason, missing = excluded.missing, failing_since = excluded.failing_since, set_by = excluded.set_by,
	set_at = excluded.set_at, next_date = excluded.next_date, next_at = excluded.next_at`

// Save implements [daily.Store].
func (s *Store) Save(ctx context.Context, sub daily.Sub) error {
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, lockGuild, text(sub.Guild)); err != nil {
			return err
		}
		var others int
		if err := tx.QueryRowContext(ctx, countOthers, text(sub.Guild), text(sub.Channel)).Scan(&others); err != nil {
			return err
		}
		if others >= daily.MostPerGuild {
			if err := makeRoom(ctx, tx, text(sub.Guild), text(sub.Channel), sub.SetAt); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, `DELETE FROM daily_removed WHERE channel = $1`, text(sub.Channel)); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, saveSub, subValues(sub)...)
		return err
	})
	return s.fail(err, "save the subscription of channel %q", sub.Channel)
}

const subByChannel = `SELECT ` + subColumns + ` FROM daily_sub WHERE channel = $1`

// Sub implements [daily.Store].
func (s *Store) Sub(ctx context.Context, channel string) (daily.Sub, error) {
	sub, err := one(ctx, s.read, scanSub, daily.ErrNotFound, subByChannel, text(channel))
	return sub, s.fail(err, "read the subscription of channel %q", channel)
}

const subsByGuild = `SELECT ` + subColumns + ` FROM daily_sub WHERE guild = $1`

// Subs implements [daily.Store].
func (s *Store) Subs(ctx context.Context, guild string) ([]daily.Sub, error) {
	subs, err := s.byChannel(ctx, subsByGuild, text(guild))
	return subs, s.fail(err, "read the subscriptions of server %q", guild)
}

const activeSubs = `SELECT ` + subColumns + ` FROM daily_sub WHERE status = 'active'`

// Active implements [daily.Store].
func (s *Store) Active(ctx context.Context) ([]daily.Sub, error) {
	subs, err := s.byChannel(ctx, activeSubs)
	return subs, s.fail(err, "read the active subscriptions")
}

// byChannel returns subscriptions sorted by channel. It does not sort in SQL because
// the databases order texts differently.
func (s *Store) byChannel(ctx context.Context, query string, args ...any) ([]daily.Sub, error) {
	subs, err := querySubs(ctx, s.read, query, args...)
	slices.SortFunc(subs, func(a, b daily.Sub) int { return strings.Compare(a.Channel, b.Channel) })
	return subs, err
}

// querySubs returns subscriptions in the order of the query.
func querySubs(ctx context.Context, q querier, statement string, args ...any) ([]daily.Sub, error) {
	return query(ctx, q, scanSub, statement, args...)
}
