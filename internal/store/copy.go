package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"

	"chess960bot/internal/outbox"
)

// Copied is the number of rows that [Copy] has copied from a table.
type Copied struct {
	Table string
	Rows  int
}

// Copy copies all subscriptions, posts, events and quizzes from one database to another. The
// addresses are as for [Open]. The source must have rows, and the target none; a
// missing target is created. Copy writes all rows or none. No bot may use the source
// meanwhile, because later changes are not copied. Leases are not copied: their
// holders no longer run.
func Copy(ctx context.Context, from, to string) (copied []Copied, err error) {
	if err := distinct(from, to); err != nil {
		return nil, err
	}
	source, err := openFilled(ctx, from)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	target, err := Open(ctx, to)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, target.Close()) }()

	snapshot, err := source.snapshot(ctx)
	if err != nil {
		return nil, source.fail(err, "begin to read")
	}
	defer snapshot.Rollback()
	err = target.transaction(ctx, func(tx *sql.Tx) error {
		if err := wantRows(ctx, tx, false); err != nil {
			return err
		}
		if copied, err = copyTables(ctx, snapshot, tx); err != nil {
			return err
		}
		if _, err := copyPruned(ctx, snapshot, tx); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, forgetCounts); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, recount)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("copy %s to %s: %w; nothing was copied", source, target, err)
	}
	return copied, nil
}

// distinct returns an error if both addresses lead to the same database. If a
// database has two names that this check does not recognise, Copy fails later: the
// target is not empty.
func distinct(from, to string) error {
	a, err := identity(from)
	if err != nil {
		return err
	}
	b, err := identity(to)
	if err != nil {
		return err
	}
	if a == b {
		return errors.New("both addresses lead to the same database: there is nothing to copy")
	}
	return nil
}

// identity returns the same text for addresses that differ only in their spelling or
// password. An address that Open will refuse is returned unchanged.
func identity(databaseURL string) (string, error) {
	if path, ok := strings.CutPrefix(databaseURL, "sqlite:"); ok {
		return databaseFile(path)
	}
	config, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return databaseURL, nil
	}
	return fmt.Sprintf("%s@%s:%d/%s %v", config.User, config.Host, config.Port, config.Database, config.RuntimeParams), nil
}

// openFilled opens a database that has rows. It does not create a missing file.
func openFilled(ctx context.Context, databaseURL string) (*Store, error) {
	if path, ok := strings.CutPrefix(databaseURL, "sqlite:"); ok {
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("open the SQLite file to copy: %w", err)
		}
	}
	s, err := Open(ctx, databaseURL)
	if err != nil {
		return nil, err
	}
	if err := wantRows(ctx, s.read, true); err != nil {
		return nil, errors.Join(fmt.Errorf("copy %s: %w", s, err), s.Close())
	}
	return s, nil
}

