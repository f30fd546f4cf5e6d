package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"os"
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

// check returns errLogCut if the log does not have all frames that its index counts. Another
// error says that nobody knows.
func (l logFile) check() error {
	err := l.compare()
	if errors.Is(err, errLogCut) {
		err = l.compare() // another program may have written between the readings
	}
	return err
}

// compare reads the size of the log before the index: a program that truncates the log
// after a checkpoint resets the index first.
func (l logFile) compare() error {
	info, err := l.log.Stat()
	if err != nil {
		return err
	}
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
	if info.Size() < logHeader+frames*(frameHeader+pageSize) {
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
