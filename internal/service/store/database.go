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
	// PruneSlots deletes what says nothing any more about slots, such as the claims on
	// interactions.
	PruneSlots(ctx context.Context) error
	// Now implements [outbox.Store].
	Now(ctx context.Context) (now time.Time, ok bool, err error)

	// transaction runs f in a transaction, which is undone if f fails or panics. It
	// returns nil only if the changes are saved.
	transaction(ctx context.Context, f func(tx *sql.Tx) error) error
	// single runs f, which executes one statement that writes, in a transaction.
	single(ctx context.Context, f func(q querier) error) error
	// record runs recordPost. If that writes the post, record counts it.
	record(ctx context.Context, values []any, post counted) (written int, err error)
	// noteBeat does what else a probe writes.
	noteBeat(ctx context.Context, tx *sql.Tx, beat int64) error
	// moveLog moves a write-ahead log into its file.
	moveLog(ctx context.Context) error
	// wipeLog removes what was deleted from a write-ahead log.
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

// fail adds to an error the action that failed and the database.
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
