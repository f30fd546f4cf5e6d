package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
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
	logLost, hasLog := g.logLost(), size(file+"-wal") > 0
	f := &sqliteFile{guard: g, memorySlots: newMemorySlots(), connections: connections{
		name:  "SQLite file " + file,
		write: connect(file, 1, url.Values{"_txlock": {"immediate"}, "_pragma": pragmas}),
		read:  connect(file, sqliteReaders+1, url.Values{"mode": {"ro"}, "_pragma": readerPragmas}), // one more for the check
	}, anchor: connect(file, 1, nil)}
	f.wiping.Store(hasLog) // of a process that was killed, perhaps before the log was wiped
	err = g.inspect(ctx, f.read, patience)
	if err == nil {
		err = f.prepare(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", f.name, err), f.close())
	}
	return &Store{connections: f.connections, database: f, created: created, logLost: logLost}, nil
}

// prepare brings the tables up to date. Then it opens the anchor, a connection
// that stays open until Close: when the last connection closes, SQLite deletes the
// write-ahead log, and the guard would report that as a loss. What the anchor reads opens the
// log, and needs no tables.
func (f *sqliteFile) prepare(ctx context.Context) error {
	err := whileBusy(ctx, func() error {
		_, err := migrate(ctx, goose.DialectSQLite3, f.write)
		return err
	})
	if err != nil {
		return err
	}
	if _, err := f.anchor.ExecContext(ctx, "PRAGMA user_version"); err != nil {
		return err
	}
	if err := f.moveLog(ctx); err != nil {
		return err
	}
	return f.guard.noteLog()
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
	_, err = migrate(ctx, goose.DialectSQLite3, db)
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
