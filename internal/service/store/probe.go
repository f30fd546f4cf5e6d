package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// countBeat counts the probes in the database. An older copy has a smaller count.
const countBeat = `UPDATE daily_probe SET beat = beat + 1 RETURNING beat`

// Probe implements [outbox.Store].
func (s *Store) Probe(ctx context.Context) error {
	s.probing.Lock()
	defer s.probing.Unlock()
	var beat int64
	err := s.transaction(ctx, func(tx *transaction) {
		beats := all(tx, scanOne[int64], countBeat)
		if len(beats) != 1 || beats[0] <= s.beat {
			tx.fail(errors.New("the database has been emptied or replaced by an older copy: please restart with a restored copy"))
			return
		}
		beat = beats[0]
		s.noteBeat(tx, beat)
	})
	if err == nil {
		s.beat = beat
		err = s.moveLog(ctx)
	}
	return s.fail(err, "write to the database")
}

// noteBeat writes the count to the header of the file, and marks the file as in use.
func (f *sqliteFile) noteBeat(tx *transaction, beat int64) {
	f.marked = true
	tx.exec(fmt.Sprintf("PRAGMA user_version = %d; %s", beat, markInUse))
}

func (f *sqliteFile) moveLog(ctx context.Context) error {
	conn, err := f.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if f.wiping.Load() {
		return f.wipe(ctx, conn)
	}
	_, err = f.guard.moveLog(ctx, conn, "PASSIVE")
	return err
}

// moveLog moves the write-ahead log into the file, except pages that a reader still
// needs. whole says that the file has everything now. The mode is one of SQLite's: TRUNCATE
// also empties the log.
func (g *guard) moveLog(ctx context.Context, conn *sql.Conn, mode string) (whole bool, err error) {
	var busy bool
	var pages, moved int
	err = conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint("+mode+")").Scan(&busy, &pages, &moved)
	if err != nil || busy || pages != moved {
		return false, err
	}
	if beat, err := g.readHeader(); err == nil {
		g.beat = max(g.beat, beat)
	}
	return true, nil
}

// rescueLog moves a write-ahead log that has been deleted into the file: SQLite still
// has the log open, but a crash would lose the last changes.
func (g *guard) rescueLog(ctx context.Context, conn *sql.Conn) error {
	whole, err := g.moveLog(ctx, conn, "PASSIVE")
	if whole {
		if _, err := conn.ExecContext(ctx, markClosed); err == nil { // the next start has nothing to warn of
			_, _ = g.moveLog(ctx, conn, "PASSIVE")
		}
		return fmt.Errorf("%w: what was saved so far is in the database file, but nothing more can be saved; please restart", errLogDeleted)
	}
	return errors.Join(fmt.Errorf("%w: nothing can be saved, and a crash would lose the last changes; "+
		"please stop the bot with SIGTERM and start it again", errLogDeleted), err)
}
