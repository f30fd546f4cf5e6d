package store

import (
	"cmp"
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"regexp"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// versionTable holds the version of the tables. Its name differs from goose's default
// because other programs in a PostgreSQL database may use goose too.
const versionTable = "chess960bot_version"

// baseVersion is the version of the oldest tables that are brought up to date.
const baseVersion = 22

// migrate brings the tables up to date, or returns an error if they are too old, or of a newer
// release. created says that the database had no tables.
func migrate(ctx context.Context, dialect goose.Dialect, db *sql.DB) (created bool, err error) {
	steps, err := readMigrations()
	if err != nil {
		return false, err
	}
	provider, err := goose.NewProvider(dialect, db, nil,
		goose.WithGoMigrations(steps...), goose.WithTableName(versionTable), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return false, err
	}
	has, knows, err := provider.GetVersions(ctx)
	if err != nil {
		return false, fmt.Errorf("read the version of the tables: %w", err)
	}
	if has > knows {
		return false, fmt.Errorf("its tables have version %d, and this chess960bot knows %d at most: "+
			"a newer release has used it, please run that one; nothing was changed", has, knows)
	}
	if err := refuseOldTables(has); err != nil {
		return false, fmt.Errorf("%w; nothing was changed", err)
	}
	if _, err := provider.Up(ctx); err != nil {
		return false, fmt.Errorf("bring the tables from version %d to %d: %w", has, knows, err)
	}
	return has == 0, nil
}

// readMigrations returns the migrations of the files. goose could read the files, with 4 MB of memory
// for each.
func readMigrations() (list []*goose.Migration, err error) {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	for _, file := range files {
		text, failed := migrations.ReadFile(file)
		version, unnamed := goose.NumericComponent(file)
		err = cmp.Or(err, failed, unnamed)
		list = append(list, goose.NewGoMigration(version, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, string(text))
			return err
		}}, nil))
	}
	return list, err
}

// madeTables returns the names of the tables that the migrations make.
func madeTables() (names []string, err error) {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	for _, file := range files {
		text, failed := migrations.ReadFile(file)
		err = cmp.Or(err, failed)
		for _, made := range regexp.MustCompile(`CREATE TABLE (\w+)`).FindAllSubmatch(text, -1) {
			names = append(names, string(made[1]))
		}
	}
	return names, err
}

// refuseOldTables returns an error if tables are older than baseVersion; 0 stands for none.
func refuseOldTables(version int64) error {
	if version == 0 || version >= baseVersion {
		return nil
	}
	return fmt.Errorf("its tables have version %d, and this chess960bot knows %d at least: "+
		"start revision 586d8f68 with this database once, which brings the tables to version %d, and then this one",
		version, baseVersion, baseVersion)
}
