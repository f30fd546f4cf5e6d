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
	created := false
	err = inTransaction(ctx, db, func(tx *Tx) {
		tx.Exec(lockMigrations)
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
	return InstantOf(ms), err == nil, p.fail(err, "read the clock")
}

func (p postgresServer) Transaction(ctx context.Context, run func(tx *Tx)) error {
	return inTransaction(ctx, p.write, run)
}

// single needs one round trip instead of three: PostgreSQL runs each statement in a
// transaction anyway.
func (p postgresServer) single(_ context.Context, run func(q Querier) error) error {
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

func (p postgresServer) record(ctx context.Context, values []any, _ Counted) (written int, err error) {
	err = p.write.QueryRowContext(ctx, recordAndCount, values...).Scan(&written)
	return written, err
}

// noteBeat and WipeLog have nothing to do: a server reports its own errors, and removes deleted rows
// with VACUUM.
func (p postgresServer) noteBeat(*Tx, int64)           {}
func (p postgresServer) WipeLog(context.Context) error { return nil }

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

// databaseClock has the time in its column now, in milliseconds.
const databaseClock = `(SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now) AS clock`

// newSlot has the clock for a statement that waits for a row for a second at most: the
// transaction of a process that hangs must not stop all others. The setting ends with the
// statement, which is a transaction of its own.
const newSlot = databaseClock + `, set_config('lock_timeout', '1s', true)`

// sinceNoted calculates the time by the database's clock, and how far that clock went back
// since a row was written: the instants in the row go back with the clock, so that nobody
// waits for the time it went back. The clock is read once the row is locked.
const sinceNoted = `
FROM (SELECT now, least(now - request_slot.noted_at, 0) AS back
	FROM ` + databaseClock + `) AS clock`

// reserveSlots reserves slots until next_at, which the time $2 passes. It reserves nothing
// during a limit. It returns the waits for the first slot and for the end of the limit.
const reserveSlots = `
INSERT INTO request_slot (purpose, next_at, limited_until, noted_at)
SELECT $1, now + $2::bigint, 0, now FROM ` + newSlot + `
ON CONFLICT (purpose) DO UPDATE SET (next_at, limited_until, noted_at) = (
	SELECT
		CASE WHEN request_slot.limited_until + back > now THEN request_slot.next_at + back ELSE greatest(request_slot.next_at + back, now) + $2::bigint END,
		request_slot.limited_until + back,
		now` + sinceNoted + `)
RETURNING next_at - $2::bigint - noted_at, limited_until - noted_at`

// claimSlot claims a slot unless the purpose has none now: it changes no row then.
const claimSlot = `
INSERT INTO request_slot (purpose, next_at, limited_until, noted_at)
SELECT $1, now + $2::bigint, 0, now FROM ` + newSlot + `
ON CONFLICT (purpose) DO UPDATE SET (next_at, limited_until, noted_at) = (
	SELECT now + $2::bigint, request_slot.limited_until + back, now` + sinceNoted + `)
WHERE (SELECT request_slot.next_at + back <= now` + sinceNoted + `)`

// limitSlots limits a purpose for the time $2. A limit never shortens another.
const limitSlots = `
INSERT INTO request_slot (purpose, next_at, limited_until, noted_at)
SELECT $1, now, now + $2::bigint, now FROM ` + newSlot + `
ON CONFLICT (purpose) DO UPDATE SET (next_at, limited_until, noted_at) = (
	SELECT request_slot.next_at + back, greatest(request_slot.limited_until + back, now + $2::bigint), now` + sinceNoted + `)`

// ReserveSlots implements [outbox.Slots]. Each call is one statement in a transaction of
// its own, so a slow network or a process that stops keeps no lock.
func (p postgresServer) ReserveSlots(
	ctx context.Context, purpose string, n int, apart time.Duration,
) (wait, limit time.Duration, err error) {
	span := (time.Duration(n)*apart + time.Millisecond - 1).Milliseconds() // rounded up: less would make the pace faster
	var waitMillis, limitMillis int64
	err = p.write.QueryRowContext(ctx, reserveSlots, purpose, span).Scan(&waitMillis, &limitMillis)
	if err != nil {
		return 0, 0, p.fail(err, "reserve %d slots for %s", n, purpose)
	}
	return max(0, time.Duration(waitMillis)*time.Millisecond), max(0, time.Duration(limitMillis)*time.Millisecond), nil
}

// ClaimSlot implements [outbox.Slots].
func (p postgresServer) ClaimSlot(ctx context.Context, purpose string, apart time.Duration) (wait time.Duration, err error) {
	claimed, err := affected(p.write.ExecContext(ctx, claimSlot, purpose, apart.Milliseconds()))
	if err != nil || claimed == 1 {
		return 0, p.fail(err, "claim a slot for %s", purpose)
	}
	wait, _, err = p.ReserveSlots(ctx, purpose, 0, 0)
	return max(wait, time.Millisecond), err // a wait of 0 would mean that it was claimed
}

// LimitSlots implements [outbox.Slots].
func (p postgresServer) LimitSlots(ctx context.Context, purpose string, limit time.Duration) error {
	_, err := p.write.ExecContext(ctx, limitSlots, purpose, limit.Milliseconds())
	return p.fail(err, "limit the slots for %s to those after %v", purpose, limit)
}

// pruneSlots deletes rows without an instant in the future: they say nothing.
const pruneSlots = `
DELETE FROM request_slot WHERE purpose IN (
	SELECT purpose FROM request_slot WHERE greatest(next_at, limited_until) + 60000 < (SELECT now FROM ` + databaseClock + `)
	FOR UPDATE SKIP LOCKED)`

func (p postgresServer) PruneSlots(ctx context.Context) error {
	_, err := p.write.ExecContext(ctx, pruneSlots)
	return p.fail(err, "delete slots that have passed")
}
