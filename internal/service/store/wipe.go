package store

import (
	"context"
	"database/sql"
)

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

// wipeLog has nothing to do: PostgreSQL removes deleted rows with VACUUM.
func (p postgresServer) wipeLog(context.Context) {}
