// Package store keeps the subscriptions and posts of package daily in SQLite or
// PostgreSQL. It implements [daily.Store].
//
// [Open] takes the address of a database:
//
//	sqlite:chess960.db                     a file; created if it is missing
//	postgres://user:password@host/name     a server's database
//
// A SQLite file belongs to one process, which locks it. A PostgreSQL database is
// shared by any number. A pooler between them and the server must give each client
// a connection of its own (session mode). [Copy] copies one database to another.
//
// # Tables
//
// daily_sub has a row for each subscription, by its channel. A row with status
// 'active' is due when next_at has come; then [Store.Plan] inserts the post of
// next_date and moves both on, in one transaction. The rows of other statuses
// stay as they are.
//
// daily_post has a row for each channel and date. Its primary key is what "never
// twice" means: a second row for the same date is not inserted. Only a row that was
// missed without an attempt may be opened again, after the clock ran ahead. A row
// with state 'open' is to be sent from due_at on, and not before not_before.
// [Store.Claim] writes the holder into lease_by and counts the attempt. The holder
// has until lease_until to [Store.Record] the outcome; after that another may claim
// the row, and then the first one's record is refused. The other states are final.
// Posts of removed subscriptions stay.
//
// daily_pruned remembers, for each channel, the newest date that [Store.Prune] has
// deleted, so that no such date is planned again. daily_count counts the final
// posts. daily_probe shows whether the database can be written. daily_guild holds
// nothing: its rows are locks.
//
// Instants are milliseconds of UTC since 1970, and 0 is none, so every comparison
// is plain arithmetic. Dates are days since 1970-01-01, like [daily.Date], so
// nothing has to be parsed. To read them:
//
//	SQLite      SELECT channel, date(local_date*86400, 'unixepoch'), state, datetime(due_at/1000, 'unixepoch') FROM daily_post;
//	PostgreSQL  SELECT channel, date '1970-01-01' + local_date::int, state, to_timestamp(due_at/1000) FROM daily_post;
//
// Texts are stored unchanged, except NUL and bytes that are not UTF-8, which
// PostgreSQL refuses: both databases get U+FFFD instead. A record must not fail
// because of a stranger's error message.
//
// # What is saved
//
// A method that returned nil has saved its change: it survives a crash of the
// process and of the machine. A SQLite file that is deleted, emptied, cut or
// replaced while it is open is noticed after every transaction, which then fails.
// [Store.Probe] writes, to notice a disk that is full or read-only.
//
// # SQL
//
// There is one text of SQL for both databases. PostgreSQL's FOR UPDATE SKIP LOCKED
// is only added for speed: it lets processes take different rows instead of waiting
// for each other. The conditions of the statements make sure that no two processes
// take the same row.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"chess960bot/internal/daily"
)

// A Store is an open database. It is safe for any number of goroutines.
type Store struct {
	name       string  // of the database in messages, without a password
	created    bool    // by Open
	write      *sql.DB // for transactions
	read       *sql.DB // for single queries
	skipLocked string  // " FOR UPDATE SKIP LOCKED" for PostgreSQL

	guard  *guard    // of a SQLite file, else nil
	anchor *sql.Conn // keeps a SQLite file open, else nil

	probing sync.Mutex
	probed  time.Time // when the last probe succeeded
	beat    int64     // what it left in daily_probe
}

var _ daily.Store = (*Store)(nil)

// Open opens the database at an address, "sqlite:PATH" or "postgres://…", and
// brings its tables up to date. It changes nothing if the database is empty,
// damaged, in use, another program's, or of a newer release. The error never holds
// the address's password.
func Open(ctx context.Context, databaseURL string) (*Store, error) {
	switch scheme, rest, _ := strings.Cut(databaseURL, ":"); scheme {
	case "sqlite":
		return openSQLite(ctx, rest)
	case "postgres", "postgresql":
		return openPostgres(ctx, databaseURL)
	}
	return nil, fmt.Errorf("%w: it must be sqlite:PATH or postgres://user:password@host/name", ErrAddress)
}

// ErrAddress is the cause if Open does not understand an address.
var ErrAddress = errors.New("the database's address cannot be read")

// String names the database for logs: a file, or a server and the name of a
// database. It holds no password.
func (s *Store) String() string { return s.name }

// Created reports whether Open has made a new database.
func (s *Store) Created() bool { return s.created }

// Close closes the database.
func (s *Store) Close() error {
	var anchorErr, guardErr error
	if s.anchor != nil {
		anchorErr = s.anchor.Close()
	}
	err := errors.Join(anchorErr, s.read.Close(), s.write.Close())
	if s.guard != nil {
		guardErr = s.guard.close()
	}
	return errors.Join(err, guardErr)
}

// transaction runs f in a transaction, which is undone if f fails or panics. It
// returns nil only if the changes are saved.
func (s *Store) transaction(ctx context.Context, f func(tx *sql.Tx) error) error {
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := s.check(); err != nil {
		return err
	}
	var tx *sql.Tx
	err = whileBusy(ctx, func() (err error) {
		tx, err = conn.BeginTx(ctx, nil)
		return err
	})
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after a commit
	if err := f(tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return s.check() // SQLite also writes to a deleted file
}

// check returns why nothing can be saved, as far as that shows without a query. The
// caller must have the connection that writes: a checkpoint by another goroutine
// would look like a file that was cut. A server needs no check: its answers tell.
func (s *Store) check() error {
	if s.guard == nil {
		return nil
	}
	return s.guard.check()
}

// fail adds to an error what was being done and in which database.
func (s *Store) fail(err error, doing string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s in %s: %w", fmt.Sprintf(doing, args...), s.name, err)
}
