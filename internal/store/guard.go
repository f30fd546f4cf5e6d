package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// A guard locks a SQLite file against other processes, and notices when the file is
// no longer the one that was opened. SQLite does not notice: it goes on writing to a
// file that has been deleted, and everything it writes there is lost.
//
// Only the holder of the writing connection may read and write the beat and what follows it, and call check.
type guard struct {
	file   string
	lock   *flock.Flock
	handle *os.File // must be closed after SQLite: closing a file ends all locks of the process on it

	opened os.FileInfo // of handle
	beat   int64       // readBeat returns at least this; at first -1, because a power cut may have damaged the header
	size   int64       // of the file: it never becomes smaller
	lost   error       // set once the file's contents are no longer the database

	checking     sync.WaitGroup // for the check of all pages
	checked      chan error     // gets its result
	stopChecking context.CancelFunc
}

// guardFile locks a file that exists.
func guardFile(file string) (*guard, error) {
	// On Linux the lock is on the database itself, so that nobody can delete the lock and keep
	// the database. On other systems that would also keep SQLite out: on macOS and the BSDs flock
	// conflicts with fcntl, which SQLite uses, and Windows has only one kind of lock.
	locked := file
	if runtime.GOOS != "linux" {
		locked += ".lock"
	}
	g := &guard{
		file:         file,
		lock:         flock.New(locked, flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o600)),
		beat:         -1,
		checked:      make(chan error, 1),
		stopChecking: func() {},
	}
	ok, err := g.lock.TryLock()
	if err == nil && !ok {
		err = fmt.Errorf("another chess960bot is using %s; a SQLite file belongs to one at a time", file)
	} else if err != nil {
		err = fmt.Errorf("lock SQLite file %s: %w", file, err)
	}
	if err == nil {
		g.handle, err = os.Open(file)
	}
	if err != nil {
		return nil, errors.Join(err, g.lock.Close())
	}
	if g.opened, err = g.handle.Stat(); err != nil {
		return nil, errors.Join(err, g.close())
	}
	return g, nil
}

func (g *guard) close() error { return errors.Join(g.handle.Close(), g.lock.Close()) }

// checkPatience is how long opening a file waits for the check of its pages. The check
// of a large file goes on in the background.
const checkPatience = 500 * time.Millisecond

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
	all, err := Count(ctx, db, "SELECT count(*) FROM sqlite_master")
	if err != nil || all == 0 { // a new database
		return err
	}
	switch versions, err := Count(ctx, db, countSQLiteVersions); {
	case err != nil:
		return err
	case versions == 0:
		return errors.New("it is the database of another program")
	}
	version, err := Count(ctx, db, lastVersion)
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

// check returns an error if a write would be lost now. An error of reading is no verdict:
// the next check reads again. Each transaction calls check twice, so check has to be fast.
func (g *guard) check() error {
	info, err := os.Stat(g.file)
	switch { // a file that was moved away and back is in order again
	case errors.Is(err, os.ErrNotExist):
		return errors.New("the database file has been deleted or moved: nothing can be saved; " +
			"please put it back, or restart with a restored copy")
	case err != nil:
		return fmt.Errorf("the database file cannot be reached: %w", err)
	case !os.SameFile(info, g.opened):
		return errors.New("the database file has been replaced by another: nothing can be saved; please restart to use that one")
	case g.lost != nil:
		return g.lost
	}
	beat, err := g.readBeat()
	if err != nil {
		return fmt.Errorf("the database file cannot be read: %w", err)
	}
	var damaged error
	select {
	case verdict := <-g.checked: // comes once: an error of reading must not lose it
		if errors.Is(verdict, errDamaged) {
			damaged = verdict
		}
	default:
	}
	if beat < g.beat || info.Size() < g.size { // changes after the header go unnoticed
		damaged = errors.New("the database file has been emptied, cut short or overwritten")
	}
	if damaged != nil {
		g.lost = fmt.Errorf("%w: nothing can be saved; please restart with a restored copy", damaged)
	}
	g.size = info.Size()
	return g.lost
}

// readBeat returns the count of probes in the file's header, its user_version. It
// returns -1 for a file that is not a database. The header's count of pages
// says nothing: while somebody reads, SQLite moves a part of the log into the file, and the header may
// count pages that are only in the log.
// (See "The Database Header" in SQLite's description of its file format.)
func (g *guard) readBeat() (int64, error) {
	const magic, userVersionAt = "SQLite format 3\x00", 60
	header := make([]byte, 100)
	if _, err := g.handle.ReadAt(header, 0); err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	if !bytes.HasPrefix(header, []byte(magic)) {
		return -1, nil
	}
	return int64(binary.BigEndian.Uint32(header[userVersionAt:])), nil
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
