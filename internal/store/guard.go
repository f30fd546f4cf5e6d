package store

import (
	"bytes"
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
type guard struct {
	file   string
	lock   *flock.Flock
	handle *os.File // must be closed after SQLite: closing a file ends all locks of the process on it

	log os.FileInfo // of the write-ahead log; nil before it is known

	mu     sync.Mutex
	header bool  // the header is known to be right; a power cut before Open may have damaged it
	beat   int64 // the header's user_version is at least this
	lost   error // set once the file's contents are no longer the database: nothing can be saved
}

// guardFile locks a file that exists.
func guardFile(file string) (*guard, error) {
	g := &guard{file: file, lock: flock.New(lockName(file), flock.SetFlag(os.O_CREATE|os.O_RDWR), flock.SetPermissions(0o600))}
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

func (g *guard) close() error { return errors.Join(g.handle.Close(), g.lock.Close()) }

// noteLog remembers the write-ahead log, which SQLite keeps while a connection is
// open.
func (g *guard) noteLog() error {
	info, err := os.Stat(g.file + "-wal")
	g.log = info
	return err
}

// noteHeader remembers that the file has a header with this user_version.
func (g *guard) noteHeader(beat int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.header, g.beat = true, max(g.beat, beat)
}

// check returns an error if a write would be lost now.
func (g *guard) check() error {
	if err := g.sameFiles(); err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.lost == nil && g.header {
		g.lost = g.checkHeader()
	}
	return g.lost
}

// sameFiles returns an error unless the names still lead to the open files. Files
// that were moved away and back are in order again.
func (g *guard) sameFiles() error {
	opened, err := g.handle.Stat()
	if err != nil {
		return err
	}
	switch info, err := os.Stat(g.file); {
	case errors.Is(err, os.ErrNotExist):
		return errors.New("the database file has been deleted or moved: nothing can be saved; please put it back, or restart with a restored copy")
	case err != nil:
		return fmt.Errorf("the database file cannot be reached: %w", err)
	case !os.SameFile(info, opened):
		return errors.New("the database file has been replaced by another: nothing can be saved; please restart to use that one")
	}
	if g.log == nil {
		return nil
	}
	if info, err := os.Stat(g.file + "-wal"); err != nil || !os.SameFile(info, g.log) {
		return errors.New("the database's write-ahead log (-wal) has been deleted or replaced: nothing can be saved; please restart with a restored copy")
	}
	return nil
}

// checkHeader returns an error if the file's header shows that the file was emptied,
// cut, overwritten or replaced by an older copy. Changes after the header go
// unnoticed. (See "The Database Header" in SQLite's description of its file format.)
func (g *guard) checkHeader() error {
	const magic, pageSizeAt, pagesAt, userVersionAt = "SQLite format 3\x00", 16, 28, 60
	header := make([]byte, 100)
	_, err := g.handle.ReadAt(header, 0)
	info, statErr := g.handle.Stat()
	switch {
	case statErr != nil:
		return statErr
	case info.Size() == 0:
		return errors.New("the database file has been emptied: nothing can be saved; please restart with a restored copy")
	case err != nil && !errors.Is(err, io.EOF):
		return fmt.Errorf("the database file cannot be read: %w", err)
	case !bytes.HasPrefix(header, []byte(magic)):
		return errors.New("the database file has been overwritten: nothing can be saved; please restart with a restored copy")
	}
	pageSize := int64(binary.BigEndian.Uint16(header[pageSizeAt:]))
	if pageSize == 1 { // stands for 65,536, which does not fit
		pageSize = 1 << 16
	}
	switch beat := int64(binary.BigEndian.Uint32(header[userVersionAt:])); {
	case info.Size() < pageSize*int64(binary.BigEndian.Uint32(header[pagesAt:])):
		return errors.New("the database file has been cut short: nothing can be saved; please restart with a restored copy")
	case beat < g.beat:
		return errors.New("the database file has been replaced by an older copy: nothing can be saved; please restart")
	}
	return nil
}
