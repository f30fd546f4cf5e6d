package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
)

const (
	postgresConns    = 8                // connections of one process; a server allows 100 by default
	postgresConnAge  = 30 * time.Minute // then the process reconnects, in case the server has moved
	postgresPatience = 10 * time.Second // to reach the server
)

// afterConnect makes the server undo the transaction of a process that was stopped
// in the middle. Its locks would keep other processes from planning the same rows.
const afterConnect = `SET idle_in_transaction_session_timeout = '30s'`

// readable matches an address in which no character of the password ends the password. Otherwise its rest would
// be the name of a server or a database, and stand in the log.
var readable = regexp.MustCompile(`^\w+://([^@/?#]*@)?[^@#]*$`)

// openPostgres opens the database of a server.
func openPostgres(ctx context.Context, databaseURL string) (*Store, error) {
	config, err := pgx.ParseConfig(databaseURL)
	if err != nil || !readable.MatchString(databaseURL) || strings.Contains(config.User, ":") { // err may quote a part of the password
		return nil, fmt.Errorf("%w: it must be postgres://user:password@host:port/name; "+
			"in the password write @ as %%40, # as %%23, / as %%2F, ? as %%3F and %% as %%25", ErrAddress)
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
	created, err := migratePostgres(ctx, db)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", name, err), db.Close())
	}
	c := connections{name: name, write: db, read: db}
	return &Store{connections: c, database: postgresServer{c}, created: created, skipLocked: " FOR UPDATE SKIP LOCKED"}, nil
}

// migrationLock is the number of the advisory lock; any number would do.
const migrationLock = 960_2026

// migratePostgres migrates under a lock, because several processes may start at the
// same time.
func migratePostgres(ctx context.Context, db *sql.DB) (created bool, err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if _, err := conn.ExecContext(ctx, `SELECT pg_advisory_lock($1)`, migrationLock); err != nil {
		return false, fmt.Errorf("wait for other processes that start: %w", err)
	}
	defer func() {
		_, unlockErr := conn.ExecContext(context.WithoutCancel(ctx), `SELECT pg_advisory_unlock($1)`, migrationLock)
		err = errors.Join(err, unlockErr)
	}()
	return migrate(ctx, goose.DialectPostgres, db)
}

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
	tx, err := p.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	return commit(ctx, tx, run)
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

// noteBeat and moveLog have nothing to do: a server reports its own errors.
func (p postgresServer) noteBeat(*transaction, int64)  {}
func (p postgresServer) moveLog(context.Context) error { return nil }

// wipeLog has nothing to do: PostgreSQL removes deleted rows with VACUUM.
func (p postgresServer) wipeLog(context.Context) {}

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
