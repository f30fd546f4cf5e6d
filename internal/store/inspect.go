package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"

	"modernc.org/sqlite"
)

// inspect refuses a file that is damaged, or another program's, before anything
// is written to it. A file that is missing or empty is all right.
func inspect(ctx context.Context, file string) error {
	switch info, err := os.Stat(file); {
	case errors.Is(err, fs.ErrNotExist):
		return refuseOrphanedLog(file)
	case err != nil:
		return err
	case info.Size() == 0:
		return refuseOrphanedLog(file)
	}
	options := url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(5000)"}}
	if size(file+"-journal") > 0 { // left by a crash while the file was made
		options.Set("mode", "rw")
	}
	db := connect(file, 1, options)
	return errors.Join(check(ctx, db), db.Close())
}

// refuseOrphanedLog refuses a write-ahead log whose database is gone. SQLite
// would delete it, and with it what can still be saved.
func refuseOrphanedLog(file string) error {
	if size(file+"-wal") > 0 {
		return fmt.Errorf("it is missing or empty, but %s-wal is not: please restore a copy, or move that file away to begin anew", file)
	}
	return nil
}

// size returns the size of a file, 0 if there is none.
func size(file string) int64 {
	info, err := os.Stat(file)
	if err != nil {
		return 0
	}
	return info.Size()
}

// countOthersTables counts the tables in a database that has none of ours.
const countOthersTables = `
SELECT count(*) FROM sqlite_master
WHERE NOT EXISTS (SELECT 1 FROM sqlite_master WHERE name = '` + versionTable + `')`

// check reads all of a database.
func check(ctx context.Context, db *sql.DB) error {
	rows, err := db.QueryContext(ctx, "PRAGMA quick_check(1)")
	if err != nil {
		return unharmed(err)
	}
	found, err := collect(rows, func(r row) (found string, err error) { return found, r.Scan(&found) })
	if err != nil {
		return unharmed(err)
	}
	if len(found) != 1 || found[0] != "ok" {
		return unharmed(fmt.Errorf("it is damaged: %q", found))
	}
	var others int
	if err := db.QueryRowContext(ctx, countOthersTables).Scan(&others); err != nil {
		return unharmed(err)
	}
	if others > 0 {
		return unharmed(errors.New("it is the database of another program"))
	}
	return nil
}

// unharmed adds to a reason to refuse a file that it was left alone.
func unharmed(err error) error {
	if e, ok := errors.AsType[*sqlite.Error](err); ok && e.Code()&0xFF == sqliteCorrupt {
		err = fmt.Errorf("it is damaged: %w", err)
	}
	return fmt.Errorf("%w; nothing was changed", err)
}

// sqliteCorrupt is the code SQLITE_CORRUPT.
const sqliteCorrupt = 11
