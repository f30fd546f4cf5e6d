package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"modernc.org/sqlite"
)

// writerPragmas set up a connection that writes. With synchronous(NORMAL) a power
// cut could undo a committed transaction. secure_delete writes zeros over what is deleted.
//
// The cache sizes are in KiB. SQLite's default of 2,000 takes about 5 MB for each
// connection once the file has grown. The operating system caches the file anyway.
var writerPragmas = []string{
	"busy_timeout(100)", "cache_size(-1000)",
	"journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "secure_delete(1)",
}

// readerPragmas set up a connection that reads.
var readerPragmas = []string{"busy_timeout(1000)", "cache_size(-250)", "query_only(1)"}

// sqliteReaders is how many queries may run at a time, besides the writer.
const sqliteReaders = 4

// openSQLite opens a file, with additional pragmas for the writer. It waits for the
// check of the file's pages, but no longer than patience.
//
// Only one connection writes, because SQLite has one writer at a time anyway.
// Goroutines wait for this connection in order, until their contexts end. With two,
// they would find the file locked and have to try again. Readers have their own
// connections: with a write-ahead log readers and the writer do not wait for each
// other.
func openSQLite(ctx context.Context, path string, patience time.Duration, pragmas ...string) (*Store, error) {
	file, err := databaseFile(path)
	if err != nil {
		return nil, err
	}
	pragmas = slices.Concat(writerPragmas, pragmas)
	created, err := createMissing(ctx, file, pragmas)
	if err != nil {
		return nil, fmt.Errorf("create SQLite file %s: %w", file, err)
	}
	g, err := guardFile(file)
	if err != nil {
		return nil, err
	}
	f := &sqliteFile{guard: g, memorySlots: newMemorySlots(), connections: connections{
		name:  "SQLite file " + file,
		write: connect(file, 1, url.Values{"_txlock": {"immediate"}, "_pragma": pragmas}),
		read:  connect(file, sqliteReaders+1, url.Values{"mode": {"ro"}, "_pragma": readerPragmas}), // one more for the check
	}}
	err = g.inspect(ctx, f.read, patience)
	if err == nil {
		err = whileBusy(ctx, func() error { return inTransaction(ctx, f.write, migrateSQLite) })
	}
	if err == nil {
		err = f.WipeLog(ctx) // of a process that was killed, perhaps after it had deleted something
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", f.name, err), f.close())
	}
	return &Store{connections: f.connections, database: f, created: created}, nil
}

// createMissing creates a database if there is no file. It prepares the database
// under another name, so that a crash leaves no empty or unfinished file.
func createMissing(ctx context.Context, file string, pragmas []string) (created bool, err error) {
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if err := refuseOrphanedLog(file); err != nil {
		return false, err
	}
	unfinished := file + ".new"
	for _, leftover := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(unfinished + leftover); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, err
		}
	}
	empty, err := os.OpenFile(unfinished, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return false, err
	}
	if err := empty.Close(); err != nil {
		return false, err
	}
	db := connect(unfinished, 1, url.Values{"_txlock": {"immediate"}, "_pragma": pragmas})
	err = inTransaction(ctx, db, migrateSQLite)
	if err := errors.Join(err, db.Close()); err != nil {
		return false, err
	}
	// A power cut may undo this until the first transaction. With that, SQLite syncs the
	// directory of its new log (unixSync in os_unix.c).
	return true, os.Rename(unfinished, file)
}

// connect returns a pool of n connections to a file.
func connect(file string, n int, options url.Values) *sql.DB {
	address := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(file), "/"), RawQuery: options.Encode()}
	db, err := sql.Open(preparing, address.String())
	if err != nil {
		panic(err) // the driver is linked in, and nothing is opened yet
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db
}

// databaseFile returns the file that a path leads to, without symbolic links. The
// file need not exist.
func databaseFile(path string) (string, error) {
	if path == "" || strings.HasPrefix(path, "//") || strings.Contains(path, "://") || strings.ContainsAny(path, "?\x00") || path == ":memory:" {
		return "", fmt.Errorf("%w: it must be sqlite:PATH, such as sqlite:chess960.db", ErrAddress)
	}
	file, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(file))
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("open SQLite file %s: there is no directory %s; please make it", file, filepath.Dir(file))
	}
	if err != nil {
		return "", fmt.Errorf("open SQLite file %s: %w", file, err)
	}
	file = filepath.Join(dir, filepath.Base(file))
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return file, nil
	case err != nil:
		return "", fmt.Errorf("open SQLite file %s: %w", file, err)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("open SQLite file %s: it is not a file but %s", file, info.Mode())
	}
	return filepath.EvalSymlinks(file)
}

// countSQLiteVersions counts the tables of versions.
const countSQLiteVersions = `SELECT count(*) FROM sqlite_master WHERE name = '` + versionTable + `'`

