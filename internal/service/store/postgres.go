package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

const (
	postgresConns    = 8                // connections of one process; a server allows 100 by default
	postgresConnAge  = 30 * time.Minute // then the process reconnects, in case the server has moved
	postgresPatience = 10 * time.Second // to reach the server
)

// afterConnect makes the server undo the transaction of a process that was stopped
// in the middle. Its locks would keep other processes from planning the same rows.
const afterConnect = `SET idle_in_transaction_session_timeout = '30s'`

// openPostgres opens the database of a server.
func openPostgres(ctx context.Context, databaseURL string) (*Store, error) {
	config, err := pgx.ParseConfig(databaseURL)
	if err != nil { // the error may quote a part of the password
		return nil, fmt.Errorf("%w: it must be postgres://user:password@host:port/name, "+
			"with %%-escapes for special characters in the password", ErrAddress)
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = postgresPatience
	}
	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, afterConnect)
		return err
	}))
	db.SetMaxOpenConns(postgresConns)
	db.SetMaxIdleConns(postgresConns)
	db.SetConnMaxLifetime(postgresConnAge)
	name := fmt.Sprintf("PostgreSQL database %s at %s", config.Database, net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port))))
	created := false
	err = inTransaction(ctx, db, func(tx *transaction) {
		tx.exec(lockMigrations)
		created = migrate(tx, `SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = '`+versionTable+`'`)
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", name, err), db.Close())
	}
	c := connections{name: name, write: db, read: db}
	return &Store{connections: c, database: postgresServer{c}, created: created, skipLocked: " FOR UPDATE SKIP LOCKED"}, nil
}

// lockMigrations makes processes that start at the same time wait for each other. Any number would do.
const lockMigrations = `SELECT pg_advisory_xact_lock(9602026)`

// A postgresServer has the database of a PostgreSQL server. Any number of processes share it.
type postgresServer struct{ connections }

func (p postgresServer) close() error { return p.write.Close() }

// Now implements [outbox.Store].
func (p postgresServer) Now(ctx context.Context) (now time.Time, ok bool, err error) {
	var ms int64
	err = p.read.QueryRowContext(ctx, `SELECT now FROM `+databaseClock).Scan(&ms)
	return instantOf(ms), err == nil, p.fail(err, "read the clock")
}

func (p postgresServer) transaction(ctx context.Context, run func(tx *transaction)) error {
	return inTransaction(ctx, p.write, run)
}

// single needs one round trip instead of three: PostgreSQL runs each statement in a
// transaction anyway.
func (p postgresServer) single(_ context.Context, run func(q querier) error) error {
	return run(p.write)
}

// recordAndCount is recordPost with addCount as one statement, which SQLite does not have. The
// row of post_count is then locked only while the server works, and not until the COMMIT of a
// distant process arrives: all processes wait for this row.
const recordAndCount = `
WITH recorded AS (` + recordPost + ` RETURNING kind, state), counted AS (
	INSERT INTO post_count (kind, state, posts) SELECT kind, state, 1 FROM recorded WHERE state <> 'open'
	ON CONFLICT (kind, state) DO UPDATE SET posts = post_count.posts + excluded.posts)
SELECT count(*) FROM recorded`

func (p postgresServer) record(ctx context.Context, values []any, _ counted) (written int, err error) {
	err = p.write.QueryRowContext(ctx, recordAndCount, values...).Scan(&written)
	return written, err
}

// noteBeat and moveLog have nothing to do: a server reports its own errors, and removes deleted rows
// with VACUUM.
func (p postgresServer) noteBeat(*transaction, int64)  {}
func (p postgresServer) moveLog(context.Context) error { return nil }

// snapshot begins a transaction that is idle while its rows are written to the target of a
// copy, so it needs a server without a timeout for idle transactions.
func (p postgresServer) snapshot(ctx context.Context) (*sql.Tx, error) {
	tx, err := p.read.BeginTx(ctx, readOnly)
	if err != nil {
		return nil, err
	}
	if _, err := tx.ExecContext(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0`); err != nil {
		return nil, errors.Join(err, tx.Rollback())
	}
	return tx, nil
}
