// Package store is a database in SQLite or PostgreSQL: connections, transactions, tables,
// migrations, copies and backups. It keeps the posts of package outbox, and the servers and their
// languages. Features keep their rows over it: each hands a [Part] to [Open], and works with a [DB].
//
// [Open] takes the address of a database:
//
//	sqlite:chess960.db                     a file; created if it is missing
//	postgres://user:password@host/name     a server's database
//
// A SQLite file belongs to one process, which locks it. Any number of processes may
// share a PostgreSQL database. A connection pooler in front of the server must run
// in session mode: each client keeps a connection. [Copy] copies one database to
// another.
//
// # Tables
//
// The packages called rows say what the tables of their features have.
//
// post has a row for each post of any kind. The primary key, the post's kind, subject
// and number, guarantees that nothing is posted twice: a second row with the same key is
// not inserted. Only a row that was missed may be opened again, after the clock ran
// ahead. A row with state 'open' is to be sent from due_at on, and not before
// not_before; of several, the one with the smallest turn. [Store.Claim] writes the holder
// into lease_by and counts the attempt. The holder has until lease_until to
// [Store.Record] the outcome. After that another may claim the row, and the first holder
// can no longer record. The other states are final.
//
// post_pruned remembers, for each kind and subject, the highest number that
// [Store.Prune] has deleted, so that no post up to it is planned again. post_count counts
// the final posts. daily_probe shows whether the database can be written. daily_guild
// has a row for each server that the bot is or was a member of. Changes of a server's
// subscriptions lock that row. server_language has a row for each server whose language is
// stored.
//
// request_slot has a row for each purpose for which the processes of a PostgreSQL database
// make requests to Discord or lichess: they reserve one slot after the other, by the database's
// clock. It also has a row for each interaction that a process has just claimed.
//
// Instants are milliseconds since 1970 in UTC; 0 stands for no instant. Dates are
// days since 1970-01-01. So all comparisons are of integers. To
// read them:
//
//	SQLite      SELECT kind, channel, state, datetime(due_at/1000, 'unixepoch') FROM post;
//	PostgreSQL  SELECT kind, channel, state, to_timestamp(due_at/1000) FROM post;
//
// Texts are stored unchanged, except NUL and bytes that are not UTF-8, which
// PostgreSQL refuses: both databases get U+FFFD instead. So no error message from
// outside can make a write fail.
//
// # What is saved
//
// When a method returns nil, its change survives a crash of the process and of the
// machine. If a SQLite file is deleted, emptied, cut or replaced while it is open,
// the next transaction fails. All pages of a file are checked when it is opened; for a large file
// that goes on in the background, and after damage was found every transaction fails.
// [Store.Probe] writes, to notice a disk that is full or read-only, and moves the write-ahead log
// into the file. Nobody watches that log.
//
// # What is deleted
//
// In a SQLite file zeros are written over what is deleted. After [Store.ForgetPerson],
// [Store.ForgetServer] and where rows call [DB.WipeLog], the write-ahead log is emptied too, as soon as
// nobody reads it.
// PostgreSQL keeps dead rows until a VACUUM.
//
// # SQL
//
// Both databases run the same SQL. For PostgreSQL, FOR UPDATE SKIP LOCKED is added,
// only for speed: processes claim different rows instead of waiting for each other.
// The conditions of the statements make sure that no two processes claim the same
// row.
package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"modernc.org/sqlite"

	"chess960bot/internal/outbox"
)

// A Store is an open database. It is safe for any number of goroutines.
type Store struct {
	connections
	database
	parts      []Part
	created    bool   // by Open
	skipLocked string // " FOR UPDATE SKIP LOCKED" for PostgreSQL

	probing sync.Mutex
	beat    int64 // the count of probes that the last one wrote to daily_probe
}

var (
	_ outbox.Store = (*Store)(nil)
	_ outbox.Slots = (*Store)(nil)
	_ DB           = (*Store)(nil)
)

// A DB is what the rows of features need of a database: a [Store], or what a test puts around one.
type DB interface {
	// Transaction runs f in a transaction, which is undone if it fails or f panics. It returns nil
	// only if the changes are saved.
	Transaction(ctx context.Context, f func(tx *Tx)) error
	// Execute executes one statement that writes.
	Execute(ctx context.Context, statement string, args ...any) error
	// Reader returns the connections for single queries.
	Reader() Querier
	// SkipLocked ends a statement that reads rows to change them: " FOR UPDATE SKIP LOCKED" for PostgreSQL.
	SkipLocked() string
	// WipeLog removes deleted rows from a write-ahead log. While somebody reads, the next probe does.
	WipeLog(ctx context.Context) error
	// Wrap adds to an error the action that failed and the database; nil stays nil.
	Wrap(err error, doing string, args ...any) error
}

