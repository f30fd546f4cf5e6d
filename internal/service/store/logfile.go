package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"time"
)

// errLogCut says that the write-ahead log lacks what SQLite has written there.
var errLogCut = errors.New("the database's write-ahead log (-wal) has been emptied, cut short or overwritten: " +
	"what was saved last may be lost, and nothing more can be saved; please restart")

// A logFile is an open write-ahead log with its index (-shm). SQLite reads neither again: it
// goes on writing behind the end of a log that was cut, and nobody can read that. (See
// "WAL-mode File Format" in SQLite's documentation.)
type logFile struct {
	log, index *os.File // must be closed after SQLite, like the file
}

// openLog opens the log and the index of a file that SQLite has opened.
func openLog(file string) (l logFile, err error) {
	if l.log, err = os.Open(file + "-wal"); err != nil {
		return logFile{}, err
	}
	if l.index, err = os.Open(file + "-shm"); err != nil {
		return logFile{}, errors.Join(err, l.log.Close())
	}
	return l, nil
}

func (l logFile) close() error {
	if l.log == nil {
		return nil
	}
	return errors.Join(l.log.Close(), l.index.Close())
}

// check returns errLogCut if the log, which has a size, does not have all frames that its index
// counts. Another error says that nobody knows.
func (l logFile) check(size int64) error {
	err := l.compare(size)
	if !errors.Is(err, errLogCut) {
		return err
	}
	info, err := l.log.Stat()
	if err != nil {
		return err
	}
	return l.compare(info.Size()) // another program may have written between the readings
}

// compare is called with the size that the log had before: a program that truncates the log
// after a checkpoint resets the index first.
func (l logFile) compare(size int64) error {
	const logHeader, frameHeader, logSaltAt, pageSizeAt, framesAt, indexSaltAt, saltSize = 32, 24, 16, 14, 16, 32, 8
	index, header := make([]byte, indexSaltAt+saltSize), make([]byte, logHeader)
	if _, err := l.index.ReadAt(index, 0); err != nil {
		return err
	}
	frames := int64(binary.NativeEndian.Uint32(index[framesAt:]))
	if frames == 0 { // the next transaction begins the log again
		return nil
	}
	pageSize := pageSizeOf(binary.NativeEndian.Uint16(index[pageSizeAt:]))
	if size < logHeader+frames*(frameHeader+pageSize) {
		return errLogCut
	}
	if _, err := l.log.ReadAt(header, 0); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !bytes.Equal(header[logSaltAt:logSaltAt+saltSize], index[indexSaltAt:]) {
		return errLogCut
	}
	return nil
}

// The application_id in the header of a SQLite file says whether the file is in use. Each
// probe marks the file, and Close takes the mark away. A process that is killed leaves a
// marked file and its write-ahead log. So if the log of a marked file is missing, it was
// deleted.
const (
	inUse      = 960
	markInUse  = "PRAGMA application_id = 960"
	markClosed = "PRAGMA application_id = 0" // also in files of older releases
)

// LogLost reports whether a SQLite file was still in use when Open found it, and had no
// write-ahead log: what was saved last may be lost. LogLost is also true for a copy that
// was made while a bot used the file.
func (s *Store) LogLost() bool { return s.logLost }

// logLost reports whether the file is in use and has no log. It must be called before
// SQLite opens the file.
func (g *guard) logLost() bool { return g.marked() && !hasHeader(g.file+"-wal") }

// hasHeader reports whether a write-ahead log begins with a header, and not with zeros.
func hasHeader(log string) bool {
	const magic = 0x377f0682 // without the last bit
	f, err := os.Open(log)
	if err != nil {
		return false
	}
	defer f.Close()
	header := make([]byte, 4)
	_, err = io.ReadFull(f, header)
	return err == nil && binary.BigEndian.Uint32(header)&^1 == magic
}

// marked reports whether the file is marked as in use. The log may say otherwise.
func (g *guard) marked() bool {
	const applicationIDAt = 68 // see "The Database Header" in SQLite's description of its file format
	id := make([]byte, 4)
	_, err := g.handle.ReadAt(id, applicationIDAt)
	return err == nil && binary.BigEndian.Uint32(id) == inUse
}

// unmark takes the mark of an opened file away. If that fails, the next start says
// that changes may be lost.
func (f *sqliteFile) unmark() {
	if f.guard.log == nil || !f.marked && !f.guard.marked() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	conn, err := f.write.Conn(ctx)
	if err != nil {
		return
	}
	defer conn.Close()
	if f.check(ctx, conn) == nil {
		_, _ = conn.ExecContext(ctx, markClosed)
	}
}