func migrateSQLite(tx *Tx) { migrate(tx, countSQLiteVersions) }

// A sqliteFile is an open SQLite file. It belongs to one process, so its slots are in memory.
type sqliteFile struct {
	connections
	*memorySlots
	guard *guard
}

func (f *sqliteFile) close() error {
	f.guard.stopChecking()
	f.guard.checking.Wait() // the connection is free then
	return errors.Join(f.read.Close(), f.write.Close(), f.guard.close())
}

// Now implements [outbox.Store]: SQLite has no clock of its own.
func (f *sqliteFile) Now(context.Context) (now time.Time, ok bool, err error) {
	return time.Time{}, false, nil
}

func (f *sqliteFile) Transaction(ctx context.Context, run func(tx *Tx)) error {
	conn, err := f.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := f.guard.check(); err != nil {
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
	if err := commit(ctx, tx, run); err != nil {
		return err
	}
	return f.guard.check() // SQLite also writes to a deleted file
}

func (f *sqliteFile) single(ctx context.Context, run func(q Querier) error) error {
	return f.Transaction(ctx, func(tx *Tx) { tx.Fail(run(tx)) })
}

func (f *sqliteFile) record(ctx context.Context, values []any, post Counted) (written int, err error) {
	err = f.Transaction(ctx, func(tx *Tx) {
		written = tx.Exec(recordPost, values...)
		AddCounts(tx, Counts{post: written})
	})
	return written, err
}

func (f *sqliteFile) snapshot(ctx context.Context) (*sql.Tx, error) {
	return f.read.BeginTx(ctx, readOnly)
}

// noteBeat writes the count to the header of the file.
func (f *sqliteFile) noteBeat(tx *Tx, beat int64) {
	tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", beat))
}

func (f *sqliteFile) WipeLog(ctx context.Context) error {
	conn, err := f.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var busy bool
	var left, moved int // pages
	err = conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &left, &moved)
	if err == nil && !busy { // the file has everything
		if beat, err := f.guard.readBeat(); err == nil {
			f.guard.beat = max(f.guard.beat, beat)
		}
	}
	return err
}

// Codes of SQLite's errors.
const (
	sqliteBusy    = 5
	sqliteCorrupt = 11
	sqliteNotADB  = 26
)

// sqliteCode returns the primary code of an error of SQLite, 0 for other errors.
func sqliteCode(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() & 0xFF
	}
	return 0
}

// maxBusy is how long whileBusy waits for another program that has locked the file.
const maxBusy = 5 * time.Second

// whileBusy calls f until it no longer finds the file locked, for at most maxBusy
// and until the context ends. SQLite could wait itself, but would not notice the end
// of the context.
func whileBusy(ctx context.Context, f func() error) error {
	for start := time.Now(); ; {
		err := f()
		switch {
		case sqliteCode(err) != sqliteBusy || time.Since(start) > maxBusy:
			return err
		case ctx.Err() != nil:
			return fmt.Errorf("%w: %w", ctx.Err(), err)
		}
	}
}

// memorySlots are the slots of a process that shares them with nobody. newMemorySlots makes
// them.
type memorySlots struct {
	mu      sync.Mutex
	next    map[string]time.Time // the first slot that is not reserved, by purpose
	limited map[string]time.Time
}

func newMemorySlots() *memorySlots {
	return &memorySlots{next: map[string]time.Time{}, limited: map[string]time.Time{}}
}

// ReserveSlots implements [outbox.Slots].
func (s *memorySlots) ReserveSlots(_ context.Context, purpose string, n int, apart time.Duration) (wait, limit time.Duration, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if limit := s.limited[purpose].Sub(now); limit > 0 {
		return 0, limit, nil
	}
	first := s.next[purpose]
	if first.Before(now) {
		first = now
	}
	s.next[purpose] = first.Add(time.Duration(n) * apart)
	return first.Sub(now), 0, nil
}

// ClaimSlot implements [outbox.Slots].
func (s *memorySlots) ClaimSlot(_ context.Context, purpose string, apart time.Duration) (wait time.Duration, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if next := s.next[purpose]; next.After(now) {
		return next.Sub(now), nil
	}
	s.next[purpose] = now.Add(apart)
	return 0, nil
}

// LimitSlots implements [outbox.Slots].
func (s *memorySlots) LimitSlots(_ context.Context, purpose string, limit time.Duration) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if until := time.Now().Add(limit); until.After(s.limited[purpose]) {
		s.limited[purpose] = until
	}
	return nil
}

// PruneSlots deletes the slots that have passed.
func (s *memorySlots) PruneSlots(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	maps.DeleteFunc(s.next, func(_ string, next time.Time) bool { return next.Before(now) })
	return nil
}
