package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"strings"
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

	// Transaction runs f in a transaction, which is undone if it fails or f panics. It
	// returns nil only if the changes are saved.
	Transaction(ctx context.Context, f func(tx *Tx)) error
	// single runs f, which executes one statement that writes, in a transaction.
	single(ctx context.Context, f func(q Querier) error) error
	// record runs recordPost. If that writes the post, record counts it.
	record(ctx context.Context, values []any, post Counted) (written int, err error)
	// noteBeat is called in the transaction of a probe, with the new count of probes.
	noteBeat(tx *Tx, beat int64)
	// WipeLog moves a write-ahead log into its file, and empties the log, which may still have
	// deleted rows. While somebody reads, it leaves that to the next call.
	WipeLog(ctx context.Context) error
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

// A Tx runs statements until one fails: then the others do nothing, and the
// transaction is undone.
type Tx struct {
	*sql.Tx
	ctx context.Context
	Err error // the first

	Written int // rows, by exec
}

// inTransaction runs f in a transaction of a database, and commits it if it has not failed.
func inTransaction(ctx context.Context, db *sql.DB, f func(tx *Tx)) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	return commit(ctx, tx, f)
}

// commit runs f, and commits the transaction if it has not failed.
func commit(ctx context.Context, tx *sql.Tx, f func(tx *Tx)) error {
	defer tx.Rollback() // does nothing after a commit
	t := &Tx{Tx: tx, ctx: ctx}
	if f(t); t.Err != nil {
		return t.Err
	}
	return tx.Commit()
}

// Context is the context of the transaction.
func (t *Tx) Context() context.Context { return t.ctx }

// Fail makes the transaction fail, unless it has failed before or err is nil.
func (t *Tx) Fail(err error) { t.Err = cmp.Or(t.Err, err) }

// Exec executes a statement, and returns how many rows it has written.
func (t *Tx) Exec(statement string, args ...any) (written int) {
	if t.Err == nil {
		written, t.Err = affected(t.ExecContext(t.ctx, statement, args...))
		t.Written += written
	}
	return written
}

// Count returns the number that a statement selects.
func (t *Tx) Count(statement string, args ...any) (n int) {
	if t.Err == nil {
		n, t.Err = Count(t.ctx, t, statement, args...)
	}
	return n
}

// All returns the rows of a statement.
func All[T any](t *Tx, scan func(*sql.Rows) (T, error), statement string, args ...any) (rows []T) {
	if t.Err == nil {
		rows, t.Err = Query(t.ctx, t, scan, statement, args...)
	}
	return rows
}

// OneText returns the text of one row. Without a row the transaction fails with the error none.
func (t *Tx) OneText(none error, statement string, args ...any) string {
	for _, found := range All(t, ScanOne[string], statement, args...) {
		return found
	}
	t.Fail(none)
	return ""
}

// affected returns how many rows a statement has written.
func affected(result sql.Result, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	rows, err := result.RowsAffected()
	return int(rows), err
}

// readOnly are the options of a snapshot.
var readOnly = &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}

// A Querier is a transaction, or a database for single queries.
type Querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Query runs a query and reads all rows. It returns none of them after an error: on a full
// disk the rows of a statement arrive before its error.
func Query[T any](ctx context.Context, q Querier, scan func(*sql.Rows) (T, error), statement string, args ...any) ([]T, error) {
	rows, err := q.QueryContext(ctx, statement, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return all, nil
}

// ScanOne reads a row of one value.
func ScanOne[T any](r *sql.Rows) (v T, err error) {
	err = r.Scan(&v)
	return v, err
}

// Count returns the number that a statement selects.
func Count(ctx context.Context, q Querier, statement string, args ...any) (n int, err error) {
	err = q.QueryRowContext(ctx, statement, args...).Scan(&n)
	return n, err
}

// RowsAtOnce is how many rows a statement writes at most. One statement for many rows
// needs one round trip, which matters if the database is far away.
const RowsAtOnce = 150

// ValueRows returns the rows after VALUES, with a parameter for each value. Both databases
// name the columns column1, column2 and so on. PostgreSQL needs the types in the first row.
func ValueRows(values []any, columns int) string {
	var list strings.Builder
	for i := range values {
		column := i % columns
		list.WriteString([]string{"(", ", "}[min(column, 1)])
		if i < columns {
			kind := "BIGINT"
			if _, ok := values[i].(string); ok {
				kind = "TEXT"
			}
			fmt.Fprintf(&list, "CAST($%d AS %s)", i+1, kind)
		} else {
			fmt.Fprintf(&list, "$%d", i+1)
		}
		if column == columns-1 {
			list.WriteString("),")
		}
	}
	return strings.TrimSuffix(list.String(), ",")
}
