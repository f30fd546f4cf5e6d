package store

import (
	"context"
	"encoding/binary"
	"io"
	"os"
	"time"
)

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
	if f.anchor == nil || !f.marked && !f.guard.marked() {
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
