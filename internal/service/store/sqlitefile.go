package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"
)

// A sqliteFile is an open SQLite file. It belongs to one process, so its slots are in memory.
type sqliteFile struct {
	connections
	*memorySlots
	guard  *guard
	anchor *sql.DB     // keeps the file open
	marked bool        // the file was marked as in use
	wiping atomic.Bool // the log may have what was deleted, see wipeLog
}

func (f *sqliteFile) close() error {
	f.unmark()
	if errors.Is(f.guard.lost, errLogCut) {
		return f.guard.close() // SQLite would move what is left of the log into the file
	}
	f.guard.endCheck()
	return errors.Join(f.anchor.Close(), f.read.Close(), f.write.Close(), f.guard.close())
}

// Now implements [outbox.Store]: SQLite has no clock of its own.
func (f *sqliteFile) Now(context.Context) (now time.Time, ok bool, err error) {
	return time.Time{}, false, nil
}

func (f *sqliteFile) transaction(ctx context.Context, run func(tx *transaction)) error {
	conn, err := f.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := f.check(ctx, conn); err != nil {
		return err
	}
	var tx *sql.Tx
	err = whileBusy(ctx, func() (err error) {
		tx, err = conn.BeginTx(ctx, nil)
		return err
	})
	if err != nil {
		return err
	}
	if err := commit(ctx, tx, run); err != nil {
		return err
	}
	return f.check(ctx, conn) // SQLite also writes to a deleted file
}

// check returns an error if the file can no longer save anything; normally it runs no query.
// It needs the writing connection: a checkpoint by another goroutine would look like a file
// that was cut.
func (f *sqliteFile) check(ctx context.Context, conn *sql.Conn) error {
	err := f.guard.check()
	if errors.Is(err, errLogDeleted) {
		return f.guard.rescueLog(ctx, conn)
	}
	return err
}

func (f *sqliteFile) single(ctx context.Context, run func(q querier) error) error {
	return f.transaction(ctx, func(tx *transaction) { tx.fail(run(tx)) })
}

func (f *sqliteFile) record(ctx context.Context, values []any, post counted) (written int, err error) {
	err = f.transaction(ctx, func(tx *transaction) {
		written = tx.exec(recordPost, values...)
		addCounts(tx, counts{post: written})
	})
	return written, err
}

func (f *sqliteFile) snapshot(ctx context.Context) (*sql.Tx, error) {
	return f.read.BeginTx(ctx, readOnly)
}

// SQLite writes zeros over what is deleted in the file (secure_delete, in writerPragmas), but
// the write-ahead log still has the pages of before.

// wipeLog empties the write-ahead log, so that what was deleted is in none of the files. While
// a reader needs the log, the next probes try again.
func (f *sqliteFile) wipeLog(ctx context.Context) {
	f.wiping.Store(true)
	_ = f.moveLog(ctx)
}

// wipe moves the write-ahead log into the file and empties the log. An empty log would look
// lost after a kill, so the file is marked again.
func (f *sqliteFile) wipe(ctx context.Context, conn *sql.Conn) error {
	if emptied, err := f.guard.moveLog(ctx, conn, "TRUNCATE"); !emptied {
		return err
	}
	f.wiping.Store(false)
	f.marked = true
	_, err := conn.ExecContext(ctx, markInUse)
	return err
}

// Codes of SQLite's errors.
const (
	sqliteBusy    = 5
	sqliteCorrupt = 11
	sqliteNotADB  = 26
)

// sqliteCode returns the primary code of an error of SQLite, 0 for other errors.
func sqliteCode(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() & 0xFF
	}
	return 0
}

// maxBusy is how long whileBusy waits for another program that has locked the file.
const maxBusy = 5 * time.Second

// whileBusy calls f until it no longer finds the file locked, for at most maxBusy
// and until the context ends. SQLite could wait itself, but would not notice the end
// of the context.
func whileBusy(ctx context.Context, f func() error) error {
	for start := time.Now(); ; {
		err := f()
		switch {
		case sqliteCode(err) != sqliteBusy || time.Since(start) > maxBusy:
			return err
		case ctx.Err() != nil:
			return fmt.Errorf("%w: %w", ctx.Err(), err)
		}
	}
}
