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
	"strings"

	"github.com/gofrs/flock"
	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver
)

// writerPragmas set up a connection that writes. With synchronous(NORMAL) a
// power cut could take back what was acknowledged.
var writerPragmas = []string{"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)"}

// readerPragmas set up a connection that reads.
var readerPragmas = []string{"busy_timeout(5000)", "query_only(1)"}

// sqliteReaders is how many queries may run at a time, beside the writer.
const sqliteReaders = 4

// openSQLite opens a file, with pragmas beside the usual.
//
// There is one connection that writes, because SQLite has one writer at a time
// anyway: goroutines that want to write wait for it in order, as long as their
// contexts allow, instead of finding the file locked and trying again. With a
// write-ahead log readers neither wait for the writer nor hold it up, so they
// have connections of their own.
func openSQLite(ctx context.Context, path string, pragmas ...string) (*Store, error) {
	file, err := databaseFile(path)
	if err != nil {
		return nil, err
	}
	unlock, err := lockFile(file)
	if err != nil {
		return nil, err
	}
	if err := inspect(ctx, file); err != nil {
		return nil, errors.Join(fmt.Errorf("open SQLite file %s: %w", file, err), unlock())
	}
	s := &Store{name: "SQLite file " + file, unlock: unlock}
	s.write = connect(file, 1, url.Values{"_txlock": {"immediate"}, "_pragma": append(pragmas, writerPragmas...)})
	s.read = connect(file, sqliteReaders, url.Values{"_pragma": readerPragmas})
	if err := migrate(ctx, goose.DialectSQLite3, s.write); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", s.name, err), s.Close())
	}
	return s, nil
}

// connect returns a pool of n connections to a file.
func connect(file string, n int, options url.Values) *sql.DB {
	address := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(file), "/"), RawQuery: options.Encode()}
	db, err := sql.Open("sqlite", address.String())
	if err != nil {
		panic(err) // the driver is linked in, and nothing is opened yet
	}
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db
}

// databaseFile returns the one name of the file at a path, which may not exist
// yet.
func databaseFile(path string) (string, error) {
	if path == "" || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "?\x00") || path == ":memory:" {
		return "", fmt.Errorf("%q is no file for a database: write sqlite:PATH, such as sqlite:chess960.db", path)
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
		return "", fmt.Errorf("open SQLite file %s: it is no file but %s", file, info.Mode())
	}
	return filepath.EvalSymlinks(file)
}

// lockFile keeps other processes from using a database. The lock goes with the
// process, however it ends.
func lockFile(file string) (unlock func() error, err error) {
	lock := flock.New(file + ".lock")
	switch ok, err := lock.TryLock(); {
	case err != nil:
		return nil, errors.Join(fmt.Errorf("lock SQLite file %s: %w", file, err), lock.Close())
	case !ok:
		return nil, errors.Join(fmt.Errorf("another chess960bot is using %s; a SQLite file belongs to one at a time", file), lock.Close())
	}
	return lock.Close, nil
}
