package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"chess960bot/internal/outbox"
)

// A database does what SQLite and PostgreSQL do in different ways: it is a [sqliteFile] or a
// [postgresServer].
type database interface {
	outbox.Slots
	// PruneSlots deletes slots that have passed and claims that have ended.
	PruneSlots(ctx context.Context) error
	// Now is the Now of [outbox.Store]: ok is false for a database without a clock.
	Now(ctx context.Context) (now time.Time, ok bool, err error)

	// transaction runs f in a transaction, which is undone if f fails or panics. It
	// returns nil only if the changes are saved.
	transaction(ctx context.Context, f func(tx *sql.Tx) error) error
	// single runs f, which executes one statement that writes, in a transaction.
	single(ctx context.Context, f func(q querier) error) error
	// record runs recordPost. If that writes the post, record counts it.
	record(ctx context.Context, values []any, post counted) (written int, err error)
	// noteBeat is called in the transaction of a probe, with the new count of probes.
	noteBeat(ctx context.Context, tx *sql.Tx, beat int64) error
	// moveLog moves a write-ahead log into its file.
	moveLog(ctx context.Context) error
	// wipeLog empties a write-ahead log, which may still have deleted rows.
	wipeLog(ctx context.Context)
	// snapshot begins a transaction that sees the current state of the database.
	snapshot(ctx context.Context) (*sql.Tx, error)
	close() error
}

// connections are the connections to a database.
type connections struct {
	name  string  // of the database in messages, without a password
	write *sql.DB // for transactions
	read  *sql.DB // for single queries
}

// fail adds the failed action and the name of the database to an error; nil stays nil.
func (c connections) fail(err error, doing string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s in %s: %w", fmt.Sprintf(doing, args...), c.name, err)
}

// commit runs f, and commits the transaction if f succeeds.
func commit(tx *sql.Tx, f func(tx *sql.Tx) error) error {
	defer tx.Rollback() // does nothing after a commit
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// readOnly are the options of a snapshot.
var readOnly = &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
