package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"
)

// checkPatience is how long opening a file waits for the check of its pages. The check
// of a large file goes on in the background.
const checkPatience = 500 * time.Millisecond

// countTables counts the tables, indexes, views and triggers, and the tables of versions among
// them.
const countTables = `
SELECT count(*), count(CASE WHEN name = '` + versionTable + `' THEN 1 END) FROM sqlite_master`

// inspect returns an error if the file is empty, damaged, or of another program or release. It
// runs before anything is written to the file. If the check of all pages takes longer
// than patience, inspect returns without a result, and [guard.check] reports damage that is
// found later. If ctx has ended, inspect returns its error. The connections may not write.
func (g *guard) inspect(ctx context.Context, db *sql.DB, patience time.Duration) error {
	if size(g.file) == 0 {
		return errors.Join(refuseOrphanedLog(g.file),
			errors.New("it is empty, which a database never is: please restore a copy, or delete the file to start with a new database"))
	}
	if err := whileBusy(ctx, func() error { return inspectTables(ctx, db) }); err != nil {
		return fmt.Errorf("%w; nothing was changed", err)
	}
	checking, stop := context.WithCancel(context.WithoutCancel(ctx))
	g.stopChecking = stop
	g.checking.Go(func() { g.checked <- checkPages(checking, db) })
	select {
	case err := <-g.checked:
		if err != nil {
			err = fmt.Errorf("%w; nothing was changed", err)
		}
		return err
	case <-time.After(patience):
		return ctx.Err()
	}
}

// inspectTables returns an error for the tables of another program or release.
func inspectTables(ctx context.Context, db *sql.DB) error {
	var all, known int
	if err := db.QueryRowContext(ctx, countTables).Scan(&all, &known); err != nil {
		return err
	}
	switch {
	case all == 0:
		return nil // a new database
	case known == 0:
		return errors.New("it is the database of another program")
	}
	version, err := count(ctx, db, lastVersion)
	if err != nil {
		return err
	}
	return refuseVersion(version)
}

// errDamaged is in the error for a file with wrong pages.
var errDamaged = errors.New("the file is damaged")

// checkPages reads the whole database, and returns errDamaged for wrong pages. Another error
// says that nobody knows.
func checkPages(ctx context.Context, db *sql.DB) error {
	var found string
	err := whileBusy(ctx, func() error { return db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found) })
	switch code := sqliteCode(err); {
	case err == nil && found != "ok":
		return fmt.Errorf("%w: %s", errDamaged, found)
	case code == sqliteCorrupt || code == sqliteNotADB:
		return fmt.Errorf("%w: %w", errDamaged, err)
	case err != nil:
		return fmt.Errorf("the pages cannot be checked: %w", err)
	}
	return nil
}

// refuseOrphanedLog returns an error for a write-ahead log without its database.
// SQLite would delete the log, and with it the changes that can still be saved.
func refuseOrphanedLog(file string) error {
	if size(file+"-wal") > 0 {
		return fmt.Errorf("it is missing or empty, but %s-wal is not: "+
			"please restore a copy, or move that file away to start with a new database", file)
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
