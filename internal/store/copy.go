package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Copied is the number of rows that [Copy] has copied from a table.
type Copied struct {
	Table string
	Rows  int
}

// Copy copies everything from one database to another. The
// addresses are as for [Open]. The source must have rows, and the target none; a
// missing target is created. Copy writes all rows or none. No bot may use the source
// meanwhile, because later changes are not copied. The tables of features that this program does
// not have are copied, too. Leases are not copied: their holders no longer run.
func Copy(ctx context.Context, from, to string) (copied []Copied, err error) {
	// If a database has two names that identity does not recognise, the copy fails later: the target is not empty.
	read, err1 := identity(from)
	written, err2 := identity(to)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	if read == written {
		return nil, errors.New("both addresses lead to the same database: there is nothing to copy")
	}
	source, err := openFilled(ctx, from)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	target, err := Open(ctx, to)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, target.Close()) }()

	snapshot, err := source.snapshot(ctx)
	if err != nil {
		return nil, source.Wrap(err, "begin to read")
	}
	defer snapshot.Rollback()
	err = target.Transaction(ctx, func(tx *Tx) {
		tx.Fail(wantRows(ctx, tx, false))
		copied = copyTables(snapshot, tx)
		_, err := copyRows(snapshot, tx, prunedTable.Name) // the target must not post them again
		tx.Fail(err)
		tx.Exec(`UPDATE post SET lease_by = '', lease_until = 0 WHERE lease_by <> ''`)
		tx.Exec(`DELETE FROM post_count`)
		tx.Exec(countCopied)
	})
	if err != nil {
		return nil, fmt.Errorf("copy %s to %s: %w; nothing was copied", source, target, err)
	}
	return copied, nil
}

// identity returns the same text for addresses that differ only in their spelling or
// password. An address that Open will refuse is returned unchanged.
func identity(databaseURL string) (string, error) {
	if path, ok := strings.CutPrefix(databaseURL, "sqlite:"); ok {
		return databaseFile(path)
	}
	config, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return databaseURL, nil
	}
	return fmt.Sprintf("%s@%s:%d/%s %v", config.User, config.Host, config.Port, config.Database, config.RuntimeParams), nil
}

// openFilled opens a database that has rows. It does not create a missing file.
func openFilled(ctx context.Context, databaseURL string) (*Store, error) {
	if path, ok := strings.CutPrefix(databaseURL, "sqlite:"); ok {
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("open the SQLite file to copy: %w", err)
		}
	}
	s, err := Open(ctx, databaseURL)
	if err != nil {
		return nil, err
	}
	if err := wantRows(ctx, s.read, true); err != nil {
		return nil, errors.Join(fmt.Errorf("copy %s: %w", s, err), s.Close())
	}
	return s, nil
}

// countCopied fills post_count.
const countCopied = `
INSERT INTO post_count (kind, state, posts)
SELECT kind, state, count(*) FROM post WHERE state <> 'open' GROUP BY kind, state`

// wantRows returns an error if the database has no rows to copy, or with some=false
// if it has any.
func wantRows(ctx context.Context, q Querier, some bool) error {
	all := 0
	for _, table := range tables() {
		n, err := Count(ctx, q, "SELECT count(*) FROM "+table)
		if err != nil {
			return err
		}
		all += n
	}
	switch {
	case some && all == 0:
		return errors.New("it holds nothing, so there is nothing to copy")
	case !some && all > 0:
		return errors.New("the target is not empty")
	}
	return nil
}

// uncopied are the tables without data, and those that are filled afterwards.
var uncopied = []string{"daily_probe", "post_count", "post_pruned", "request_slot"}

// tables lists the tables with data in the order in which the migrations create them.
func tables() (names []string) {
	create := regexp.MustCompile(`CREATE TABLE (\w+)`)
	for _, m := range readMigrations() {
		for _, made := range create.FindAllStringSubmatch(m.text, -1) {
			if !slices.Contains(uncopied, made[1]) {
				names = append(names, made[1])
			}
		}
	}
	return names
}

// copyTables copies all rows, and counts them afterwards in both databases.
func copyTables(from *sql.Tx, to *Tx) (copied []Copied) {
	for _, table := range tables() {
		n, err := copyRows(from, to, table)
		if err != nil {
			to.Fail(fmt.Errorf("table %s: %w", table, err))
			return nil
		}
		copied = append(copied, Copied{table, n})
	}
	for _, c := range copied {
		had, err := Count(to.ctx, from, "SELECT count(*) FROM "+c.Table)
		to.Fail(err)
		if has := to.Count("SELECT count(*) FROM " + c.Table); had != c.Rows || has != c.Rows {
			to.Fail(fmt.Errorf("table %s: the source has %d rows, %d were copied, and the target has %d", c.Table, had, c.Rows, has))
		}
	}
	return copied
}

// copyRows copies a table, and returns the number of its rows.
func copyRows(from *sql.Tx, to *Tx, table string) (n int, err error) {
	if to.Err != nil {
		return 0, to.Err
	}
	rows, err := from.QueryContext(to.ctx, "SELECT * FROM "+table)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return 0, err
	}
	insert, err := to.PrepareContext(to.ctx, NewSchema(table, 0, columns...).InsertSQL)
	if err != nil {
		return 0, err
	}
	defer insert.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return 0, err
	}
	values, into := make([]any, len(types)), make([]any, len(types))
	for i := range values {
		into[i] = &values[i]
	}
	for ; rows.Next(); n++ {
		if err := rows.Scan(into...); err != nil {
			return n, err
		}
		for i, c := range types {
			if number, ok := values[i].(int64); ok && c.DatabaseTypeName() == "BOOLEAN" { // SQLite has no truth values
				values[i] = number != 0
			}
		}
		if _, err := insert.ExecContext(to.ctx, values...); err != nil {
			return n, err
		}
	}
	return n, rows.Err()
}

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
	return target.Sync()
}
