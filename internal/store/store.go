// Package store keeps the daily posts' subscriptions in SQLite or PostgreSQL. It
// implements [daily.Store].
//
// [Open] takes the address of a database:
//
//	sqlite:chess960.db                     a file, made if there is none
//	postgres://user:password@host/name     a server's database
//
// A SQLite file belongs to one process, which holds a lock on the file with
// ".lock" added to its name. A PostgreSQL database is shared by any number. A
// pooler between them and the server must give each client a connection of its
// own (session mode). [Copy] moves what one database holds to another.
//
// # Tables
//
// daily_sub has a row for each subscription, by its channel. A row with status
// 'active' is due when next_at has come; then [Store.Plan] inserts the post of
// next_date and moves both on, in one transaction. The rows of other statuses
// are kept as they are.
//
// daily_post has a row for each channel and date. Its primary key is what "never
// twice" means: a date that a channel has is not inserted again. Only a row that
// was missed without an attempt may be opened again, which happens after a clock
// was too far ahead. A row with state 'open' is to be sent from due_at on, and not before
// not_before. Who sends it writes its name into lease_by by [Store.Claim], counts
// the attempt, and has until lease_until to [Store.Record] what became of it;
// after that somebody else may claim it, and then the first one's record is
// refused. The other states are final. Posts of removed subscriptions stay.
//
// daily_guild holds nothing: its rows are locks.
//
// Instants are milliseconds of UTC since 1970, and 0 is none, so that every
// comparison is plain arithmetic. Dates are days since 1970-01-01, as
// [daily.Date] counts them, so that nothing has to be parsed. To read them:
//
//	SQLite      SELECT channel, date(local_date*86400, 'unixepoch'), state, datetime(due_at/1000, 'unixepoch') FROM daily_post;
//	PostgreSQL  SELECT channel, date '1970-01-01' + local_date::int, state, to_timestamp(due_at/1000) FROM daily_post;
//
// Texts are kept as they are, but for NUL and for bytes that are no UTF-8, which
// PostgreSQL does not take: they become U+FFFD in both databases. A record must
// not fail for what a stranger's error message has in it.
//
// # SQL
//
// There is one text of SQL for both databases. What PostgreSQL has in addition,
// FOR UPDATE SKIP LOCKED, is for speed: it lets processes take different rows
// instead of waiting for each other. That no two take the same row follows from
// the conditions of the statements.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"chess960bot/internal/daily"
)

// A Store is an open database. It is safe for any number of goroutines.
type Store struct {
	name       string  // of the database in messages, without a password
	write      *sql.DB // for all that writes
	read       *sql.DB // for single queries
	skipLocked string  // what PostgreSQL needs to pass by rows that others hold
	unlock     func() error
}

var _ daily.Store = (*Store)(nil)

// Open opens the database at an address, "sqlite:PATH" or "postgres://…", and
// brings its tables up to date. It changes nothing if the database is damaged,
// in use, another program's, or of a newer release. The error never holds the
// address's password.
func Open(ctx context.Context, databaseURL string) (*Store, error) {
	switch scheme, rest, _ := strings.Cut(databaseURL, ":"); scheme {
	case "sqlite":
		return openSQLite(ctx, rest)
	case "postgres", "postgresql":
		return openPostgres(ctx, databaseURL)
	}
	return nil, fmt.Errorf("%w: it must be sqlite:PATH or postgres://user:password@host/name", ErrAddress)
}

// ErrAddress is the cause where Open cannot make sense of an address.
var ErrAddress = errors.New("the database's address cannot be read")

// String returns what the database is, for logs: a file, or a server and the
// name of a database. It holds no password.
func (s *Store) String() string { return s.name }

// Close lets go of the database. What was returned without an error before is
// kept.
func (s *Store) Close() error {
	return errors.Join(s.read.Close(), s.write.Close(), s.unlock())
}

// transaction runs f in a transaction, which is undone if f fails or panics.
func (s *Store) transaction(ctx context.Context, f func(tx *sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after a commit
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// fail adds to an error what was being done and in which database.
func (s *Store) fail(err error, doing string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s in %s: %w", fmt.Sprintf(doing, args...), s.name, err)
}