// snapshot begins a transaction that sees the current state of the database. The
// transaction is idle while its rows are written to the target, so it needs a
// server without a timeout for idle transactions.
func (s *Store) snapshot(ctx context.Context) (*sql.Tx, error) {
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil || s.skipLocked == "" {
		return tx, err
	}
	if _, err := tx.ExecContext(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0`); err != nil {
		return nil, errors.Join(err, tx.Rollback())
	}
	return tx, nil
}

// copies are the tables to copy. The others have no data, or are filled afterwards.
var copies = []struct {
	table string
	copy  func(ctx context.Context, from, to *sql.Tx) (rows int, err error)
}{
	{"daily_guild", copyRows("guild, left_at", "daily_guild", scanGuildRow, noteServer, asScanned)},
	{"daily_removed", copyRows("channel, guild, removed_at", "daily_removed", scanRemovedRow, noteRemoved, asScanned)},
	{"daily_sub", copyRows(subColumns, "daily_sub", scanSub, saveSub, subValues)},
	{"post", copyRows(postColumns, "post", scanPost, copyPost, postValues)},
	{"event", copyRows(eventColumns, "event", scanEventRow, insertEvent, asScanned)},
	{"event_draw", copyRows("event, "+drawColumns, "event_draw", scanDrawRow, saveDraw, asScanned)},
	{"event_change", copyRows(changeColumns, "event_change", scanChangeRow, saveChange, asScanned)},
	{"event_number", copyRows(numberColumns, "event_number", scanNumber, insertNumber, numberValues)},
	{"quiz_turn", copyRows(turnColumns, "quiz_turn", scanTurn, insertTurn, turnValues)},
	{"quiz_card", copyRows(memoryColumns, "quiz_card", scanMemory, saveMemory, memoryValues)},
	{"quiz_race", copyRows(raceColumns, "quiz_race", scanRaceRow, insertRace, asScanned)},
	{"quiz_answer", copyRows(answerColumns, "quiz_answer", scanAnswer, insertAnswer, answerValues)},
	{"quiz_day", copyRows(dayColumns, "quiz_day", scanDay, insertDay, dayValues)},
	{"quiz_streak", copyRows(streakColumns, "quiz_streak", scanStreak, saveStreak, streakValues)},
}

func asScanned(values []any) []any { return values }

// scanGuildRow reads a server and when the bot left it, as they are stored.
func scanGuildRow(r row) ([]any, error) {
	var guild string
	var left int64
	err := r.Scan(&guild, &left)
	return []any{guild, left}, err
}

// scanRemovedRow reads all columns of a removed subscription.
func scanRemovedRow(r row) ([]any, error) {
	var channel, guild string
	var at int64
	err := r.Scan(&channel, &guild, &at)
	return []any{channel, guild, at}, err
}

// scanEventRow reads the eventColumns as they are stored.
func scanEventRow(r row) ([]any, error) {
	var id, channel, guild, openedBy, rules, name, message, thread string
	var opened, closed int64
	err := r.Scan(&id, &channel, &guild, &openedBy, &opened, &closed, &rules, &name, &message, &thread)
	return []any{id, channel, guild, openedBy, opened, closed, rules, name, message, thread}, err
}

// scanDrawRow reads the event's id and the drawColumns as they are stored.
func scanDrawRow(r row) ([]any, error) {
	var event, sps, by, interactions, order, bits, voidReason, voidBy, byName, voidByName, showing, message, sealChannel, sealMessage string
	var number, round, pool, sealNumber, drawn, opens, opened, voided, showingAt int64
	var shown, byPress, void bool
	err := r.Scan(&event, &number, &round, &pool, &sps, &by, &drawn, &interactions, &shown,
		&sealNumber, &order, &bits, &opens, &opened, &byPress, &void, &voidReason, &voidBy, &voided,
		&byName, &voidByName, &showing, &showingAt, &message, &sealChannel, &sealMessage)
	return []any{event, number, round, pool, sps, by, drawn, interactions, shown,
		sealNumber, order, bits, opens, opened, byPress, void, voidReason, voidBy, voided,
		byName, voidByName, showing, showingAt, message, sealChannel, sealMessage}, err
}

// scanChangeRow reads the changeColumns as they are stored.
func scanChangeRow(r row) ([]any, error) {
	var event, was, by, interactions, name string
	var number, draws, joined, at, showing int64
	var reopened, shown bool
	err := r.Scan(&event, &number, &was, &draws, &joined, &reopened, &by, &at, &interactions, &showing, &shown, &name)
	return []any{event, number, was, draws, joined, reopened, by, at, interactions, showing, shown, name}, err
}

// scanRaceRow reads the raceColumns as they are stored.
func scanRaceRow(r row) ([]any, error) {
	var id, channel, guild, rules string
	var asked, next, ended int64
	err := r.Scan(&id, &channel, &guild, &rules, &asked, &next, &ended)
	return []any{id, channel, guild, rules, asked, next, ended}, err
}

// copyPruned copies the pruned numbers, so that the target does not post them again.
var copyPruned = copyRows("kind, subject, number", "post_pruned", scanPruned, notePruned,
	func(p outbox.Post) []any { return []any{text(p.Kind), text(p.Subject), p.Number} })

func scanPruned(r row) (p outbox.Post, err error) {
	return p, r.Scan(&p.Kind, &p.Subject, &p.Number)
}

// forgetCounts and recount fill post_count.
const forgetCounts = `DELETE FROM post_count`

const recount = `
INSERT INTO post_count (kind, state, posts)
SELECT kind, state, count(*) FROM post WHERE state <> 'open' GROUP BY kind, state`

// copyPost leaves out lease_by and lease_until: the post has no lease.
const copyPost = `
INSERT INTO post (` + postColumns + `)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`

// wantRows returns an error if the database has no rows to copy, or with some=false
// if it has any.
func wantRows(ctx context.Context, q querier, some bool) error {
	all := 0
	for _, c := range copies {
		n, err := countRows(ctx, q, c.table)
		if err != nil {
			return err
		}
		all += n
	}
	switch {
	case some && all == 0:
		return errors.New("it holds no daily posts, no events and no quizzes, so there is nothing to copy")
	case !some && all > 0:
		return errors.New("the target is not empty: it holds daily posts, events or quizzes already")
	}
	return nil
}

func countRows(ctx context.Context, q querier, table string) (n int, err error) {
	err = q.QueryRowContext(ctx, "SELECT count(*) FROM "+table).Scan(&n)
	return n, err
}

// copyTables copies all rows, and counts them afterwards in both databases.
func copyTables(ctx context.Context, from, to *sql.Tx) (copied []Copied, err error) {
	for _, c := range copies {
		n, err := c.copy(ctx, from, to)
		if err != nil {
			return nil, fmt.Errorf("table %s: %w", c.table, err)
		}
		copied = append(copied, Copied{c.table, n})
	}
	for _, c := range copied {
		had, err := countRows(ctx, from, c.Table)
		if err != nil {
			return nil, err
		}
		has, err := countRows(ctx, to, c.Table)
		if err != nil {
			return nil, err
		}
		if had != c.Rows || has != c.Rows {
			return nil, fmt.Errorf("table %s: the source has %d rows, %d were copied, and the target has %d", c.Table, had, c.Rows, has)
		}
	}
	return copied, nil
}

// copyRows returns a function that copies a table. It reads the columns of each row
// by scan, and writes the values by the statement.
func copyRows[T any](columns, table string, scan func(row) (T, error), write string, values func(T) []any) func(ctx context.Context, from, to *sql.Tx) (int, error) {
	return func(ctx context.Context, from, to *sql.Tx) (n int, err error) {
		statement, err := to.PrepareContext(ctx, write)
		if err != nil {
			return 0, err
		}
		defer statement.Close()
		rows, err := from.QueryContext(ctx, "SELECT "+columns+" FROM "+table)
		if err != nil {
			return 0, err
		}
		defer rows.Close()
		for ; rows.Next(); n++ {
			v, err := scan(rows)
			if err != nil {
				return n, err
			}
			if _, err := statement.ExecContext(ctx, values(v)...); err != nil {
				return n, err
			}
		}
		return n, rows.Err()
	}
}
