package store

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// The errors of [Backup], besides those of files.
var (
	// ErrBackupOther means that the database is not a SQLite file.
	ErrBackupOther = errors.New("the database is not a SQLite file")
	// ErrBackupExists means that the file of the backup exists.
	ErrBackupExists = errors.New("the file exists")
)

// Backup copies a SQLite database, which a bot may use at the same time, into a new file that only
// its owner can read. The copy has all that was saved when Backup began, and only that. The file is
// written beside its name, FILE.NUMBER.partial, and gets the name when it is whole. If Backup fails, there is no file.
func Backup(ctx context.Context, databaseURL, file string) (err error) {
	path, isFile := strings.CutPrefix(databaseURL, "sqlite:")
	if !isFile {
		return ErrBackupOther
	}
	source, err := databaseFile(path)
	if err != nil {
		return err
	}
	if _, err := os.Stat(source); err != nil {
		return err
	}
	if file, err = filepath.Abs(file); err != nil { // a connection needs the whole path
		return err
	}
	if _, err := os.Lstat(file); err == nil {
		return ErrBackupExists
	}
	target, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.partial")
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, target.Close()); err == nil {
			err = os.Rename(target.Name(), file)
		}
		if err != nil {
			os.Remove(target.Name() + "-journal") // of a disk that is full
			err = errors.Join(err, os.Remove(target.Name()))
		}
	}()
	// A connection that may not write leaves the log of a bot that was killed where it is.
	db := connect(source, 1, url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(10000)"}})
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, target.Name())
	if err = errors.Join(err, db.Close()); err != nil {
		return fmt.Errorf("copy %s: %w", source, err)
	}
	copied := connect(target.Name(), 1, nil)
	_, err = copied.ExecContext(ctx, markClosed)
	return errors.Join(err, copied.Close(), target.Sync())
}
