package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"

	"github.com/gofrs/flock"
)

// A guard locks a SQLite file against other processes, and notices when the file is
// no longer the one that was opened. SQLite does not notice: it goes on writing to a
// file that has been deleted, and everything it writes there is lost.
//
// Only the holder of the writing connection may call its methods.
type guard struct {
	file   string
	lock   *flock.Flock
	handle *os.File // must be closed after SQLite: closing a file ends all locks of the process on it

	opened  os.FileInfo // of handle
	log     os.FileInfo // of the write-ahead log; nil before it is known
	logFile logFile     // of log
	beat    int64       // readHeader returns at least this; at first -1, because a power cut may have damaged the header
	size    int64       // of the file: it never becomes smaller
	lost    error       // set once the file's contents are no longer the database

	checking     sync.WaitGroup // for the check of all pages
	checked      chan error     // gets its result
	stopChecking context.CancelFunc
}

// guardFile locks a file that exists.
func guardFile(file string) (*guard, error) {
	g := &guard{
		file:         file,
		lock:         flock.New(lockName(file), flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o600)),
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

// lockName returns the file to lock. On Linux this is the database itself, so that
// nobody can delete the lock and keep the database. On other systems a lock on the
// database would also keep SQLite out: on macOS and the BSDs flock conflicts with fcntl,
// which SQLite uses, and Windows has only one kind of lock. There the lock is a separate
// file.
func lockName(file string) string {
	if runtime.GOOS == "linux" {
		return file
	}
	return file + ".lock"
}

// endCheck ends the check of the pages, and the connection is free again.
func (g *guard) endCheck() {
	g.stopChecking()
	g.checking.Wait()
}

func (g *guard) close() error {
	g.endCheck()
	return errors.Join(g.logFile.close(), g.handle.Close(), g.lock.Close())
}

// noteLog remembers the write-ahead log, which SQLite keeps while a connection is
// open.
func (g *guard) noteLog() (err error) {
	if g.logFile, err = openLog(g.file); err != nil {
		return err
	}
	g.log, err = g.logFile.log.Stat()
	return err
}

// errLogDeleted says that the write-ahead log has no name any more.
var errLogDeleted = errors.New("the database's write-ahead log (-wal) has been deleted")

// check returns an error if a write would be lost now. An error of reading is no verdict:
// the next check reads again. Each transaction calls check twice, so check has to be fast.
func (g *guard) check() error {
	size, logSize, err := g.sameFiles()
	if err != nil {
		return err
	}
	if g.lost != nil {
		return g.lost
	}
	beat, err := g.readHeader()
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
	if beat < g.beat || size < g.size { // changes after the header go unnoticed
		damaged = errors.New("the database file has been emptied, cut short or overwritten")
	}
	if damaged != nil {
		g.lost = fmt.Errorf("%w: nothing can be saved; please restart with a restored copy", damaged)
		return g.lost
	}
	g.size = size
	return g.checkLog(logSize)
}

// checkLog returns an error if the log, which has a size, was cut while it was open.
func (g *guard) checkLog(size int64) error {
	if g.log == nil {
		return nil
	}
	err := g.logFile.check(size)
	if errors.Is(err, errLogCut) {
		g.lost = err
	} else if err != nil {
		err = fmt.Errorf("the database's write-ahead log cannot be read: %w", err)
	}
	return err
}

// sameFiles returns the sizes of the file and of the log, and an error unless the names still lead to
// the open files. Files that were moved away and back are in order again.
func (g *guard) sameFiles() (size, logSize int64, err error) {
	info, err := os.Stat(g.file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return 0, 0, errors.New("the database file has been deleted or moved: nothing can be saved; " +
			"please put it back, or restart with a restored copy")
	case err != nil:
		return 0, 0, fmt.Errorf("the database file cannot be reached: %w", err)
	case !os.SameFile(info, g.opened):
		return 0, 0, errors.New("the database file has been replaced by another: nothing can be saved; please restart to use that one")
	}
	if g.log == nil {
		return info.Size(), 0, nil
	}
	log, err := os.Stat(g.file + "-wal")
	switch {
	case errors.Is(err, os.ErrNotExist):
		return 0, 0, errLogDeleted
	case err != nil:
		return 0, 0, fmt.Errorf("the database's write-ahead log (-wal) cannot be reached: %w", err)
	case !os.SameFile(log, g.log):
		return 0, 0, errors.New("the database's write-ahead log (-wal) has been replaced: nothing can be saved; please restart with a restored copy")
	}
	return info.Size(), log.Size(), nil
}

// readHeader returns the count of probes in the file's header, its user_version. It
// returns -1 for a file that is not a database. The header's count of pages
// says nothing: while somebody reads, SQLite moves a part of the log into the file, and the header may
// count pages that are only in the log.
// (See "The Database Header" in SQLite's description of its file format.)
func (g *guard) readHeader() (int64, error) {
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

// pageSizeOf returns the size of a page as SQLite stores it: 1 stands for 65,536.
func pageSizeOf(stored uint16) int64 {
	if stored == 1 {
		return 1 << 16
	}
	return int64(stored)
}
