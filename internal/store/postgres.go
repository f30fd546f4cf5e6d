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
	s := &Store{
		name:       fmt.Sprintf("PostgreSQL database %s at %s", config.Database, net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port)))),
		write:      db,
		read:       db,
		skipLocked: " FOR UPDATE SKIP LOCKED",
	}
	if s.created, err = migratePostgres(ctx, db); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", s.name, err), db.Close())
	}
	return s, nil
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