// Open opens the database at an address, "sqlite:PATH" or "postgres://…", and
// brings its tables up to date. Open returns an error and changes nothing if a
// SQLite file is empty, damaged or in use, or if the database belongs to another
// program or a newer release. The error never contains the address's password.
func Open(ctx context.Context, databaseURL string, parts ...Part) (*Store, error) {
	return open(ctx, databaseURL, parts)
}

// OpenUnsynced is Open for tests that do not lose their machine: SQLite does not wait until a
// change is on the disk.
func OpenUnsynced(ctx context.Context, databaseURL string, parts ...Part) (*Store, error) {
	return open(ctx, databaseURL, parts, "synchronous(OFF)")
}

// open opens a database; the pragmas are SQLite's.
func open(ctx context.Context, databaseURL string, parts []Part, pragmas ...string) (s *Store, err error) {
	switch scheme, rest, _ := strings.Cut(databaseURL, ":"); scheme {
	case "sqlite":
		s, err = openSQLite(ctx, rest, checkPatience, pragmas...)
	case "postgres", "postgresql":
		s, err = openPostgres(ctx, databaseURL)
	default:
		err = fmt.Errorf("%w: it must be sqlite:PATH or postgres://user:password@host/name", ErrAddress)
	}
	if err != nil {
		return nil, err
	}
	s.parts = append([]Part{corePart}, parts...)
	return s, nil
}

// ErrAddress is in the error of Open for an address that Open cannot read.
var ErrAddress = errors.New("the database's address cannot be read")

// String names the database for logs, without a password: a file, or a server and
// the name of a database.
func (s *Store) String() string { return s.name }

// Created reports whether Open has made a new database.
func (s *Store) Created() bool { return s.created }

// Close closes the database.
func (s *Store) Close() error { return s.close() }

// countBeat counts the probes in the database. An older copy has a smaller count.
const countBeat = `UPDATE daily_probe SET beat = beat + 1 RETURNING beat`

// Probe implements [outbox.Store].
func (s *Store) Probe(ctx context.Context) error {
	s.probing.Lock()
	defer s.probing.Unlock()
	var beat int64
	err := s.Transaction(ctx, func(tx *Tx) {
		beats := All(tx, ScanOne[int64], countBeat)
		if len(beats) != 1 || beats[0] <= s.beat {
			tx.Fail(errors.New("the database has been emptied or replaced by an older copy: please restart with a restored copy"))
			return
		}
		beat = beats[0]
		s.noteBeat(tx, beat)
	})
	if err == nil {
		s.beat = beat
		err = s.WipeLog(ctx)
	}
	return s.Wrap(err, "write to the database")
}

// Execute executes one statement that writes.
func (s *Store) Execute(ctx context.Context, statement string, args ...any) error {
	return s.single(ctx, func(q Querier) error {
		_, err := q.ExecContext(ctx, statement, args...)
		return err
	})
}

// Reader implements [DB].
func (s *Store) Reader() Querier { return s.read }

// SkipLocked implements [DB].
func (s *Store) SkipLocked() string { return s.skipLocked }

// UpdateRow updates a value in a transaction: load reads the value and locks its row, and save
// writes the row. After an error of update nothing is saved: [DB.Wrap] returns that error
// unchanged.
func UpdateRow[T any](
	ctx context.Context, db DB, load func(Querier) (T, error), update func(T) error, save func(*Tx, T),
) (v T, err error) {
	err = db.Transaction(ctx, func(tx *Tx) {
		if v, tx.Err = load(tx); tx.Err != nil {
			return
		}
		if err := update(v); err != nil {
			tx.Fail(refusal{err})
			return
		}
		save(tx, v)
	})
	return v, err
}

// A refusal is an error of the caller's function. It says nothing about the database.
type refusal struct{ error }

// Wrap adds to an error the action that failed and the database. A refusal is returned
// unchanged.
func (s *Store) Wrap(err error, doing string, args ...any) error {
	if refused, ok := errors.AsType[refusal](err); ok {
		return refused.error
	}
	return s.connections.fail(err, doing, args...)
}

//go:embed migrations/*.sql
var migrations embed.FS

// baseVersion is the version of the oldest tables that are brought up to date.
const baseVersion = 22

// versionTable has a row for each migration that a database has had. In databases of earlier
// releases it has more columns, and a row for version 0.
const versionTable = "chess960bot_version"

const (
	makeVersions = `CREATE TABLE ` + versionTable + ` (version_id BIGINT NOT NULL, is_applied BOOLEAN NOT NULL)`
	noteVersion  = `INSERT INTO ` + versionTable + ` (version_id, is_applied) VALUES ($1, true)`
	lastVersion  = `SELECT coalesce(max(version_id), 0) FROM ` + versionTable
)

