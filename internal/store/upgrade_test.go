package store_test

import (
	"database/sql"
	"slices"
	"strings"
	"testing"

	"chess960bot/internal/store"
	"chess960bot/internal/workshop/storetest"
)

// A database with an earlier schema is upgraded, keeps all its data, and can be used. Its
// tables are then those of a new database.
func TestUpgrade(t *testing.T) {
	for _, schema := range storetest.Upgradable {
		for kind, kept := range storetest.Kept {
			t.Run(schema+" "+kind, func(t *testing.T) {
				t.Parallel()
				s := open(t, kept(t, schema))
				description := map[string]string{"SQLite": describeSQLite, "PostgreSQL": describePostgres}[kind]
				if got, want := tables(t, s.DB(), description), tables(t, open(t, missing[kind](t)).DB(), description); !slices.Equal(got, want) {
					t.Errorf("the tables are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
				work(t, s, "new channel", func(string) {})
			})
		}
	}
}

// describeSQLite and describePostgres describe the columns and the indexes of all tables, and the
// versions that the tables have had. The table of versions itself is an older one in an old database.
const (
	describeSQLite = `SELECT 'version ' || version_id FROM chess960bot_version WHERE version_id >= 22
		UNION ALL SELECT m.name || ': ' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || coalesce(c.dflt_value, '') || ' ' || c.pk
		FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT IN ('chess960bot_version', 'sqlite_sequence')
		UNION ALL SELECT name || ': ' || sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL`
	describePostgres = `SELECT 'version ' || version_id FROM chess960bot_version WHERE version_id >= 22
		UNION ALL SELECT table_name || ': ' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(replace(column_default, current_schema() || '.', ''), '')
		FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> 'chess960bot_version'
		UNION ALL SELECT replace(indexdef, current_schema() || '.', '') FROM pg_indexes WHERE schemaname = current_schema() AND indexname NOT LIKE '%_pkey%'
		UNION ALL SELECT conrelid::regclass || ': ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND conname NOT LIKE 'chess960bot_version%'`
)

// tables returns the lines of a description of all tables.
func tables(t *testing.T, db *sql.DB, description string) (lines []string) {
	t.Helper()
	rows, err := db.Query(description)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	if len(lines) < 150 || rows.Err() != nil {
		t.Fatal(len(lines), rows.Err())
	}
	slices.Sort(lines)
	return lines
}

// Tables in PostgreSQL that are too old are refused with a sentence that says what to do, and
// stay as they were. TestRefusedFiles does the same with files.
func TestOldTablesAreRefused(t *testing.T) {
	address := storetest.Kept["PostgreSQL"](t, storetest.TooOld)
	described := func() []string {
		db, err := sql.Open("pgx", address)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		return tables(t, db, describePostgres)
	}
	was := described()
	_, err := store.Open(ctx, address)
	if err == nil || !strings.Contains(err.Error(), oldTables) {
		t.Errorf("got %v, want %q", err, oldTables)
	}
	if is := described(); !slices.Equal(is, was) {
		t.Errorf("the tables were\n%s\nand are\n%s", strings.Join(was, "\n"), strings.Join(is, "\n"))
	}
}

// oldTables is a part of the sentence with which old tables are refused.
const oldTables = "its tables have version 21, and this chess960bot knows 22 at least: start revision 586d8f68 with this database once"
