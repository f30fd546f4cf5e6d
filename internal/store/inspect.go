package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"

	"modernc.org/sqlite"
)

// inspect returns an error if a file is empty, damaged, or of another program. It
// runs before anything is written to the file.
func inspect(ctx context.Context, file string) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		return errors.Join(refuseOrphanedLog(file),
			errors.New("it is empty, which a database never is: please restore a copy, or delete the file to start with a new database"))
	}
	options := url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(5000)"}}
	if size(file+"-journal") > 0 { // left by a crash while an earlier release made the file
		options.Set("mode", "rw")
	}
	db := connect(file, 1, options)
	return errors.Join(checkContents(ctx, db), db.Close())
}

// refuseOrphanedLog returns an error for a write-ahead log without its database.
// SQLite would delete the log, and with it the changes that can still be saved.
func refuseOrphanedLog(file string) error {
	if size(file+"-wal") > 0 {
		return fmt.Errorf("it is missing or empty, but %s-wal is not: please restore a copy, or move that file away to start with a new database", file)
	}
	return nil
}

// size returns the size of a file, 0 for a missing one.
func size(file string) int64 {
	info, err := os.Stat(file)
	if err != nil {
		return 0
	}
	return info.Size()
}

// countForeignTables returns 0 for a database of this program, and for any other the
// number of its tables.
const countForeignTables = `
SELECT count(*) FROM sqlite_master
WHERE NOT EXISTS (SELECT 1 FROM sqlite_master WHERE name = '` + versionTable + `')`

// checkContents reads the whole database. It returns an error if the database is
// damaged or belongs to another program.
func checkContents(ctx context.Context, db *sql.DB) error {
	rows, err := db.QueryContext(ctx, "PRAGMA quick_check(1)")
	if err != nil {
		return unchanged(err)
	}
	found, err := collect(rows, func(r row) (found string, err error) { return found, r.Scan(&found) })
	if err != nil {
		return unchanged(err)
	}
	if len(found) != 1 || found[0] != "ok" {
		return unchanged(fmt.Errorf("it is damaged: %q", found))
	}
	var foreign int
	if err := db.QueryRowContext(ctx, countForeignTables).Scan(&foreign); err != nil {
		return unchanged(err)
	}
	if foreign > 0 {
		return unchanged(errors.New("it is the database of another program"))
	}
	return nil
}

// unchanged adds to the reason for refusing a file that nothing was changed.
func unchanged(err error) error {
	if e, ok := errors.AsType[*sqlite.Error](err); ok && e.Code()&0xFF == sqliteCorrupt {
		err = fmt.Errorf("it is damaged: %w", err)
	}
	return fmt.Errorf("%w; nothing was changed", err)
}

// sqliteCorrupt is the code SQLITE_CORRUPT.
const sqliteCorrupt = 11