// migrate brings the tables up to date, or fails if they are too old, or of a newer release.
// countVersions counts the tables of versions. created says that the database had no tables.
func migrate(tx *Tx, countVersions string) (created bool) {
	has := 0
	if tx.Count(countVersions) > 0 {
		has = tx.Count(lastVersion)
	} else {
		tx.Exec(makeVersions)
	}
	if err := refuseVersion(has); err != nil {
		tx.Fail(fmt.Errorf("%w; nothing was changed", err))
	}
	for _, m := range readMigrations() {
		if tx.Err != nil || m.version <= has {
			continue
		}
		tx.Exec(m.text)
		tx.Exec(noteVersion, m.version)
		if tx.Err != nil {
			tx.Err = fmt.Errorf("bring the tables from version %d to %d: %w", has, m.version, tx.Err)
		}
	}
	return has == 0
}

// A migration is the text of a file, whose name begins with the version that the tables then have.
type migration struct {
	version int
	text    string
}

// readMigrations returns the migrations in order.
func readMigrations() (list []migration) {
	files, _ := fs.Glob(migrations, "migrations/*.sql")
	for _, file := range files {
		text, _ := migrations.ReadFile(file)
		version, err := strconv.Atoi(path.Base(file)[:5])
		if err != nil {
			panic(err) // the files are a part of the program
		}
		list = append(list, migration{version, string(text)})
	}
	return list
}

// refuseVersion returns an error for tables that are older than baseVersion, or newer than the last
// migration; 0 stands for none.
func refuseVersion(has int) error {
	list := readMigrations()
	switch knows := list[len(list)-1].version; {
	case has > knows:
		return fmt.Errorf("its tables have version %d, and this chess960bot knows %d at most: "+
			"a newer release has used it, please run that one", has, knows)
	case has > 0 && has < baseVersion:
		return fmt.Errorf("its tables have version %d, and this chess960bot knows %d at least: "+
			"start revision 586d8f68 with this database once, which brings the tables to version %d, and then this one",
			has, baseVersion, baseVersion)
	}
	return nil
}

// preparing is the name of a driver for SQLite that keeps statements prepared on their
// connection. Without that SQLite parses a statement each time, which takes longer than most
// statements run.
const preparing = "sqlite-preparing"

func init() { sql.Register(preparing, preparingDriver{&sqlite.Driver{}}) }

type preparingDriver struct{ driver.Driver }

func (d preparingDriver) Open(name string) (driver.Conn, error) {
	opened, err := d.Driver.Open(name)
	if err != nil {
		return nil, err
	}
	return &preparingConn{sqliteConn: opened.(sqliteConn), prepared: map[string]*preparedStatement{}}, nil
}

// A sqliteConn is what the driver's connections can do.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.QueryerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// mostPrepared is how many statements a connection keeps. Nearly all of a program's statements
// are constant; those that come with many parameters are not kept once there are so many.
const mostPrepared = 200

// A preparingConn is a connection that keeps its statements. One goroutine at a time uses it.
type preparingConn struct {
	sqliteConn
	prepared map[string]*preparedStatement
}

// A preparedStatement may be read by one query at a time.
type preparedStatement struct {
	driver.Stmt
	reading bool
}

// keepable are the first words of statements that are worth keeping.
var keepable = []string{"SELECT", "INSERT", "UPDATE", "DELETE", "WITH"}

// statement returns the prepared statement of a query, nil if there is none that can be used.
func (c *preparingConn) statement(ctx context.Context, query string) (*preparedStatement, error) {
	if p := c.prepared[query]; p != nil {
		if p.reading {
			return nil, nil
		}
		return p, nil
	}
	first, _, _ := strings.Cut(strings.TrimSpace(query), " ")
	if !slices.Contains(keepable, first) || len(c.prepared) >= mostPrepared {
		return nil, nil
	}
	s, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	p := &preparedStatement{Stmt: s}
	c.prepared[query] = p
	return p, nil
}

func (c *preparingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	p, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	if p == nil {
		return c.sqliteConn.ExecContext(ctx, query, args)
	}
	return p.Stmt.(driver.StmtExecContext).ExecContext(ctx, args)
}

func (c *preparingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	p, err := c.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	if p == nil {
		return c.sqliteConn.QueryContext(ctx, query, args)
	}
	rows, err := p.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args)
	if err != nil {
		return nil, err
	}
	p.reading = true
	return preparedRows{rows.(driver.RowsColumnTypeDatabaseTypeName), p}, nil
}

func (c *preparingConn) Close() error {
	var errs []error
	for _, p := range c.prepared {
		errs = append(errs, p.Close())
	}
	return errors.Join(append(errs, c.sqliteConn.Close())...)
}

// preparedRows give their statement back when they are closed.
type preparedRows struct {
	driver.RowsColumnTypeDatabaseTypeName // copying asks which columns are truth values
	statement                             *preparedStatement
}

func (r preparedRows) Close() error {
	r.statement.reading = false
	return r.RowsColumnTypeDatabaseTypeName.Close()
}
