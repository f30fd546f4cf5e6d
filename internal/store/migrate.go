package store

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strconv"
)

//go:embed migrations/*.sql
var migrations embed.FS

// baseVersion is the version of the oldest tables that are brought up to date.
const baseVersion = 22

// versionTable has a row for each migration that a database has had. In databases of earlier
// releases it has more columns, and a row for version 0.
const versionTable = "chess960bot_version"

const (
	makeVersions = `CREATE TABLE ` + versionTable + ` (version_id BIGINT NOT NULL, is_applied BOOLEAN NOT NULL)`
	noteVersion  = `INSERT INTO ` + versionTable + ` (version_id, is_applied) VALUES ($1, true)`
	lastVersion  = `SELECT coalesce(max(version_id), 0) FROM ` + versionTable
)

// migrate brings the tables up to date, or fails if they are too old, or of a newer release.
// countVersions counts the tables of versions. created says that the database had no tables.
func migrate(tx *Tx, countVersions string) (created bool) {
	has := 0
	if tx.Count(countVersions) > 0 {
		has = tx.Count(lastVersion)
	} else {
		tx.Exec(makeVersions)
	}
	if err := refuseVersion(has); err != nil {
		tx.Fail(fmt.Errorf("%w; nothing was changed", err))
	}
	for _, m := range readMigrations() {
		if tx.Err != nil || m.version <= has {
			continue
		}
		tx.Exec(m.text)
		tx.Exec(noteVersion, m.version)
		if tx.Err != nil {
			tx.Err = fmt.Errorf("bring the tables from version %d to %d: %w", has, m.version, tx.Err)
		}
	}
	return has == 0
}

// A migration is the text of a file, whose name begins with the version that the tables then have.
type migration struct {
	version int
	text    string
}

// readMigrations returns the migrations in order.
func readMigrations() (list []migration) {
	files, _ := fs.Glob(migrations, "migrations/*.sql")
	for _, file := range files {
		text, _ := migrations.ReadFile(file)
		version, err := strconv.Atoi(path.Base(file)[:5])
		if err != nil {
			panic(err) // the files are a part of the program
		}
		list = append(list, migration{version, string(text)})
	}
	return list
}

// refuseVersion returns an error for tables that are older than baseVersion, or newer than the last
// migration; 0 stands for none.
func refuseVersion(has int) error {
	list := readMigrations()
	switch knows := list[len(list)-1].version; {
	case has > knows:
		return fmt.Errorf("its tables have version %d, and this chess960bot knows %d at most: "+
			"a newer release has used it, please run that one", has, knows)
	case has > 0 && has < baseVersion:
		return fmt.Errorf("its tables have version %d, and this chess960bot knows %d at least: "+
			"start revision 586d8f68 with this database once, which brings the tables to version %d, and then this one",
			has, baseVersion, baseVersion)
	}
	return nil
}
