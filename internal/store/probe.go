package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// probeAgain is how long a successful probe stays valid.
const probeAgain = time.Second

// countBeat counts the probes in the database. An older copy has a smaller count.
const countBeat = `UPDATE daily_probe SET beat = beat + 1 RETURNING beat`

// Probe implements [daily.Store].
func (s *Store) Probe(ctx context.Context) error {
	s.probing.Lock()
	defer s.probing.Unlock()
	if time.Since(s.probed) < probeAgain {
		return s.fail(s.transaction(ctx, func(*sql.Tx) error { return nil }), "check the database")
	}
	var beat int64
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, countBeat)
		if err != nil {
			return err
		}
		beats, err := collect(rows, func(r row) (beat int64, err error) { return beat, r.Scan(&beat) })
		switch {
		case err != nil:
			return err
		case len(beats) != 1:
			return errors.New("the database has been emptied: please restart with a restored copy")
		case beats[0] <= s.beat:
			return errors.New("the database has been replaced by an older copy: please restart")
		}
		beat = beats[0]
		if s.guard == nil {
			return nil
		}
		_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", beat))
		return err
	})
	if err != nil {
		return s.fail(err, "write to the database")
	}
	s.probed, s.beat = time.Now(), beat
	if s.guard != nil {
		return s.fail(s.checkpoint(ctx, beat), "write to the database")
	}
	return nil
}

// checkpoint moves the write-ahead log into the SQLite file, except pages that a
// reader still needs. After a complete checkpoint the guard knows the header.
func (s *Store) checkpoint(ctx context.Context, beat int64) error {
	var busy bool
	var pages, moved int
	if err := s.write.QueryRowContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &pages, &moved); err != nil {
		return err
	}
	if !busy && pages == moved {
		s.guard.noteHeader(beat)
	}
	return nil
}
